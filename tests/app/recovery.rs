//! The recovery file: written aside while there is something to lose, gone when it
//! is saved, offered after a crash.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::prelude::{App, AppExit, KeyCode};
use bevy::time::TimeUpdateStrategy;
use mondrian::app::document::Edit;
use mondrian::app::levels::file::recovery::RecoveryFolder;
use mondrian::app::levels::file::{FileCommand, FirstCommand};
use mondrian::puzzle::{EditCommand, Layout, Size, load, parse_text, save};

use crate::harness::Designer;

/// Starts a designer that keeps its recovery files in `folder`; each of its frames
/// takes a second.
fn designer_with(folder: &Path) -> Designer {
    designer_that(folder, |_| {})
}

fn designer_that(folder: &Path, prepare: impl FnOnce(&mut App)) -> Designer {
    let folder = RecoveryFolder(Some(folder.to_owned()));
    Designer::with(|app| {
        app.insert_resource(folder)
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1)));
        prepare(app);
    })
}

/// Returns the files of a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// Returns the name of a file that a program has left which runs no more: no process has
/// this number.
fn left_over(folder: &Path) -> PathBuf {
    folder.join(format!("{}-7.mondrian.ron", u32::MAX))
}

#[test]
fn what_is_not_saved_is_written_aside_until_it_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut designer = designer_with(folder.path());
    let files = || files(folder.path());
    designer.settle();
    assert!(files().is_empty());
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.settle();
    assert_eq!(files().len(), 1);
    assert_eq!(load(&files()[0]).unwrap().draft, *designer.draft());
    designer.send(FileCommand::SaveTo(folder.path().join("saved")));
    designer.settle();
    assert_eq!(files(), [folder.path().join("saved.mondrian.ron")]);
}

#[test]
fn an_empty_board_of_another_size_is_not_written_aside() {
    let folder = tempfile::tempdir().unwrap();
    let mut designer = designer_with(folder.path());
    designer.send(Edit(EditCommand::Resize { size: Size::new(5, 5), dx: 0, dy: 0 }));
    assert!(designer.document().is_dirty());
    assert!(files(folder.path()).is_empty());
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.settle();
    assert_eq!(files(folder.path()).len(), 1, "a wall is something");
}

#[test]
fn what_was_left_over_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let draft = parse_text("B..\n\n..B", None).unwrap();
    // No process has the first number; the second is ours, of an earlier run.
    for process in [u32::MAX, std::process::id()] {
        let left_over = folder.path().join(format!("{process}-7.mondrian.ron"));
        save(&left_over, &draft).unwrap();
        let mut designer = designer_with(folder.path());
        assert!(designer.shows("Recover the level?"));
        let recover = designer.text("Recover");
        designer.click(recover);
        assert_eq!(*designer.draft(), draft);
        assert!(designer.document().is_dirty() && designer.document().path().is_none());
        assert!(!left_over.exists());
    }
}

#[test]
fn ctrl_c_in_the_terminal_keeps_what_was_drawn_and_quitting_does_not() {
    let folder = tempfile::tempdir().unwrap();
    // So short that nothing is written but for the end of the program.
    let frame = TimeUpdateStrategy::ManualDuration(Duration::from_millis(1));
    let mut designer = designer_that(folder.path(), |app| {
        app.insert_resource(frame);
    });
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    assert!(files(folder.path()).is_empty());
    // What Bevy sends.
    designer.send(AppExit::from_code(130));
    assert_eq!(files(folder.path()).len(), 1);
    assert_eq!(load(&files(folder.path())[0]).unwrap().draft, *designer.draft());
    designer.send(AppExit::Success);
    assert!(files(folder.path()).is_empty());
}

#[test]
fn what_cannot_be_recovered_stays_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let left_over = left_over(folder.path());
    std::fs::write(&left_over, "(version: 99)").unwrap();
    let mut designer = designer_with(folder.path());
    let recover = designer.text("Recover");
    designer.click(recover);
    assert!(designer.shows("cannot be opened"));
    designer.press(KeyCode::Escape, Key::Escape);
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.settle();
    assert_eq!(files(folder.path()).len(), 2);
    designer.send(AppExit::Success);
    assert_eq!(files(folder.path()), std::slice::from_ref(&left_over));
    assert_eq!(std::fs::read_to_string(left_over).unwrap(), "(version: 99)");
}

#[test]
fn what_is_not_recovered_after_all_stays_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let left_over = left_over(folder.path());
    let draft = parse_text("B..\n\n..B", None).unwrap();
    save(&left_over, &draft).unwrap();
    let shared = FileCommand::OpenShared(Box::new(load(&left_over).unwrap()));
    let mut designer = designer_that(folder.path(), |app| {
        app.insert_resource(FirstCommand(shared));
    });
    let recover = designer.text("Recover");
    designer.click(recover);
    assert!(designer.shows("Save the changes?"), "the shared level is not saved");
    let cancel = designer.text("Cancel");
    designer.click(cancel);
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    designer.settle();
    assert_eq!(load(&left_over).unwrap().draft, draft);
}

#[test]
fn the_offer_waits_until_a_message_has_been_read() {
    let folder = tempfile::tempdir().unwrap();
    save(&left_over(folder.path()), &parse_text("B..\n\n..B", None).unwrap()).unwrap();
    let mut designer = designer_that(folder.path(), |app| {
        app.insert_resource(FirstCommand(FileCommand::OpenPath("missing".into())));
    });
    assert!(designer.shows("missing cannot be opened"));
    designer.press(KeyCode::Escape, Key::Escape);
    assert!(designer.shows("Recover the level?"));
}

#[test]
fn what_is_recovered_is_named_and_is_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let (recovery, mine) =
        (folder.path().join("recovery"), folder.path().join("mine.mondrian.ron"));
    let mut draft = parse_text("B..\n\n..B", None).unwrap();
    draft.title = "Mine".into();
    save(&mine, &draft).unwrap();
    let crash = |designer: &mut Designer| {
        designer.settle();
        let own = files(&recovery).pop().unwrap();
        let left_over = left_over(&recovery);
        std::fs::rename(own, &left_over).unwrap();
        left_over
    };
    let mut designer = designer_with(&recovery);
    designer.send(FileCommand::OpenPath(mine.clone()));
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    crash(&mut designer);
    let mut designer = designer_with(&recovery);
    let asked =
        format!("The program ended a moment ago before “Mine” ({}) was saved.", mine.display());
    assert!(designer.shows(&asked));
    designer.click_on_text("Recover");
    assert!(designer.document().is_dirty());
    assert_eq!(designer.document().path(), Some(&*mine));
    draft.note = "by another program".into();
    save(&mine, &draft).unwrap();
    designer.control(KeyCode::KeyS, "s", false);
    assert!(designer.shows("Overwrite the file?"));
    designer.press(KeyCode::Escape, Key::Escape);
    let left_over = crash(&mut designer);
    // What has been written to the file since is not to be overwritten.
    let later = std::fs::metadata(&left_over).unwrap().modified().unwrap() + Duration::from_secs(9);
    std::fs::File::options().write(true).open(&mine).unwrap().set_modified(later).unwrap();
    let mut designer = designer_with(&recovery);
    designer.click_on_text("Recover");
    assert_eq!((designer.document().path(), designer.draft().title.as_str()), (None, "Mine"));
}
