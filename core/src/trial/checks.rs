//! What is checked of one puzzle.

use super::oracle::{Oracle, oracle_within};
use super::{Disagreement, MOST_POSITIONS, Tally, twins};
use crate::puzzle::{Draft, Puzzle, Random};
use crate::search::{
    Aim, Heuristic, Limits, Method, Options, Search, Status, Stop, TieBreak, Verdict,
};

/// Returns every method that proves with every heuristic that it takes, each way to break ties,
/// and some look-ahead.
pub fn all_methods() -> Vec<Options> {
    let with = |method: Method| -> Vec<Options> {
        let options = Options { method, threads: 1, ..Options::sequential() };
        match method.default_heuristic() {
            None => vec![options],
            Some(_) => Heuristic::ALL
                .map(|heuristic| Options { heuristic: Some(heuristic), ..options })
                .to_vec(),
        }
    };
    let ties = TieBreak::ALL.into_iter().skip(1).map(|tie_break| Options {
        method: Method::Astar,
        tie_break,
        threads: 1,
        ..Options::sequential()
    });
    let looks = [1, 2, 3].into_iter().map(|look_ahead| Options {
        method: Method::Mondrian,
        look_ahead,
        threads: 1,
        ..Options::sequential()
    });
    let proves = |method: &Method| *method != Method::GreedyWalk;
    Method::ALL.into_iter().filter(proves).flat_map(with).chain(ties).chain(looks).collect()
}

/// Says whether the proof of a puzzle that needs `moves` moves is within reach. IDA* looks at every
/// path that does not meet itself: on unsolvable boards, and with weak heuristics, that
/// never ends. A far look ahead does the same from every state.
pub fn is_feasible(options: &Options, moves: Option<u32>) -> bool {
    let within = |most| moves.is_some_and(|moves| moves <= most);
    match options.method {
        Method::Idastar => within(6) && options.heuristic == Some(Heuristic::SlideDistance),
        _ => options.look_ahead <= 1 || within(4),
    }
}

type Checked<T = ()> = Result<T, Box<Disagreement>>;

/// A level whose fewest moves are known.
struct RatedLevel<'a> {
    draft: &'a Draft,
    puzzle: Puzzle,
    moves: Option<u32>,
    searches: u64,
}

/// Checks the valid level `draft` by all methods, in pieces, under limits, and its twins.
pub(super) fn check(draft: &Draft, random: &mut Random) -> Checked<Tally> {
    let puzzle = draft.validate().expect("only valid levels are made");
    let moves = match oracle_within(&puzzle, MOST_POSITIONS) {
        Oracle::GivenUp => return Ok(Tally { given_up: true, ..Tally::default() }),
        Oracle::Moves(moves) => Some(moves),
        Oracle::Unsolvable => None,
    };
    let mut known = RatedLevel { draft, puzzle, moves, searches: 0 };
    for options in all_methods() {
        if is_feasible(&options, moves) {
            known.check_proof(&options)?;
        }
    }
    for threads in [1, 2, 3] {
        known.check_in_pieces(&Options { threads, ..Options::sequential() }, random)?;
    }
    for _ in 0..8 {
        known.check_limited(&some_options(random), random)?;
    }
    known.check_twins(random)?;
    Ok(Tally { searches: known.searches, moves, given_up: false })
}

fn some_options(random: &mut Random) -> Options {
    let mut methods = all_methods();
    methods.push(Options { method: Method::GreedyWalk, ..Options::sequential() });
    Options {
        aim: *random.choice(&Aim::ALL).expect("there are aims"),
        weight: random.f64().mul_add(4.0, 1.0),
        move_penalty: 2.0 * random.f64(),
        limits: some_limits(random),
        threads: random.usize(1..=2),
        ..*random.choice(&methods).expect("there are methods")
    }
}

fn some_limits(random: &mut Random) -> Limits {
    let mut limits = Limits { states: Some(random.u64(..20_000)), ..Limits::NONE };
    if random.bool() {
        limits.memory_bytes = Some(random.u64(10_000..1_000_000));
    }
    if random.bool() {
        limits.max_moves = Some(random.u32(..30));
    }
    limits
}

