//! Small windows and large letters: every control can be reached, by scrolling at most.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Button as WidgetButton, ScrollArea};
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::slots::{ReplaySlot, StatusSlot};
use mondrian::app::boards::view::CellSide;
use mondrian::app::design::colour_dialog::{EditColour, ShowColourSets};
use mondrian::app::design::history_panel::HistoryArea;
use mondrian::app::document::Edit;
use mondrian::app::kit::dialog::Dialog;
use mondrian::app::levels::browser::ShowLevels;
use mondrian::app::levels::choose_file::{ChooseFile, Purpose};
use mondrian::app::levels::classics::ShowClassics;
use mondrian::app::levels::properties::ShowProperties;
use mondrian::app::levels::text::TextCommand;
use mondrian::app::play::PlayCommand;
use mondrian::app::settings::{Fold, Preference};
use mondrian::app::shell::help::ShowHelp;
use mondrian::app::shell::settings_dialog::ShowSettings;
use mondrian::app::solve::panel::BestOpenBoard;
use mondrian::app::study::ShowStudy;
use mondrian::app::work::ShowRace;
use mondrian::puzzle::{Colour, EditCommand, Layout, default_swatch};

use crate::harness::Designer;

const LEVEL: &str = "123\n456\n.78\n\n123\n456\n78.";

/// Width and height of the window, and how large everything is drawn.
const SCREENS: [(f32, f32, f32); 2] = [(1280.0, 800.0, 1.5), (1024.0, 640.0, 1.0)];

fn on_screen((width, height, scale): (f32, f32, f32)) -> Designer {
    let mut designer = Designer::solving(LEVEL);
    designer.resize_window(width, height);
    designer.send(Preference::Scale(scale));
    designer.settle();
    designer
}

#[test]
fn start_and_goal_are_of_one_size() {
    for screen in [(1280.0, 800.0, 1.0), (1366.0, 768.0, 1.25), (1920.0, 1080.0, 1.5)]
        .into_iter()
        .chain(SCREENS)
    {
        let mut designer = on_screen(screen);
        let side = |designer: &mut Designer, layout| {
            let board = designer.find(&EditableBoard(layout));
            designer.app.world().get::<CellSide>(board).unwrap().0
        };
        let (start, goal) = (side(&mut designer, Layout::Start), side(&mut designer, Layout::Goal));
        assert_eq!(start, goal, "{screen:?}");
    }
}

/// Says whether `inner` lies in `outer`, but for rounding.
fn is_within(inner: Rect, outer: Rect) -> bool {
    outer.inflate(1.0).contains(inner.min) && outer.inflate(1.0).contains(inner.max)
}

/// Returns the part of the screen in which a node must lie to be reached: what can scroll
/// brings it there, what cannot must not cut it off.
fn is_reachable(designer: &Designer, entity: Entity, window: Rect) -> bool {
    let world = designer.app.world();
    let Some(mut rect) = designer.rect(entity) else { return true };
    let mut at = entity;
    while let Some(parent) = world.get::<ChildOf>(at).map(ChildOf::parent) {
        at = parent;
        let (Some(node), Some(room)) = (world.get::<Node>(at), designer.rect(at)) else { continue };
        if world.get::<ScrollArea>(at).is_some() {
            if rect.min.x < room.min.x - 1.0 || rect.max.x > room.max.x + 1.0 {
                return false;
            }
            // It is scrolled into view where there is room for a part of it.
            if room.height() < 20.0 {
                return false;
            }
            rect = Rect {
                min: Vec2::new(rect.min.x, room.min.y),
                max: Vec2::new(rect.max.x, room.max.y),
            };
        } else if node.overflow.x != OverflowAxis::Visible && !is_within(rect, room) {
            return false;
        }
    }
    is_within(rect, window)
}

fn is_below(world: &World, entity: Entity, above: Entity) -> bool {
    let mut at = entity;
    while let Some(parent) = world.get::<ChildOf>(at).map(ChildOf::parent) {
        if parent == above {
            return true;
        }
        at = parent;
    }
    false
}

/// Returns what each control says that cannot be reached, with its place.
fn out_of_reach(designer: &mut Designer, (width, height, scale): (f32, f32, f32)) -> Vec<String> {
    let window = Rect::new(0.0, 0.0, width / scale, height / scale);
    let world = designer.app.world_mut();
    let dialogs = world.query_filtered::<Entity, With<Dialog>>().iter(world).next();
    let mut controls =
        world.query_filtered::<(Entity, &InheritedVisibility), Or<(With<WidgetButton>, With<EditableText>)>>();
    let controls: Vec<Entity> =
        controls.iter(world).filter(|(_, seen)| seen.get()).map(|(entity, _)| entity).collect();
    let world = designer.app.world();
    let is_asked = |&entity: &Entity| dialogs.is_none_or(|dialog| is_below(world, entity, dialog));
    let lost = controls.iter().filter(|entity| is_asked(entity));
    let lost = lost.filter(|&&entity| !is_reachable(designer, entity, window));
    let words = |entity: Entity| {
        let children = world.get::<Children>(entity).into_iter().flatten();
        children
            .filter_map(|&child| world.get::<Text>(child))
            .map(|text| text.0.clone())
            .collect::<String>()
    };
    lost.map(|&entity| format!("{:?} at {:?}", words(entity), designer.rect(entity))).collect()
}

