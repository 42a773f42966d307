//! What one level of a family says of another.
//!
//! - **A solution that replays is one.** Whatever stroke lies between two levels, moves that are
//!   legal in the other too and end at its goal solve it: the rules say so, nothing is concluded.
//! - **The rest of a solution is one from where it begins.** Levels of the same board and the
//!   same goal share their positions. So a level whose first move leads to a position of a
//!   known way goes on along that way, as it does where a tile stands elsewhere in the same row.
//!
//! Both give upper bounds. Lower bounds are not handed on: a wall or a tile more may shorten a
//! solution as well as lengthen it, for tiles stop at them.

use rustc_hash::FxHashMap;

use crate::puzzle::{Move, Position, Puzzle, Solution};

/// Solutions that are tried on other boards, the shortest first.
const MOST_TRIED: usize = 64;

/// All ways that are known.
#[derive(Default)]
pub(super) struct Ways<'a> {
    /// Different solutions, the shortest first.
    solutions: Vec<Vec<Move>>,
    families: Vec<Family<'a>>,
}

/// The known ways on one board to one goal.
struct Family<'a> {
    /// One of its puzzles.
    puzzle: &'a Puzzle,
    /// From each position the shortest one.
    ways: FxHashMap<Position, Vec<Move>>,
}

impl<'a> Ways<'a> {
    /// Gathers the ways of the puzzles that have a solution.
    pub fn new(solved: impl Iterator<Item = (&'a Puzzle, Solution)>) -> Self {
        let mut all = Self::default();
        for (puzzle, solution) in solved {
            all.solutions.push(solution.moves().to_vec());
            if has_family(puzzle) {
                all.add(puzzle, solution.moves());
            }
        }
        all.solutions.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
        all.solutions.dedup();
        all.solutions.truncate(MOST_TRIED);
        all
    }

    fn add(&mut self, puzzle: &'a Puzzle, moves: &[Move]) {
        let place = self.families.iter().position(|family| share_goal(family.puzzle, puzzle));
        let place = place.unwrap_or_else(|| {
            self.families.push(Family { puzzle, ways: FxHashMap::default() });
            self.families.len() - 1
        });
        let ways = &mut self.families[place].ways;
        let positions = puzzle.replay(moves).expect("a solution of this puzzle");
        for (at, position) in positions.into_iter().enumerate() {
            let way = ways.entry(position).or_insert_with(|| moves[at..].to_vec());
            // Of equals the first in order: levels may come in any.
            if (moves.len() - at, &moves[at..]) < (way.len(), &way[..]) {
                *way = moves[at..].to_vec();
            }
        }
    }

    /// Returns the shortest solution of `puzzle` that can be made of these ways, if it has fewer
    /// than `most` moves.
    pub fn borrowed(&self, puzzle: &Puzzle, most: u32) -> Option<Solution> {
        let shorter = self.solutions.iter().take_while(|moves| moves.len() < most as usize);
        let mut best = shorter.into_iter().find_map(|moves| puzzle.verify(moves.clone()).ok());
        let family = self.families.iter().find(|family| share_goal(family.puzzle, puzzle));
        let Some(family) = family.filter(|_| has_family(puzzle)) else { return best };
        let firsts = puzzle.moves(puzzle.start()).into_iter().map(Some);
        for first in [None].into_iter().chain(firsts) {
            let next = first.map(|first| puzzle.apply(puzzle.start(), first).expect("it is legal"));
            let Some(way) = family.ways.get(next.as_ref().unwrap_or(puzzle.start())) else {
                continue;
            };
            let moves: Vec<Move> = first.into_iter().chain(way.iter().copied()).collect();
            if moves.len() < best.as_ref().map_or(most, Solution::cost) as usize {
                best = puzzle.verify(moves).ok().or(best);
            }
        }
        best
    }
}

/// Says whether two puzzles that [have a family](has_family) are of one.
pub(super) fn share_goal(one: &Puzzle, other: &Puzzle) -> bool {
    one.board() == other.board() && one.goal() == other.goal()
}

/// Says whether nothing but the position decides which moves solve the puzzle from there on.
pub(super) fn has_family(puzzle: &Puzzle) -> bool {
    puzzle.opening().is_empty() && puzzle.waypoints().is_empty() && !puzzle.has_changing_tiles()
}
