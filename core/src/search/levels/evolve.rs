//! The evolution of levels: hill climbing over single strokes, with restarts, towards a wanted
//! number of moves. Used by `mondrian evolve` and by the designer.
//!
//! Each generation is a handful of children of the level at hand, a stroke or two away, solved
//! together ([`super::what_if`]); the best takes its place if it is no worse. When nothing
//! better has come for a while the climb ends, its best level is kept, and the next climb begins
//! some strokes away from the given level or from one that has been kept.
//!
//! Chance comes from the seed alone. Without a limit of time the same levels come in the same
//! order on any number of threads.
//!
//! Reference: Russell, Norvig, *Artificial Intelligence, A Modern Approach*, on hill climbing
//! with sideways moves and random restarts.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::what_if::{Answers, Run, WhatIf};
use crate::puzzle::random::Random;
use crate::puzzle::{Best, Cell, Draft, Stroke, StrokeKind, Symmetry};
use crate::search::base::clock::Stopwatch;
use crate::search::base::options::Limits;
use crate::search::base::outcome::Verdict;

/// Children of a generation. It does not depend on the threads, or the levels would.
const CHILDREN: u64 = 12;

/// States for a first look at a child, and children of a generation that are proved at most.
const FIRST_LOOK: u64 = 10_000;
const PROVED: usize = 4;

/// Generations without anything better after which a climb ends.
const PATIENCE: u32 = 12;

/// Strokes by which a climb begins away from where it is begun.
const KICK: RangeInclusive<usize> = 2..=6;

/// Memory for one proof: a guard only, the limit of states comes first.
const MEMORY_BYTES: u64 = 1 << 30;

/// What the levels are to be like, and how far one goes for them.
#[derive(Clone, Debug)]
pub struct Aims {
    /// Moves of the shortest solution.
    pub moves: RangeInclusive<u32>,
    /// Cells that stay as they are.
    pub pinned: Vec<Cell>,
    /// Mirrors by which walls and passes are put and taken away.
    pub symmetry: Symmetry,
    /// The kinds of strokes that are made.
    pub kinds: Vec<StrokeKind>,
    /// What decides everything else.
    pub seed: u64,
    /// Levels that are tried, at most.
    pub strokes: Option<u64>,
    /// States expanded for one proof; a level that is not proved by then does not count.
    pub states: u64,
}

/// States for one proof where nothing else is said.
const STATES: u64 = 200_000;

impl Aims {
    /// Returns what to begin with: tiles, goals and walls are changed, without an end.
    pub fn new(moves: RangeInclusive<u32>, seed: u64) -> Self {
        Self {
            moves,
            pinned: Vec::new(),
            symmetry: Symmetry::default(),
            kinds: vec![StrokeKind::Tiles, StrokeKind::Goals, StrokeKind::Walls],
            seed,
            strokes: None,
            states: STATES,
        }
    }
}

/// A level that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evolved {
    /// The level, with its best solution.
    pub draft: Draft,
    /// Moves of it, proved.
    pub moves: u32,
    /// Levels tried until it came.
    pub strokes: u64,
}

/// How far the evolution is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Levels tried.
    pub strokes: u64,
    /// Climbs ended.
    pub climbs: u64,
    /// Moves of the level at hand, when they are proved.
    pub at_hand: Option<u32>,
    /// The most moves of a level kept.
    pub best: Option<u32>,
}

/// What happens on the way.
#[derive(Clone, Debug)]
pub enum Event {
    /// A level was kept.
    Kept(Box<Evolved>),
    /// A generation is over.
    Progress(Progress),
}

/// Evolves levels from `draft` until a limit is met or `stop` is true, and tells of them. Returns
/// the time that it took.
///
/// ```
/// use mondrian_core::search::evolve::{Aims, Event, evolve};
/// let draft = "R..\n..#\nB..\n\nB..\n..#\n..R".parse().unwrap();
/// let aims = Aims { strokes: Some(200), ..Aims::new(6..=9, 1) };
/// let mut moves = Vec::new();
/// evolve(&draft, &aims, None, 1, &Default::default(), |event| {
///     if let Event::Kept(level) = event {
///         moves.push(level.moves);
///     }
/// });
/// assert!(!moves.is_empty() && moves.iter().all(|moves| (6..=9).contains(moves)));
/// ```
pub fn evolve(
    draft: &Draft,
    aims: &Aims,
    time: Option<Duration>,
    threads: usize,
    stop: &Arc<AtomicBool>,
    mut tell: impl FnMut(Event),
) -> Duration {
    let mut evolution = Evolution::new(draft, aims.clone(), threads);
    (evolution.time, evolution.stop) = (time, Arc::clone(stop));
    while !evolution.is_over() || evolution.climb.is_some() {
        evolution.step(&mut tell);
    }
    evolution.started.elapsed()
}

