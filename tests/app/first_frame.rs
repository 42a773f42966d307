//! What appears looks at once as it will: no frame shows it with other colours, or empty.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::ComputedStackIndex;
use mondrian::app::document::Edit;
use mondrian::app::kit::dialog::{CloseDialog, Dialog};
use mondrian::app::levels::browser::ShowLevels;
use mondrian::app::levels::choose_file::{ChooseFile, Purpose};
use mondrian::app::levels::classics::ShowClassics;
use mondrian::app::levels::properties::ShowProperties;
use mondrian::app::play::{PlayCommand, PlayScreen};
use mondrian::app::replay::ReplayCommand;
use mondrian::app::settings::Fold;
use mondrian::app::shell::help::ShowHelp;
use mondrian::app::shell::settings_dialog::ShowSettings;
use mondrian::app::solve::SolverCommand;
use mondrian::app::solve::solutions::SolutionCommand;
use mondrian::app::study::ShowStudy;
use mondrian::puzzle::{Brush, Cell, EditCommand, Layout};

use crate::harness::Designer;
use crate::solving::SMALL;

/// What is seen of all nodes: text, colours, whether they are there.
fn looks(designer: &mut Designer) -> BTreeMap<Entity, String> {
    let world = designer.app.world_mut();
    let mut nodes = world.query::<(
        Entity,
        &InheritedVisibility,
        &Node,
        Option<&Text>,
        Option<&EditableText>,
        Option<&TextColor>,
        Option<&BackgroundColor>,
    )>();
    let seen = nodes.iter(world).filter(|(_, visibility, ..)| visibility.get());
    seen.map(|(entity, _, node, text, field, ink, ground)| {
        let text = text.map(|text| &text.0);
        let field = field.map(|field| field.value().to_string());
        (entity, format!("{text:?} {field:?} {ink:?} {ground:?} {:?}", node.display))
    })
    .collect()
}

/// Returns the nodes that are drawn under the node that they are a part of.
fn buried(designer: &mut Designer) -> Vec<Entity> {
    let world = designer.app.world_mut();
    let mut nodes = world.query::<(Entity, &ChildOf, &ComputedStackIndex)>();
    let under = |parent| world.get::<ComputedStackIndex>(parent);
    nodes
        .iter(world)
        .filter(|(_, parent, at)| under(parent.parent()).is_some_and(|below| at.0 <= below.0))
        .map(|(node, ..)| node)
        .collect()
}

#[track_caller]
fn check_is_settled(designer: &mut Designer, what: &str) {
    let first = looks(designer);
    designer.settle();
    designer.settle();
    let last = looks(designer);
    let differ: Vec<_> = last
        .iter()
        .filter(|(entity, look)| first.get(entity) != Some(look))
        .map(|(entity, look)| (first.get(entity), look))
        .collect();
    assert!(differ.is_empty(), "{what}: {differ:#?}");
}

/// Sends a message and looks at the dialog in the first frame that shows it.
#[track_caller]
fn check<M: Message + std::fmt::Debug>(designer: &mut Designer, message: M) {
    let what = format!("{message:?}");
    designer.app.world_mut().write_message(message);
    loop {
        designer.app.update();
        let world = designer.app.world_mut();
        let mut dialogs = world.query_filtered::<&InheritedVisibility, With<Dialog>>();
        if dialogs.iter(world).any(|visibility| visibility.get()) {
            break;
        }
    }
    check_is_settled(designer, &what);
    designer.send(CloseDialog);
}

#[test]
fn a_dialog_is_as_it_will_be_in_the_first_frame_that_shows_it() {
    let mut designer = Designer::solving(SMALL);
    check(&mut designer, ShowSettings);
    check(&mut designer, ShowProperties);
    check(&mut designer, ShowHelp);
    check(&mut designer, ShowLevels);
    check(&mut designer, ShowClassics);
    check(&mut designer, ShowStudy::Generator);
    check(&mut designer, ChooseFile(Purpose::Open));
}

/// Opens what covers the boards and looks at it in the first frame that shows it.
#[track_caller]
fn check_cover<M: Message + std::fmt::Debug>(designer: &mut Designer, message: M, cover: Entity) {
    let what = format!("{message:?}");
    designer.app.world_mut().write_message(message);
    let is_seen = |designer: &Designer| {
        let seen = designer.app.world().get::<InheritedVisibility>(cover);
        designer.rect(cover).is_some() && seen.is_some_and(|seen| seen.get())
    };
    while !is_seen(designer) {
        designer.app.update();
    }
    assert_eq!(buried(designer), [], "{what}");
    check_is_settled(designer, &what);
}

#[test]
fn no_board_is_bare_in_the_first_frame_that_shows_it() {
    let mut designer = Designer::solving(SMALL);
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    let cover = designer.named("ReplayCover");
    check_cover(&mut designer, SolutionCommand::Show(0), cover);
    designer.send(ReplayCommand::Close);
    let screen = designer.only::<PlayScreen>();
    check_cover(&mut designer, PlayCommand::Enter, screen);
}

#[test]
fn the_row_of_a_step_is_as_it_will_be_in_the_frame_of_the_step() {
    let mut designer = Designer::solving(SMALL);
    designer.unfold(Fold::History);
    let cells = vec![Cell::new(1, 1)];
    let paint = EditCommand::Paint { layout: Layout::Start, cells, brush: Brush::Wall };
    designer.app.world_mut().write_message(Edit(paint));
    designer.app.update();
    assert!(designer.shows("Wall × 1"));
    check_is_settled(&mut designer, "a step");
}
