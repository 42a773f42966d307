//! What is shown belongs to the board that is drawn: whatever is done to it, no figure, no
//! verdict, no solution of another board is left on the screen, and all of it is there
//! again when the board is.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use mondrian::app::boards::heat_map::HeatMap;
use mondrian::app::boards::view::HeatPlace;
use mondrian::app::document::{Document, Edit};
use mondrian::app::kit::mode::Mode;
use mondrian::app::play::PlayCommand;
use mondrian::app::replay::{Replay, ReplayCommand};
use mondrian::app::solve::SolverCommand;
use mondrian::app::solve::legs::LegsCommand;
use mondrian::app::solve::panel::{EarlierRow, EarlierTitle};
use mondrian::app::solve::results::{BringBack, Results};
use mondrian::app::solve::verdict_bar::{Tone, Verdict};
use mondrian::app::study::race::{Race, RaceCommand};
use mondrian::app::study::{Positions, ShowStudy};
use mondrian::app::work::ShowRace;
use mondrian::app::work::search_settings::SettingsCommand;
use mondrian::puzzle::edit::ReplacedBy;
use mondrian::puzzle::{
    Anchor, Best, Brush, Cell, Colour, Draft, EditCommand, Layout, OpenedLevel, Size, Square,
    Transform, builtin, parse_text,
};
use mondrian::search::Method;

use crate::harness::Designer;
use crate::solving::{LARGE, SMALL};

/// One way to the goal, and longer ones.
const SHORT: &str = "B....\n.....\n..#..\n....R\n\n.....\n..B..\n..#..\nR....";

fn open(designer: &mut Designer, draft: Draft) {
    let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: false };
    designer.send(Edit(EditCommand::Open(Box::new(level))));
}

fn solved(text: &str) -> Designer {
    let mut designer = Designer::solving(text);
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    designer
}

fn wall(x: u8, y: u8) -> EditCommand {
    let cells = vec![Cell::new(x, y)];
    EditCommand::Paint { layout: Layout::Start, cells, brush: Brush::Wall }
}

fn tone(designer: &Designer) -> Tone {
    designer.resource::<Verdict>().0.tone
}

/// Says whether anything is shown that is not of the board that is drawn.
#[track_caller]
fn assert_all_is_of_the_board(designer: &mut Designer) {
    let document = designer.document();
    let puzzle = document.puzzle().cloned();
    let results = designer.resource::<Results>();
    if let Some(sheet) = results.shown() {
        assert_eq!(Some(&sheet.puzzle), puzzle.as_ref());
        for known in sheet.solutions.all() {
            sheet.puzzle.verify(known.solution.moves().to_vec()).unwrap();
        }
        let runs = sheet.run.iter().map(|run| &run.puzzle);
        let legs = sheet.legs.iter().map(|run| &run.puzzle);
        assert!(runs.chain(legs).all(|own| *own == *sheet.puzzle));
    } else {
        assert_eq!(puzzle, None);
    }
    if let Some(playhead) = designer.resource::<Replay>().playhead() {
        assert_eq!(Some(&playhead.track.puzzle), puzzle.as_deref(), "the replay is of another");
        playhead.track.puzzle.verify(playhead.track.moves.clone()).unwrap();
    }
    assert!(
        designer
            .resource::<HeatMap>()
            .cells
            .iter()
            .all(|heat| matches!(heat.place, HeatPlace::Cell(cell) if designer.draft().start.size().contains(cell)))
    );
}

/// Says whether nothing of a search is shown.
#[track_caller]
fn assert_nothing_is_shown(designer: &mut Designer) {
    assert_all_is_of_the_board(designer);
    for figure in ["positions tried", "best so far", "at least", "time"] {
        let entity = designer.named(figure);
        assert_eq!(designer.words(entity), "-", "{figure:?}");
    }
    let title = designer.named("SolutionsTitle");
    assert_eq!(designer.words(title), "Solutions");
    assert!(designer.resource::<Replay>().playhead().is_none());
    let stepper = designer.named("Stepper");
    assert_eq!(designer.words(stepper), "");
    assert_ne!(tone(designer), Tone::Proved);
    assert!(!designer.verdict().contains("best"), "{}", designer.verdict());
}