/// A level at hand, with what it is worth: the higher the better.
struct Climber {
    draft: Draft,
    worth: i64,
    known: Option<Verdict>,
}

/// A climb that has begun.
struct Climb {
    at: Climber,
    best: Option<(u32, Draft)>,
    patience: u32,
}

/// An evolution that its owner steps.
pub struct Evolution {
    given: Draft,
    aims: Aims,
    random: Random,
    answers: Arc<Answers>,
    kept: Vec<Draft>,
    /// Identities of the levels kept.
    seen: FxHashSet<Vec<u8>>,
    climb: Option<Climb>,
    progress: Progress,
    started: Stopwatch,
    time: Option<Duration>,
    threads: usize,
    stop: Arc<AtomicBool>,
}

impl Evolution {
    /// Returns one that begins with `draft` and has no end but that of `aims`.
    pub fn new(draft: &Draft, aims: Aims, threads: usize) -> Self {
        Self {
            given: Draft { best: None, ..draft.clone() },
            random: Random::new(aims.seed),
            aims,
            answers: Arc::default(),
            kept: Vec::new(),
            seen: FxHashSet::default(),
            climb: None,
            progress: Progress::default(),
            started: Stopwatch::start(),
            time: None,
            threads,
            stop: Arc::default(),
        }
    }

