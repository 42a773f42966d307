//! The sign of the program, as the page has it: rules of three pixels and five fields in a square
//! of 32. Red, blue and yellow are those of tiles, alike in the light and in the dark.

use bevy::prelude::*;

use crate::app::kit::theme::{self, Paint};
use crate::puzzle::Rgb;

/// Width and height, in logical pixels.
const SIDE: f32 = 32.0;

const RED: Rgb = Rgb(0xe4, 0x51, 0x25);
const BLUE: Rgb = Rgb(0x00, 0x57, 0xa0);

/// The sign of the program.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Logo;

/// Returns the sign of the program.
pub(super) fn logo() -> impl Scene {
    let own = |rgb| Paint::from(theme::color(rgb));
    let fields = [
        ([2.0, 2.0, 8.0, 8.0], theme::GROUND),
        ([2.0, 13.0, 8.0, 6.0], theme::GROUND),
        ([2.0, 22.0, 8.0, 8.0], own(BLUE)),
        ([13.0, 2.0, 17.0, 17.0], own(RED)),
        ([13.0, 22.0, 9.0, 8.0], theme::GROUND),
        ([25.0, 22.0, 5.0, 8.0], theme::YELLOW),
    ];
    let fields: Vec<_> = fields.into_iter().map(|(place, paint)| field(place, paint)).collect();
    bsn! {
        Node { width: px(SIDE), height: px(SIDE), flex_shrink: 0.0, margin: UiRect::right(px(6)) }
        theme::Fill(theme::INK)
        Pickable::IGNORE
        Logo
        Children [ {fields} ]
    }
}

fn field([left, top, width, height]: [f32; 4], paint: Paint) -> impl Scene {
    bsn! {
        Node {
            position_type: PositionType::Absolute,
            left: px(left),
            top: px(top),
            width: px(width),
            height: px(height),
        }
        theme::Fill({paint})
        Pickable::IGNORE
    }
}
