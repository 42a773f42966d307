//! Methods side by side: who takes part, and what each has shown so far. The command
//! line prints it, the designer draws it while it runs. One after the other, each
//! alone on the machine: their times can be compared.

use std::time::Duration;

use super::{Found, Heuristic, Method, Options, Outcome, Progress, Search, TieBreak, Verdict};

/// A method with its heuristic, as it takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Racer {
    /// What it is called.
    pub name: &'static str,
    /// The method.
    pub method: Method,
    /// The heuristic, or `None` for that of the method.
    pub heuristic: Option<Heuristic>,
    /// Ties are broken by depth alone: the newest first.
    pub newest_first: bool,
}

impl Racer {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 9] = [
        Self::new("engine", Method::Engine, None),
        Self::new("A*, Manhattan", Method::Astar, Some(Heuristic::Manhattan)),
        Self::new("A*, Euclidean", Method::Astar, Some(Heuristic::Euclidean)),
        Self::new("A*, misplaced", Method::Astar, Some(Heuristic::Misplaced)),
        Self::new("IDA*", Method::Idastar, None),
        Self::new("breadth-first", Method::BreadthFirst, None),
        Self::new("mondrian", Method::Mondrian, None),
        Self::new("greedy", Method::Greedy, Some(Heuristic::Misplaced)),
        Self {
            newest_first: true,
            ..Self::new("greedy, newest first", Method::Greedy, Some(Heuristic::Misplaced))
        },
    ];

    const fn new(name: &'static str, method: Method, heuristic: Option<Heuristic>) -> Self {
        Self { name, method, heuristic, newest_first: false }
    }

    /// Returns `options` with what this one is.
    #[must_use]
    pub fn options(&self, options: &Options) -> Options {
        let tie_break = if self.newest_first { TieBreak::Newest } else { TieBreak::default() };
        Options { method: self.method, heuristic: self.heuristic, tie_break, ..*options }
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
