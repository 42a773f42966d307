//! Shuffling to a wanted difficulty: a start from which the shortest solution has so
//! many moves, proved by the engine. A value that is stepped, as a search is; the
//! designer steps it on a worker.
//!
//! Where all positions can be listed they are, backwards from the goal: then a start is
//! taken from those that are just so far, or it is known that there is none. Otherwise a
//! layout is taken at random and proved. Where its shortest solution is longer than wanted, neighbours are proved that are one move nearer, until so many moves are left.
//! Where it is shorter, the next layout is looked for, in turns anywhere and around the
//! farthest one so far. Nothing but lengths is taken from the proofs: those are the same
//! each time, so a seed brings its layout back, whichever solutions are found.

use std::time::Duration;

use super::explore::{self, Explore};
use crate::puzzle::{
    Best, Cell, Draft, Move, Position, Puzzle, Random, Size, Square, classic, is_shuffled, shuffled,
};
use crate::search::base::options::{Limits, Options};
use crate::search::base::outcome::{Status, Stop, Verdict};
use crate::search::run::Search;

/// Boards with more positions are not listed.
const MOST_LISTED: f64 = 2_500_000.0;

/// Moves of the farthest starts of the classic puzzles that are too large to be listed here
/// and that others have searched whole.
///
/// # References
/// Brüngger, Marzetta, Fukuda, Nievergelt, *The Parallel Search Bench ZRAM and its
/// Applications*, 1999 (the 15-puzzle); OEIS, A151944 (the rest).
const FARTHEST: [(Size, u32); 6] = [
    (Size::new(4, 3), 53),
    (Size::new(6, 2), 80),
    (Size::new(4, 4), 80),
    (Size::new(5, 3), 84),
    (Size::new(7, 2), 108),
    (Size::new(8, 2), 140),
];

/// Boards with more cells are walked on from the goal: a layout at random is too far to
/// be proved.
const MOST_CELLS_AT_RANDOM: usize = 16;

/// Layouts that are proved before the farthest of them is taken.
const TRIES: u32 = 600;

/// States that one layout may cost; then an easier one is taken.
const PROOF_STATES: u64 = 200_000_000;

/// States that all together may cost; then the farthest layout so far is taken.
const ALL_STATES: u64 = 1_000_000_000;

/// Looks for a start that is so many moves from the goal.
pub struct Shuffle {
    /// The puzzle that is shuffled; its goal and palette stay.
    draft: Draft,
    wanted: u32,
    random: Random,
    threads: usize,
    seed: u64,
    listing: Option<Explore>,
    /// Moves of the farthest start there is, where that is known.
    most: Option<u32>,
    trial: Option<Trial>,
    descent: Option<Descent>,
    tries: u32,
    /// States that the proofs so far have cost.
    spent: u64,
    /// Moves of the walk from the goal.
    walk: u32,
    farthest: Option<Draft>,
    done: bool,
}

/// A layout that is being proved.
struct Trial {
    draft: Draft,
    search: Search,
}

/// The way from a layout that is too far to one that is as far as wanted.
struct Descent {
    from: Draft,
    /// Moves of its shortest solution.
    cost: u32,
    /// Moves from there that have not been tried, the next one last.
    left: Vec<Move>,
}

impl Shuffle {
    /// Makes ready to shuffle `draft` to `wanted` moves, at least 1, with `threads`
    /// threads; the same seed brings the same layout. `None` unless
    /// [`is_shuffled`](crate::puzzle::is_shuffled).
    pub fn new(draft: &Draft, wanted: u32, seed: u64, threads: usize) -> Option<Self> {
        let wanted = wanted.max(1);
        let most = farthest_known(draft);
        is_shuffled(draft).then(|| Self {
            draft: draft.clone(),
            wanted,
            random: Random::new(seed),
            threads,
            seed,
            listing: listing(draft, threads),
            most,
            trial: None,
            descent: None,
            tries: 0,
            spent: 0,
            walk: wanted.saturating_mul(2).clamp(4, 2_000),
            farthest: None,
            done: most.is_some_and(|most| wanted > most),
        })
    }

    /// Works for about as long as `slice`.
    pub fn step_for(&mut self, slice: Duration) -> Status {
        if let Some(mut listing) = self.listing.take().filter(|_| !self.done) {
            match listing.step_for(slice) {
                Status::Running => self.listing = Some(listing),
                Status::Finished => self.choose(&listing),
            }
            return self.status();
        }
        match &mut self.trial {
            _ if self.done => {}
            Some(trial) => {
                if trial.search.step_for(slice) == Status::Finished
                    && let Some(trial) = self.trial.take()
                {
                    self.judge(trial);
                }
            }
            None => self.begin(),
        }
        self.status()
    }

    /// Says whether there is more to do.
    pub const fn status(&self) -> Status {
        if self.done { Status::Finished } else { Status::Running }
    }