    /// Says whether enough has been tried.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.time.is_some_and(|limit| self.started.elapsed() >= limit)
            || self.aims.strokes.is_some_and(|most| self.progress.strokes >= most)
    }

    /// Returns the best level of the climb that goes on, if one is what is wanted.
    pub fn best(&self) -> Option<&Draft> {
        Some(&self.climb.as_ref()?.best.as_ref()?.1)
    }

    /// Returns how far it is.
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Tries one generation. Where a climb ends, the best level of its way is kept if it is
    /// what is wanted.
    pub fn step(&mut self, tell: &mut impl FnMut(Event)) {
        let mut climb = self.climb.take().unwrap_or_else(|| {
            let from = self.beginning();
            let at = self.tried(vec![from], None).pop().expect("one was tried");
            Climb { at, best: None, patience: PATIENCE }
        });
        self.note_best(&climb.at, &mut climb.best);
        self.progress.at_hand = climb.at.known.as_ref().and_then(Verdict::optimum);
        tell(Event::Progress(self.progress));
        if climb.patience > 0 && !self.is_over() && self.go_on(&mut climb) {
            self.climb = Some(climb);
            return;
        }
        self.progress.climbs += 1;
        if let Some((moves, draft)) = climb.best {
            self.keep(moves, draft, tell);
        }
    }

    /// Tries the children of the level at hand; says whether there is any.
    fn go_on(&mut self, climb: &mut Climb) -> bool {
        let Climb { at, patience, .. } = climb;
        let left = self.aims.strokes.map_or(u64::MAX, |most| most - self.progress.strokes);
        let children: Vec<Draft> =
            (0..left.min(CHILDREN)).filter_map(|_| self.child(&at.draft)).collect();
        if children.is_empty() {
            return false;
        }
        // Of several that are as good, the first: children come by chance.
        let tried = self.tried(children, Some(at)).into_iter();
        let child = tried.reduce(|one, other| if other.worth > one.worth { other } else { one });
        let Some(child) = child else { return false };
        *patience = if child.worth > at.worth { PATIENCE } else { *patience - 1 };
        if child.worth >= at.worth {
            *at = child;
        }
        true
    }

    /// Returns where a climb begins: at first with the given level as it is.
    fn beginning(&mut self) -> Draft {
        if self.progress.climbs == 0 {
            return self.given.clone();
        }
        let mut draft = if !self.kept.is_empty() && self.random.bool() {
            self.kept[self.random.below(self.kept.len())].clone()
        } else {
            self.given.clone()
        };
        for _ in 0..self.random.usize(KICK) {
            draft = self.stroked(&draft).unwrap_or(draft);
        }
        draft
    }

    /// Returns a draft one or two strokes away.
    fn child(&mut self, draft: &Draft) -> Option<Draft> {
        let first = self.stroked(draft)?;
        if self.random.bool() {
            return Some(first);
        }
        self.stroked(&first).or(Some(first))
    }

    /// Returns a draft one random stroke away that changes no pinned cell.
    fn stroked(&mut self, draft: &Draft) -> Option<Draft> {
        let kind = *self.random.choice(&self.aims.kinds)?;
        let mut strokes = Stroke::of_kind(draft, kind);
        let is_free = |stroke: &Stroke| {
            let all = stroke.mirrored(self.aims.symmetry, draft);
            let mut cells = all.iter().flat_map(|stroke| stroke.cells());
            !cells.any(|cell| self.aims.pinned.contains(&cell))
        };
        strokes.retain(is_free);
        let stroke = *self.random.choice(&strokes)?;
        let images = stroke.mirrored(self.aims.symmetry, draft);
        let next = images.into_iter().try_fold(draft.clone(), |draft, image| {
            // A mirror image may be there already.
            Some(image.apply(&draft).unwrap_or(draft))
        });
        next.filter(|next| next.start.iter().any(|(_, square)| square.colour().is_some()))
    }

    /// Solves drafts. `parent` is what they are made of: its solution may be one of theirs, and
    /// what cannot be worth as much is not proved.
    fn tried(&mut self, drafts: Vec<Draft>, parent: Option<&Climber>) -> Vec<Climber> {
        self.progress.strokes += drafts.len() as u64;
        let floor = parent.map_or(0, |parent| parent.worth);
        let parent = parent.map(|parent| &parent.draft);
        let all: Vec<Option<Draft>> = drafts.iter().chain(parent).cloned().map(Some).collect();
        let looked_at = self.solved(&all, FIRST_LOOK.min(self.aims.states));
        // No level is worth more than its best solution so far.
        let most = |place: usize| {
            let known = looked_at.known(place).filter(|known| !known.is_settled())?;
            Some(i64::from(known.solution()?.cost().min(*self.aims.moves.end())))
        };
        let mut promising: Vec<(i64, usize)> = (0..drafts.len())
            .filter_map(|place| Some((most(place).filter(|&most| most >= floor)?, place)))
            .collect();
        promising.sort_by_key(|&(most, place)| (std::cmp::Reverse(most), place));
        promising.truncate(PROVED);
        let chosen: Vec<Option<Draft>> =
            promising.iter().map(|&(_, place)| all[place].clone()).collect();
        let proved = self.solved(&chosen, self.aims.states);
        let climber = |(place, draft)| {
            let nth = promising.iter().position(|&(_, chosen)| chosen == place);
            let known = nth.map_or_else(|| looked_at.known(place), |nth| proved.known(nth));
            Climber { draft, worth: self.worth(known.as_ref()), known }
        };
        drafts.into_iter().enumerate().map(climber).collect()
    }

    /// Solves drafts with so many states each.
    fn solved(&self, drafts: &[Option<Draft>], states: u64) -> WhatIf {
        let what_if = WhatIf::new(drafts, &self.answers);
        let limits = Limits {
            time: self.time.map(|limit| limit.saturating_sub(self.started.elapsed())),
            states: Some(states),
            memory_bytes: Some(MEMORY_BYTES * self.threads as u64),
            ..Limits::NONE
        };
        what_if.run(&Run::new(limits, self.threads, &self.stop));
        what_if
    }

    /// Returns what a level is worth: its moves up to the most that are wanted; beyond, less
    /// the farther. What is not proved is worth less than what cannot be solved, which a stroke
    /// may mend.
    fn worth(&self, known: Option<&Verdict>) -> i64 {
        match known {
            None => -2,
            Some(Verdict::Unsolvable) => 0,
            Some(known) => known.optimum().map_or(-1, |moves| self.worth_of(moves)),
        }
    }

    fn worth_of(&self, moves: u32) -> i64 {
        let (moves, most) = (i64::from(moves), i64::from(*self.aims.moves.end()));
        if moves <= most { moves } else { 2 * most - moves }
    }

    fn note_best(&self, at: &Climber, best: &mut Option<(u32, Draft)>) {
        let Some(Verdict::Optimal { solution }) = &at.known else { return };
        let moves = solution.cost();
        let is_more = best.as_ref().is_none_or(|(most, _)| moves > *most);
        if is_more && self.aims.moves.contains(&moves) {
            let found = Some(Best::found(solution.moves().to_vec(), true));
            *best = Some((moves, Draft { best: found, ..at.draft.clone() }));
        }
    }

    fn keep(&mut self, moves: u32, mut draft: Draft, tell: &mut impl FnMut(Event)) {
        let Ok(puzzle) = draft.validate() else { return };
        if !self.seen.insert(puzzle.identity()) {
            return;
        }
        self.kept.push(draft.clone());
        draft.title = format!("Evolved {}-{}", self.aims.seed, self.kept.len());
        self.progress.best = self.progress.best.max(Some(moves));
        let strokes = self.progress.strokes;
        tell(Event::Kept(Box::new(Evolved { draft, moves, strokes })));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Square, parse_text};
    use crate::search::{Method, Options, Search};

    fn aims() -> Aims {
        Aims { strokes: Some(600), states: 20_000, ..Aims::new(4..=6, 5) }
    }

    fn evolved(text: &str, aims: &Aims, threads: usize) -> Vec<Evolved> {
        let draft = parse_text(text, None).unwrap();
        let mut kept = Vec::new();
        evolve(&draft, aims, None, threads, &Arc::default(), |event| match event {
            Event::Kept(level) => kept.push(*level),
            Event::Progress(_) => {}
        });
        kept
    }

    const EMPTY: &str = "BR..\n....\n....\n....\n\n....\n.B..\n..R.\n....";

    #[test]
    fn levels_are_what_was_wanted_and_proved() {
        let kept = evolved(EMPTY, &aims(), 1);
        assert!(!kept.is_empty());
        for level in kept {
            assert!(aims().moves.contains(&level.moves));
            let best = level.draft.best.clone().unwrap();
            let puzzle = level.draft.validate().unwrap();
            assert_eq!(puzzle.verify(best.moves).unwrap().cost(), level.moves);
            let options = Options { method: Method::BreadthFirst, ..Options::default() };
            let mut search = Search::new(&puzzle, &options);
            search.step(u64::MAX);
            assert_eq!(search.outcome().unwrap().verdict.lower_bound(), Some(level.moves));
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_levels_on_any_number_of_threads() {
        assert_eq!(evolved(EMPTY, &aims(), 1), evolved(EMPTY, &aims(), 2));
    }

    #[test]
    fn no_more_is_tried_than_may_be() {
        let aims = Aims { strokes: Some(50), states: 1_000, ..aims() };
        let mut evolution = Evolution::new(&parse_text(EMPTY, None).unwrap(), aims, 1);
        while !evolution.is_over() {
            evolution.step(&mut |_| ());
        }
        assert_eq!(evolution.progress().strokes, 50);
    }

    #[test]
    fn what_is_pinned_stays() {
        let pinned: Vec<Cell> = ["a1", "b1", "b2"].map(|name| name.parse().unwrap()).to_vec();
        let given = parse_text(EMPTY, None).unwrap();
        let symmetry = Symmetry { left_right: true, up_down: false };
        for level in evolved(EMPTY, &Aims { pinned: pinned.clone(), symmetry, ..aims() }, 1) {
            for &cell in &pinned {
                assert_eq!(level.draft.start[cell], given.start[cell]);
                assert_eq!(level.draft.goal[cell], given.goal[cell]);
            }
            for cell in given.start.size().cells() {
                let across = Cell::new(3 - cell.x, cell.y);
                let is_wall = |cell| level.draft.start[cell] == Square::Wall;
                assert_eq!(is_wall(cell), is_wall(across), "walls stand symmetrically");
            }
        }
    }
}