#[test]
fn a_board_that_is_wider_replays_nothing() {
    // As it was: four-across, F5, Width + twice, Ctrl+Z twice, Space replayed 10 × 8.
    let mut designer = Designer::solving(SMALL);
    let mut draft = builtin::find("four-across").unwrap().draft();
    draft.best = None;
    open(&mut designer, draft);
    designer.press(KeyCode::F5, Key::F5);
    designer.until_ended();
    assert!(designer.verdict().starts_with("15 moves, proved"));
    for width in [9, 10] {
        let size = Size::new(width, 8);
        designer.send(Edit(EditCommand::Resize { size, dx: 0, dy: 0 }));
        assert_nothing_is_shown(&mut designer);
        designer.press(KeyCode::Space, Key::Space);
        assert!(!designer.resource::<Replay>().is_open(), "there is nothing to replay");
    }
    designer.send(Edit(EditCommand::Undo));
    assert_nothing_is_shown(&mut designer);
    designer.send(Edit(EditCommand::Undo));
    assert!(designer.verdict().starts_with("15 moves, proved"), "{}", designer.verdict());
    designer.press(KeyCode::Space, Key::Space);
    let track = &designer.resource::<Replay>().playhead().unwrap().track;
    assert_eq!((track.board.size(), track.move_count()), (Size::new(8, 8), 15));
    assert_all_is_of_the_board(&mut designer);
}

#[test]
fn a_pasted_board_offers_nothing_of_the_one_before() {
    let mut designer = solved(SMALL);
    let row = format!("B{}\n", ".".repeat(31));
    let empty = format!("{}\n", ".".repeat(32)).repeat(31);
    let goal = format!("{}{}B\n", empty, ".".repeat(31));
    let draft = parse_text(&format!("{row}{empty}\n{goal}"), None).unwrap();
    designer
        .send(Edit(EditCommand::Replace { draft: Box::new(draft), source: ReplacedBy::Shuffle }));
    assert_nothing_is_shown(&mut designer);
}

#[test]
fn a_board_that_is_turned_has_its_own_start_and_the_same_proof() {
    let mut designer = solved(SMALL);
    assert!(designer.verdict().starts_with("3 moves, proved"));
    designer.press(KeyCode::Space, Key::Space);
    assert!(designer.resource::<Replay>().is_open());
    for transform in [Transform::RotateRight, Transform::FlipHorizontal, Transform::RotateLeft] {
        designer.send(Edit(EditCommand::Transform(transform)));
        assert_all_is_of_the_board(&mut designer);
        assert!(!designer.resource::<Replay>().is_open(), "the level is seen");
        let track = &designer.resource::<Replay>().playhead().unwrap().track;
        assert_eq!(*track.start(), *designer.document().puzzle().unwrap().start());
        assert!(designer.verdict().starts_with("3 moves, proved"), "{}", designer.verdict());
    }
}

#[test]
fn a_verdict_is_not_left_over_a_board_that_is_changed() {
    let mut designer = solved(SMALL);
    assert_eq!(tone(&designer), Tone::Proved);
    // In the very frame of the edit.
    designer.app.world_mut().write_message(Edit(wall(0, 1)));
    designer.app.update();
    assert_nothing_is_shown(&mut designer);
    designer.app.world_mut().write_message(Edit(EditCommand::Undo));
    designer.app.update();
    assert_eq!(tone(&designer), Tone::Proved);
    assert!(designer.resource::<Replay>().playhead().is_some(), "all of it is there again");
}

