//! The window: its title, and the frames that are drawn when nothing asks for them.

use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::prelude::*;
use bevy::window::{CursorMoved, Monitor, PrimaryWindow, RequestRedraw, WindowResized};

use super::FrameSystems;
use super::document::{Document, DocumentChanged};
use super::solver::SolverFinished;

/// Frames drawn at start-up whether or not something happens: shaders are compiled
/// in the background and nothing redraws when they are ready.
const WARM_UP_FRAMES: u32 = 60;

/// Frames drawn after the last input: a widget takes its colours one frame after it
/// has appeared, a layout its sizes.
const SETTLE_FRAMES: u32 = 3;

fn show_title(document: Res<Document>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    let mark = if document.is_dirty() { "*" } else { "" };
    window.title = format!("{}{mark} – Mondrian", document.display_name());
}

/// Makes the window no larger than the screen: not every desktop does that. With
/// several screens nobody knows yet on which it will be.
fn fit_screen(screens: Query<&Monitor>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    if let Ok(screen) = screens.single() {
        let size = UVec2::new(window.physical_width(), window.physical_height());
        let fitting = size.min(UVec2::new(screen.physical_width, screen.physical_height));
        if fitting != size && fitting.min_element() > 0 {
            window.resolution.set_physical_resolution(fitting.x, fitting.y);
        }
    }
}

fn screen_appears(screens: Query<(), Added<Monitor>>) -> bool {
    !screens.is_empty()
}

/// Frames that are still to be drawn.
#[derive(Resource)]
struct FramesLeft(u32);

/// Keeps drawing until what the last event has caused is on the screen.
fn keep_drawing(mut left: ResMut<FramesLeft>, mut redraw: MessageWriter<RequestRedraw>) {
    if left.0 > 0 {
        left.0 -= 1;
        redraw.write(RequestRedraw);
    }
}

fn begin_drawing(mut left: ResMut<FramesLeft>) {
    left.0 = left.0.max(SETTLE_FRAMES);
}

pub(super) fn plugin(app: &mut App) {
    let something_happens = on_message::<KeyboardInput>
        .or_else(on_message::<MouseButtonInput>)
        .or_else(on_message::<MouseWheel>)
        .or_else(on_message::<CursorMoved>)
        .or_else(on_message::<WindowResized>)
        .or_else(on_message::<DocumentChanged>)
        .or_else(on_message::<SolverFinished>);
    app.insert_resource(FramesLeft(WARM_UP_FRAMES)).add_systems(
        Update,
        (
            show_title
                .run_if(on_message::<DocumentChanged>.or_else(run_once))
                .in_set(FrameSystems::Views),
            fit_screen.run_if(screen_appears).in_set(FrameSystems::Views),
            (begin_drawing.run_if(something_happens), keep_drawing)
                .chain()
                .after(FrameSystems::Views),
        ),
    );
}
