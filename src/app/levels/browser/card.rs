//! The card of a level in the browser: picture, title, best known moves.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::shelf::{Found, best_words};
use crate::app::boards::thumbnail::board;
use crate::app::kit::theme::{self, label, label_dim};
use crate::app::kit::tooltip::Tooltip;
use crate::app::levels::file::FileCommand;
use crate::puzzle::Draft;

/// Width of a card, in logical pixels: four stand side by side.
const WIDTH: f32 = 178.0;
/// Side of the room for the picture, in logical pixels.
pub(in crate::app) const PICTURE: f32 = 112.0;

/// The card of a built-in level, by its place in the list.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct LevelCard(pub usize);

/// The card of a file.
#[derive(Component, Clone, Debug, Default)]
pub struct FileCard(pub PathBuf);

pub(super) fn of_builtin(
    index: usize,
    draft: &Draft,
    picture: Handle<Image>,
) -> impl Scene + use<> {
    bsn! {
        card(draft.title.clone(), best_words(draft), is_proved(draft), board(picture, PICTURE), WIDTH)
        template_value(LevelCard(index))
        template_value(Tooltip::new("Opens this level, which comes with the program", ""))
        on(move |_: On<Activate>, mut out: MessageWriter<FileCommand>| {
            out.write(FileCommand::OpenBuiltin(index));
        })
    }
}

pub(super) fn of_file(found: &Found, picture: Handle<Image>) -> impl Scene + use<> {
    let path = found.path.clone();
    let tooltip = Tooltip(format!("Opens {}", path.display()));
    bsn! {
        card(found.title.clone(), found.best.clone(), found.proved, board(picture, PICTURE), WIDTH)
        template_value(FileCard(found.path.clone()))
        template_value(tooltip)
        on(move |_: On<Activate>, mut out: MessageWriter<FileCommand>| {
            out.write(FileCommand::OpenPath(path.clone()));
        })
    }
}

pub(super) fn is_proved(draft: &Draft) -> bool {
    draft.best.as_ref().is_some_and(|best| best.proved)
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
    let mark = if proved { theme::BLUE } else { Color::NONE };
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
        BorderColor::all(theme::BLACK)
        BackgroundColor(theme::WHITE)
        Children [
            pictures,
            ( label(title) TextLayout { justify: Justify::Center } ),
            (
                Node { align_items: AlignItems::Center, column_gap: px(6) }
                Pickable::IGNORE
                Children [
                    ( Node { width: px(8), height: px(8) } BackgroundColor(mark) Pickable::IGNORE ),
                    label_dim(best),
                ]
            ),
        ]
    }
}
