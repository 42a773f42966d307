//! The window: its title, and the frames that are drawn when nothing asks for them.

use std::time::Duration;

use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::prelude::*;
use bevy::window::{
    CursorMoved, Monitor, MonitorSelection, PrimaryWindow, RequestRedraw, WindowPosition,
    WindowResized,
};
use bevy::winit::{UpdateMode, WinitSettings};

use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::frame::FrameSystems;
use crate::app::settings::{Settings, WindowPlace};
use crate::app::solve::results::Results;

/// Frames drawn at start-up whether or not something happens: shaders are compiled
/// in the background and nothing redraws when they are ready.
const WARM_UP_FRAMES: u32 = 60;

/// Frames drawn after the last input: a widget takes its colours one frame after it
/// has appeared, a layout its sizes.
const SETTLE_FRAMES: u32 = 3;

/// The smallest window in which everything can be used, in physical pixels.
const LEAST_SIZE: UVec2 = UVec2::new(640, 400);

/// By this the desktop finds the name and the icon of the window: `packaging/` has the
/// file that belongs to it.
const APP_ID: &str = "org.mondrian_puzzles.Mondrian";

/// Returns the window as it is opened: where it was the last time.
pub(in crate::app) fn first_window(place: Option<WindowPlace>) -> Window {
    let mut window = Window {
        title: "Mondrian".into(),
        name: Some(APP_ID.into()),
        resolution: (1280_u32, 800_u32).into(),
        ..default()
    };
    if let Some(WindowPlace { at, size: (width, height) }) = place {
        let size = UVec2::new(width, height).max(LEAST_SIZE);
        window.resolution.set_physical_resolution(size.x, size.y);
        if let Some((x, y)) = at {
            window.position = WindowPosition::At(IVec2::new(x, y));
        }
    }
    window
}

/// Brings the window back that stood on a screen which is there no more.
fn come_back(
    screens: Query<&Monitor>,
    settings: Res<Settings>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
) {
    let WindowPosition::At(corner) = window.position else { return };
    let place = settings.window.map_or(corner, |place| place.at.map_or(corner, IVec2::from));
    let size = window.physical_size().as_ivec2();
    let bar = IRect::from_corners(place, place + IVec2::new(size.x, size.y.min(40)));
    let is_seen = screens.iter().any(|screen| {
        let corner = screen.physical_position;
        let extent = IVec2::new(screen.physical_width as i32, screen.physical_height as i32);
        !bar.intersect(IRect::from_corners(corner, corner + extent)).is_empty()
    });
    if !is_seen && !screens.is_empty() {
        window.position = WindowPosition::Centered(MonitorSelection::Primary);
    }
}

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

/// How long the loop sleeps when nothing happens: as good as for ever, so that an
/// idle window costs nothing.
const ASLEEP: Duration = Duration::from_hours(1);

/// How often frames come by themselves after the last event, until what it has
/// changed is written aside and remembered.
const AWAKE: Duration = crate::app::levels::file::recovery::PERIOD;

/// Falls asleep when nothing has happened for a while: with the first frame that came by itself,
/// in which all is written.
fn fall_asleep(
    settings: Option<ResMut<WinitSettings>>,
    time: Res<Time<Real>>,
    last: Res<LastEvent>,
) {
    let Some(mut settings) = settings else { return };
    let wait = if time.elapsed() - last.0 >= AWAKE { ASLEEP } else { AWAKE };
    let focused = UpdateMode::reactive(wait);
    if settings.focused_mode != focused {
        settings.focused_mode = focused;
        settings.unfocused_mode = UpdateMode::reactive_low_power(wait);
    }
}

/// When something happened last, in time since start-up.
#[derive(Resource, Default)]
struct LastEvent(Duration);

fn begin_drawing(mut left: ResMut<FramesLeft>, mut last: ResMut<LastEvent>, time: Res<Time<Real>>) {
    last.0 = time.elapsed();
    left.0 = left.0.max(SETTLE_FRAMES);
}

pub(super) fn plugin(app: &mut App) {
    let something_happens = on_message::<KeyboardInput>
        .or_else(on_message::<MouseButtonInput>)
        .or_else(on_message::<MouseWheel>)
        .or_else(on_message::<CursorMoved>)
        .or_else(on_message::<WindowResized>)
        .or_else(on_message::<DocumentChanged>)
        .or_else(resource_changed::<Results>)
        .or_else(resource_changed::<Settings>);
    app.insert_resource(FramesLeft(WARM_UP_FRAMES)).init_resource::<LastEvent>().add_systems(
        Update,
        (
            show_title
                .run_if(on_message::<DocumentChanged>.or_else(run_once))
                .in_set(FrameSystems::Views),
            (fit_screen, come_back).chain().run_if(screen_appears).in_set(FrameSystems::Views),
            (begin_drawing.run_if(something_happens), keep_drawing, fall_asleep)
                .chain()
                .after(FrameSystems::Views),
        ),
    );
}
