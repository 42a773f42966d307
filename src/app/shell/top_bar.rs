//! The bar at the top: files, undo and redo, levels, help, and the title.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::help::ShowHelp;
use super::more_menu;
use crate::app::boards::slots::TopBarSlot;
use crate::app::document::{Document, Edit};
use crate::app::kit::bound::{caption_of, enabled_if, sends};
use crate::app::kit::mode::Mode;
use crate::app::kit::theme::{self, plain_button};
use crate::app::kit::tooltip::explained;
use crate::app::levels::browser::ShowLevels;
use crate::app::levels::file::FileCommand;
use crate::app::levels::properties::ShowProperties;
use crate::app::play::{self, Game, Play, PlayCommand};
use crate::puzzle::EditCommand;

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<TopBarSlot>>) {
    let parts: [Box<dyn Scene>; 15] = [
        Box::new(button("New", FileCommand::New, "Begins a new level", "Ctrl+N")),
        Box::new(button("Open", FileCommand::Open, "Opens a level from a file", "Ctrl+O")),
        Box::new(button("Save", FileCommand::Save, "Saves the level to its file", "Ctrl+S")),
        Box::new(button(
            "Save as",
            FileCommand::SaveAs,
            "Saves the level to another file",
            "Ctrl+Shift+S",
        )),
        Box::new(more_menu::menu()),
        Box::new(rule()),
        Box::new(bsn! {
            explained(plain_button("Undo"), "Takes the last edit back, in play the last move", "Ctrl+Z")
            on(|_: On<Activate>, mut out: Histories| out.undo())
            enabled_if(|history: CanGo| history.back())
        }),
        Box::new(bsn! {
            explained(plain_button("Redo"), "Makes again what was taken back", "Ctrl+Y")
            on(|_: On<Activate>, mut out: Histories| out.redo())
            enabled_if(|history: CanGo| history.on())
        }),
        Box::new(rule()),
        Box::new(button(
            "Levels",
            ShowLevels,
            "Shows recent files, your packs and the built-in levels",
            "Ctrl+L",
        )),
        Box::new(button("Help", ShowHelp, "Tells what to do, and all keys", "F1")),
        Box::new(rule()),
        Box::new(play::mode_buttons()),
        Box::new(bsn! { Node { flex_grow: 1.0 } }),
        Box::new(bsn! {
            button("Untitled", ShowProperties, "Changes title, author and note", "Ctrl+I")
            Node { flex_shrink: 1.0, min_width: px(0), overflow: Overflow::clip() }
            caption_of(title)
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

fn button<M: Message + Clone>(
    caption: &'static str,
    message: M,
    words: &str,
    key: &str,
) -> impl Scene + use<M> {
    bsn! { explained(plain_button(caption), words, key) sends(message) }
}

fn rule() -> impl Scene {
    bsn! {
        Node {
            width: px(1),
            height: px(20),
            flex_shrink: 0.0,
            margin: UiRect::horizontal(px(4)),
        }
        theme::Fill(theme::INK)
    }
}

/// Whether there is something to take back or make again.
#[derive(bevy::ecs::system::SystemParam)]
struct CanGo<'w> {
    document: Res<'w, Document>,
    mode: Res<'w, Mode>,
    play: Res<'w, Play>,
}

impl CanGo<'_> {
    fn game(&self) -> Option<&Game> {
        self.play.game().filter(|_| *self.mode == Mode::Play)
    }

    fn back(&self) -> bool {
        self.game().map_or_else(|| self.document.can_undo(), Game::can_undo)
    }

    fn on(&self) -> bool {
        self.game().map_or_else(|| self.document.can_redo(), Game::can_redo)
    }
}

fn title(document: Res<Document>) -> String {
    let mark = if document.is_dirty() { "*" } else { "" };
    format!("{}{mark}", document.display_name())
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slot);
}
