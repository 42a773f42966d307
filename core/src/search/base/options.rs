//! What a search is asked to do: aim, method, heuristic, limits. Named as on the
//! command line; the designer offers the same.

use std::time::Duration;

use super::allowance;
use crate::puzzle::{UnknownName, named};

named! {
    "aim": Aim {
        Any = "any",
        Improve = "improve",
        Prove = "prove",
    }
    "method": Method {
        Engine = "engine",
        Mondrian = "mondrian",
        Astar = "astar",
        WeightedAstar = "weighted-astar",
        Greedy = "greedy",
        GreedyWalk = "greedy-walk",
        BreadthFirst = "breadth-first",
        Idastar = "idastar",
    }
    "heuristic": Heuristic {
        Euclidean = "euclidean",
        Manhattan = "manhattan",
        Misplaced = "misplaced",
        SlideDistance = "slide-distance",
    }
    "order of equals": TieBreak {
        LowH = "low-h",
        HighH = "high-h",
        Newest = "newest",
        Oldest = "oldest",
    }
}

/// When a search may stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// At the first solution.
    Any,
    /// At a limit: better and better solutions until then.
    Improve,
    /// When the best solution is proved to be the best, or that there is none.
    #[default]
    Prove,
}

/// How a search proceeds. What each guarantees is said in its own file.
///
/// ```
/// use mondrian_core::search::Method;
/// assert_eq!("breadth-first".parse(), Ok(Method::BreadthFirst));
/// assert_eq!(Method::Astar.to_string(), "astar");
/// assert!("a*".parse::<Method>().unwrap_err().to_string().contains("no method `a*`; there are engine, "));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Whatever is fastest for the aim and the puzzle.
    #[default]
    Engine,
    /// The ancestor's: best first by Euclidean colour distance and move penalty.
    Mondrian,
    /// A*.
    Astar,
    /// A* with the heuristic weighted.
    WeightedAstar,
    /// Best first by the heuristic alone.
    Greedy,
    /// From each state to the neighbour of the least estimate, without a way back.
    GreedyWalk,
    /// Breadth-first search.
    BreadthFirst,
    /// Iterative deepening A*.
    Idastar,
}

/// An estimate of the moves that are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// Euclidean distance to the nearest tile of the colour, over the goal cells.
    Euclidean,
    /// Manhattan distance, equal tiles assigned at minimum cost.
    Manhattan,
    /// Goal cells that do not hold their colour.
    Misplaced,
    /// Fewest slides if a tile could stop anywhere, equal tiles assigned at minimum cost.
    #[default]
    SlideDistance,
}

/// Which of several open states that look equally good is expanded first, by the
/// methods that keep an open list.
///
/// Reference: Asai, Fukunaga, *Tie-Breaking Strategies for Cost-Optimal Best First
/// Search*, 2017. No choice changes what is guaranteed; with A* it decides how much of
/// the last f is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TieBreak {
    /// The one with the lowest estimate, then the newest: deep first.
    #[default]
    LowH,
    /// The one with the highest estimate, then the oldest: near the start first.
    HighH,
    /// The newest, whatever its estimate.
    Newest,
    /// The oldest, whatever its estimate.
    Oldest,
}

impl Method {
    /// Says whether it goes by an option of [`Options`], such as `weight`; one that it ignores
    /// would be ignored silently.
    pub fn uses(self, option: &str) -> bool {
        match option {
            "weight" => self == Self::WeightedAstar,
            "move_penalty" | "look_ahead" => self == Self::Mondrian,
            "heuristic" => self.default_heuristic().is_some(),
            "tie_break" => self.breaks_ties(),
            _ => true,
        }
    }

    /// Says whether it keeps an open list, so that ties are to be broken.
    pub const fn breaks_ties(self) -> bool {
        matches!(self, Self::Mondrian | Self::Astar | Self::WeightedAstar | Self::Greedy)
    }

    /// Returns the heuristic that is used when none is chosen, or `None` when the
    /// method takes none or brings its own.
    pub const fn default_heuristic(self) -> Option<Heuristic> {
        match self {
            Self::Engine | Self::BreadthFirst => None,
            Self::Mondrian => Some(Heuristic::Euclidean),
            Self::Astar | Self::WeightedAstar | Self::Greedy | Self::GreedyWalk | Self::Idastar => {
                Some(Heuristic::SlideDistance)
            }
        }
    }
}

