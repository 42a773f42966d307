//! What the solver panel says: verdicts, aims, methods and estimates in sentences. No Bevy.

use super::results::Knowledge;
use crate::app::work::figures::moves;
use crate::search::{Aim, Heuristic, Method, Outcome, Stop, TieBreak, Verdict};

/// Returns what is known at the end, and why it ended if that matters.
pub fn verdict(outcome: &Outcome, max_moves: Option<u32>) -> String {
    let stopped = match outcome.stop {
        Stop::Finished => None,
        Stop::Time => Some("stopped at the time limit"),
        Stop::Memory => Some("stopped at the memory limit"),
        Stop::States => Some("stopped at the limit of states"),
        Stop::Cancelled => Some("stopped"),
        Stop::GaveUp => Some("could go no further"),
    };
    match (&outcome.verdict, stopped) {
        (Verdict::Optimal { solution }, _) if solution.cost() == 0 => {
            "0 moves: the start reaches the goal already".to_owned()
        }
        (Verdict::Optimal { solution }, _) => {
            format!("{}, proved the best", moves(solution.cost()))
        }
        (Verdict::Feasible { solution, lower_bound }, None) => {
            format!("{} found, at least {lower_bound} needed", moves(solution.cost()))
        }
        (Verdict::Feasible { solution, lower_bound: 0 }, Some(stopped)) => {
            format!("{stopped}: best {}", solution.cost())
        }
        (Verdict::Feasible { solution, lower_bound }, Some(stopped)) => {
            format!("{stopped}: best {}, at least {lower_bound}", solution.cost())
        }
        (Verdict::Unsolvable, _) => "unsolvable: proved".to_owned(),
        (Verdict::Unknown { lower_bound }, None) => {
            let most = max_moves.unwrap_or_else(|| lower_bound.saturating_sub(1));
            format!("no solution of at most {}: proved", moves(most))
        }
        (Verdict::Unknown { lower_bound: 0 }, Some(stopped)) => {
            format!("{stopped}: no solution yet")
        }
        (Verdict::Unknown { lower_bound }, Some(stopped)) => {
            format!("{stopped}: no solution yet, at least {}", moves(*lower_bound))
        }
    }
}

/// Returns what is known of a board, in a few words.
pub fn known(known: Knowledge) -> String {
    match (known.best, known.lower_bound) {
        _ if known.unsolvable => "cannot be solved".to_owned(),
        (Some(best), _) if known.proved => format!("{}, proved", moves(best)),
        (Some(best), 0) => format!("best {best}"),
        (Some(best), bound) => format!("at least {bound}, best {best}"),
        (None, 0) => "no solution found".to_owned(),
        (None, bound) => format!("at least {bound}, none found"),
    }
}

/// Returns what an aim means, in one line.
pub const fn aim_explained(aim: Aim) -> &'static str {
    match aim {
        Aim::Any => "stops at the first solution",
        Aim::Improve => "better and better solutions, until a limit",
        Aim::Prove => "goes on until the best is proved",
    }
}

/// Returns what a method does and guarantees, in one line.
pub const fn method_explained(method: Method) -> &'static str {
    match method {
        Method::Engine => "whatever is fastest; proves the best",
        Method::Mondrian => "best first by colour distance; ends when nothing is left",
        Method::Astar => "the most promising first; raises the bound to the best",
        Method::WeightedAstar => "A* in a hurry: good solutions soon, the proof late",
        Method::Greedy => "by the estimate alone: some solution soon, seldom a short one",
        Method::GreedyWalk => "straight on by the estimate, no way back: a long solution, or none",
        Method::BreadthFirst => {
            "all states in order of their moves; the first solution is the best"
        }
        Method::Idastar => "A* by deepening: almost no memory, more time",
    }
}

/// Returns what an aim means, in a sentence.
pub const fn aim_in_words(aim: Aim) -> &'static str {
    match aim {
        Aim::Any => "Stops as soon as there is a solution, however long",
        Aim::Improve => "Looks for shorter and shorter solutions until a limit or you stop it",
        Aim::Prove => "Goes on until it is certain that no solution is shorter",
    }
}

