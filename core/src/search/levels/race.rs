//! Methods side by side: who takes part, and what each has shown so far. The command
//! line prints it, the designer draws it while it runs. One after the other, each
//! alone on the machine: their times can be compared.

use std::time::Duration;

use crate::search::base::options::{Heuristic, Method, Options, TieBreak};
use crate::search::base::outcome::{Found, Outcome, Progress, Verdict};
use crate::search::run::Search;

/// A method with its heuristic, as it takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Racer {
    /// What it is called.
    pub name: &'static str,
    /// The method.
    pub method: Method,
    /// The heuristic, or `None` for that of the method.
    pub heuristic: Option<Heuristic>,
    /// The order of equals.
    pub tie_break: TieBreak,
}

impl Racer {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 11] = [
        Self::new("engine", Method::Engine, None),
        Self::new("A*, Manhattan", Method::Astar, Some(Heuristic::Manhattan)),
        Self::new("A*, Euclidean", Method::Astar, Some(Heuristic::Euclidean)),
        Self::new("A*, misplaced", Method::Astar, Some(Heuristic::Misplaced)),
        Self::new("IDA*", Method::Idastar, None),
        Self::new("breadth-first", Method::BreadthFirst, None),
        Self::new("mondrian", Method::Mondrian, None),
        Self::new("greedy, Euclidean", Method::Greedy, Some(Heuristic::Euclidean)),
        Self {
            tie_break: TieBreak::Newest,
            ..Self::new("greedy, newest first", Method::Greedy, Some(Heuristic::Misplaced))
        },
        Self {
            tie_break: TieBreak::Oldest,
            ..Self::new("greedy, oldest first", Method::Greedy, Some(Heuristic::Misplaced))
        },
        Self::new("greedy walk", Method::GreedyWalk, None),
    ];

    const fn new(name: &'static str, method: Method, heuristic: Option<Heuristic>) -> Self {
        Self { name, method, heuristic, tie_break: TieBreak::LowH }
    }

    /// Returns `options` with what this one is.
    #[must_use]
    pub fn options(&self, options: &Options) -> Options {
        let (method, heuristic) = (self.method, self.heuristic);
        Options { method, heuristic, tie_break: self.tie_break, ..*options }
    }
}

/// The first solution of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// Its moves.
    pub moves: u32,
    /// States expanded until then.
    pub expanded: u64,
    /// Time until then.
    pub elapsed: Duration,
}

impl First {
    /// Returns what `found` says, the first that a search has found.
    pub const fn of(found: &Found) -> Self {
        let moves = found.solution.cost();
        Self { moves, expanded: found.expanded, elapsed: found.elapsed }
    }
}

/// What one method has shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The newest snapshot.
    pub progress: Progress,
    /// Its first solution.
    pub first: Option<First>,
    /// How it ended, when it did.
    pub outcome: Option<Outcome>,
}

impl Row {
    /// Returns the row of a search as it stands.
    pub fn of(search: &Search) -> Self {
        let first = search.found().first().map(First::of);
        Self { progress: search.progress(), first, outcome: search.outcome().cloned() }
    }

    /// Returns the moves of the best solution.
    pub const fn moves(&self) -> Option<u32> {
        self.progress.incumbent
    }

    /// Says whether the best solution, or that there is none, is proved.
    pub fn is_proved(&self) -> bool {
        let verdict = self.outcome.as_ref().map(|outcome| &outcome.verdict);
        matches!(verdict, Some(Verdict::Optimal { .. } | Verdict::Unsolvable))
    }

    /// Returns what is known of the best possible: `yes`, or the bound.
    pub fn proof(&self) -> String {
        if self.is_proved() {
            "yes".to_owned()
        } else {
            format!("at least {}", self.progress.lower_bound)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Draft, builtin};
    use crate::search::{Aim, Status};

    fn run(draft: &Draft, name: &str, aim: Aim) -> Row {
        let racer = Racer::ALL.iter().find(|racer| racer.name == name).unwrap();
        let options = racer.options(&Options { aim, ..Options::sequential() });
        let mut search = Search::new(&draft.validate().unwrap(), &options);
        while search.step(10_000) == Status::Running {}
        Row::of(&search)
    }

    #[test]
    fn names_do_not_repeat() {
        let names = Racer::ALL.map(|racer| racer.name);
        assert_eq!(std::collections::HashSet::from(names).len(), names.len());
    }

    #[test]
    fn what_each_is_known_for_can_be_seen() {
        let hard = builtin::find("eight-hard").unwrap().draft();
        let best = run(&hard, "A*, Manhattan", Aim::Prove);
        assert_eq!((best.moves(), best.proof().as_str()), (Some(21), "yes"));
        let breadth_first = run(&hard, "breadth-first", Aim::Prove);
        assert!(breadth_first.progress.expanded > 50 * best.progress.expanded);
        let greedy = run(&hard, "greedy, Euclidean", Aim::Any);
        assert!(greedy.first.unwrap().moves > 3 * 21, "{greedy:?}");
        assert!(!greedy.is_proved());
        // Without alternatives: thousands of moves where 22 do, or none.
        let first = builtin::find("first-puzzle").unwrap().draft();
        let walk = run(&first, "greedy walk", Aim::Any);
        assert!(walk.first.unwrap().moves > 100 * 22 && !walk.is_proved(), "{walk:?}");
        let walk = run(&hard, "greedy walk", Aim::Any);
        assert!(walk.first.is_none() && !walk.is_proved(), "{walk:?}");
        // Deep first finds some solution at once, hundreds of moves where 15 do.
        let four = builtin::find("four-across").unwrap().draft();
        let newest = run(&four, "greedy, newest first", Aim::Any);
        assert!(newest.first.unwrap().moves > 200, "{newest:?}");
        assert!(newest.progress.expanded < 5_000, "{newest:?}");
    }
}
