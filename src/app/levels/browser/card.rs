//! The card of a level in the browser: picture, title, best known moves, and what the player
//! has reached.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::super::packs::{LevelPlace, PackLevel};
use crate::app::boards::thumbnail::board;
use crate::app::kit::theme::{self, label, label_dim};
use crate::app::kit::tooltip::Tooltip;
use crate::app::levels::file::FileCommand;
use crate::progress::Progress;

/// Width of a card, in logical pixels: four stand side by side.
const WIDTH: f32 = 172.0;
/// Side of the room for the picture, in logical pixels.
pub(in crate::app) const PICTURE: f32 = 112.0;

/// The card of a level, by where it lies.
#[derive(Component, Clone, Debug, Default)]
pub struct LevelCard(pub LevelPlace);

/// Returns the card of a level.
pub(super) fn of_level(level: &PackLevel, picture: Handle<Image>) -> impl Scene + use<> {
    let place = level.place.clone();
    let proved = level.known.as_ref().is_some_and(|known| known.proved);
    let best = level.known.as_ref();
    let best = best.map_or_else(|| "no solution known".to_owned(), |known| known.words.clone());
    let opens = match &place {
        LevelPlace::Builtin(_) => "Opens this level, which comes with the program".to_owned(),
        LevelPlace::File(path) => format!("Opens {}", path.display()),
        LevelPlace::Entry(path, number) => {
            format!("Opens level {number} of {}", path.display())
        }
    };
    let tooltip = Tooltip(opens + reached_words(level.progress, proved));
    let chip: Vec<_> = chip(level.progress, proved).into_iter().collect();
    let pictures = bsn! {
        Node { width: percent(100), justify_content: JustifyContent::Center, flex_shrink: 0.0 }
        Pickable::IGNORE
        Children [ board(picture, PICTURE), {chip} ]
    };
    let command = FileCommand::open(place.clone());
    bsn! {
        card(level.title.clone(), best, proved, pictures, WIDTH)
        template_value(LevelCard(place))
        template_value(tooltip)
        on(move |_: On<Activate>, mut out: MessageWriter<FileCommand>| {
            out.write(command.clone());
        })
    }
}

/// Returns the mark of what the player has reached, over the corner of the picture: a frame
/// around the moves when it is solved, filled when no fewer are known, blue when that is proved.
fn chip(progress: Progress, proved: bool) -> Option<impl Scene> {
    let (words, ground, ink) = match progress {
        Progress::Open => return None,
        Progress::Solved(moves) => (format!("solved: {moves}"), theme::GROUND, theme::INK),
        Progress::Best(moves) if proved => (format!("best: {moves}"), theme::BLUE, theme::GROUND),
        Progress::Best(moves) => (format!("best: {moves}"), theme::INK, theme::GROUND),
    };
    let rule = if ground == theme::GROUND { theme::INK } else { ground };
    Some(bsn! {
        Node {
            position_type: PositionType::Absolute,
            top: px(-9),
            right: px(-9),
            padding: UiRect::axes(px(5), px(1)),
            border: px(1),
        }
        theme::Fill(ground)
        theme::Frame(rule)
        Pickable::IGNORE
        Children [( label_dim(words) theme::Ink(ink) )]
    })
}

const fn reached_words(progress: Progress, proved: bool) -> &'static str {
    match progress {
        Progress::Open => "; you have not solved it",
        Progress::Solved(_) => "; you have solved it",
        Progress::Best(_) if proved => "; you have solved it in the fewest moves, proved",
        Progress::Best(_) => "; you have solved it in the fewest moves known",
    }
}

/// Returns a card of this width with pictures in it. `proved` puts the mark of the proof, a blue square,
/// before the moves.
pub(in crate::app) fn card(
    title: String,
    best: String,
    proved: bool,
    pictures: impl Scene,
    width: f32,
) -> impl Scene {
    let mark = if proved { Display::Flex } else { Display::None };
    bsn! {
        theme::bare_button()
        Node {
            width: px(width),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            padding: UiRect::all(px(8)),
            row_gap: px(4),
            border: UiRect::all(px(1)),
            flex_shrink: 0.0,
        }
        theme::Frame(theme::INK)
        theme::Fill(theme::GROUND)
        Children [
            pictures,
            ( label(title) TextLayout { justify: Justify::Center } ),
            (
                Node { align_items: AlignItems::Center, column_gap: px(6) }
                Pickable::IGNORE
                Children [
                    ( Node { width: px(8), height: px(8), flex_shrink: 0.0, display: mark } theme::Fill(theme::BLUE) Pickable::IGNORE ),
                    label_dim(best),
                ]
            ),
        ]
    }
}