/// Returns what a method does, in a sentence for somebody who has never searched.
pub const fn method_in_words(method: Method) -> &'static str {
    match method {
        Method::Engine => "Does whatever is fastest, from the start and from the goal at once",
        Method::Mondrian => {
            "Looks first where tiles are nearest to their goals, as the first mondrianMaker did"
        }
        Method::Astar => {
            "Looks first where moves made and moves that seem to be left are fewest together"
        }
        Method::WeightedAstar => {
            "As A*, but trusts what seems to be left more: sooner a solution, later the proof"
        }
        Method::Greedy => {
            "Looks first where the fewest moves seem to be left, however many were made"
        }
        Method::GreedyWalk => {
            "Always makes the move after which the fewest seem to be left, and never goes back"
        }
        Method::BreadthFirst => {
            "Looks at everything one move away, then two, then three, and so on"
        }
        Method::Idastar => {
            "Tries all ways of at most so many moves, then of one more: slow, with almost no memory"
        }
    }
}

/// Returns how a heuristic guesses the moves that are left, in a sentence.
pub const fn heuristic_in_words(heuristic: Heuristic) -> &'static str {
    match heuristic {
        Heuristic::Euclidean => {
            "Guesses by how far each goal cell is from the nearest tile of its colour"
        }
        Heuristic::Manhattan => {
            "Guesses by the columns and rows that tiles are away from their goals"
        }
        Heuristic::Misplaced => "Guesses by how many goal cells lack their colour",
        Heuristic::SlideDistance => {
            "Guesses by the slides that tiles would need if they could stop anywhere"
        }
    }
}

/// Returns which of equally good positions comes first, in one line.
pub const fn tie_break_explained(tie_break: TieBreak) -> &'static str {
    match tie_break {
        TieBreak::LowH => "the one that seems nearest to the goal",
        TieBreak::HighH => "the one that seems farthest from it",
        TieBreak::Newest => "the one found last",
        TieBreak::Oldest => "the one found first",
    }
}

/// Returns the same in a sentence.
pub const fn tie_break_in_words(tie_break: TieBreak) -> &'static str {
    match tie_break {
        TieBreak::LowH => {
            "Of equally good positions the one that seems nearest to the goal comes first"
        }
        TieBreak::HighH => "Of equally good positions the one nearest to the start comes first",
        TieBreak::Newest => "Of equally good positions the one found last comes first",
        TieBreak::Oldest => "Of equally good positions the one found first comes first",
    }
}

/// Returns how a heuristic estimates the moves that are left, in one line.
pub const fn heuristic_explained(heuristic: Heuristic) -> &'static str {
    match heuristic {
        Heuristic::Euclidean => "straight distance to the nearest tile of the colour",
        Heuristic::Manhattan => "columns and rows to go, tiles matched at least cost",
        Heuristic::Misplaced => "goal cells without their colour",
        Heuristic::SlideDistance => "fewest slides if a tile could stop anywhere",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Solution, parse_moves, parse_text};

    fn solution() -> Solution {
        let puzzle = parse_text("B.\n..\n\n.B\n..", None).unwrap().validate().unwrap();
        puzzle.verify(parse_moves("a1R").unwrap()).unwrap()
    }

    #[test]
    fn what_is_known_is_short() {
        let nothing = Knowledge::default();
        assert_eq!(known(nothing), "no solution found");
        let between = Knowledge { lower_bound: 14, best: Some(19), ..nothing };
        assert_eq!(known(between), "at least 14, best 19");
        let proved = Knowledge { best: Some(22), proved: true, ..nothing };
        assert_eq!(known(proved), "22 moves, proved");
        assert_eq!(known(Knowledge { unsolvable: true, ..nothing }), "cannot be solved");
        assert_eq!(known(Knowledge { lower_bound: 9, ..nothing }), "at least 9, none found");
    }

    #[test]
    fn a_verdict_is_a_sentence() {
        let say = |verdict_, stop| verdict(&Outcome { verdict: verdict_, stop }, None);
        let solution = solution();
        let optimal = Verdict::Optimal { solution: solution.clone() };
        assert_eq!(say(optimal, Stop::Finished), "1 move, proved the best");
        let feasible = Verdict::Feasible { solution: solution.clone(), lower_bound: 1 };
        assert_eq!(say(feasible, Stop::Time), "stopped at the time limit: best 1, at least 1");
        let unbounded = Verdict::Feasible { solution, lower_bound: 0 };
        assert_eq!(say(unbounded, Stop::Cancelled), "stopped: best 1");
        assert_eq!(say(Verdict::Unsolvable, Stop::Finished), "unsolvable: proved");
        assert_eq!(
            say(Verdict::Unknown { lower_bound: 14 }, Stop::Cancelled),
            "stopped: no solution yet, at least 14 moves"
        );
        assert_eq!(
            say(Verdict::Unknown { lower_bound: 8 }, Stop::Finished),
            "no solution of at most 7 moves: proved"
        );
    }
}
