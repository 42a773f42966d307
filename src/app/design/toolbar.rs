//! The tools above the boards, as icons with their names and keys on hover.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::tools::clipboard::{ClipCommand, RegionClip};
use super::tools::select::Selection;
use super::tools::{ChooseTool, Mirrors, Tool};
use crate::app::boards::layers::{BoardLayers, ShowLayers};
use crate::app::boards::slots::ToolbarSlot;
use crate::app::boards::view::Zoom;
use crate::app::boards::zoom::FitBoards;
use crate::app::document::Edit;
use crate::app::kit::bound::{chosen_if, enabled_if, ink_of};
use crate::app::kit::icons::{Icon, icon};
use crate::app::kit::theme::{self, button};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::{Direction, EditCommand, Transform};

/// What a button of the toolbar does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToolButton {
    /// Takes a tool.
    Take(Tool),
    /// Copies, cuts or pastes a region.
    Clip(ClipCommand),
    /// Puts up a mirror or takes it away.
    MirrorLeftRight,
    /// The same for the other one.
    MirrorUpDown,
    /// Turns, mirrors or shifts the design.
    Transform(Transform),
    /// Makes the boards fit their rooms.
    Fit,
    /// Shows one board in the room of both, or both again.
    OneBoard,
}

/// The buttons in groups: icon, words, key.
const GROUPS: [&[(ToolButton, Icon, &str, &str)]; 6] = [
    &[
        (ToolButton::Take(Tool::Paint), Icon::Paint, "Paints cells; the right button erases", "B"),
        (
            ToolButton::Take(Tool::Rectangle),
            Icon::Rectangle,
            "Paints the rectangle that is dragged",
            "R, Shift+drag",
        ),
        (ToolButton::Take(Tool::Fill), Icon::Fill, "Fills an area of cells that are alike", "F"),
        (
            ToolButton::Take(Tool::Select),
            Icon::Select,
            "Selects cells; dragging the selection moves it, with Ctrl a copy of it",
            "S",
        ),
    ],
    &[
        (ToolButton::Clip(ClipCommand::Copy), Icon::Copy, "Copies the selection", "Ctrl+C"),
        (ToolButton::Clip(ClipCommand::Cut), Icon::Cut, "Cuts the selection out", "Ctrl+X"),
        (
            ToolButton::Clip(ClipCommand::Paste),
            Icon::Paste,
            "Puts down what was copied, where you click",
            "Ctrl+V",
        ),
    ],
    &[
        (ToolButton::MirrorLeftRight, Icon::MirrorLeftRight, "Paints left and right alike", "M"),
        (ToolButton::MirrorUpDown, Icon::MirrorUpDown, "Paints top and bottom alike", "Shift+M"),
    ],
    &[
        (
            ToolButton::Transform(Transform::RotateLeft),
            Icon::RotateLeft,
            "Turns both boards to the left",
            "Shift+Z",
        ),
        (
            ToolButton::Transform(Transform::RotateRight),
            Icon::RotateRight,
            "Turns both boards to the right",
            "Z",
        ),
        (
            ToolButton::Transform(Transform::FlipHorizontal),
            Icon::FlipHorizontal,
            "Swaps left and right on both boards",
            "X",
        ),
        (
            ToolButton::Transform(Transform::FlipVertical),
            Icon::FlipVertical,
            "Swaps top and bottom on both boards",
            "Y",
        ),
    ],
    &[
        (
            ToolButton::Transform(Transform::Shift(Direction::Left)),
            Icon::ShiftLeft,
            "Shifts everything on both boards left",
            "Ctrl+Left",
        ),
        (
            ToolButton::Transform(Transform::Shift(Direction::Right)),
            Icon::ShiftRight,
            "Shifts everything on both boards right",
            "Ctrl+Right",
        ),
        (
            ToolButton::Transform(Transform::Shift(Direction::Up)),
            Icon::ShiftUp,
            "Shifts everything on both boards up",
            "Ctrl+Up",
        ),
        (
            ToolButton::Transform(Transform::Shift(Direction::Down)),
            Icon::ShiftDown,
            "Shifts everything on both boards down",
            "Ctrl+Down",
        ),
    ],
    &[
        (
            ToolButton::Fit,
            Icon::Fit,
            "Shows the whole boards again; the wheel makes them larger, dragging with Space moves them",
            "",
        ),
        (
            ToolButton::OneBoard,
            Icon::Layers,
            "Shows one large board with the tiles of the other as ghosts; G shows the other one",
            "O",
        ),
    ],
];

pub(super) fn fill_slot(mut commands: Commands, slot: Single<Entity, With<ToolbarSlot>>) {
    for group in GROUPS {
        let buttons: Vec<_> =
            group.iter().map(|&(does, icon, words, key)| tool(does, icon, words, key)).collect();
        commands
            .spawn_scene(bsn! {
                Node { column_gap: px(-1), flex_shrink: 0.0 }
                Children [ {buttons} ]
            })
            .insert(ChildOf(*slot));
    }
}

fn tool(does: ToolButton, sign: Icon, words: &str, key: &str) -> impl Scene + use<> {
    let tooltip = Tooltip::new(words, key);
    bsn! {
        button("")
        Node { width: px(theme::ROW), padding: UiRect::ZERO }
        template_value(tooltip)
        on(move |_: On<Activate>, mut out: Outputs| does.press(&mut out))
        chosen_if(move |on: Active| on.get(does))
        enabled_if(move |usable: Usable| usable.get(does))
        Children [ ( icon(sign) ink_of(move |on: Active, usable: Usable| match (on.get(does), usable.get(does)) {
            (true, _) => theme::GROUND,
            (false, true) => theme::INK,
            (false, false) => theme::FAINT,
        }) ) ]
    }
}

/// What the buttons write.
#[derive(bevy::ecs::system::SystemParam)]
struct Outputs<'w> {
    tools: MessageWriter<'w, ChooseTool>,
    clips: MessageWriter<'w, ClipCommand>,
    edits: MessageWriter<'w, Edit>,
    fit: MessageWriter<'w, FitBoards>,
    layers: MessageWriter<'w, ShowLayers>,
    mirrors: ResMut<'w, Mirrors>,
}

impl ToolButton {
    fn press(self, out: &mut Outputs) {
        match self {
            Self::Take(tool) => drop(out.tools.write(ChooseTool(tool))),
            Self::Clip(command) => drop(out.clips.write(command)),
            Self::MirrorLeftRight => out.mirrors.0.left_right ^= true,
            Self::MirrorUpDown => out.mirrors.0.up_down ^= true,
            Self::Transform(transform) => {
                out.edits.write(Edit(EditCommand::Transform(transform)));
            }
            Self::Fit => drop(out.fit.write(FitBoards)),
            Self::OneBoard => drop(out.layers.write(ShowLayers::Toggle)),
        }
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
            ToolButton::Clip(ClipCommand::Paste) => *self.tool == Tool::Stamp,
            ToolButton::MirrorLeftRight => self.mirrors.0.left_right,
            ToolButton::MirrorUpDown => self.mirrors.0.up_down,
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
            ToolButton::Clip(ClipCommand::Paste | ClipCommand::Turn(_)) => self.clip.0.is_some(),
            ToolButton::Clip(_) => self.selection.0.is_some(),
            ToolButton::Fit => self.zooms.iter().any(|zoom| *zoom != Zoom::default()),
            _ => true,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slot);
}
