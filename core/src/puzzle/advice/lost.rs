//! Games that are lost, as far as that can be seen without a search.

use crate::puzzle::rules::{Cell, Colour, Game, TileKind};

/// What the goal asks for in vain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The colour of which there are too few tiles.
    pub colour: Colour,
    /// A numbered tile of this colour that stands elsewhere and has no push left.
    pub spent: Option<Cell>,
}

/// Says what makes the goal impossible, if that can be seen without a search: a numbered tile has
/// no push left and stands elsewhere, or a chameleon has taken the wrong colour.
pub fn lost(game: &Game) -> Option<Lost> {
    let mut losses = game.puzzle().goal().placements().iter().map(|demand| loss(game, demand));
    let first = losses.next()??;
    losses.all(|loss| loss.is_some()).then_some(first)
}

/// Says which colour `demand` asks for in vain.
fn loss(game: &Game, demand: &[(Cell, Colour)]) -> Option<Lost> {
    let (kinds, position) = (game.puzzle().kinds(), game.position());
    let is_spent = |&(cell, colour): &(Cell, Colour)| {
        let is_numbered = matches!(kinds.of(colour), TileKind::Numbered(_));
        is_numbered && position.left(cell) == 0 && !demand.contains(&(cell, colour))
    };
    let of_kind = |tiles: &[(Cell, Colour)], colour| {
        tiles.iter().filter(|&&(_, other)| other == colour).count()
    };
    let (spent, able): (Vec<_>, Vec<_>) = position.tiles().partition(is_spent);
    // What a chameleon will be nobody knows.
    let is_chameleon = |&(_, colour): &(Cell, Colour)| kinds.of(colour) == TileKind::Chameleon;
    let mut spare = able.iter().filter(|&tile| is_chameleon(tile)).count();
    let mut colours: Vec<_> = demand.iter().map(|&(_, colour)| colour).collect();
    colours.sort_unstable();
    colours.dedup();
    // Those that are to stay chameleons come first: nothing else becomes one.
    colours.sort_by_key(|&colour| kinds.of(colour) != TileKind::Chameleon);
    for colour in colours {
        let is_free = kinds.of(colour) == TileKind::Chameleon;
        let there = if is_free { 0 } else { of_kind(&able, colour) };
        let missing = of_kind(demand, colour).saturating_sub(there);
        if missing > spare {
            let stray = spent.iter().find(|&&(_, other)| other == colour);
            return Some(Lost { colour, spent: stray.map(|&(cell, _)| cell) });
        }
        spare -= missing;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Direction, parse_level, parse_text};

    #[test]
    fn a_numbered_tile_that_stands_wrong_without_a_push_loses_the_game() {
        let level = |more: &str, rows: &str| {
            let text = format!(
                "(version: 2, title: \"\", palette: {{'1': (color: \"#56b4e9\", moves: 1){more}}}, {rows})"
            );
            let draft = parse_level(&text).unwrap().draft;
            Game::new(draft.validate().unwrap(), draft.palette)
        };
        let spent = |mut game: Game, direction| {
            game.push(0, direction);
            lost(&game).map(|lost| lost.spent.unwrap().to_string())
        };
        let rows = "start: [\"1..\", \"...\"], goal: [\"..1\", \"...\"]";
        assert_eq!(lost(&level("", rows)), None, "it has a push left");
        assert_eq!(spent(level("", rows), Direction::Right), None);
        assert_eq!(spent(level("", rows), Direction::Down).as_deref(), Some("a2"));
        let floating = format!("{rows}, goal_anchor: floating");
        assert_eq!(spent(level("", &floating), Direction::Down), None);
    }

    #[test]
    fn a_chameleon_of_the_wrong_colour_loses_the_game() {
        let mut draft = parse_text("C.R\n..B\n\nR..\n.BB", None).unwrap();
        let chameleon = draft.palette.colours().find(|&it| draft.palette.swatch(it).symbol == 'C');
        draft.palette.swatch_mut(chameleon.unwrap()).kind = TileKind::Chameleon;
        let mut game = Game::new(draft.validate().unwrap(), draft.palette);
        assert_eq!(lost(&game), None, "it may still turn blue");
        game.push(0, Direction::Right);
        let lost = lost(&game).unwrap();
        assert_eq!((game.palette.swatch(lost.colour).symbol, lost.spent), ('B', None));
    }
}
