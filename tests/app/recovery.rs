//! The recovery file: written aside while there is something to lose, gone when it
//! is saved, offered after a crash.

use std::path::Path;
use std::time::Duration;

use bevy::input::mouse::MouseButton;
use bevy::time::TimeUpdateStrategy;
use mondrian::app::files::FileCommand;
use mondrian::app::recovery::RecoveryFolder;
use mondrian::puzzle::{Layout, load, parse_text, save};

use crate::harness::Designer;

/// Starts a designer that keeps its recovery files in `folder`; each of its frames
/// takes a second.
fn designer_with(folder: &Path) -> Designer {
    let folder = RecoveryFolder(Some(folder.to_owned()));
    Designer::with(|app| {
        app.insert_resource(folder)
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1)));
    })
}

#[test]
fn what_is_not_saved_is_written_aside_until_it_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut designer = designer_with(folder.path());
    let files = || -> Vec<_> {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
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
