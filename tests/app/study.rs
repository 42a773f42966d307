//! The dialogs that tell about levels and searches.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use mondrian::app::document::Document;
use mondrian::app::kit::tooltip::Tooltip;
use mondrian::app::levels::file::FileCommand;
use mondrian::app::shell::actions;
use mondrian::app::shell::more_menu::MenuEntry;
use mondrian::app::study::{GeneratedCard, Generator, Positions, ShowStudy, StepCommand, Steps};
use mondrian::puzzle::parse_text;
use mondrian::search::{Method, Options, Tracer};

use crate::harness::Designer;
use crate::solving::{LARGE, SMALL};

const EIGHT: &str = "152\n483\n7.6\n\n123\n456\n78.";

fn shown(designer: &Designer) -> u64 {
    designer.resource::<Steps>().shown().unwrap().number
}

#[test]
fn a_search_is_shown_step_by_step() {
    let mut designer = Designer::solving(EIGHT);
    designer.press(KeyCode::F7, Key::F7);
    assert!(designer.asks("Search step by step") && designer.shows("Step 1"));
    // The same as when it is watched without a screen.
    let puzzle = parse_text(EIGHT, None).unwrap().validate().unwrap();
    let options = Options { method: Method::Astar, ..Options::sequential() };
    let mut tracer = Tracer::new(&puzzle, &options).unwrap();
    for _ in 0..3 {
        assert_eq!(designer.resource::<Steps>().shown(), tracer.step().as_ref());
        designer.press(KeyCode::ArrowRight, Key::ArrowRight);
    }
    assert_eq!(shown(&designer), 4);
    designer.press(KeyCode::ArrowLeft, Key::ArrowLeft);
    assert!(designer.shows("Step 3") && shown(&designer) == 3);
    let words = designer.resource::<Steps>().shown().unwrap().made[0].fate.name();
    assert!(designer.shows(words), "{words}");

    designer.click(designer_text(&designer, "On to a solution"));
    designer.until(|world| !world.resource::<Steps>().is_running());
    let step = designer.resource::<Steps>().shown().unwrap();
    let incumbent = step.incumbent.unwrap();
    assert!(
        step.made
            .iter()
            .any(|made| made.position.tiles().eq(puzzle.goal().placements()[0].iter().copied()))
    );
    assert!(designer.shows(&format!("Best solution so far: {incumbent} moves")));
    designer.send(StepCommand::Solution);
    designer.until(|world| !world.resource::<Steps>().is_running());
    assert!(designer.shows("proved the best"));

    designer.send(StepCommand::Method(Method::Greedy));
    assert_eq!(shown(&designer), 1, "another method begins anew");
    designer.send(StepCommand::Run);
    designer.until(|world| world.resource::<Steps>().shown().unwrap().number > 2);
    designer.press(KeyCode::Escape, Key::Escape);
    assert!(designer.app.world().get_resource::<Steps>().is_none(), "it goes with its dialog");
}

#[test]
fn the_open_list_and_the_tree_go_with_the_steps() {
    let mut designer = Designer::solving(LARGE);
    designer.press(KeyCode::F7, Key::F7);
    let puzzle = parse_text(LARGE, None).unwrap().validate().unwrap();
    let options = Options { method: Method::Astar, ..Options::sequential() };
    let mut tracer = Tracer::new(&puzzle, &options).unwrap();
    let mut open = Vec::new();
    for _ in 0..4 {
        tracer.step();
        open.push(tracer.waiting(12));
        assert_eq!(designer.resource::<Steps>().open(), open.last().unwrap());
        designer.press(KeyCode::ArrowRight, Key::ArrowRight);
    }
    assert!(designer.shows("OPEN LIST") && designer.shows("WHICH STEP MADE WHICH"));
    // A box of the tree leads to its step, and to the open list of that time.
    let second = designer.control_of("Step 2:");
    designer.click_on(second);
    assert_eq!(shown(&designer), 2);
    assert_eq!(designer.resource::<Steps>().open(), open[1]);
    assert!(designer.shows("Step 2"));
    let fast = designer.control_of("40");
    designer.click_on(fast);
    designer.press(KeyCode::KeyP, Key::Character("p".into()));
    designer.until(|world| world.resource::<Steps>().shown().unwrap().number > 8);
    let pause = designer.control_of("Pause");
    designer.click_on(pause);
    let before = shown(&designer);
    for _ in 0..30 {
        designer.settle();
    }
    assert_eq!(shown(&designer), before, "it rests");
}