impl RatedLevel<'_> {
    fn disagree<T>(&self, options: &Options, what: String) -> Checked<T> {
        let expected = match self.moves {
            Some(moves) => format!("{moves} moves by breadth-first search"),
            None => "unsolvable by breadth-first search".to_owned(),
        };
        let (level, options) = (self.draft.clone(), Some(*options));
        Err(Box::new(Disagreement { level, options, what: format!("{expected}, but {what}") }))
    }

    /// Runs to the end, without limits: the verdict must be the true one.
    fn check_proof(&mut self, options: &Options) -> Checked {
        self.searches += 1;
        let mut search = Search::new(&self.puzzle, options);
        while search.step(u64::MAX) == Status::Running {}
        self.check_exact(options, &search)
    }

    fn check_exact(&self, options: &Options, search: &Search) -> Checked {
        let outcome = search.outcome().expect("it has finished");
        let found = match &outcome.verdict {
            Verdict::Optimal { solution } => Some(solution.cost()),
            Verdict::Unsolvable => None,
            other => return self.disagree(options, format!("not proved: {other:?}")),
        };
        if found != self.moves || outcome.stop != Stop::Finished {
            return self.disagree(options, format!("{outcome:?}"));
        }
        Ok(())
    }

    /// Runs in pieces of random length: bounds rise, and never beyond the truth.
    fn check_in_pieces(&mut self, options: &Options, random: &mut Random) -> Checked {
        self.searches += 1;
        let mut search = Search::new(&self.puzzle, options);
        let (mut bound, mut expanded) = (0, 0);
        while search.step(random.u64(1..300)) == Status::Running {
            let now = search.progress();
            if now.lower_bound < bound || now.expanded < expanded {
                return self.disagree(options, format!("less was known later: {now:?}"));
            }
            if self.moves.is_some_and(|moves| now.lower_bound > moves) {
                return self.disagree(options, format!("at least {}", now.lower_bound));
            }
            (bound, expanded) = (now.lower_bound, now.expanded);
        }
        self.check_exact(options, &search)
    }

    /// Runs under limits, and may be stopped from outside: what it says must hold.
    fn check_limited(&mut self, options: &Options, random: &mut Random) -> Checked {
        self.searches += 1;
        let mut search = Search::new(&self.puzzle, options);
        let cancels = random.u8(..4) == 0;
        while search.step(random.u64(1..2_000)) == Status::Running {
            if cancels && random.bool() {
                search.cancel();
            }
        }
        let outcome = search.outcome().expect("it has finished");
        let least = outcome.verdict.lower_bound();
        let is_true = match &outcome.verdict {
            Verdict::Optimal { solution } => self.moves == Some(solution.cost()),
            Verdict::Unsolvable => self.moves.is_none(),
            Verdict::Feasible { solution, .. } => {
                self.moves.is_some_and(|moves| moves <= solution.cost())
            }
            Verdict::Unknown { .. } => true,
        };
        let is_bound = self.moves.zip(least).is_none_or(|(moves, least)| least <= moves);
        if !is_true || !is_bound {
            return self.disagree(options, format!("{outcome:?}"));
        }
        Ok(())
    }

    fn check_twins(&mut self, random: &mut Random) -> Checked {
        let options = Options::sequential();
        let all = twins(self.draft, random);
        if all.len() != super::twins::COUNT {
            return self.disagree(&options, "what was written cannot be read".to_owned());
        }
        for (what, twin) in &all {
            let Ok(puzzle) = twin.validate() else {
                return self.disagree(&options, format!("it has issues when {what}"));
            };
            let mut known = RatedLevel { draft: twin, puzzle, moves: self.moves, searches: 0 };
            known.check_proof(&options).map_err(|mut wrong| {
                wrong.what = format!("when {what}: {}", wrong.what);
                wrong
            })?;
            self.searches += 1;
        }
        Ok(())
    }
}
