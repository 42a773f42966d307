//! Moves in words, such as `blue at c8 up`. Used by the list of moves and by what is
//! copied of it.

use crate::app::replay::Track;
use crate::puzzle::Direction;
use crate::puzzle::edit::colour_name;

/// Returns what move `index`, from 0, does.
pub fn of_move(track: &Track, index: usize) -> String {
    let push = track.moves[index];
    let colour = colour_name(&track.palette, track.pushed_colour(index)).to_lowercase();
    let direction = match push.direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    };
    format!("{colour} at {} {direction}", push.from)
}

/// Returns all moves, a numbered line each.
pub fn lines(track: &Track) -> String {
    (0..track.move_count())
        .map(|index| format!("{}. {}\n", index + 1, of_move(track, index)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Palette, parse_moves, parse_text};

    #[test]
    fn moves_are_read_aloud() {
        let puzzle = parse_text("BR.\n...\n\n..R\n..B", None).unwrap().validate().unwrap();
        let moves = parse_moves("b1R a1D a2R").unwrap();
        let mut palette = Palette::ancestral();
        let draft = parse_text("BR.\n...\n\n..R\n..B", None).unwrap();
        palette.clone_from(&draft.palette);
        let track = Track::new(&puzzle, palette, &moves).unwrap();
        let words = lines(&track);
        assert_eq!(words.lines().count(), 3);
        assert!(words.starts_with("1. red at b1 right\n2. blue at a1 down\n"), "{words}");
    }
}