#[test]
fn with_waypoints_each_number_says_what_it_is_of() {
    let mut designer = Designer::solving(SMALL);
    let mut draft = builtin::find("by-way-of-the-middle").unwrap().draft();
    draft.best = None;
    let waypoints = std::mem::take(&mut draft.waypoints);
    open(&mut designer, draft.clone());
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    let without = designer.draft().best.as_ref().unwrap().moves.len();
    draft.waypoints = waypoints;
    designer
        .send(Edit(EditCommand::Replace { draft: Box::new(draft), source: ReplacedBy::Shuffle }));
    assert_nothing_is_shown(&mut designer);
    designer.send(LegsCommand::Start);
    designer.until(|world| {
        let legs = world.resource::<Results>().shown().unwrap().legs.as_ref();
        legs.is_some_and(|run| !run.is_running())
    });
    let legs = designer.draft().best.as_ref().unwrap().moves.len();
    assert!(legs > without);
    assert!(designer.verdict().contains(&format!("best so far {legs}")), "{}", designer.verdict());
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    let best = designer.draft().best.clone().unwrap();
    assert!(best.proved && best.moves.len() <= legs);
    assert!(designer.verdict().starts_with(&format!("{} moves, proved", best.moves.len())));
    let text = designer.named("LegsText");
    assert!(designer.words(text).contains(&format!("Without waypoints: {without} moves")));
    assert_all_is_of_the_board(&mut designer);
}

#[test]
fn nothing_of_another_board_is_shown_whatever_is_done_to_it() {
    let goal = |x, y, square| {
        let cells = vec![Cell::new(x, y)];
        EditCommand::Paint { layout: Layout::Goal, cells, brush: Brush::of(square) }
    };
    let edits = [
        wall(4, 1),
        goal(3, 3, Square::Tile(Colour(0))),
        goal(2, 1, Square::Empty),
        EditCommand::Resize { size: Size::new(7, 6), dx: 2, dy: 1 },
        EditCommand::SetAnchor(Anchor::Floating),
        EditCommand::AddWaypoint,
        EditCommand::RemoveColour { colour: Colour(1), heir: Some(Colour(0)) },
        // There and back: no shortest solution begins with it, or it would be kept.
        EditCommand::SetOpening(mondrian::puzzle::parse_moves("a1R e1L").unwrap()),
        EditCommand::CopyStartToGoal,
        EditCommand::Clear,
        EditCommand::Replace {
            draft: Box::new(parse_text(SMALL, None).unwrap()),
            source: ReplacedBy::EarlierBoard,
        },
        EditCommand::Replace {
            draft: Box::new(parse_text(LARGE, None).unwrap()),
            source: ReplacedBy::Shuffle,
        },
    ];
    for edit in edits {
        let mut designer = solved(SHORT);
        let heat = designer.control_of("visits");
        designer.click_on(heat);
        let said = designer.verdict();
        designer.press(KeyCode::Space, Key::Space);
        designer.app.world_mut().write_message(Edit(edit.clone()));
        designer.app.update();
        assert_nothing_is_shown(&mut designer);
        assert!(designer.resource::<HeatMap>().cells.is_empty(), "{edit:?}");
        designer.settle();
        assert_nothing_is_shown(&mut designer);
        designer.send(Edit(EditCommand::Undo));
        assert_eq!(designer.verdict(), said, "{edit:?}");
        assert!(!designer.resource::<HeatMap>().cells.is_empty(), "{edit:?}");
        assert_all_is_of_the_board(&mut designer);
    }
}

