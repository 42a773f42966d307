//! The list of the levels that come with the program, each with a picture.

use bevy::feathers::cursor::EntityCursor;
use bevy::feathers::focus::FocusIndicator;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, Button as WidgetButton, ScrollArea};
use bevy::window::SystemCursorIcon;

use super::FrameSystems;
use super::board_view::BoardView;
use super::dialog::{CloseDialog, Dialog, button_row, dialog, open};
use super::files::FileCommand;
use super::scrollbar;
use super::theme::{self, button, label, label_dim};
use crate::puzzle::{Draft, builtin};

/// Opens the list.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowLevels;

/// The card of a built-in level, by its place in the list.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct LevelCard(pub usize);

fn show(
    mut requests: MessageReader<ShowLevels>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for _ in requests.read() {
        let cards: Vec<_> = builtin::levels()
            .iter()
            .enumerate()
            .map(|(index, level)| card(index, &level.draft()))
            .collect();
        let close = bsn_list! {
            (
                button("Close")
                // Else Tab would go through what is behind the list.
                AutoFocus
                on(|_: On<Activate>, mut out: MessageWriter<CloseDialog>| {
                    out.write(CloseDialog);
                })
            )
        };
        let content = bsn_list! {
            (
                Node {
                    flex_wrap: FlexWrap::Wrap,
                    column_gap: px(12),
                    row_gap: px(12),
                    min_height: px(0),
                    padding: UiRect::right(px(scrollbar::ROOM)),
                    overflow: Overflow::scroll_y(),
                }
                ScrollArea
                Children [ {Box::new(cards) as Box<dyn SceneList>} ]
            ),
            button_row(Box::new(close)),
        };
        open(&mut commands, &dialogs, dialog("LEVELS", 812.0, Box::new(content)));
    }
}

fn card(index: usize, draft: &Draft) -> impl Scene + use<> {
    let picture = BoardView::of_grid(&draft.start, &draft.palette, false);
    let best = match &draft.best {
        Some(best) if best.proved => format!("{} moves, proved the best", best.moves.len()),
        Some(best) => format!("{} moves known", best.moves.len()),
        None => "not solved yet".to_owned(),
    };
    let title = draft.title.clone();
    bsn! {
        Node {
            width: px(178),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            padding: UiRect::all(px(8)),
            row_gap: px(4),
            border: UiRect::all(px(1)),
            flex_shrink: 0.0,
        }
        BorderColor::all(theme::BLACK)
        BackgroundColor(theme::WHITE)
        WidgetButton
        Hovered
        TabIndex(0)
        FocusIndicator
        EntityCursor::System(SystemCursorIcon::Pointer)
        template_value(LevelCard(index))
        on(move |_: On<Activate>, mut out: MessageWriter<FileCommand>| {
            out.write(FileCommand::OpenBuiltin(index));
        })
        Children [
            (
                Node {
                    width: px(112),
                    height: px(112),
                    align_items: AlignItems::Center,
                    justify_content: JustifyContent::Center,
                }
                Pickable::IGNORE
                Children [ ( template_value(picture) Pickable::IGNORE ) ]
            ),
            ( label(title) TextLayout { justify: Justify::Center } ),
            label_dim(best),
        ]
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowLevels>().add_systems(Update, show.in_set(FrameSystems::Views));
}
