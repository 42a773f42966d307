//! The bar at the top: files, undo and redo, levels, help, and the title.

use bevy::prelude::*;

use super::actions::{LEVELS, NEW, OPEN, PROPERTIES, REDO, SAVE, SAVE_AS, UNDO};
use super::help::HELP;
use super::logo::logo;
use super::more_menu;
use crate::app::boards::slots::TopBarSlot;
use crate::app::document::Document;
use crate::app::kit::bound::{caption_of, enabled_if};
use crate::app::kit::keys::does;
use crate::app::kit::mode::Mode;
use crate::app::kit::theme::{self, plain_button};
use crate::app::play::{self, Game, Play};

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<TopBarSlot>>) {
    let parts: [Box<dyn Scene>; 16] = [
        Box::new(logo()),
        Box::new(does(plain_button(NEW.words), NEW)),
        Box::new(does(plain_button(OPEN.words), OPEN)),
        Box::new(does(plain_button(SAVE.words), SAVE)),
        Box::new(does(plain_button(SAVE_AS.words), SAVE_AS)),
        Box::new(more_menu::menu()),
        Box::new(rule()),
        Box::new(
            bsn! { does(plain_button(UNDO.words), UNDO) enabled_if(|history: CanGo| history.back()) },
        ),
        Box::new(
            bsn! { does(plain_button(REDO.words), REDO) enabled_if(|history: CanGo| history.on()) },
        ),
        Box::new(rule()),
        Box::new(does(plain_button("Levels"), LEVELS)),
        Box::new(does(plain_button(HELP.words), HELP)),
        Box::new(rule()),
        Box::new(play::mode_buttons()),
        Box::new(bsn! { Node { flex_grow: 1.0 } }),
        Box::new(bsn! {
            does(plain_button("Untitled"), PROPERTIES)
            // Where it is too long its beginning is seen.
            Node { flex_shrink: 1.0, min_width: px(0), overflow: Overflow::clip(), justify_content: JustifyContent::Start }
            caption_of(title)
        }),
    ];
    for part in parts {
        commands.spawn_scene(part).insert(ChildOf(*slot));
    }
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
