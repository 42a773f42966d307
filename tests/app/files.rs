//! Opening, saving, dropping, and the question before something is lost.

use std::path::PathBuf;

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::prelude::{Entity, KeyCode, With};
use bevy::window::{FileDragAndDrop, PrimaryWindow, WindowCloseRequested};
use mondrian::app::document::Edit;
use mondrian::app::levels::browser::LevelCard;
use mondrian::app::levels::file::{FileCommand, FirstCommand};
use mondrian::app::levels::packs::LevelPlace;
use mondrian::app::levels::text::TextCommand;
use mondrian::puzzle::{EditCommand, Layout, builtin, load, parse_text, save, share_code};

use crate::harness::Designer;

fn window(designer: &mut Designer) -> Entity {
    let world = designer.app.world_mut();
    world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).unwrap()
}

fn ask_to_close(designer: &mut Designer) {
    let window = window(designer);
    designer.send(WindowCloseRequested { window });
}

/// Returns a folder that is removed at the end, and a level file in it.
fn level_file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.mondrian.ron");
    let mut draft = mondrian::puzzle::parse_text("B..\n\n..B", None).unwrap();
    draft.title = "Small".into();
    save(&path, &draft).unwrap();
    (folder, path)
}

#[test]
fn the_level_named_on_the_command_line_is_open() {
    let level = builtin::find_index("four-across").unwrap();
    let designer = Designer::with(|app| {
        app.insert_resource(FirstCommand(FileCommand::OpenBuiltin(level)));
    });
    assert_eq!(designer.draft().title, "Four across the board");
    assert!(!designer.document().is_dirty());
}

#[test]
fn a_file_is_opened_changed_and_saved() {
    let (_folder, path) = level_file();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path.clone()));
    assert_eq!(designer.document().display_name(), "Small");
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    assert!(designer.document().is_dirty());
    assert!(designer.shows("Small*"));
    designer.control(KeyCode::KeyS, "s", false);
    assert!(!designer.document().is_dirty());
    assert_eq!(load(&path).unwrap().draft, *designer.draft());
}

#[test]
fn a_level_of_version_2_is_opened_and_saved_as_it_is() {
    let (folder, path) = level_file();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path));
    let other = folder.path().join("other.mondrian.ron");
    let text = "R..\n...\n\n..R\n...\n\nthin: b1R\n\npasses:\n...\n..R\n";
    let level = parse_text(text, None).unwrap();
    save(&other, &level).unwrap();
    let bytes = std::fs::read(&other).unwrap();
    designer.send(FileCommand::OpenPath(other.clone()));
    assert_eq!(*designer.draft(), level);
    designer.control(KeyCode::KeyS, "s", false);
    assert_eq!(std::fs::read(&other).unwrap(), bytes);
    designer.send(TextCommand::Take(share_code(&level)));
    assert_eq!(designer.draft().terrain, level.terrain);
    designer.send(Edit(EditCommand::Clear));
    designer.send(TextCommand::Take(text.to_owned()));
    designer.click_on_text("Discard");
    assert_eq!(designer.draft().terrain, level.terrain);
}

#[test]
fn a_bad_file_gives_a_message_and_what_was_open_stays_open() {
    let (folder, path) = level_file();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path));
    for (name, bytes) in
        [("empty", &b""[..]), ("binary", b"\xff\xfe\x00"), ("truncated", b"(version: 1,\n title")]
    {
        let bad = folder.path().join(format!("{name}.mondrian.ron"));
        std::fs::write(&bad, bytes).unwrap();
        designer.send(FileCommand::OpenPath(bad));
        assert!(designer.shows(&format!("{name}.mondrian.ron cannot be opened")));
        assert!(designer.shows("line "));
        designer.press(KeyCode::Escape, Key::Escape);
        assert_eq!(designer.document().display_name(), "Small");
    }
    designer.send(FileCommand::OpenPath(folder.path().join("missing")));
    assert!(designer.shows("missing cannot be opened"));
}

#[test]
fn a_dropped_file_opens() {
    let (_folder, path) = level_file();
    let mut designer = Designer::new();
    let window = window(&mut designer);
    designer.send(FileDragAndDrop::DroppedFile { window, path_buf: path });
    assert_eq!(designer.document().display_name(), "Small");
}

#[test]
fn closing_asks_about_unsaved_changes() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    ask_to_close(&mut designer);
    assert!(designer.shows("Save the changes?"));
    let cancel = designer.text("Cancel");
    designer.click(cancel);
    assert!(!designer.shows("Save the changes?") && !designer.has_quit());
    ask_to_close(&mut designer);
    let discard = designer.text("Discard");
    designer.click(discard);
    assert!(designer.has_quit());
}

