//! Heat maps of a puzzle: on which cells the tiles of a colour stand in its solutions,
//! and how far each cell is from where the colour has to go. Used by the designer.

use crate::puzzle::rules::{Cell, Colour, Direction, Grid, Move, Puzzle, ReplayError};

/// Returns how often a tile of `colour` stands on each cell, over the positions before,
/// between and after the moves of all `solutions`.
///
/// # Errors
/// Names the first move that is not legal.
pub fn standing<'a>(
    puzzle: &Puzzle,
    solutions: impl IntoIterator<Item = &'a [Move]>,
    colour: Colour,
) -> Result<Grid<u32>, ReplayError> {
    let mut counts = Grid::new(puzzle.size(), 0);
    for moves in solutions {
        for position in puzzle.replay(moves)? {
            for (cell, own) in position.tiles() {
                counts[cell] += u32::from(own == colour);
            }
        }
    }
    Ok(counts)
}

/// Returns for each cell the fewest moves from there to the nearest cell where the goal
/// asks for `colour`, if a tile could stop anywhere and no tile were in its way; `None` on
/// walls and where there is no way, everywhere when the goal does not ask for the colour.
pub fn distances(puzzle: &Puzzle, colour: Colour) -> Grid<Option<u32>> {
    let board = puzzle.board();
    let class = board.class(colour);
    let mut found = Grid::new(puzzle.size(), None);
    let wanted = puzzle.goal().placements().iter().flatten();
    let mut queue = std::collections::VecDeque::new();
    for &(cell, _) in wanted.filter(|(_, own)| *own == colour) {
        if found[cell].is_none() {
            found[cell] = Some(0);
            queue.push_back((cell, 0));
        }
    }
    while let Some((cell, moves)) = queue.pop_front() {
        for direction in Direction::ALL {
            let next = |&at: &Cell| board.next(class, at, direction);
            for at in std::iter::successors(next(&cell), next) {
                if found[at].is_none() {
                    found[at] = Some(moves + 1);
                    queue.push_back((at, moves + 1));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_moves, parse_text};

    fn puzzle(text: &str) -> Puzzle {
        parse_text(text, None).unwrap().validate().unwrap()
    }

    fn colour(text: &str, symbol: char) -> Colour {
        parse_text(text, None).unwrap().palette.find(symbol).unwrap()
    }

    #[test]
    fn tiles_are_counted_where_they_stand() {
        let text = "B..\n...\nR..\n\n...\n...\nR.B";
        let moves = parse_moves("a1R c1D").unwrap();
        let counts = standing(&puzzle(text), [&moves[..], &moves[..]], colour(text, 'B')).unwrap();
        let all: Vec<u32> = counts.iter().map(|(_, &count)| count).collect();
        assert_eq!(all, [2, 0, 2, 0, 0, 0, 0, 0, 2]);
        let wrong = parse_moves("a1U").unwrap();
        assert!(standing(&puzzle(text), [&wrong[..]], colour(text, 'B')).is_err());
    }

    #[test]
    fn distances_go_around_walls() {
        let text = "B..\n.#.\n#..\n\n...\n.#.\n#.B";
        let found = distances(&puzzle(text), colour(text, 'B'));
        let all: Vec<Option<u32>> = found.iter().map(|(_, &moves)| moves).collect();
        let (w, one, two, three) = (None, Some(1), Some(2), Some(3));
        assert_eq!(all, [two, two, one, three, w, one, w, one, Some(0)]);
        let text = "BR\n..\n\n..\nB.";
        let none = distances(&puzzle(text), colour(text, 'R'));
        assert!(none.iter().all(|(_, moves)| moves.is_none()), "nothing is asked of it");
    }
}
