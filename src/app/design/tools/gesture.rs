//! Gestures: what the pointer does on the boards, told without buttons and keys. The tools read
//! them.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowFocused};

use crate::app::kit::dialog::Dialog;
use crate::puzzle::{Brush, Cell, Layout};

/// A press so soon after the window got the focus is the click that gave it, in
/// seconds.
const FOCUS_CLICK_S: f32 = 0.15;

/// What a press has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// Takes the brush from a cell.
    Pick,
    /// Draws along the way.
    Stroke(Brush),
    /// Draws a rectangle.
    Rectangle(Brush),
    /// Draws on connected cells.
    Fill(Brush),
    /// Puts thin walls on the sides along the way, or takes them away.
    Sides { is_there: bool },
    /// Selects a region.
    Select,
    /// Moves the selected region, or a copy of it.
    Move { copy: bool },
    /// Places a copy.
    Stamp,
}

/// How far a gesture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The button has gone down.
    Begin,
    /// The pointer has come to another cell.
    Go,
    /// The button has gone up.
    End,
    /// It has been given up.
    Cancel,
}

/// The pointer at work on a board.
#[derive(Message, Clone, Copy, Debug)]
pub struct Gesture {
    /// What it does.
    pub means: Means,
    /// How far it is.
    pub phase: Phase,
    /// The layout that it works on.
    pub layout: Layout,
    /// The cell where it began.
    pub first: Cell,
    /// The cell where it was before.
    pub last: Cell,
    /// The cell where it is now.
    pub cell: Cell,
    /// The places where it was before and where it is now: column and row from the top left
    /// corner of the board, in cells.
    pub way: (Vec2, Vec2),
}

/// The gesture under way, with its board and its button.
#[derive(Resource, Default)]
pub struct Active(pub(super) Option<(Entity, PointerButton, Gesture)>);

impl Active {
    /// Says whether there is one.
    pub const fn is_under_way(&self) -> bool {
        self.0.is_some()
    }
}

/// The cell under the pointer, button or not.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HoverCell(pub Option<(Layout, Cell)>);

/// The place under the pointer, as in [`Gesture::way`].
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct HoverPlace(pub Option<(Layout, Vec2)>);

/// When the window got the focus, in seconds since start-up.
#[derive(Resource, Default)]
pub(in crate::app) struct FocusGained(Option<f32>);

pub(super) fn notice_focus(
    mut messages: MessageReader<WindowFocused>,
    time: Res<Time<Real>>,
    mut gained: ResMut<FocusGained>,
) {
    for message in messages.read() {
        gained.0 = message.focused.then(|| time.elapsed_secs());
    }
}

/// Says whether a press means the board, and not the window or a dialog. With Space
/// held it moves the board.
pub(in crate::app) fn presses_draw(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    gained: Res<FocusGained>,
    time: Res<Time<Real>>,
    keys: Res<ButtonInput<KeyCode>>,
    dialogs: Query<(), With<Dialog>>,
) -> bool {
    let fresh = gained.0.is_some_and(|at| time.elapsed_secs() - at < FOCUS_CLICK_S);
    window.is_some_and(|window| window.focused)
        && !fresh
        && !keys.pressed(KeyCode::Space)
        && dialogs.is_empty()
}

/// The order in which a press becomes an edit, within the input of a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) enum GestureSystems {
    /// Buttons and positions become gestures.
    Read,
    /// Tools act on them.
    Act,
}
