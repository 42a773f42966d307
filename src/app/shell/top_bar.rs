//! The bar at the top: files, undo and redo, levels, help, and the title.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::Activate;

use super::help::ShowHelp;
use super::more_menu;
use crate::app::boards::slots::TopBarSlot;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::Mode;
use crate::app::kit::theme::{self, plain_button};
use crate::app::kit::tooltip::Tooltip;
use crate::app::levels::browser::ShowLevels;
use crate::app::levels::file::FileCommand;
use crate::app::levels::properties::ShowProperties;
use crate::app::play::{self, Play, PlayCommand};
use crate::puzzle::EditCommand;

/// The title of the level, a button that opens its properties.
#[derive(Component, Clone, Default)]
struct TitleButton;

/// The button that takes an edit back.
#[derive(Component, Clone, Default)]
struct UndoButton;

/// The button that does it again.
#[derive(Component, Clone, Default)]
struct RedoButton;

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<TopBarSlot>>) {
    let parts: [Box<dyn Scene>; 15] = [
        file_button("New", Tooltip::new("Begins a new level", "Ctrl+N"), FileCommand::New),
        file_button("Open", Tooltip::new("Opens a level from a file", "Ctrl+O"), FileCommand::Open),
        file_button(
            "Save",
            Tooltip::new("Saves the level to its file", "Ctrl+S"),
            FileCommand::Save,
        ),
        file_button(
            "Save as",
            Tooltip::new("Saves the level to another file", "Ctrl+Shift+S"),
            FileCommand::SaveAs,
        ),
        Box::new(more_menu::menu()),
        Box::new(rule()),
        Box::new(bsn! {
            plain_button("Undo")
            UndoButton
            template_value(Tooltip::new("Takes the last edit back, in play the last move", "Ctrl+Z"))
            on(|_: On<Activate>, mut out: Histories| out.undo())
        }),
        Box::new(bsn! {
            plain_button("Redo")
            RedoButton
            template_value(Tooltip::new("Makes again what was taken back", "Ctrl+Y"))
            on(|_: On<Activate>, mut out: Histories| out.redo())
        }),
        Box::new(rule()),
        Box::new(bsn! {
            plain_button("Levels")
            template_value(Tooltip::new("Shows recent files, your packs and the built-in levels", "Ctrl+L"))
            on(|_: On<Activate>, mut out: MessageWriter<ShowLevels>| { out.write(ShowLevels); })
        }),
        Box::new(bsn! {
            plain_button("Help")
            template_value(Tooltip::new("Tells what to do, and all keys", "F1"))
            on(|_: On<Activate>, mut out: MessageWriter<ShowHelp>| { out.write(ShowHelp); })
        }),
        Box::new(rule()),
        Box::new(play::mode_buttons()),
        Box::new(bsn! { Node { flex_grow: 1.0 } }),
        Box::new(bsn! {
            plain_button("Untitled")
            Node { flex_shrink: 1.0, min_width: px(0), overflow: Overflow::clip() }
            TitleButton
            template_value(Tooltip::new("Changes title, author and note", "Ctrl+I"))
            on(|_: On<Activate>, mut out: MessageWriter<ShowProperties>| {
                out.write(ShowProperties);
            })
        }),
    ];
    for part in parts {
        commands.spawn_scene(part).insert(ChildOf(*slot));
    }
}

/// Edits and moves have histories of their own.
#[derive(bevy::ecs::system::SystemParam)]
struct Histories<'w> {
    mode: Res<'w, Mode>,
    edits: MessageWriter<'w, Edit>,
    moves: MessageWriter<'w, PlayCommand>,
}

impl Histories<'_> {
    fn undo(&mut self) {
        match *self.mode {
            Mode::Design => drop(self.edits.write(Edit(EditCommand::Undo))),
            Mode::Play => drop(self.moves.write(PlayCommand::Undo)),
        }
    }

    fn redo(&mut self) {
        match *self.mode {
            Mode::Design => drop(self.edits.write(Edit(EditCommand::Redo))),
            Mode::Play => drop(self.moves.write(PlayCommand::Redo)),
        }
    }
}

fn file_button(caption: &'static str, tooltip: Tooltip, command: FileCommand) -> Box<dyn Scene> {
    Box::new(bsn! {
        plain_button(caption)
        template_value(tooltip)
        on(move |_: On<Activate>, mut out: MessageWriter<FileCommand>| {
            out.write(command.clone());
        })
    })
}

fn rule() -> impl Scene {
    bsn! {
        Node {
            width: px(1),
            height: px(20),
            flex_shrink: 0.0,
            margin: UiRect::horizontal(px(4)),
        }
        BackgroundColor(theme::BLACK)
    }
}

fn show_title(
    document: Res<Document>,
    title: Single<&Children, With<TitleButton>>,
    mut texts: Query<&mut Text>,
) {
    let mark = if document.is_dirty() { "*" } else { "" };
    for &child in *title {
        if let Ok(mut text) = texts.get_mut(child) {
            text.0 = format!("{}{mark}", document.display_name());
        }
    }
}

fn show_history(
    document: Res<Document>,
    (mode, play): (Res<Mode>, Res<Play>),
    undo: Single<Entity, With<UndoButton>>,
    redo: Single<Entity, With<RedoButton>>,
    mut commands: Commands,
) {
    let (can_undo, can_redo) = match (*mode, play.game()) {
        (Mode::Play, Some(game)) => (game.can_undo(), game.can_redo()),
        _ => (document.can_undo(), document.can_redo()),
    };
    for (button, enabled) in [(*undo, can_undo), (*redo, can_redo)] {
        if enabled {
            commands.entity(button).remove::<InteractionDisabled>();
        } else {
            commands.entity(button).insert(InteractionDisabled);
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slot).add_systems(
        Update,
        (
            show_title.run_if(on_message::<DocumentChanged>.or_else(run_once)),
            show_history.run_if(
                on_message::<DocumentChanged>
                    .or_else(resource_changed::<Mode>)
                    .or_else(resource_changed::<Play>),
            ),
        )
            .in_set(FrameSystems::Views),
    );
}