    /// Returns the moves of the farthest start there is, where that is known: if more are
    /// wanted nothing is found.
    pub const fn most(&self) -> Option<u32> {
        self.most
    }

    /// Returns the farthest layout so far that is no farther than wanted, with its
    /// shortest solution.
    pub const fn found(&self) -> Option<&Draft> {
        self.farthest.as_ref()
    }

    /// Returns how many moves the one of [`Shuffle::found`] needs.
    pub fn moves(&self) -> u32 {
        let best = self.farthest.as_ref().and_then(|draft| draft.best.as_ref());
        best.map_or(0, |best| best.moves.len() as u32)
    }

    /// Takes a start from those that are as far as wanted, once all are listed.
    fn choose(&mut self, listing: &Explore) {
        let Some(listed) = listing.listed().filter(|_| listing.stop() == Some(Stop::Finished))
        else {
            return;
        };
        self.most = Some(listed.farthest.moves);
        self.farthest = listing.pick(self.wanted..=self.wanted, self.seed).and_then(|start| {
            let moves = listing.path_to_goal(&start, 0)?;
            let best = Some(Best::found(moves, true));
            Some(Draft { best, ..with_start(&self.draft, &start) })
        });
        self.done = true;
    }

    /// Begins to prove the next layout.
    fn begin(&mut self) {
        if let Some(descent) = &mut self.descent {
            let next = descent.left.pop().and_then(|push| pushed(&descent.from, push));
            let most = Some(descent.cost - 1);
            match next {
                Some(next) => self.prove(next, most),
                // All neighbours cost too much to prove.
                None => self.descent = None,
            }
            return;
        }
        self.tries += 1;
        match self.candidate() {
            Some(draft) if self.tries <= TRIES && self.spent <= ALL_STATES => {
                self.prove(draft, None)
            }
            _ => self.done = true,
        }
    }

    /// Returns a layout at random.
    fn candidate(&mut self) -> Option<Draft> {
        let is_small = self.draft.start.size().area() <= MOST_CELLS_AT_RANDOM;
        match &self.farthest {
            Some(farthest) if self.tries.is_multiple_of(2) => {
                let steps = self.random.u32(1..=8);
                Some(walked(farthest, steps, &mut self.random))
            }
            _ if is_small => shuffled(&self.draft, &mut self.random),
            _ => {
                let home = Draft { start: self.draft.goal.clone(), ..self.draft.clone() };
                Some(walked(&home, self.walk, &mut self.random))
            }
        }
    }

    fn prove(&mut self, draft: Draft, max_moves: Option<u32>) {
        let limits = Limits { states: Some(PROOF_STATES), max_moves, ..Limits::NONE };
        let options = Options { limits, threads: self.threads, ..Options::sequential() };
        if let Ok(puzzle) = draft.validate() {
            self.trial = Some(Trial { search: Search::new(&puzzle, &options), draft });
        }
    }

    /// Takes what a proof has shown.
    fn judge(&mut self, trial: Trial) {
        self.spent += trial.search.progress().expanded;
        let outcome = trial.search.outcome().map(|outcome| &outcome.verdict);
        let Some(Verdict::Optimal { solution }) = outcome else {
            if self.descent.is_none() {
                self.walk = (self.walk * 4 / 5).max(4);
            }
            return;
        };
        let cost = solution.cost();
        let best = Some(Best::found(solution.moves().to_vec(), true));
        let draft = Draft { best, ..trial.draft };
        if cost > self.wanted {
            let Ok(puzzle) = draft.validate() else { return };
            let mut left = puzzle.moves(puzzle.start());
            self.random.shuffle(&mut left);
            self.descent = Some(Descent { from: draft, cost, left });
            return;
        }
        self.descent = None;
        self.walk = self.walk.saturating_add(self.walk / 4 + 1).min(5_000);
        if cost > self.moves() {
            self.farthest = Some(draft);
        }
        self.done = cost == self.wanted;
    }
}

/// Returns the listing of all positions of a board that has few enough.
fn listing(draft: &Draft, threads: usize) -> Option<Explore> {
    let tiles = draft.palette.colours().map(|colour| {
        draft.start.iter().filter(|(_, square)| square.colour() == Some(colour)).count()
    });
    let factorial = |n: usize| (1..=n).map(|n| n as f64).product::<f64>();
    let equal: f64 = tiles.map(factorial).product();
    if factorial(draft.start.size().area()) / equal > 2.0 * MOST_LISTED {
        return None;
    }
    let limits = explore::Limits { positions: Some(2 * MOST_LISTED as u64), ..Default::default() };
    Explore::from_goal(&draft.validate().ok()?, limits, threads).ok()
}

