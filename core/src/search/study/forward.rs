//! Beams for first solutions, beside what has them last of all: A* for what the engine cannot hold,
//! puzzles with waypoints, and the engine's prover for puzzles with chameleons or numbered tiles.
//!
//! A beam keeps the best states of each layer by the estimate alone. It is run with more and more
//! states until they are [`WIDEST`]. What it finds bounds what proves, and the other way round.
//!
//! Reference: Bisiani, *Beam Search*, in: Encyclopedia of Artificial Intelligence, 1987.

use rustc_hash::FxHashSet;

use crate::puzzle::{Move, Position};
use crate::search::base::algorithm::{Algorithm, Counts, Step};
use crate::search::base::clock::{Deadline, Watch};
use crate::search::base::heuristic::{Evaluator, UNREACHABLE};
use crate::search::base::key::Key;
use crate::search::base::memory_plan;
use crate::search::base::outcome::BestOpen;
use crate::search::base::space::{Scratch, Space};

/// States of a layer in the first beam, and in the last.
const NARROWEST: usize = 32;
const WIDEST: usize = 4096;

/// What proves and beams, by slices.
pub(in crate::search) struct Forward<K> {
    beam: Beam<K>,
    prover: Box<dyn Algorithm>,
    /// Slices so far; one of `beam_share` is the beam's.
    slices: u64,
    beam_share: u64,
}

impl<K: Key> Forward<K> {
    /// Joins the two; both search the same puzzle. The beam has one of `beam_share` slices.
    pub const fn new(beam: Beam<K>, prover: Box<dyn Algorithm>, beam_share: u64) -> Self {
        Self { beam, prover, slices: 0, beam_share }
    }
}

impl<K: Key> Algorithm for Forward<K> {
    fn step(&mut self, nodes: u64) -> Step {
        self.slices += 1;
        if self.slices.is_multiple_of(self.beam_share) && self.beam.width <= WIDEST {
            let step = self.beam.step(nodes);
            if let Step::Found(_) = step {
                self.prover.tell(&self.beam.found);
            }
            return step;
        }
        let step = self.prover.step(nodes);
        if let Step::Found(moves) = &step {
            self.beam.most = self.beam.most.min((moves.len() as u32).saturating_sub(1));
        }
        step
    }

    fn tell(&mut self, positions: &[Position]) {
        let moves = self.beam.space.opening.len() + positions.len() - 1;
        self.beam.most = self.beam.most.min((moves as u32).saturating_sub(1));
        self.prover.tell(positions);
    }

    fn slice_nodes(&self) -> u64 {
        self.prover.slice_nodes()
    }

    fn counts(&self) -> Counts {
        let counts = self.prover.counts();
        Counts {
            expanded: counts.expanded + self.beam.expanded,
            generated: counts.generated + self.beam.generated,
            stored: counts.stored + self.beam.most_stored,
            memory_bytes: counts.memory_bytes + self.beam.memory_held(),
            ..counts
        }
    }

    fn lower_bound(&self) -> u32 {
        self.prover.lower_bound()
    }

    fn best_open(&self) -> Option<BestOpen> {
        self.prover.best_open()
    }
}

/// A state of a layer, with the place of the one before it in the layer before.
#[derive(Clone, Copy)]
struct Node<K> {
    key: K,
    parent: u32,
}

/// A neighbour of a state of the last layer.
#[derive(Clone, Copy)]
struct Candidate<K> {
    estimate: f64,
    node: Node<K>,
}

/// One beam after the other.
pub(in crate::search) struct Beam<K> {
    space: Space<K>,
    scratch: Scratch,
    evaluator: Evaluator,
    /// States kept of a layer; beyond [`WIDEST`] there are no more beams.
    width: usize,
    layers: Vec<Vec<Node<K>>>,
    /// The next state of the last layer.
    at: usize,
    candidates: Vec<Candidate<K>>,
    met: FxHashSet<K>,
    /// The longest solution looked for, in moves with the opening.
    most: u32,
    /// The positions along the last solution, after the opening.
    found: Vec<Position>,
    memory_bytes: u64,
    most_stored: u64,
    expanded: u64,
    generated: u64,
    watch: Watch,
}

impl<K: Key> Beam<K> {
    /// Makes ready to look for solutions of at most `max_moves` moves.
    pub fn new(
        space: Space<K>,
        evaluator: Evaluator,
        max_moves: u32,
        memory_bytes: u64,
        deadline: &Deadline,
    ) -> Self {
        // Goals are reported when they are met; a start that is one is left to what proves.
        let width = if space.is_goal(&space.start) { WIDEST + 1 } else { NARROWEST };
        Self {
            scratch: Scratch::new(&space),
            space,
            evaluator,
            width,
            layers: Vec::new(),
            at: 0,
            candidates: Vec::new(),
            met: FxHashSet::default(),
            most: max_moves,
            found: Vec::new(),
            memory_bytes: memory_plan::STUDY_BEAMS.of(memory_bytes),
            most_stored: 0,
            expanded: 0,
            generated: 0,
            watch: Watch::new(deadline.clone()),
        }
    }

