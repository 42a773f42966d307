//! Chameleons: tiles without a colour, which take that of the tiles they touch.
//!
//! Two tiles touch when they share a side with no thin wall on it. When a move has ended:
//!
//! ```text
//!   c . . R      c is pushed right: red has stopped it, it is red
//!   c c R .      so would both be if red came to stand beside one of them
//! ```
//!
//! So no chameleon ever touches a coloured tile between two moves.

#[cfg(test)]
mod tests;

use super::{Board, Cell, Colour, Direction, Position, TileKind};

/// The order in which a chameleon looks for a colour around it.
const AROUND: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

/// What the tiles of each colour are, by its place in the palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds(pub(super) Vec<TileKind>);

impl Kinds {
    /// Returns what the tiles of `colour` are.
    pub fn of(&self, colour: Colour) -> TileKind {
        self.0.get(colour.index()).copied().unwrap_or_default()
    }

    /// Says whether all tiles are of plain colours.
    pub fn are_plain(&self) -> bool {
        self.0.iter().all(|kind| *kind == TileKind::Plain)
    }

    /// Gives chameleons their colours at the end of a move in `direction` to `to`.
    pub(super) fn adapt(
        &self,
        board: &Board,
        position: &mut Position,
        to: Cell,
        direction: Direction,
    ) {
        if !self.0.contains(&TileKind::Chameleon) {
            return;
        }
        let near = |cell, direction| neighbour(board, cell, direction);
        if position.tile(to).map(|own| self.of(own)) == Some(TileKind::Chameleon) {
            let coloured = |direction: Direction| {
                let colour = position.tile(near(to, direction)?)?;
                (self.of(colour) == TileKind::Plain).then_some(colour)
            };
            // The tile that stopped it comes first.
            let taken = coloured(direction).or_else(|| AROUND.into_iter().find_map(coloured));
            if let Some(colour) = taken {
                position.recolour(to, colour);
            }
        }
        let Some(colour) = position.tile(to).filter(|&own| self.of(own) == TileKind::Plain) else {
            return;
        };
        let mut open = vec![to];
        while let Some(cell) = open.pop() {
            for next in AROUND.into_iter().filter_map(|direction| near(cell, direction)) {
                if position.tile(next).map(|own| self.of(own)) == Some(TileKind::Chameleon) {
                    position.recolour(next, colour);
                    open.push(next);
                }
            }
        }
    }

    /// Returns the cells of chameleons that touch a coloured tile, and of those tiles, row by
    /// row.
    pub(super) fn touching(&self, board: &Board, position: &Position) -> Vec<Cell> {
        let kind = |cell| position.tile(cell).map(|own| self.of(own));
        let touches = |cell: Cell, wanted: TileKind| {
            let near = AROUND.into_iter().filter_map(|direction| neighbour(board, cell, direction));
            near.into_iter().any(|near| kind(near) == Some(wanted))
        };
        let is_one = |&cell: &Cell| match kind(cell) {
            Some(TileKind::Chameleon) => touches(cell, TileKind::Plain),
            Some(TileKind::Plain) => touches(cell, TileKind::Chameleon),
            _ => false,
        };
        position.tiles().map(|(cell, _)| cell).filter(is_one).collect()
    }
}

/// Returns the neighbour of `cell` that shares a side without a thin wall with it.
fn neighbour(board: &Board, cell: Cell, direction: Direction) -> Option<Cell> {
    let next = board.size().neighbour(cell, direction)?;
    (!board.terrain().has_thin_wall(cell, direction)).then_some(next)
}
