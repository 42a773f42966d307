//! Two solutions beside each other: where they part, and which moves only one of them
//! has. A click on a move goes there.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::move_row::line;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::replay::{ReplayCommand, Track};
use crate::app::solve::solutions::SolutionCommand;
use crate::app::solve::solutions::compare::Comparison;
use crate::puzzle::Move;
use crate::words::figures;

/// Returns the lines that compare the moves of `track` with those of another solution.
pub(super) fn rows(track: &Track, other: &[Move]) -> Vec<Box<dyn Scene>> {
    let found = Comparison::new(&track.moves, other);
    let parting = match found.same {
        0 => "They part at once".to_owned(),
        same if same == track.move_count().min(other.len()) => {
            format!("One begins with the other, {}", figures::moves(same as u32))
        }
        same => format!("They part after {}", figures::moves(same as u32)),
    };
    let shared = format!(
        "Both have {}; only one has those with a bar",
        figures::moves(found.shared() as u32)
    );
    let heads = [figures::moves(track.move_count() as u32), figures::moves(other.len() as u32)];
    let [left, right] = heads;
    let mut parts: Vec<Box<dyn Scene>> = vec![
        Box::new(theme::label_dim(parting)),
        Box::new(theme::label_dim(shared)),
        Box::new(bsn! {
            Node { padding: UiRect::vertical(px(4)) }
            Children [
                ( half() Children [ theme::label(left) ] ),
                ( half() Children [ theme::label(right) ] ),
            ]
        }),
    ];
    let rows = track.move_count().max(other.len());
    for index in 0..rows {
        let cell = |moves: &[Move], shared: &[bool]| {
            moves.get(index).map(|push| (push.to_string(), shared[index]))
        };
        let left = cell(&track.moves, &found.first);
        let right = cell(other, &found.second);
        parts.push(Box::new(pair(index, left, right, index < found.same)));
    }
    parts
}

/// Half of the width.
fn half() -> impl Scene {
    bsn! { Node { flex_grow: 1.0, flex_basis: px(0), column_gap: px(6), align_items: AlignItems::Center } Pickable::IGNORE }
}

/// Two moves of the same number, and whether all is the same up to here.
fn pair(
    index: usize,
    left: Option<(String, bool)>,
    right: Option<(String, bool)>,
    same: bool,
) -> impl Scene {
    let number = index + 1;
    let left_row: Vec<_> = left
        .map(|left| {
            bsn! {
                line(index)
                Node { flex_grow: 1.0, flex_basis: px(0) }
                template_value(Tooltip::new("Goes to this move", ""))
                on(move |_: On<Activate>, mut out: MessageWriter<ReplayCommand>| {
                    out.write(ReplayCommand::Seek(number));
                })
                Children [ {half_of(number, left, same)} ]
            }
        })
        .into_iter()
        .collect();
    let right_row: Vec<_> = right
        .map(|right| {
            bsn! {
                line(usize::MAX)
                Node { flex_grow: 1.0, flex_basis: px(0) }
                template_value(Tooltip::new("Plays this one from here; the two change places", ""))
                on(move |_: On<Activate>, mut out: MessageWriter<SolutionCommand>| {
                    out.write(SolutionCommand::Swap(number));
                })
                Children [ {half_of(number, right, same)} ]
            }
        })
        .into_iter()
        .collect();
    bsn! {
        Node {}
        Children [
            ( half() Children [ {left_row} ] ),
            ( half() Children [ {right_row} ] ),
        ]
    }
}

fn half_of(number: usize, (notation, shared): (String, bool), same: bool) -> Box<dyn SceneList> {
    let ink = if same { theme::DIM } else { theme::INK };
    let bar = if shared { theme::NONE } else { theme::INK };
    Box::new(bsn_list! {
        ( Node { width: px(3), height: px(13), flex_shrink: 0.0 } theme::Fill({bar}) Pickable::IGNORE ),
        ( Node { width: px(22), flex_shrink: 0.0, justify_content: JustifyContent::End } Pickable::IGNORE Children [ theme::label_dim(number.to_string()) ] ),
        ( theme::label(notation) theme::Ink({ink}) ),
    })
}