/// Returns the moves of the farthest start of a classic puzzle that others have searched.
fn farthest_known(draft: &Draft) -> Option<u32> {
    let size = draft.start.size();
    let turned = Size::new(size.height, size.width);
    let (_, most) = FARTHEST.into_iter().find(|&(known, _)| known == size || known == turned)?;
    let same = classic(size).is_some_and(|classic| {
        let letters = |draft: &Draft| {
            let symbol = |square: &Square| square.colour().map(|c| draft.palette.swatch(c).symbol);
            draft.goal.iter().map(|(_, square)| symbol(square)).collect::<Vec<_>>()
        };
        letters(&classic) == letters(draft)
    });
    same.then_some(most)
}

/// Returns the draft after one move, or `None` when it is not legal.
fn pushed(draft: &Draft, push: Move) -> Option<Draft> {
    let puzzle = draft.validate().ok()?;
    let position = puzzle.apply(puzzle.start(), push)?;
    Some(with_start(&Draft { best: None, ..draft.clone() }, &position))
}

/// Returns the draft after so many moves at random, none of which takes back the one
/// before where there is another.
fn walked(draft: &Draft, steps: u32, random: &mut Random) -> Draft {
    let Ok(puzzle) = draft.validate() else { return draft.clone() };
    let mut position = puzzle.start().clone();
    let mut before: Option<Cell> = None;
    for _ in 0..steps {
        let mut moves = puzzle.moves(&position);
        // The tile that has just come would go back.
        if moves.len() > 1 {
            moves.retain(|push| Some(push.from) != before);
        }
        let Some(&push) = random.choice(&moves) else { break };
        before = puzzle.landing(&position, push);
        position = applied(&puzzle, &position, push);
    }
    with_start(&Draft { best: None, ..draft.clone() }, &position)
}

fn applied(puzzle: &Puzzle, position: &Position, push: Move) -> Position {
    puzzle.apply(position, push).expect("a legal move")
}

fn with_start(draft: &Draft, position: &Position) -> Draft {
    let mut next = draft.clone();
    for cell in draft.start.size().cells() {
        next.start[cell] = position.tile(cell).map_or(Square::Empty, Square::Tile);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Size, classic, parse_text};

    #[track_caller]
    fn shuffle(size: Size, wanted: u32, seed: u64) -> Shuffle {
        let mut shuffle = Shuffle::new(&classic(size).unwrap(), wanted, seed, 1).unwrap();
        while shuffle.step_for(Duration::from_millis(5)) == Status::Running {}
        shuffle
    }

    #[test]
    fn the_shortest_solution_has_the_wanted_length() {
        for (size, wanted) in [
            (Size::new(3, 3), 1),
            (Size::new(3, 3), 14),
            (Size::new(3, 3), 24),
            (Size::new(3, 3), 31),
            (Size::new(4, 4), 20),
        ] {
            let shuffle = shuffle(size, wanted, 7);
            assert_eq!(shuffle.moves(), wanted);
            let draft = shuffle.found().unwrap();
            let mut search = Search::new(&draft.validate().unwrap(), &Options::sequential());
            while search.step(1_000) == Status::Running {}
            let Verdict::Optimal { solution } = &search.outcome().unwrap().verdict else {
                panic!()
            };
            assert_eq!(solution.cost(), wanted);
            draft.validate().unwrap().verify(draft.best.clone().unwrap().moves).unwrap();
        }
    }

    #[test]
    fn what_does_not_exist_is_said_to_be_so() {
        // OEIS, A151944.
        for (size, most) in [(Size::new(2, 2), 6), (Size::new(3, 2), 21), (Size::new(3, 3), 31)] {
            let shuffle = shuffle(size, most + 1, 1);
            assert_eq!((shuffle.most(), shuffle.found()), (Some(most), None));
        }
        // Equal tiles: the farthest of all positions, by breadth-first search.
        let draft = parse_text("BB\nB.\n\n.B\nBB", None).unwrap();
        let mut shuffle = Shuffle::new(&draft, 9, 1, 1).unwrap();
        while shuffle.step_for(Duration::from_millis(5)) == Status::Running {}
        assert_eq!((shuffle.most(), shuffle.found()), (Some(2), None));
        let known = Shuffle::new(&classic(Size::new(4, 4)).unwrap(), 81, 1, 1).unwrap();
        assert_eq!((known.status(), known.most()), (Status::Finished, Some(80)));
        let large = Shuffle::new(&classic(Size::new(5, 5)).unwrap(), 300, 1, 1).unwrap();
        assert_eq!((large.status(), large.most()), (Status::Running, None));
    }

    #[test]
    fn a_seed_brings_its_layout_back() {
        let with = |seed| shuffle(Size::new(3, 3), 18, seed).found().cloned();
        assert_eq!(with(4), with(4));
        assert_ne!(with(4), with(5));
    }

    #[test]
    fn other_boards_are_left_alone() {
        let draft = parse_text("B..\n\n..B", None).unwrap();
        assert!(Shuffle::new(&draft, 3, 1, 1).is_none());
    }
}
