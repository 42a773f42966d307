//! Every control says in a sentence what it does, and every figure what it means.

use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Button, Checkbox, MenuButton, MenuItem, RadioButton, Slider};
use mondrian::app::kit::tooltip::Tooltip;
use mondrian::app::solve::panel::PlotImage;

use crate::screens;

/// Whatever can be pressed, chosen or typed into, and the plot.
type Explained = Or<(
    With<Button>,
    With<Checkbox>,
    With<RadioButton>,
    With<Slider>,
    With<EditableText>,
    With<MenuButton>,
    With<MenuItem>,
    With<PlotImage>,
)>;

/// The figures of the search, by their names.
const FIGURES: [&str; 8] = [
    "best so far",
    "at least",
    "positions tried",
    "tried per second",
    "positions waiting",
    "nearest seems",
    "memory",
    "time",
];

/// Words that nobody needs to know who designs puzzles.
const JARGON: [&str; 14] = [
    "heuristic",
    "node",
    "nodes",
    "expand",
    "expanded",
    "incumbent",
    "admissible",
    "bound",
    "prune",
    "state",
    "states",
    "open list",
    "successor",
    "successors",
];

/// How far above a control its words may be: a row with a name and a field, or a frame.
const ROW: usize = 3;

/// Returns the words of a control or of the row that it stands in.
fn words(world: &World, entity: Entity) -> Option<String> {
    let mut at = Some(entity);
    for _ in 0..=ROW {
        let node = at?;
        match world.get::<Tooltip>(node) {
            Some(tooltip) if !tooltip.0.is_empty() => return Some(tooltip.0.clone()),
            _ => at = world.get::<ChildOf>(node).map(ChildOf::parent),
        }
    }
    None
}

/// Returns what is written on a control, or what it is made of.
fn name(world: &World, entity: Entity) -> String {
    let mut below = vec![entity];
    while let Some(node) = below.pop() {
        match world.get::<Text>(node) {
            Some(text) if !text.0.is_empty() => return text.0.clone(),
            _ => {}
        }
        if let Some(children) = world.get::<Children>(node) {
            below.extend(children.iter());
        }
    }
    let parts = world.inspect_entity(entity).unwrap();
    parts.map(|part| part.name().to_string()).filter(|part| part.contains("mondrian")).collect()
}

/// Says whether words are one sentence that anybody understands.
fn is_plain(words: &str) -> bool {
    let letters = |c: char| if c.is_alphabetic() { c } else { ' ' };
    let lower: String = format!(" {words} ").to_lowercase().chars().map(letters).collect();
    let is_long = words.chars().count() > 130 && !words.contains('/');
    let is_one = !words.contains(". ") && !words.ends_with('.');
    is_one && !is_long && !JARGON.iter().any(|word| lower.contains(&format!(" {word} ")))
}

#[test]
fn every_control_and_every_figure_is_explained_in_one_plain_sentence() {
    let mut silent = std::collections::BTreeSet::new();
    let mut obscure = std::collections::BTreeSet::new();
    screens::all(|designer, screen| {
        let world = designer.app.world_mut();
        let mut all: Vec<Entity> =
            world.query_filtered::<Entity, Explained>().iter(world).collect();
        all.extend(FIGURES.map(|figure| designer.named(figure)));
        let world = designer.app.world_mut();
        for entity in all {
            if words(world, entity).is_none() {
                silent.insert(format!("{} ({screen})", name(world, entity)));
            }
        }
        let mut tooltips = world.query::<&Tooltip>();
        let words = tooltips.iter(world).map(|tooltip| tooltip.0.clone());
        obscure.extend(words.filter(|words| !is_plain(words)));
    });
    assert!(silent.is_empty(), "nothing explains:\n{silent:#?}");
    assert!(obscure.is_empty(), "not one plain sentence:\n{obscure:#?}");
}