#[test]
fn every_control_of_the_screen_can_be_reached() {
    for screen in SCREENS {
        let mut designer = on_screen(screen);
        assert_eq!(out_of_reach(&mut designer, screen), Vec::<String>::new(), "{screen:?}");
        designer.send(PlayCommand::Enter);
        designer.settle();
        assert_eq!(out_of_reach(&mut designer, screen), Vec::<String>::new(), "play, {screen:?}");
    }
}

#[test]
fn every_control_of_a_dialog_can_be_reached() {
    for screen in SCREENS {
        let mut designer = on_screen(screen);
        let check = |name: &str, designer: &mut Designer| {
            designer.settle();
            let world = designer.app.world_mut();
            let count = world.query_filtered::<(), With<Dialog>>().iter(world).count();
            assert_eq!(count, 1, "{name} is open");
            assert_eq!(out_of_reach(designer, screen), Vec::<String>::new(), "{name}, {screen:?}");
            designer.press(KeyCode::Escape, Key::Escape);
        };
        designer.send(ShowLevels);
        check("levels", &mut designer);
        designer.send(ShowProperties);
        check("properties", &mut designer);
        designer.send(ShowHelp);
        check("help", &mut designer);
        designer.send(ShowSettings);
        check("settings", &mut designer);
        designer.send(ShowClassics);
        check("classics", &mut designer);
        designer.send(ShowRace);
        check("race", &mut designer);
        for study in [ShowStudy::Steps, ShowStudy::Positions, ShowStudy::Generator] {
            designer.send(study);
            check(&format!("{study:?}"), &mut designer);
        }
        designer.send(EditColour(Colour(0)));
        check("colour", &mut designer);
        designer.send(ShowColourSets);
        check("colour sets", &mut designer);
        designer.send(TextCommand::AskCode { text: String::new(), problem: None });
        check("share code", &mut designer);
        designer.send(ChooseFile(Purpose::Open));
        check("open", &mut designer);
    }
}

#[test]
fn thirteen_colours_push_nothing_over_the_footer() {
    for screen in [(1280.0, 800.0, 1.0), SCREENS[0], SCREENS[1]] {
        let mut designer = on_screen(screen);
        let letters: Vec<char> = ('A'..='Z').filter(|c| !"BGROYP".contains(*c)).take(9).collect();
        for letter in letters {
            designer.send(Edit(EditCommand::AddColour(default_swatch(letter, 3))));
        }
        assert!(designer.draft().palette.len() >= 13);
        designer.settle();
        assert_eq!(out_of_reach(&mut designer, screen), Vec::<String>::new(), "{screen:?}");
        let (status, replay) = (designer.only::<StatusSlot>(), designer.only::<ReplaySlot>());
        let window = Rect::new(0.0, 0.0, screen.0 / screen.2, screen.1 / screen.2);
        for part in [status, replay] {
            let rect = designer.rect(part).unwrap();
            assert!(is_within(rect, window), "{rect:?}");
        }
    }
}

#[test]
fn the_history_is_seen_whatever_the_palette_needs() {
    let mut designer = Designer::new();
    for letter in ('A'..='Z').filter(|c| !"BGROYP".contains(*c)).take(9) {
        designer.send(Edit(EditCommand::AddColour(default_swatch(letter, 3))));
    }
    designer.settle();
    designer.unfold(Fold::History);
    let area = designer.only::<HistoryArea>();
    let (area, status) = (designer.rect(area).unwrap(), designer.only::<StatusSlot>());
    let footer = designer.rect(status).unwrap();
    assert!(area.min.y + 40.0 < footer.min.y, "the history begins at {area:?}");
}

#[test]
fn a_large_best_state_stays_in_its_frame() {
    let row = format!("B{}", ".".repeat(31));
    let empty = ".".repeat(32);
    let last = format!("{}B", ".".repeat(31));
    let rows = |first: &str, last: &str| {
        let mut rows = vec![empty.as_str(); 32];
        (rows[0], rows[31]) = (first, last);
        rows.join("\n")
    };
    let text = format!("{}\n\n{}", rows(&row, &empty), rows(&empty, &last));
    let mut designer = Designer::solving(&text);
    designer.press(KeyCode::F5, Key::F5);
    designer.until_ended();
    designer.unfold(Fold::HowItSearches);
    let board = designer.only::<BestOpenBoard>();
    let room = designer.app.world().get::<ChildOf>(board).unwrap().parent();
    designer.settle();
    let (board, room) = (designer.rect(board).unwrap(), designer.rect(room).unwrap());
    assert!(is_within(board, room), "{board:?} in {room:?}");
    assert!(board.width() > 0.5 * room.width(), "and is no smaller than need be: {board:?}");
}

#[test]
fn a_long_title_is_seen_from_its_beginning() {
    let mut designer = on_screen(SCREENS[0]);
    let (title, rest) = ("Mondrian2, the first puzzle of all".to_owned(), String::new());
    designer.send(Edit(EditCommand::SetTexts { title, author: rest.clone(), note: rest }));
    let says = |text: &Text| text.0.starts_with("Mondrian2, the first");
    let text = designer.find_where(says);
    let button = designer.app.world().get::<ChildOf>(text).unwrap().parent();
    let (text, button) = (designer.rect(text).unwrap(), designer.rect(button).unwrap());
    assert!(text.width() > button.width(), "it is too long");
    assert!(text.min.x >= button.min.x, "{text:?} in {button:?}");
}
