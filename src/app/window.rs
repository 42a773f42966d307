//! The window: its title, and the frames that it is drawn at start-up.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use super::FrameSystems;
use super::document::{Document, DocumentChanged};

/// Frames drawn at start-up whether or not something happens: shaders are compiled
/// in the background and nothing redraws when they are ready.
const WARM_UP_FRAMES: u32 = 60;

fn show_title(document: Res<Document>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    let mark = if document.is_dirty() { "*" } else { "" };
    window.title = format!("{}{mark} – Mondrian", document.display_name());
}

fn warm_up(mut frames: Local<u32>, mut redraw: MessageWriter<RequestRedraw>) {
    if *frames < WARM_UP_FRAMES {
        *frames += 1;
        redraw.write(RequestRedraw);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            show_title
                .run_if(on_message::<DocumentChanged>.or_else(run_once))
                .in_set(FrameSystems::Views),
            warm_up,
        ),
    );
}
