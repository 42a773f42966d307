//! What a search has found, in words.

use super::figures::{grouped, moves};
use crate::search::{Outcome, Stop, Tracer, Verdict};

/// Returns why a search has ended before all was known; `None` if it has not.
pub const fn stopped(stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::Finished => None,
        Stop::Time => Some("stopped at the time limit"),
        Stop::Memory => Some("stopped at the memory limit"),
        Stop::States => Some("stopped at the limit of states"),
        Stop::Cancelled => Some("stopped"),
        Stop::GaveUp => Some("the method could go no further"),
    }
}

/// Returns what is known at the end of a search, such as `22 moves, proved the best`; where
/// something is left open, why it has ended. `max_moves` is the most that it looked for.
pub fn verdict(outcome: &Outcome, max_moves: Option<u32>) -> String {
    let is_open = matches!(outcome.verdict, Verdict::Feasible { .. } | Verdict::Unknown { .. });
    match (&outcome.verdict, stopped(outcome.stop)) {
        (Verdict::Unknown { lower_bound }, None) => {
            let most = max_moves.unwrap_or_else(|| lower_bound.saturating_sub(1));
            format!("no solution of at most {}, proved", moves(most))
        }
        (verdict, Some(why)) if is_open => format!("{}; {why}", found(verdict)),
        (verdict, _) => found(verdict),
    }
}

/// Returns what is known, such as `19 moves, at least 15 needed`.
pub fn found(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Optimal { solution } if solution.cost() == 0 => {
            "0 moves: the start reaches the goal already".to_owned()
        }
        Verdict::Optimal { solution } => proved(solution.cost()),
        Verdict::Feasible { solution, lower_bound: 0 } => moves(solution.cost()),
        Verdict::Feasible { solution, lower_bound } => {
            format!("{}, at least {lower_bound} needed", moves(solution.cost()))
        }
        Verdict::Unsolvable => UNSOLVABLE.to_owned(),
        Verdict::Unknown { lower_bound: 0 } => "no solution found".to_owned(),
        Verdict::Unknown { lower_bound } => {
            format!("no solution found, at least {} needed", moves(*lower_bound))
        }
    }
}

/// What is known of a puzzle that has no solution.
pub const UNSOLVABLE: &str = "cannot be solved, proved";

/// Returns what is known when so many moves are the fewest: `22 moves, proved the best`.
pub fn proved(count: u32) -> String {
    format!("{}, {}", moves(count), standing(true, false))
}

/// Returns how good a solution is: whether this program has proved that none is shorter, or whether the
/// level claims it.
pub const fn standing(proved: bool, claimed: bool) -> &'static str {
    match (proved, claimed) {
        (true, _) => "proved the best",
        (false, true) => "claimed the best",
        (false, false) => "the best known",
    }
}

/// Returns how a search that is told step by step has ended.
pub fn traced(tracer: &Tracer) -> String {
    match tracer.solution() {
        _ if tracer.is_full() => "the memory is full".to_owned(),
        Some(solution) => format!("nothing better is open: {}", proved(solution.cost())),
        None => "nothing is open: no solution exists, proved".to_owned(),
    }
}

/// Returns how many solutions are as short as the best: `3 shortest solutions`. The largest number
/// stands for all that are larger.
pub fn shortest(count: u128) -> String {
    match u64::try_from(count) {
        Ok(1) => "one shortest solution".to_owned(),
        Ok(count) => format!("{} shortest solutions", grouped(count)),
        Err(_) if count == u128::MAX => "more shortest solutions than can be counted".to_owned(),
        Err(_) => format!("{:.1e} shortest solutions", count as f64),
    }
}

/// Returns a text with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_moves, parse_text};

    #[test]
    fn solutions_are_counted_in_words() {
        let words = [1, 7_670, 1 << 70, u128::MAX].map(shortest);
        assert_eq!(words[0], "one shortest solution");
        assert_eq!(words[1], "7,670 shortest solutions");
        assert_eq!(words[2], "1.2e21 shortest solutions");
        assert_eq!(words[3], "more shortest solutions than can be counted");
    }

    #[test]
    fn a_verdict_is_a_sentence() {
        let puzzle = parse_text("B.\n..\n\n.B\n..", None).unwrap().validate().unwrap();
        let solution = puzzle.verify(parse_moves("a1R").unwrap()).unwrap();
        let check = |found: Verdict, stop, words: &str| {
            assert_eq!(verdict(&Outcome { verdict: found, stop }, None), words);
        };
        let feasible = |lower_bound| Verdict::Feasible { solution: solution.clone(), lower_bound };
        let unknown = |lower_bound| Verdict::Unknown { lower_bound };
        let optimal = Verdict::Optimal { solution: solution.clone() };
        check(optimal, Stop::Finished, "1 move, proved the best");
        check(feasible(1), Stop::Time, "1 move, at least 1 needed; stopped at the time limit");
        check(feasible(0), Stop::Cancelled, "1 move; stopped");
        check(Verdict::Unsolvable, Stop::Finished, "cannot be solved, proved");
        let words = "no solution found, at least 14 moves needed; stopped at the memory limit";
        check(unknown(14), Stop::Memory, words);
        check(unknown(0), Stop::GaveUp, "no solution found; the method could go no further");
        check(unknown(8), Stop::Finished, "no solution of at most 7 moves, proved");
    }
}