/// What makes a search stop before it has reached its aim. The default is the program's: half of
/// the memory that is available, and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time spent in [`crate::search::Search::step`], all together.
    pub time: Option<Duration>,
    /// Memory that the search holds.
    pub memory_bytes: Option<u64>,
    /// States expanded.
    pub states: Option<u64>,
    /// Length of the solutions looked for, in moves. Longer ones are not looked
    /// for, and that there is none up to this length is no proof that there is none.
    pub max_moves: Option<u32>,
}

impl Limits {
    /// No limit at all. A hard level then takes all the memory of the machine.
    pub const NONE: Self = Self { time: None, memory_bytes: None, states: None, max_moves: None };
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory_bytes: Some(allowance::memory_bytes()), ..Self::NONE }
    }
}

/// The farthest look ahead, in moves.
pub const MAX_LOOK_AHEAD: u32 = 8;

/// What a search is asked to do. The default is what `mondrian solve` does where nothing is said.
///
/// ```
/// use std::time::Duration;
/// use mondrian_core::search::{Limits, Method, Options};
/// let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
/// let options = Options { method: Method::Astar, limits, ..Options::default() };
/// assert_eq!(options.effective_heuristic().unwrap().name(), "slide-distance");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// When it may stop.
    pub aim: Aim,
    /// How it proceeds.
    pub method: Method,
    /// The heuristic, or `None` for that of the method.
    pub heuristic: Option<Heuristic>,
    /// The weight of the heuristic for `weighted-astar`, at least 1.
    pub weight: f64,
    /// What each move adds to the score for `mondrian`, at least 0.
    pub move_penalty: f64,
    /// For `mondrian`: each state is ranked by the best state within so many moves of
    /// it, found by brute force; 0 to [`MAX_LOOK_AHEAD`]. A look expands 10,000 states at
    /// most; they count, and may be expanded beyond the limit of states.
    pub look_ahead: u32,
    /// The order of equals, for the methods that [break ties](Method::breaks_ties).
    pub tie_break: TieBreak,
    /// What makes it stop early.
    pub limits: Limits,
    /// Threads for the methods that use several, at least 1.
    pub threads: usize,
}

impl Options {
    /// Returns the default for a search that takes the same steps on every machine: one thread and
    /// no limits.
    pub const fn sequential() -> Self {
        Self {
            aim: Aim::Prove,
            method: Method::Engine,
            heuristic: None,
            weight: 2.0,
            move_penalty: 0.2,
            look_ahead: 0,
            tie_break: TieBreak::LowH,
            limits: Limits::NONE,
            threads: 1,
        }
    }

    /// Says whether a solution that is known already is to be given to the search. The methods
    /// to study begin with nothing: what they show would be spoilt.
    pub fn begins_with_known(&self) -> bool {
        self.method == Method::Engine
    }

    /// Returns the heuristic that will be used.
    pub fn effective_heuristic(&self) -> Option<Heuristic> {
        self.method.default_heuristic().map(|default| self.heuristic.unwrap_or(default))
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { limits: Limits::default(), threads: allowance::threads(), ..Self::sequential() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_what_the_program_does_and_leaves_the_machine_alive() {
        let Options { limits, threads, .. } = Options::default();
        assert!(limits.memory_bytes.is_some_and(|bytes| bytes > 0));
        assert_eq!(threads, allowance::threads());
        let rest = Options { limits: Limits::NONE, threads: 1, ..Options::default() };
        assert_eq!(rest, Options::sequential());
    }

    #[test]
    fn names_do_not_repeat() {
        let names = Method::ALL.map(Method::name);
        assert_eq!(std::collections::HashSet::from(names).len(), names.len());
        let names = Heuristic::ALL.map(Heuristic::name);
        assert_eq!(std::collections::HashSet::from(names).len(), names.len());
        let names = TieBreak::ALL.map(TieBreak::name);
        assert_eq!(std::collections::HashSet::from(names).len(), names.len());
    }
}