#[test]
fn what_is_no_other_puzzle_leaves_all_of_it() {
    let mut designer = solved(SMALL);
    let said = designer.verdict();
    let texts = ["Mine", "Me", "Hard"].map(str::to_owned);
    let [title, author, note] = texts;
    designer.send(Edit(EditCommand::SetTexts { title, author, note }));
    assert_eq!(designer.verdict(), said);
    // A colour that nothing is drawn in.
    let swatch = mondrian::puzzle::default_swatch('Z', 9);
    designer.send(Edit(EditCommand::AddColour(swatch)));
    assert_eq!(designer.verdict(), said);
    let last = Colour(designer.draft().palette.len() as u8 - 1);
    designer.send(Edit(EditCommand::RemoveColour { colour: last, heir: None }));
    assert_eq!(designer.verdict(), said);
    assert!(designer.resource::<Replay>().playhead().is_some());
    // Before the others: they all have other numbers then.
    let mut draft = parse_text("RG.\n...\n\n..G\n..R", None).unwrap();
    let moves = mondrian::puzzle::parse_moves("b1R a1D a2R").unwrap();
    let spare = draft.palette.swatches().len();
    assert!(spare >= 2);
    draft.best = Some(Best::found(moves, true));
    open(&mut designer, draft);
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    let said = designer.verdict();
    let used: Vec<_> = designer.draft().palette.colours().collect();
    let unused = used.into_iter().find(|&colour| designer.draft().uses(colour) == 0);
    if let Some(colour) = unused {
        designer.send(Edit(EditCommand::RemoveColour { colour, heir: None }));
        assert!(designer.verdict().starts_with("3 moves, proved"), "{said}");
        assert_all_is_of_the_board(&mut designer);
    }
}

#[test]
fn another_level_forgets_them() {
    let mut designer = solved(SMALL);
    designer.level(SHORT);
    assert_nothing_is_shown(&mut designer);
    assert_eq!(designer.resource::<Results>().earlier().count(), 0);
    assert_eq!(designer.verdict(), "Not solved yet: press Solve");
}

#[test]
fn what_a_file_says_is_not_called_proved_before_it_is() {
    let mut designer = Designer::solving(SMALL);
    // No other test proves it: what has been proved once is remembered.
    let mut draft = parse_text("BR....\n......\n\n.....R\n.....B", None).unwrap();
    let moves = mondrian::puzzle::parse_moves("b1R a1D a2R").unwrap();
    draft.best = Some(Best::read(moves, true));
    open(&mut designer, draft);
    assert_eq!(tone(&designer), Tone::Apart);
    assert_eq!(designer.verdict(), "best so far 3 | its file calls it the best; Solve proves it");
    // A turn makes no proof of it.
    designer.send(Edit(EditCommand::Transform(Transform::FlipHorizontal)));
    assert_eq!(tone(&designer), Tone::Apart);
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    assert!(designer.verdict().starts_with("3 moves, proved"));
}

#[test]
fn a_search_goes_on_for_its_board_and_is_shown_with_it_alone() {
    let mut designer = Designer::solving(LARGE);
    designer.search_for_long();
    designer.send(SolverCommand::Solve);
    designer.until(|world| {
        world.resource::<Results>().run().is_some_and(|run| run.progress.expanded > 0)
    });
    designer.send(Edit(EditCommand::Transform(Transform::FlipVertical)));
    assert_nothing_is_shown(&mut designer);
    assert!(designer.resource::<Results>().is_running(), "an hour of it is not thrown away");
    let verdict = designer.verdict();
    assert!(verdict.contains("earlier board"), "{verdict}");
    let (solve, stop) = (designer.named("Solve"), designer.named("Stop"));
    assert!(designer.rect(stop).is_none());
    assert!(designer.app.world().get::<InteractionDisabled>(solve).is_none());
    // Solve searches what is drawn; the other one ends with what it knows.
    designer.click_on(solve);
    assert!(designer.resource::<Results>().is_shown_running());
    let results = designer.resource::<Results>();
    let before = results.earlier().next().unwrap();
    let run = before.run.as_ref().unwrap();
    assert!(run.was_stopped() && run.progress.expanded > 0);
    designer.press(KeyCode::Escape, Key::Escape);
    designer.until_ended();
}

