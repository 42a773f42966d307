//! How many states a side will hold once it is raised: carried on from how many it holds of
//! each class. For the prover's plans ([`super::plan`]); a guess, on which no result
//! depends.
//!
//! By f and by d = b − f the numbers grow much as powers do, each way by a factor of its
//! own. So of four classes in a square the last is told by the three others.

use rustc_hash::FxHashMap;

use super::class::Class;
use super::side::{LEVELS, is_within};

/// No class is expected to hold more than so many times the states of those beside it.
const MOST_GROWTH: f64 = 30.0;

/// The factor where there is nothing to tell it from.
const GROWTH: f64 = 4.0;

/// The states of a side by class.
pub struct Forecast {
    /// The least class and the most that it holds.
    pub least: Class,
    pub most: Class,
    /// By moves to spare at the last f, whether states were held back.
    pub has_held_back: [bool; LEVELS],
    pub counts: FxHashMap<Class, f64>,
}

impl Forecast {
    /// Returns how many states it will add to hold all up to `to`, about: those that were
    /// held back, of each f as large a part as was kept of those with as much to spare.
    pub fn added(&self, to: Class) -> f64 {
        let mut guesses = FxHashMap::default();
        let mut added = 0.0;
        // By moves to spare, now: the states kept, and all.
        let mut parts = [(0.0, 0.0); LEVELS];
        for f in self.least.f..=to.f {
            let level = self.most.f.checked_sub(f).map(usize::from).filter(|&level| level < LEVELS);
            let held_back = level.filter(|&level| self.has_held_back[level]);
            // Classes that are held with all their states need no guess.
            let is_known = f <= self.most.f && held_back.is_none();
            let part = parts.get(usize::from(to.f - f)).filter(|part| part.1 > 0.0);
            let part = part.map_or(1.0, |(kept, all)| kept / all);
            let first = if is_known { f.max(self.most.b + 1) } else { f };
            for b in first..=to.b {
                let class = Class { f, b };
                let held = self.counts.get(&class).copied().unwrap_or(0.0);
                let guess = self.carried_on(&guesses, class).max(held);
                guesses.insert(class, guess);
                if let Some(level) = held_back
                    && is_within(class, self.most)
                {
                    let (kept, all) = &mut parts[level];
                    (*kept, *all) = (*kept + held, *all + guess);
                }
                added += (guess * part - held).max(0.0);
            }
        }
        added
    }

    /// Returns about how many states there are of a class, from those before: of a lower f
    /// and the same d, and of a lower d and the same f.
    fn carried_on(&self, guesses: &FxHashMap<Class, f64>, class: Class) -> f64 {
        let at = |f: u16, d: u16| {
            let lower = class.f.checked_sub(f).zip(class.b.checked_sub(f + d));
            let states = lower.and_then(|(f, b)| {
                let lower = Class { f, b };
                guesses.get(&lower).or_else(|| self.counts.get(&lower))
            });
            states.copied().unwrap_or(0.0)
        };
        let (above, left) = (at(1, 0), at(0, 1));
        let guess = if above > 0.0 && left > 0.0 && at(1, 1) > 0.0 {
            above * left / at(1, 1)
        } else if above > 0.0 && at(2, 0) > 0.0 {
            above * above / at(2, 0)
        } else if left > 0.0 && at(0, 2) > 0.0 {
            left * left / at(0, 2)
        } else {
            GROWTH * above.max(left)
        };
        guess.min(MOST_GROWTH * above.max(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_carried_on() {
        let (least, most) = (Class { f: 10, b: 10 }, Class { f: 13, b: 14 });
        let exact = |f: u32, d: u32| f64::from(7 * 5_u32.pow(f) * 2_u32.pow(d));
        let mut counts = FxHashMap::default();
        for f in 10..=13_u16 {
            for b in f..=14 {
                counts.insert(Class { f, b }, exact(u32::from(f) - 10, u32::from(b - f)));
            }
        }
        let forecast = Forecast { least, most, has_held_back: [false; LEVELS], counts };
        assert!(forecast.added(most) < 1e-9);
        let next_f = forecast.added(Class { f: 14, b: 14 });
        assert!((next_f - exact(4, 0)).abs() < 1e-6, "{next_f}");
        let next_b = forecast.added(Class { f: 13, b: 15 });
        let wanted = exact(0, 5) + exact(1, 4) + exact(2, 3) + exact(3, 2);
        assert!((next_b - wanted).abs() < 1e-6, "{next_b}");
    }

    #[test]
    fn what_was_held_back_is_added_with_a_like_part_of_the_next() {
        let (least, most) = (Class { f: 3, b: 3 }, Class { f: 5, b: 5 });
        // Of 900 states the last time 90 were kept.
        let states = [(3, 9.0), (4, 90.0), (5, 90.0)];
        let counts = states.map(|(f, states)| (Class { f, b: f }, states)).into_iter().collect();
        let forecast = Forecast {
            least,
            most,
            has_held_back: std::array::from_fn(|level| level == 0),
            counts,
        };
        let added = forecast.added(Class { f: 6, b: 6 });
        let squares = forecast.added(Class { f: 5, b: 6 });
        assert!((forecast.added(most) - 810.0).abs() < 1e-6);
        assert!((added - squares - 900.0).abs() < 1e-6, "{added} {squares}");
    }

    #[test]
    fn nothing_is_expected_where_nothing_is() {
        let class = Class { f: 4, b: 4 };
        let forecast = Forecast {
            least: class,
            most: class,
            has_held_back: [false; LEVELS],
            counts: FxHashMap::default(),
        };
        assert!(forecast.added(Class { f: 5, b: 6 }) < 1e-9);
        assert!(forecast.added(Class { f: 3, b: 3 }) < 1e-9);
    }
}
