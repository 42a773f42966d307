//! What aims, methods, heuristics and tie-breaks are called and mean: a row for each.

use crate::search::{Aim, Heuristic, Method, TieBreak};

/// What something that can be chosen is called and means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described {
    /// Its name on a button.
    pub label: &'static str,
    /// What it does, in a line for who knows about searching.
    pub line: &'static str,
    /// What it does, in a sentence for who does not.
    pub sentence: &'static str,
}

const fn described(label: &'static str, line: &'static str, sentence: &'static str) -> Described {
    Described { label, line, sentence }
}

/// Returns the words for an aim.
#[rustfmt::skip]
pub const fn aim(aim: Aim) -> Described {
    match aim {
        Aim::Any => described("any",
            "stops at the first solution",
            "Stops as soon as there is a solution, however long"),
        Aim::Improve => described("improve",
            "better and better solutions, until a limit",
            "Looks for shorter and shorter solutions until a limit or you stop it"),
        Aim::Prove => described("prove",
            "goes on until the best is proved",
            "Goes on until it is certain that no solution is shorter"),
    }
}

/// Returns the words for a method.
#[rustfmt::skip]
pub const fn method(method: Method) -> Described {
    match method {
        Method::Engine => described("engine",
            "whatever is fastest; proves the best",
            "Does whatever is fastest, from the start and from the goal at once"),
        Method::Mondrian => described("mondrian",
            "best first by colour distance; ends when nothing is left",
            "Looks first where tiles are nearest to their goals, as the first mondrianMaker did"),
        Method::Astar => described("A*",
            "the most promising first; raises the bound to the best",
            "Looks first where moves made and moves that seem to be left are fewest together"),
        Method::WeightedAstar => described("weighted A*",
            "A* in a hurry: good solutions soon, the proof late",
            "As A*, but trusts what seems to be left more: sooner a solution, later the proof"),
        Method::Greedy => described("greedy",
            "by the estimate alone: some solution soon, seldom a short one",
            "Looks first where the fewest moves seem to be left, however many were made"),
        Method::GreedyWalk => described("greedy walk",
            "straight on by the estimate, no way back: a long solution, or none",
            "Always makes the move after which the fewest seem to be left, and never goes back"),
        Method::BreadthFirst => described("breadth-first",
            "all states in order of their moves; the first solution is the best",
            "Looks at everything one move away, then two, then three, and so on"),
        Method::Idastar => described("IDA*",
            "A* by deepening: almost no memory, more time",
            "Tries all ways of at most so many moves, then of one more: slow, with almost no memory"),
    }
}

/// Returns the words for a heuristic.
#[rustfmt::skip]
pub const fn heuristic(heuristic: Heuristic) -> Described {
    match heuristic {
        Heuristic::Euclidean => described("euclidean",
            "straight distance to the nearest tile of the colour",
            "Guesses by how far each goal cell is from the nearest tile of its colour"),
        Heuristic::Manhattan => described("manhattan",
            "columns and rows to go, tiles matched at least cost",
            "Guesses by the columns and rows that tiles are away from their goals"),
        Heuristic::Misplaced => described("misplaced",
            "goal cells without their colour",
            "Guesses by how many goal cells lack their colour"),
        Heuristic::SlideDistance => described("slide-distance",
            "fewest slides if a tile could stop anywhere",
            "Guesses by the slides that tiles would need if they could stop anywhere"),
    }
}

/// Returns the words for a tie-break.
#[rustfmt::skip]
pub const fn tie_break(tie_break: TieBreak) -> Described {
    match tie_break {
        TieBreak::LowH => described("low-h",
            "the one that seems nearest to the goal",
            "Of equally good positions the one that seems nearest to the goal comes first"),
        TieBreak::HighH => described("high-h",
            "the one that seems farthest from it",
            "Of equally good positions the one nearest to the start comes first"),
        TieBreak::Newest => described("newest",
            "the one found last",
            "Of equally good positions the one found last comes first"),
        TieBreak::Oldest => described("oldest",
            "the one found first",
            "Of equally good positions the one found first comes first"),
    }
}