    fn step(&mut self, nodes: u64) -> Step {
        for _ in 0..nodes {
            if self.width > WIDEST {
                return Step::More;
            }
            if self.watch.is_over() {
                return Step::Cut;
            }
            let Some(layer) = self.layers.last() else {
                self.begin();
                continue;
            };
            let Some(&node) = layer.get(self.at) else {
                self.next_layer();
                continue;
            };
            if let Some(moves) = self.expand(node) {
                return Step::Found(moves);
            }
        }
        Step::More
    }

    /// Begins a beam.
    fn begin(&mut self) {
        let start = self.space.start;
        self.met.clear();
        self.met.insert(start);
        self.layers.push(vec![Node { key: start, parent: 0 }]);
        self.at = 0;
    }

    /// Ends a beam; the next is twice as wide.
    fn end(&mut self) {
        self.width *= 2;
        self.layers.clear();
        self.candidates.clear();
    }

    /// Keeps the best of the candidates as the next layer.
    fn next_layer(&mut self) {
        let kept = self.candidates.len().min(self.width);
        if kept == 0 || self.memory_held() > self.memory_bytes {
            return self.end();
        }
        if kept < self.candidates.len() {
            // Of equals the first: the order of the sort is stable.
            self.candidates.sort_by(|one, other| one.estimate.total_cmp(&other.estimate));
        }
        self.layers.push(self.candidates.drain(..).take(kept).map(|found| found.node).collect());
        self.at = 0;
    }

    /// Looks at the neighbours of the next state. Returns the solution that it leads to.
    fn expand(&mut self, node: Node<K>) -> Option<Vec<Move>> {
        let parent = self.at as u32;
        self.at += 1;
        self.expanded += 1;
        let mut new = Vec::new();
        let (met, generated) = (&mut self.met, &mut self.generated);
        self.space.for_each_successor(&node.key, &mut self.scratch, |_, key| {
            *generated += 1;
            if met.insert(key) {
                new.push(key);
            }
        });
        self.most_stored = self.most_stored.max(self.met.len() as u64);
        let moves = (self.space.opening.len() + self.layers.len()) as u32;
        for key in new {
            let estimate = self.evaluator.estimate(&self.space, &key);
            let least = match () {
                () if estimate == UNREACHABLE => continue,
                () if self.evaluator.is_admissible() => f64::from(moves) + estimate,
                () => f64::from(moves),
            };
            if least > f64::from(self.most) {
                continue;
            }
            let node = Node { key, parent };
            if self.space.is_goal(&key) {
                return Some(self.solution(node));
            }
            self.candidates.push(Candidate { estimate, node });
        }
        None
    }

    /// Takes a solution: its last state is a neighbour of one in the last layer. Ends the beam.
    fn solution(&mut self, last: Node<K>) -> Vec<Move> {
        let mut path = vec![last.key];
        let mut parent = last.parent;
        for layer in self.layers.iter().rev() {
            let node = layer[parent as usize];
            path.push(node.key);
            parent = node.parent;
        }
        path.reverse();
        self.found = path.iter().map(|key| self.space.position_of(key)).collect();
        let moves = self.space.moves_along(&path);
        self.most = (moves.len() as u32).saturating_sub(1);
        self.end();
        moves
    }

    fn memory_held(&self) -> u64 {
        let layers: usize = self.layers.iter().map(Vec::capacity).sum();
        let met = self.met.capacity() * (size_of::<K>() + 1);
        let candidates = self.candidates.capacity() * size_of::<Candidate<K>>();
        (layers * size_of::<Node<K>>() + met + candidates) as u64
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::parse_text;
    use crate::search::{Limits, Method, Options, Search, Status};

    /// The 15-puzzle nearly reversed, by way of a position with two tiles in their corners: A*
    /// alone is at it for hours.
    const LONG_LEVEL: &str =
        "fedc\nba98\n7654\n312.\n\n1234\n5678\n9abc\ndef.\n\nwaypoint:\n1..2\n....\n....\n....";

    #[test]
    fn first_solutions_come_long_before_those_of_astar() {
        let puzzle = parse_text(LONG_LEVEL, None).unwrap().validate().unwrap();
        let run = |method| {
            let limits = Limits { states: Some(50_000), ..Limits::NONE };
            let options = Options { method, limits, ..Options::sequential() };
            let mut search = Search::new(&puzzle, &options);
            while search.step(1_000) == Status::Running {}
            for found in search.found() {
                puzzle.verify(found.solution.moves().to_vec()).unwrap();
            }
            search.found().len()
        };
        assert_eq!(run(Method::Astar), 0);
        assert!(run(Method::Engine) > 0);
    }
}