#[test]
fn closing_an_unchanged_level_asks_nothing() {
    let mut designer = Designer::new();
    ask_to_close(&mut designer);
    assert!(designer.has_quit());
}

#[test]
fn saving_from_the_question_goes_on_with_what_was_asked() {
    let (_folder, path) = level_file();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path.clone()));
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    designer.control(KeyCode::KeyN, "n", false);
    assert!(designer.shows("Save the changes?"));
    let save = designer.node::<bevy::input_focus::AutoFocus>(|_| true);
    designer.click(save);
    assert_eq!(load(&path).unwrap().draft.start[mondrian::puzzle::Cell::new(1, 0)].colour(), {
        let palette = &load(&path).unwrap().draft.palette;
        palette.find('B')
    });
    assert_eq!(designer.document().display_name(), "Untitled");
}

#[test]
fn a_save_that_fails_goes_on_when_it_succeeds_elsewhere() {
    let (folder, path) = level_file();
    let other = tempfile::tempdir().unwrap();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path));
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    drop(folder);
    ask_to_close(&mut designer);
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(designer.shows("The level is not saved") && !designer.has_quit());
    let save_as = designer.text("Save as…");
    designer.click(save_as);
    assert!(designer.shows("Save the level"));
    designer.settle();
    designer.send(FileCommand::SaveTo(other.path().join("there")));
    assert!(other.path().join("there.mondrian.ron").exists());
    assert!(designer.has_quit(), "that was what the save was for");
}

#[test]
fn a_save_that_fails_and_is_given_up_leads_nowhere() {
    let (folder, path) = level_file();
    let other = tempfile::tempdir().unwrap();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path));
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    drop(folder);
    ask_to_close(&mut designer);
    designer.press(KeyCode::Enter, Key::Enter);
    designer.press(KeyCode::Escape, Key::Escape);
    designer.control(KeyCode::KeyS, "s", true);
    designer.send(FileCommand::SaveTo(other.path().join("there")));
    assert!(!designer.document().is_dirty() && !designer.has_quit());
}

#[test]
fn a_new_level_is_saved_by_the_path_field() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drawn");
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.control(KeyCode::KeyS, "s", false);
    assert!(designer.shows("Save the level"));
    designer.press(KeyCode::Escape, Key::Escape);
    designer.send(FileCommand::SaveTo(path));
    assert!(folder.path().join("drawn.mondrian.ron").exists());
    assert!(!designer.document().is_dirty());
}

#[test]
fn a_built_in_level_opens_from_its_card() {
    let mut designer = Designer::new();
    designer.control(KeyCode::KeyL, "l", false);
    let card = designer.node::<LevelCard>(|card| card.0 == LevelPlace::Builtin(0));
    designer.click(card);
    assert!(designer.document().puzzle().is_some());
    assert!(!designer.asks("Levels") && !designer.document().is_dirty());
}

#[test]
fn a_save_that_was_given_up_is_not_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    ask_to_close(&mut designer);
    let save = designer.text("Save the changes?");
    assert!(save.x > 0.0);
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(designer.shows("Save the level"));
    designer.press(KeyCode::Escape, Key::Escape);
    designer.control(KeyCode::KeyS, "s", false);
    designer.send(FileCommand::SaveTo(folder.path().join("later")));
    assert!(!designer.has_quit() && !designer.document().is_dirty());
}

#[test]
fn a_file_that_another_program_has_changed_is_not_overwritten_unasked() {
    let (_folder, path) = level_file();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path.clone()));
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    let mut other = load(&path).unwrap().draft;
    other.note = "by another program".into();
    save(&path, &other).unwrap();
    designer.control(KeyCode::KeyS, "s", false);
    assert!(designer.shows("Overwrite the file?"));
    assert_eq!(load(&path).unwrap().draft, other);
    designer.press(KeyCode::Escape, Key::Escape);
    assert!(designer.document().is_dirty());
    // Asked again, and told to.
    designer.control(KeyCode::KeyS, "s", false);
    let overwrite = designer.text("Overwrite it");
    designer.click(overwrite);
    assert_eq!(load(&path).unwrap().draft, *designer.draft());
    assert!(!designer.document().is_dirty());
    // From here on the file is known again, and one that is gone is no question.
    designer.stroke(MouseButton::Left, Layout::Start, &["c1"]);
    std::fs::remove_file(&path).unwrap();
    designer.control(KeyCode::KeyS, "s", false);
    assert!(!designer.document().is_dirty() && path.exists());
}
