//! A known solution seen through the eyes of the ancestor's score: which of its moves
//! go against the score, and which push a tile off its goal. These are the moves that
//! nobody finds who follows the score. Used by the list of moves in the designer.

use crate::puzzle::{Demand, Goal, Move, Position, Puzzle, ReplayError};

/// What a solution looks like move by move.
#[derive(Clone, Debug, PartialEq)]
pub struct Hindsight {
    /// The score after 0, 1, 2, … moves: the sum, over the goal cells, of the Euclidean
    /// distance to the nearest tile of the colour, in cells. Before a waypoint that is
    /// still ahead it is the score towards that waypoint.
    pub scores: Vec<f64>,
    /// For each move whether the score is worse after it than before.
    pub worsens: Vec<bool>,
    /// For each move whether the tile that it pushes stood where the goal wants it.
    pub leaves_goal: Vec<bool>,
}

impl Hindsight {
    /// Looks at `moves` from the start of `puzzle`.
    ///
    /// # Errors
    /// Names the first move that is not legal.
    pub fn new(puzzle: &Puzzle, moves: &[Move]) -> Result<Self, ReplayError> {
        let positions = puzzle.replay(moves)?;
        let mut seen = Self { scores: Vec::new(), worsens: Vec::new(), leaves_goal: Vec::new() };
        let mut passed = 0;
        let mut stages = Vec::new();
        for position in &positions {
            passed = puzzle.waypoints_passed(passed, position);
            stages.push(passed);
            seen.scores.push(score(target(puzzle, passed), position));
        }
        for (index, push) in moves.iter().enumerate() {
            let (before, after) = (stages[index], stages[index + 1]);
            let ahead = target(puzzle, before);
            // A move that passes a waypoint is not to be blamed for the next one.
            let same = before == after;
            // Scores are sums of roots, in whatever order they were added.
            const LEAST: f64 = 1e-9;
            let worse = seen.scores[index + 1] > seen.scores[index] + LEAST;
            seen.worsens.push(same && worse);
            seen.leaves_goal.push(is_home(ahead, &positions[index], *push));
        }
        Ok(seen)
    }
}

/// Returns what is to be reached next.
fn target(puzzle: &Puzzle, passed: usize) -> &Goal {
    puzzle.waypoints().get(passed).unwrap_or_else(|| puzzle.goal())
}

/// Returns the score of `position`: that of the placement that is nearest.
fn score(goal: &Goal, position: &Position) -> f64 {
    let of_placement = |demand: &Demand| -> f64 {
        let nearest = |&(cell, colour): &(crate::puzzle::Cell, _)| {
            let tiles = position.tiles().filter(|&(_, own)| own == colour);
            let distance = |at: crate::puzzle::Cell| {
                f64::from(at.x.abs_diff(cell.x)).hypot(f64::from(at.y.abs_diff(cell.y)))
            };
            tiles.map(|(at, _)| distance(at)).fold(f64::INFINITY, f64::min)
        };
        demand.iter().map(nearest).sum()
    };
    goal.placements().iter().map(of_placement).fold(f64::INFINITY, f64::min)
}

/// Says whether the pushed tile stands on a goal cell of its colour; of a floating goal,
/// in a placement that is nearest to being reached.
fn is_home(goal: &Goal, position: &Position, push: Move) -> bool {
    let Some(colour) = position.tile(push.from) else { return false };
    let met = |demand: &&Demand| {
        demand.iter().filter(|&&(cell, wanted)| position.tile(cell) == Some(wanted)).count()
    };
    let most = goal.placements().iter().map(|demand| met(&demand)).max().unwrap_or(0);
    let nearest = goal.placements().iter().filter(|demand| met(demand) == most);
    most > 0 && nearest.into_iter().all(|demand| demand.contains(&(push.from, colour)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_moves, parse_text};
    use crate::search::{Options, Search, Status};

    fn seen(text: &str, moves: &str) -> Hindsight {
        let puzzle = parse_text(text, None).unwrap().validate().unwrap();
        Hindsight::new(&puzzle, &parse_moves(moves).unwrap()).unwrap()
    }

    #[test]
    fn the_score_is_the_distance_to_the_nearest_tile() {
        let hindsight = seen("B...\n....\n....\n....\n\n....\n....\n....\n...B", "a1R d1D");
        assert_eq!(hindsight.scores, [18_f64.sqrt(), 3.0, 0.0]);
        assert_eq!(hindsight.worsens, [false, false]);
        assert_eq!(hindsight.leaves_goal, [false, false]);
    }

    #[test]
    fn moves_against_the_score_are_marked() {
        // The tile beside its goal has to go all the way round.
        let hindsight = seen("B..#\n....\n\n.B..\n....", "a1D");
        assert!(hindsight.worsens[0]);
        let hindsight = seen("B.R\n...\n\nB..\n..R", "a1D a2U c1D");
        assert_eq!(hindsight.leaves_goal, [true, false, false]);
        assert_eq!(hindsight.worsens, [true, false, false]);
    }

    #[test]
    fn a_floating_goal_has_the_score_of_its_nearest_place() {
        let hindsight = seen("B..R\n....\n\nBR", "a1R c1L d1L");
        assert_eq!(hindsight.scores.first(), Some(&2.0));
        assert_eq!(hindsight.scores.last(), Some(&0.0));
    }

    #[test]
    fn the_goal_is_reached_where_the_score_is_nothing() {
        for level in crate::puzzle::builtin::levels() {
            let draft = level.draft();
            let (Ok(puzzle), Some(best)) = (draft.validate(), draft.best) else { continue };
            let hindsight = Hindsight::new(&puzzle, &best.moves).unwrap();
            assert_eq!(hindsight.scores.last(), Some(&0.0), "{}", level.name);
            let worse = |pair: &[f64]| pair[1] > pair[0] + 1e-9;
            let expected: Vec<bool> = hindsight.scores.windows(2).map(worse).collect();
            if puzzle.waypoints().is_empty() {
                assert_eq!(hindsight.worsens, expected, "{}", level.name);
            }
        }
    }

    #[test]
    fn it_sees_what_the_ancestors_method_scores() {
        let puzzle =
            parse_text("BR.\n...\n...\n\n..R\n...\nB..", None).unwrap().validate().unwrap();
        let options = Options { method: crate::search::Method::Mondrian, ..Options::default() };
        let mut search = Search::new(&puzzle, &options);
        while search.step(1) == Status::Running {
            let Some(best) = search.progress().best_open else { continue };
            let own = score(puzzle.goal(), &best.position);
            assert!((own - best.score).abs() < 2e-3, "{own} and {}", best.score);
        }
    }
}