#[test]
fn frames_go_on_while_a_solution_is_looked_for() {
    let mut designer = Designer::solving(LARGE);
    designer.send(ShowStudy::Steps);
    designer.app.world_mut().write_message(StepCommand::Solution);
    designer.app.update();
    assert!(designer.resource::<Steps>().is_running(), "one frame does not take all steps");
    let before = shown(&designer);
    designer.app.update();
    assert!(shown(&designer) > before);
    designer.send(StepCommand::Run);
    assert!(!designer.resource::<Steps>().is_running(), "it pauses");
}

#[test]
fn a_search_without_a_step_says_why() {
    let mut designer = Designer::solving("B.\n..\n\nB.\n..");
    designer.send(ShowStudy::Steps);
    assert!(designer.shows("The start is a goal: there is nothing to search."));
    designer.press(KeyCode::Escape, Key::Escape);
    designer.level("B.#.\n..#.\n\n..#B\n..#.");
    designer.send(ShowStudy::Steps);
    assert!(designer.resource::<Steps>().shown().is_none());
    assert!(designer.shows("Nothing is open: no solution exists, proved."));
}

/// Returns the middle of the button with this text.
fn designer_text(designer: &Designer, text: &str) -> Vec2 {
    let world = designer.app.world();
    let mut found = None;
    for entity in world.iter_entities() {
        if entity.get::<Text>().is_some_and(|shown| shown.0 == text) {
            found = entity.get::<bevy::ui::UiGlobalTransform>().map(|place| place.translation);
        }
    }
    found.expect(text)
}

#[test]
fn all_positions_are_told_and_the_farthest_opens() {
    let mut designer = Designer::solving(SMALL);
    designer.press(KeyCode::F8, Key::F8);
    assert!(designer.asks("All positions"));
    designer.until(|world| !world.resource::<Positions>().is_running());
    let positions = designer.resource::<Positions>();
    let measured = positions.measured.as_ref().unwrap();
    let farthest = measured.farthest.clone().unwrap();
    assert_eq!(measured.optimum, Some(3));
    assert_eq!(positions.walls.as_ref().unwrap().len(), 0);
    let listed = positions.listed.as_ref().unwrap().positions;
    assert!(designer.shows(&listed.to_string()));
    assert!(designer.shows("3 moves, proved the best") && designer.shows("There are none."));
    designer.click(designer_text(&designer, "Open as a level"));
    assert!(!designer.asks("All positions"));
    let best = designer.draft().best.clone().unwrap();
    assert!(best.proved);
    assert_eq!(best.moves.len() as u32, farthest.moves);
    let start = designer.draft().validate().unwrap().start().clone();
    assert_eq!(start, farthest.position);
    assert!(designer.app.world().get_resource::<Positions>().is_none());
}

#[test]
fn the_graph_of_a_small_level_is_shown_and_of_a_large_one_refused() {
    let mut designer = Designer::solving(SMALL);
    designer.send(ShowStudy::Positions);
    designer.click(designer_text(&designer, "Show the graph"));
    assert!(designer.asks("Graph of positions") && !designer.asks("All positions"));
    assert!(designer.shows("Rows: moves from the start"));
    designer.press(KeyCode::Escape, Key::Escape);
    designer.level(EIGHT);
    designer.send(ShowStudy::Positions);
    designer.until(|world| world.resource::<Positions>().listed.is_some());
    designer.settle();
    designer.click(designer_text(&designer, "Show the graph"));
    assert!(designer.asks("All positions"), "the button is dead");
    designer.node::<Tooltip>(|tooltip| tooltip.0 == "Of 2,000 positions at most");
    designer.send(ShowStudy::Graph);
    assert!(designer.shows("the level has more than 2000 positions"));
    assert!(designer.asks("All positions"), "what has been listed stays");
}

