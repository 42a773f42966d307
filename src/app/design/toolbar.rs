//! The tools above the boards, as icons with their names and keys on hover.

use bevy::prelude::*;

use super::actions;
use super::tools::clipboard::RegionClip;
use super::tools::select::Selection;
use super::tools::{Mirrors, Tool};
use crate::app::boards::layers::BoardLayers;
use crate::app::boards::slots::ToolbarSlot;
use crate::app::boards::view::Zoom;
use crate::app::kit::bound::{chosen_if, enabled_if, ink_of};
use crate::app::kit::icons::{Icon, icon};
use crate::app::kit::keys::{Action, does};
use crate::app::kit::theme::{self, button};

/// A kind of button: when it is on, and when it can be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToolButton {
    /// Takes a tool.
    Take(Tool),
    /// Copies or cuts a region.
    Clip,
    Paste,
    /// Puts up a mirror or takes it away.
    MirrorSides,
    MirrorEnds,
    /// Turns, mirrors or shifts the design.
    Transform,
    /// Makes the boards fit their rooms.
    Fit,
    /// Shows one board in the room of both, or both again.
    OneBoard,
}

/// The buttons in groups.
const GROUPS: [&[(ToolButton, Icon, Action)]; 6] = [
    &[
        (ToolButton::Take(Tool::Paint), Icon::Paint, actions::PAINT),
        (ToolButton::Take(Tool::Rectangle), Icon::Rectangle, actions::RECTANGLE),
        (ToolButton::Take(Tool::Fill), Icon::Fill, actions::FILL),
        (ToolButton::Take(Tool::Select), Icon::Select, actions::SELECT),
    ],
    &[
        (ToolButton::Clip, Icon::Copy, actions::COPY),
        (ToolButton::Clip, Icon::Cut, actions::CUT),
        (ToolButton::Paste, Icon::Paste, actions::PASTE),
    ],
    &[
        (ToolButton::MirrorSides, Icon::MirrorLeftRight, actions::MIRROR_SIDES),
        (ToolButton::MirrorEnds, Icon::MirrorUpDown, actions::MIRROR_ENDS),
    ],
    &[
        (ToolButton::Transform, Icon::RotateLeft, actions::TURN_LEFT),
        (ToolButton::Transform, Icon::RotateRight, actions::TURN_RIGHT),
        (ToolButton::Transform, Icon::FlipHorizontal, actions::SWAP_SIDES),
        (ToolButton::Transform, Icon::FlipVertical, actions::SWAP_ENDS),
    ],
    &[
        (ToolButton::Transform, Icon::ShiftLeft, actions::SHIFTS[0]),
        (ToolButton::Transform, Icon::ShiftRight, actions::SHIFTS[1]),
        (ToolButton::Transform, Icon::ShiftUp, actions::SHIFTS[2]),
        (ToolButton::Transform, Icon::ShiftDown, actions::SHIFTS[3]),
    ],
    &[
        (ToolButton::Fit, Icon::Fit, actions::FIT),
        (ToolButton::OneBoard, Icon::Layers, actions::ONE_BOARD),
    ],
];

pub(super) fn fill_slot(mut commands: Commands, slot: Single<Entity, With<ToolbarSlot>>) {
    for group in GROUPS {
        let buttons: Vec<_> =
            group.iter().map(|&(kind, icon, action)| tool(kind, icon, action)).collect();
        commands
            .spawn_scene(bsn! {
                Node { column_gap: px(-1), flex_shrink: 0.0 }
                Children [ {buttons} ]
            })
            .insert(ChildOf(*slot));
    }
}

fn tool(kind: ToolButton, sign: Icon, action: Action) -> impl Scene {
    bsn! {
        does(button(""), action)
        Node { width: px(theme::ROW), padding: UiRect::ZERO }
        chosen_if(move |on: Active| on.get(kind))
        enabled_if(move |usable: Usable| usable.get(kind))
        Children [ ( icon(sign) ink_of(move |on: Active, usable: Usable| match (on.get(kind), usable.get(kind)) {
            (true, _) => theme::GROUND,
            (false, true) => theme::INK,
            (false, false) => theme::FAINT,
        }) ) ]
    }
}

/// Which buttons are on.
#[derive(bevy::ecs::system::SystemParam)]
struct Active<'w> {
    tool: Res<'w, Tool>,
    mirrors: Res<'w, Mirrors>,
    layers: Res<'w, BoardLayers>,
}

impl Active<'_> {
    fn get(&self, button: ToolButton) -> bool {
        match button {
            ToolButton::Take(tool) => *self.tool == tool,
            ToolButton::Paste => *self.tool == Tool::Stamp,
            ToolButton::MirrorSides => self.mirrors.0.left_right,
            ToolButton::MirrorEnds => self.mirrors.0.up_down,
            ToolButton::OneBoard => self.layers.one,
            _ => false,
        }
    }
}

/// Which buttons can be pressed.
#[derive(bevy::ecs::system::SystemParam)]
struct Usable<'w, 's> {
    selection: Res<'w, Selection>,
    clip: Res<'w, RegionClip>,
    zooms: Query<'w, 's, &'static Zoom>,
}

impl Usable<'_, '_> {
    fn get(&self, button: ToolButton) -> bool {
        match button {
            ToolButton::Paste => self.clip.0.is_some(),
            ToolButton::Clip => self.selection.0.is_some(),
            ToolButton::Fit => self.zooms.iter().any(|zoom| *zoom != Zoom::default()),
            _ => true,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slot);
}
