//! The last steps as a tree, each with the steps that led to it: which of them made which. The one
//! that is shown is black, and the way to it is drawn in black; a click on another one goes there.
//!
//! ```text
//!   [7]──[8]──[11]──[12]
//!    └───[9]
//! ```

use std::collections::BTreeSet;
use std::iter;

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

use super::{StepCommand, Steps};
use crate::app::kit::bound::sends;
use crate::app::kit::theme::{self, bare_button, label};
use crate::app::kit::tooltip::Tooltip;
use crate::search::{Branch, TraceStep, step_tree};
use crate::words::figures::grouped;

/// Height of the tree, in logical pixels.
pub(super) const HEIGHT: f32 = 152.0;
/// A box with the number of its step, and how far two of them are apart.
const BOX: Vec2 = Vec2::new(34.0, 17.0);
const APART: Vec2 = Vec2::new(46.0, 22.0);
/// Width of the lines between them.
const LINE: f32 = 2.0;
/// The most of the last steps that are drawn.
const MOST: usize = 60;

/// Returns the tree of as many of the last steps as have room in so many logical pixels.
pub(super) fn tree(steps: &Steps, width: f32) -> impl Scene + use<> {
    let room = ((width / APART.x).floor().max(1.0) as u32, (HEIGHT / APART.y).floor() as u32);
    let (shown, branches) = fitting(steps.taken(), room);
    let on_way = way_to_last(&branches);
    let mut parts: Vec<Box<dyn Scene>> = Vec::new();
    // The way to the last lies above the others.
    for is_on_way in [false, true] {
        for (at, branch) in branches.iter().enumerate().filter(|&(at, _)| on_way[at] == is_on_way) {
            let ink = if is_on_way { theme::INK } else { theme::FAINT };
            if let Some(parent) = branch.parent {
                parts.extend(lines(&branches[parent], branch, ink));
            }
            parts.push(Box::new(step_box(shown[at], steps, branch, at + 1 == branches.len(), ink)));
        }
    }
    bsn! {
        Node { height: px(HEIGHT), flex_shrink: 0.0, overflow: Overflow::clip() }
        Children [ {parts} ]
    }
}

/// Returns the last steps, each with those that led to it, and their tree; as many as it has columns
/// and rows for.
fn fitting(taken: &[TraceStep], (columns, rows): (u32, u32)) -> (Vec<&TraceStep>, Vec<Branch>) {
    let mut fitting = (Vec::new(), Vec::new());
    // By their places, which are their numbers less one.
    let mut places = BTreeSet::new();
    for last in (0..taken.len()).rev().take(MOST) {
        let before = |&at: &usize| taken[at].parent.map(|number| number as usize - 1);
        places.extend(iter::successors(Some(last), before).take(columns as usize));
        let steps: Vec<_> = places.iter().map(|&at| &taken[at]).collect();
        let tree = step_tree(&steps);
        if tree.iter().any(|branch| branch.depth >= columns || branch.row >= rows) {
            break;
        }
        fitting = (steps, tree);
    }
    fitting
}

/// Says of each branch whether it lies on the way to the last.
fn way_to_last(branches: &[Branch]) -> Vec<bool> {
    let mut on_way = vec![false; branches.len()];
    let mut at = branches.len().checked_sub(1);
    while let Some(place) = at {
        on_way[place] = true;
        at = branches[place].parent;
    }
    on_way
}

fn corner(branch: &Branch) -> Vec2 {
    Vec2::new(branch.depth as f32, branch.row as f32) * APART
}

/// Returns the lines from a box to one that it has made: down, and to the right.
fn lines(parent: &Branch, child: &Branch, ink: theme::Paint) -> Vec<Box<dyn Scene>> {
    let middle = |branch| corner(branch) + BOX / 2.0;
    let (from, to) = (middle(parent), middle(child));
    // In its own row it goes straight on; down it begins left of the boxes of the next column.
    let down = from.x + if parent.row == child.row { 0.0 } else { BOX.x / 4.0 };
    let bar = |left: f32, top: f32, width: f32, height: f32| -> Box<dyn Scene> {
        Box::new(bsn! {
            Node {
                position_type: PositionType::Absolute,
                left: px(left),
                top: px(top - LINE / 2.0),
                width: px(width),
                height: px(height),
            }
            theme::Fill({ink})
            Pickable::IGNORE
        })
    };
    let mut bars = vec![bar(down, to.y, to.x - down, LINE)];
    if child.row > parent.row {
        bars.push(bar(down, from.y, LINE, to.y - from.y));
    }
    bars
}

fn step_box(
    step: &TraceStep,
    steps: &Steps,
    branch: &Branch,
    is_last: bool,
    ink: theme::Paint,
) -> impl Scene + use<> {
    let push = step.push.map_or_else(|| "the start".to_owned(), |push| push.to_string());
    let figures = steps.figures(step.moves, step.estimate, step.rank);
    let tooltip = Tooltip::new(&format!("Step {}: {push}, {figures}", grouped(step.number)), "");
    let corner = corner(branch);
    let (ground, text) = if is_last { (theme::INK, theme::GROUND) } else { (theme::GROUND, ink) };
    bsn! {
        bare_button()
        // The arrows lead there too.
        TabIndex(-1)
        Node {
            position_type: PositionType::Absolute,
            left: px(corner.x),
            top: px(corner.y),
            width: px(BOX.x),
            height: px(BOX.y),
            border: px(1),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
        }
        ZIndex(1)
        theme::Fill({ground})
        theme::Frame({ink})
        template_value(tooltip)
        sends(StepCommand::GoTo(step.number))
        Children [ ( label(step.number.to_string()) TextFont { font_size: FontSize::Px(12.0) } theme::Ink({text}) ) ]
    }
}