#[test]
fn a_level_with_issues_is_not_studied() {
    let mut designer = Designer::solving("B.\n\n.R");
    for dialog in [ShowStudy::Steps, ShowStudy::Positions] {
        designer.send(dialog);
        assert!(designer.shows("The level cannot be studied yet"));
        designer.press(KeyCode::Escape, Key::Escape);
    }
}

#[test]
fn generated_levels_are_cards_that_open() {
    let mut designer = Designer::solving(SMALL);
    designer.send(ShowStudy::Generator);
    designer.click(designer_text(&designer, "Generate"));
    designer.until(|world| !world.resource::<Generator>().is_running());
    assert!(designer.shows("8 of 8. Click one to open it."));
    assert!(designer.shows("counter-intuitive"));
    let card = designer.find(&GeneratedCard(2));
    designer.click_on(card);
    assert!(!designer.asks("Generate levels"));
    let document = designer.resource::<Document>();
    assert_eq!(document.display_name(), "Generated 1-3");
    let best = document.draft().best.as_ref().unwrap();
    assert!(best.proved && (8..=12).contains(&best.moves.len()));
    // No file holds it. But its card does: the next one opens at once.
    assert!(document.is_dirty());
    designer.send(FileCommand::Quit);
    assert!(designer.shows("Save the changes?") && !designer.has_quit());
    designer.press(KeyCode::Escape, Key::Escape);
    designer.press(KeyCode::F9, Key::F9);
    assert!(designer.shows("8 of 8. Click one to open it."));
    let card = designer.find(&GeneratedCard(5));
    let pictures = {
        let world = designer.app.world_mut();
        let mut images = world.query::<(Entity, &ImageNode)>();
        let images: Vec<Entity> = images.iter(world).map(|(entity, _)| entity).collect();
        let parents = |entity: &Entity| {
            let mut at = *entity;
            std::iter::from_fn(|| {
                at = world.get::<ChildOf>(at)?.parent();
                Some(at)
            })
            .any(|parent| parent == card)
        };
        images.iter().filter(|entity| parents(entity)).count()
    };
    assert_eq!(pictures, 3, "start and goal, and the arrow between them");
    designer.click_on(card);
    assert_eq!(designer.resource::<Document>().display_name(), "Generated 1-6");
}

#[test]
fn a_bad_field_of_the_generator_says_which() {
    let mut designer = Designer::solving(SMALL);
    designer.send(ShowStudy::Generator);
    let field = designer.find(&mondrian::app::study::FormField::Tiles);
    designer.click_on(field);
    designer.type_key(KeyCode::Digit9, "9");
    designer.click(designer_text(&designer, "Generate"));
    assert!(designer.shows("Tiles and walls leave no cell empty"));
    designer.click_on(field);
    designer.type_key(KeyCode::KeyX, "x");
    designer.click(designer_text(&designer, "Generate"));
    assert!(designer.shows("Tiles is no whole number."));
}

#[test]
fn the_generator_says_how_many_levels_it_makes_at_most() {
    let mut designer = Designer::solving(SMALL);
    designer.send(ShowStudy::Generator);
    let field = designer.find(&mondrian::app::study::FormField::Count);
    designer.click_on(field);
    designer.press(KeyCode::End, Key::End);
    designer.type_key(KeyCode::Digit0, "0");
    designer.type_key(KeyCode::Digit0, "0");
    designer.click(designer_text(&designer, "Generate"));
    assert!(designer.shows("Levels is at most 200."));
}

#[test]
fn the_menu_opens_the_dialogs() {
    let mut designer = Designer::solving(SMALL);
    for (entry, title) in [
        (MenuEntry(actions::STEPS.words), "Search step by step"),
        (MenuEntry(actions::POSITIONS.words), "All positions"),
        (MenuEntry(actions::GENERATE.words), "Generate levels"),
    ] {
        designer.click(designer_text(&designer, "More"));
        let entry = designer.find(&entry);
        designer.click_on(entry);
        assert!(designer.asks(title), "{title}");
        designer.press(KeyCode::Escape, Key::Escape);
    }
}
