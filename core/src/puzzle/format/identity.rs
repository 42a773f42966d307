//! What makes a puzzle the one that it is, as bytes: two drafts have the same exactly when
//! whatever solves one solves the other, move for move. Title, colours and letters do not
//! count, nor thin walls beside walls.

use super::share::BitWriter;
use crate::puzzle::rules::{Cell, Colour, Demand, Direction, Goal, Puzzle, Side, TileKind};

impl Puzzle {
    /// Returns what makes it the puzzle that it is.
    pub fn identity(&self) -> Vec<u8> {
        let mut out = BitWriter::default();
        let size = self.size();
        out.bits(size.width.into(), 8);
        out.bits(size.height.into(), 8);
        // Colours by the order in which they are met.
        let mut colours: Vec<Colour> = Vec::new();
        for cell in size.cells() {
            out.flag(self.board().is_wall(cell));
            let tile = self.start().tile(cell);
            out.flag(tile.is_some());
            if let Some(colour) = tile {
                out.number(number_of(colour, &mut colours));
            }
        }
        for goal in self.waypoints().iter().chain([self.goal()]) {
            write_goal(&mut out, goal, &mut colours);
        }
        out.number(self.opening().len() as u32);
        for push in self.opening() {
            write_cell(&mut out, push.from);
            let place = Direction::ALL.iter().position(|&one| one == push.direction);
            out.bits(place.expect("one of the four") as u32, 2);
        }
        self.write_version_2(&mut out, &mut colours);
        out.into_bytes()
    }

    /// Writes what version 1 of the rules does not have: passes, thin walls, and what the
    /// colours are that are none. Without any nothing is written, so that what has been
    /// known of such puzzles stays known.
    fn write_version_2(&self, out: &mut BitWriter, colours: &mut Vec<Colour>) {
        let (board, size) = (self.board(), self.size());
        let divides = |side: &Side| {
            let between = side.between(size);
            between.is_some_and(|(a, b)| !board.is_wall(a) && !board.is_wall(b))
        };
        let sides: Vec<&Side> = board.terrain().thin_walls.iter().filter(|s| divides(s)).collect();
        let is_plain = |colour: &Colour| self.kinds().of(*colour) == TileKind::Plain;
        let has_terrain = !sides.is_empty() || !board.terrain().passes.is_empty();
        if !has_terrain && colours.iter().all(is_plain) {
            return;
        }
        out.flag(true);
        out.number(board.terrain().passes.len() as u32);
        for (&cell, &colour) in &board.terrain().passes {
            write_cell(out, cell);
            out.number(number_of(colour, colours));
        }
        out.number(sides.len() as u32);
        for side in sides {
            write_cell(out, side.cell());
            out.flag(side.direction() == Direction::Down);
        }
        for &colour in &*colours {
            out.number(match self.kinds().of(colour) {
                TileKind::Plain => 0,
                TileKind::Chameleon => 1,
                TileKind::Numbered(moves) => 1 + u32::from(moves),
            });
        }
    }
}

/// Writes the placements: the first with its colours, of the others where its first cell
/// comes to lie, since each asks for the same colours in the same places to each other.
fn write_goal(out: &mut BitWriter, goal: &Goal, colours: &mut Vec<Colour>) {
    let placements = goal.placements();
    out.number(placements.len() as u32);
    let Some(first) = placements.first() else { return };
    out.number(first.len() as u32);
    for &(cell, colour) in first {
        write_cell(out, cell);
        out.number(number_of(colour, colours));
    }
    for other in &placements[1..] {
        debug_assert!(is_shifted(first, other), "a goal is one shape, wherever it may stand");
        other.first().into_iter().for_each(|&(cell, _)| write_cell(out, cell));
    }
}

fn is_shifted(first: &Demand, other: &Demand) -> bool {
    let by = |demand: &Demand, nth: usize| {
        let (cell, from) = (demand[nth].0, demand[0].0);
        (i16::from(cell.x) - i16::from(from.x), i16::from(cell.y) - i16::from(from.y))
    };
    first.len() == other.len()
        && (0..first.len())
            .all(|nth| first[nth].1 == other[nth].1 && by(first, nth) == by(other, nth))
}

fn write_cell(out: &mut BitWriter, cell: Cell) {
    out.bits(cell.x.into(), 5);
    out.bits(cell.y.into(), 5);
}

fn number_of(colour: Colour, colours: &mut Vec<Colour>) -> u32 {
    let known = colours.iter().position(|&other| other == colour);
    known.unwrap_or_else(|| {
        colours.push(colour);
        colours.len() - 1
    }) as u32
}

#[cfg(test)]
mod tests {
    use crate::puzzle::parse_text;

    fn identity(text: &str) -> Vec<u8> {
        parse_text(text, None).unwrap().validate().unwrap().identity()
    }

    #[test]
    fn letters_do_not_count_and_everything_else_does() {
        let one = identity("BR.\n..#\n\n.BR\n..#");
        assert_eq!(one, identity("PQ.\n..#\n\n.PQ\n..."));
        for other in [
            "RB.\n..#\n\n.BR\n..#",
            "BR.\n...\n\n.BR\n...",
            "BR.\n..#\n\n.B.\n..#",
            "BR.\n..#\n\nfloating\nBR",
            "BR.\n..#\n\n.BR\n..#\n\nopening: a1D",
            "BR.\n..#\n\n.BR\n..#\n\nwaypoint:\n..R\n...",
        ] {
            assert_ne!(one, identity(other), "{other}");
        }
    }
}