#[test]
fn earlier_boards_are_folded_and_brought_back_with_their_results() {
    let mut designer = solved(SMALL);
    let first = designer.draft().clone();
    let title = designer.only::<EarlierTitle>();
    assert!(designer.rect(title).is_none(), "there are none");
    let said = designer.verdict();
    designer.send(Edit(EditCommand::SetTexts {
        title: "Two".into(),
        author: String::new(),
        note: String::new(),
    }));
    designer.send(Edit(wall(0, 1)));
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    assert!(designer.rect(title).is_some());
    assert!(designer.shows("Earlier boards: 1"));
    let id = designer.resource::<Results>().earlier().next().unwrap().id;
    let world = designer.app.world_mut();
    assert_eq!(world.query::<&EarlierRow>().iter(world).count(), 0, "folded");
    designer.click_on(title);
    assert!(designer.shows("3 moves, proved") && designer.shows("3 × 2, 2 tiles"));
    let steps = designer.document().history().at();
    let row = designer.find(&EarlierRow(id));
    designer.click_on(row);
    assert_eq!(designer.draft().start, first.start);
    assert_eq!(designer.draft().title, "Two", "the title is not of the board");
    assert_eq!(designer.verdict(), said);
    assert_eq!(designer.document().history().at(), steps + 1, "one step");
    assert_all_is_of_the_board(&mut designer);
    designer.send(Edit(EditCommand::Undo));
    assert_ne!(designer.draft().start, first.start);
    designer.send(BringBack(id));
    assert_eq!(designer.draft().start, first.start);
}

#[test]
fn a_click_on_the_bar_replays_the_best() {
    let mut designer = solved(SHORT);
    designer.send(SettingsCommand::Method(Method::Greedy));
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    let bar = designer.named("VerdictBar");
    designer.click_on(bar);
    let replay = designer.resource::<Replay>();
    assert!(replay.is_open());
    let playhead = replay.playhead().unwrap();
    assert!(playhead.is_playing());
    let best = designer.draft().best.as_ref().unwrap().moves.len();
    assert_eq!(playhead.track.move_count(), best);
    designer.click_on(bar);
    assert!(!designer.resource::<Replay>().playhead().unwrap().is_playing(), "it pauses");
    designer.send(ReplayCommand::Close);
    designer.level(LARGE);
    assert!(designer.app.world().get::<InteractionDisabled>(bar).is_some());
}

#[test]
fn a_race_is_of_its_board() {
    let mut designer = solved(SMALL);
    for racer in 1..mondrian::search::Racer::ALL.len() {
        designer.send(RaceCommand::Choose { racer, chosen: false });
    }
    designer.send(RaceCommand::Start);
    designer.until(|world| !world.resource::<Race>().is_running());
    assert!(designer.resource::<Race>().row(0).is_some());
    designer.send(Edit(wall(0, 1)));
    designer.send(ShowRace);
    assert!(designer.resource::<Race>().row(0).is_none());
}

#[test]
fn an_edit_that_is_taken_back_has_its_race_again() {
    let mut designer = solved(SMALL);
    for racer in 1..mondrian::search::Racer::ALL.len() {
        designer.send(RaceCommand::Choose { racer, chosen: false });
    }
    designer.send(RaceCommand::Start);
    designer.until(|world| !world.resource::<Race>().is_running());
    designer.send(Edit(wall(0, 1)));
    designer.send(Edit(EditCommand::Undo));
    designer.send(ShowRace);
    assert!(designer.resource::<Race>().row(0).is_some());
}

#[test]
fn a_dialog_about_the_positions_goes_with_its_level() {
    let mut designer = solved(SMALL);
    designer.send(ShowStudy::Positions);
    assert!(designer.app.world().get_resource::<Positions>().is_some());
    // As a file that is dropped on the window does.
    designer.level(SHORT);
    assert!(designer.app.world().get_resource::<Positions>().is_none());
    assert!(!designer.asks("All positions"));
}

#[test]
fn a_proof_that_is_found_in_play_is_known_while_drawing() {
    let mut designer = Designer::solving(SMALL);
    designer.send(PlayCommand::Enter);
    designer.send(PlayCommand::Hint);
    designer.until(|world| {
        let best = world.resource::<Document>().draft().best.as_ref();
        best.is_some_and(|best| best.proved)
    });
    designer.send(PlayCommand::Leave);
    assert_eq!(*designer.resource::<Mode>(), Mode::Design);
    assert!(designer.verdict().starts_with("3 moves, proved"));
    assert_all_is_of_the_board(&mut designer);
}
