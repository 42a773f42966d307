//! The card of a level that the generator has made: start and goal, its moves, what is
//! known of it. A click on it opens the level.

use bevy::prelude::*;

use crate::app::boards::thumbnail::{Painter, board};
use crate::app::kit::dialog::answer;
use crate::app::kit::icons::{Icon, icon};
use crate::app::kit::tooltip::explained;
use crate::app::levels::browser::card;
use crate::app::levels::file::FileCommand;
use crate::search::generate::{Generated, Rating};
use crate::words::figures::{self, grouped};

/// Width of a card, in logical pixels: three stand side by side.
const CARD_WIDTH: f32 = 240.0;
/// Side of the rooms for start and goal on it.
const CARD_PICTURE: f32 = 98.0;

/// The card of a level that was made, by its place in the series.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeneratedCard(pub u32);

/// Puts the card of a level into `place`.
pub(in crate::app) fn spawn_card(
    place: Entity,
    level: &Generated,
    painter: &mut Painter,
    commands: &mut Commands,
) {
    let pictures =
        [painter.level(&level.draft, CARD_PICTURE), painter.goal(&level.draft, CARD_PICTURE)];
    commands.spawn_scene(level_card(level, pictures)).insert(ChildOf(place));
}

fn level_card(level: &Generated, [start, goal]: [Handle<Image>; 2]) -> impl Scene + use<> {
    let command = FileCommand::OpenMade(Box::new(level.draft.clone()));
    let (moves, number) = (figures::moves(level.rating.moves), level.number);
    let pictures = bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(6) }
        Pickable::IGNORE
        Children [ board(start, CARD_PICTURE), icon(Icon::Forward), board(goal, CARD_PICTURE) ]
    };
    bsn! {
        answer(
            explained(
                card(moves, rating_words(&level.rating), true, pictures, CARD_WIDTH),
                "Opens this level",
                "",
            ),
            command,
        )
        GeneratedCard({number})
    }
}

fn rating_words(rating: &Rating) -> String {
    let ways = match rating.shortest_solutions {
        Some(1) => "one solution".to_owned(),
        Some(ways) => match u64::try_from(ways) {
            Ok(ways) => format!("{} solutions", grouped(ways)),
            Err(_) => "many solutions".to_owned(),
        },
        None => "proved".to_owned(),
    };
    let odd = format!("{} counter-intuitive", rating.counter_intuitive);
    match (rating.positions, rating.dead) {
        (Some(positions), Some(dead)) => {
            let dead = dead as f64 * 100.0 / positions.max(1) as f64;
            format!("{ways}\n{odd}\n{} positions\n{dead:.0} % dead", grouped(positions))
        }
        _ => format!("{ways}\n{odd}\npositions not all listed"),
    }
}
