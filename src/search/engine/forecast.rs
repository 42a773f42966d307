//! How many states a side will hold once it is raised: carried on from how many it holds of
//! each class. For the prover's plans ([`super::prover`]); a guess, on which no result
//! depends.
//!
//! By f and by d = b − f the numbers grow much as powers do, each way by a factor of its
//! own. So of four classes in a square the last is told by the three others.

use rustc_hash::FxHashMap;

use super::class::Class;
use super::side::is_within;

/// No class is expected to hold more than so many times the states of those beside it.
const MOST_GROWTH: f64 = 30.0;

/// The factor where there is nothing to tell it from.
const GROWTH: f64 = 4.0;

/// The states of a side by class.
pub struct Forecast<'a> {
    /// The least class and the most that it holds.
    pub least: Class,
    pub most: Class,
    /// Some states of the last f were held back.
    pub has_held_back: bool,
    pub counts: &'a FxHashMap<Class, u64>,
}

impl Forecast<'_> {
    /// Returns how many states it will add to hold all up to `to`, about: those that were
    /// held back, and as large a part of the next f as was not.
    pub fn added(&self, to: Class) -> f64 {
        if to.f < self.least.f || to.b < self.least.b {
            return 0.0;
        }
        let rows = usize::from(to.f - self.least.f) + 1;
        let columns = usize::from(to.b - self.least.b) + 1;
        let mut states = vec![vec![0.0; columns]; rows];
        let (mut added, mut kept, mut all) = (0.0, 0.0, 0.0);
        for row in 0..rows {
            for column in 0..columns.saturating_sub(row) {
                let f = self.least.f + row as u16;
                let class = Class { f, b: f + column as u16 };
                let is_held = is_within(class, self.most);
                let held = self.counts.get(&class).map_or(0.0, |&states| states as f64);
                let is_pruned = self.has_held_back && f >= self.most.f;
                states[row][column] = if is_held && !is_pruned {
                    held
                } else {
                    carried_on(&states, row, column).max(held)
                };
                let lacking = states[row][column] - if is_held { held } else { 0.0 };
                if is_pruned && f == self.most.f && is_held {
                    (kept, all) = (kept + held, all + states[row][column]);
                }
                let is_next = is_pruned && f > self.most.f && all > 0.0;
                added += if is_next { lacking * kept / all } else { lacking };
            }
        }
        added
    }
}

/// Returns about how many states there are in a row and column, from those before.
fn carried_on(states: &[Vec<f64>], row: usize, column: usize) -> f64 {
    let at = |up: usize, back: usize| match (row.checked_sub(up), column.checked_sub(back)) {
        (Some(row), Some(column)) => states[row][column],
        _ => 0.0,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_carried_on() {
        let (least, most) = (Class { f: 10, b: 10 }, Class { f: 13, b: 14 });
        let mut counts = FxHashMap::default();
        for f in 10..=13_u16 {
            for b in f..=14 {
                counts.insert(
                    Class { f, b },
                    7 * 5_u64.pow(u32::from(f) - 10) * 2_u64.pow(u32::from(b - f)),
                );
            }
        }
        let forecast = Forecast { least, most, has_held_back: false, counts: &counts };
        let exact = |f: u32, d: u32| f64::from(7 * 5_u32.pow(f) * 2_u32.pow(d));
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
        let states = [(3, 9), (4, 90), (5, 90)];
        let counts = states.map(|(f, states)| (Class { f, b: f }, states)).into_iter().collect();
        let forecast = Forecast { least, most, has_held_back: true, counts: &counts };
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
            has_held_back: false,
            counts: &FxHashMap::default(),
        };
        assert!(forecast.added(Class { f: 5, b: 6 }) < 1e-9);
        assert!(forecast.added(Class { f: 3, b: 3 }) < 1e-9);
    }
}
