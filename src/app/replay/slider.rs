//! The slider of the replay: a black rule with a red handle, one step a move.

use bevy::feathers::cursor::EntityCursor;
use bevy::feathers::focus::FocusIndicator;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::{
    Slider, SliderOrientation, SliderPrecision, SliderRange, SliderStep, SliderThumb, SliderValue,
    TrackClick, ValueChange,
};
use bevy::window::SystemCursorIcon;

use super::{Replay, ReplayCommand};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;

/// Width of the handle, in logical pixels.
const HANDLE: f32 = 10.0;

/// The slider over all moves.
#[derive(Component, Clone, Copy, Default)]
pub struct ReplaySlider;

/// The handle of the slider.
#[derive(Component, Clone, Copy, Default)]
struct Handle;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_place.run_if(resource_exists_and_changed::<Replay>).in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node {
            height: px(theme::ROW),
            flex_grow: 1.0,
            min_width: px(60),
            align_items: AlignItems::Center,
            margin: UiRect::horizontal(px(theme::GAP)),
        }
        Slider { track_click: TrackClick::Snap, orientation: SliderOrientation::Horizontal }
        SliderValue(0.0)
        SliderRange::new(0.0, 1.0)
        SliderStep(1.0)
        SliderPrecision(0)
        ReplaySlider
        template_value(Tooltip::new("Goes to any move of the solution", "Left, Right"))
        Hovered
        TabIndex(0)
        FocusIndicator
        EntityCursor::System(SystemCursorIcon::EwResize)
        on(slider_on_change)
        Children [
            (
                Node { width: percent(100), height: px(theme::RULE) }
                theme::Fill(theme::INK)
                Pickable::IGNORE
            ),
            (
                // The handle stays within: its left edge runs over the rest of the width.
                Node {
                    position_type: PositionType::Absolute,
                    left: px(0),
                    right: px(HANDLE),
                    top: px(3),
                    bottom: px(3),
                }
                Pickable::IGNORE
                Children [ (
                    Node {
                        position_type: PositionType::Absolute,
                        left: percent(0),
                        width: px(HANDLE),
                        height: percent(100),
                    }
                    theme::Fill(theme::FIELD_PRESSED)
                    SliderThumb
                    Handle
                ) ]
            ),
        ]
    }
}

fn slider_on_change(change: On<ValueChange<f32>>, mut out: MessageWriter<ReplayCommand>) {
    out.write(ReplayCommand::Seek(change.value.round().max(0.0) as usize));
}

fn show_place(
    replay: Res<Replay>,
    slider: Single<(Entity, &SliderValue, &SliderRange), With<ReplaySlider>>,
    handle: Single<(&mut Node, &mut theme::Fill), With<Handle>>,
    mut commands: Commands,
) {
    let (at, last) =
        replay.playhead().map_or((0, 0), |playhead| (playhead.at(), playhead.track.move_count()));
    let (entity, value, range) = *slider;
    // Both are immutable components: they are put in anew.
    if *value != SliderValue(at as f32) {
        commands.entity(entity).insert(SliderValue(at as f32));
    }
    let wanted = SliderRange::new(0.0, last.max(1) as f32);
    if *range != wanted {
        commands.entity(entity).insert(wanted);
    }
    let (mut node, mut color) = handle.into_inner();
    node.left = percent(100.0 * at as f32 / last.max(1) as f32);
    color.0 = if last > 0 { theme::INK } else { theme::FIELD_PRESSED };
}
