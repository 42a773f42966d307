//! Text, share codes and pictures: what leaves the program and comes back.

use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::time::TimeUpdateStrategy;
use mondrian::app::kit::dialog::CloseDialog;
use mondrian::app::kit::tooltip::{Tooltip, TooltipBox};
use mondrian::app::levels::browser::{LevelCard, ShowLevels};
use mondrian::app::levels::choose_file::{ChooseFile, Chosen, PathField, Purpose};
use mondrian::app::levels::file::FileCommand;
use mondrian::app::levels::packs::LevelPlace;
use mondrian::app::levels::text::{CodeField, LastCopied, TextCommand};
use mondrian::app::settings::{Preference, Settings};
use mondrian::app::shell::actions;
use mondrian::app::shell::more_menu::MenuEntry;
use mondrian::app::shell::settings_dialog::{AddressField, ShowSettings};
use mondrian::puzzle::{Best, Draft, Layout, Square, builtin, parse_share_code, save, share_code};

use crate::harness::Designer;

fn copied(designer: &Designer) -> String {
    designer.app.world().resource::<LastCopied>().0.clone()
}

/// Returns the draft as another program reads it: what it says of its best is a claim.
fn as_read(designer: &Designer) -> Draft {
    let mut draft = designer.draft().clone();
    draft.best = draft.best.map(|best| Best::read(best.moves, best.proved));
    draft
}

fn field<M: Component>(designer: &mut Designer) -> String {
    let world = designer.app.world_mut();
    let mut fields = world.query_filtered::<&EditableText, With<M>>();
    fields.single(world).unwrap().value().to_string()
}

#[test]
fn the_level_goes_through_the_clipboard_as_text() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    designer.control(KeyCode::KeyC, "c", false);
    assert!(copied(&designer).starts_with(".B......\n"), "{}", copied(&designer));
    assert!(designer.shows("Start and goal copied"));
    designer.send(TextCommand::Take("B . X\n\n. B X\n".into()));
    designer.click_on_text("Discard");
    assert_eq!(designer.draft().start.size().to_string(), "3 × 1");
    assert_eq!(designer.square(Layout::Start, "c1"), Square::Wall);
    designer.send(TextCommand::Take("no level".into()));
    assert!(designer.shows("What was copied is no level"));
    assert_eq!(designer.draft().start.size().to_string(), "3 × 1");
}

#[test]
fn a_pasted_text_is_a_level_of_its_own_and_overwrites_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("exchange.mondrian.ron");
    save(&path, &builtin::find("exchange").unwrap().draft()).unwrap();
    let before = std::fs::read_to_string(&path).unwrap();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path.clone()));
    designer.send(TextCommand::Take("3 1\n2 0".into()));
    assert_eq!(designer.draft().start.size().to_string(), "2 × 2");
    assert!(designer.shows("No goal was written, so it is "));
    assert!(designer.document().is_dirty() && designer.document().path().is_none());
    assert_eq!(designer.document().display_name(), "Untitled");
    designer.control(KeyCode::KeyS, "s", false);
    assert!(designer.shows("Save the level"), "it asks where to");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    designer.press(KeyCode::Escape, Key::Escape);
    designer.send(TextCommand::Take("B.\n\n.B".into()));
    assert!(designer.shows("Save the changes?"), "nor is that level lost");
}

#[test]
fn a_share_code_carries_the_solution() {
    let mut designer = Designer::new();
    let level = builtin::find_index("four-across").unwrap();
    designer.send(FileCommand::OpenBuiltin(level));
    designer.control(KeyCode::KeyC, "c", true);
    assert!(designer.shows("Share code with 15 moves copied"));
    let code = copied(&designer);
    assert_eq!(parse_share_code(&code).unwrap().draft, as_read(&designer));
    designer.send(FileCommand::New);
    designer.send(TextCommand::Take(code));
    assert_eq!(designer.draft().best.as_ref().unwrap().moves.len(), 15);
    // No file holds it: it is not to be lost without a question.
    assert!(designer.document().is_dirty() && designer.document().path().is_none());
}

#[test]
fn a_bad_code_stays_in_its_field_to_be_mended() {
    let mut designer = Designer::new();
    let code = share_code(&builtin::find("exchange").unwrap().draft());
    designer.control(KeyCode::KeyV, "v", true);
    assert!(designer.asks("Open a share code"));
    let cut = &code[..code.len() - 1];
    designer.send(TextCommand::AskCode { text: cut.into(), problem: None });
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(designer.shows("its checksum is wrong"));
    assert_eq!(field::<CodeField>(&mut designer), cut);
    designer.send(TextCommand::AskCode { text: code, problem: None });
    designer.press(KeyCode::Enter, Key::Enter);
    assert_eq!(designer.document().display_name(), "Exchange");
    assert!(!designer.asks("Open a share code"));
}

#[test]
fn pictures_are_exported() {
    let folder = tempfile::tempdir().unwrap();
    let mut designer = Designer::new();
    let level = builtin::find_index("exchange").unwrap();
    designer.send(FileCommand::OpenBuiltin(level));
    let (png, gif) = (folder.path().join("a.png"), folder.path().join("a.gif"));
    designer.send(Chosen(Purpose::Png, png.clone()));
    designer.send(Chosen(Purpose::Gif, gif.clone()));
    assert!(designer.shows("a.gif is written"));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
    assert!(std::fs::read(gif).unwrap().starts_with(b"GIF89a"));
    designer.send(FileCommand::New);
    designer.send(Chosen(Purpose::Gif, folder.path().join("b.gif")));
    assert!(designer.shows("b.gif is not written"));
    assert!(!folder.path().join("b.gif").exists());
}

#[test]
fn a_level_is_exported_as_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenBuiltin(builtin::find_index("exchange").unwrap()));
    designer.send(Chosen(Purpose::Page, folder.path().join("a.html")));
    assert!(designer.shows("a.html is written"));
    let html = std::fs::read_to_string(folder.path().join("a.html")).unwrap();
    assert!(html.contains(&share_code(designer.draft())));
    designer.send(FileCommand::New);
    designer.send(Chosen(Purpose::Page, folder.path().join("b.html")));
    assert!(designer.shows("b.html is not written"));
    assert!(designer.shows("It cannot be played yet"));
    assert!(!folder.path().join("b.html").exists());
}

#[test]
fn a_link_is_copied_once_the_address_of_the_player_is_known() {
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenBuiltin(builtin::find_index("exchange").unwrap()));
    let entry = designer.find(&MenuEntry(actions::COPY_LINK.words));
    let display = |designer: &Designer| designer.app.world().get::<Node>(entry).unwrap().display;
    assert_eq!(display(&designer), Display::None);
    designer.send(ShowSettings);
    let address = "https://example.org/player.html";
    let world = designer.app.world_mut();
    let mut fields = world.query_filtered::<&mut EditableText, With<AddressField>>();
    let mut text = fields.single_mut(world).unwrap();
    text.queue_edit(bevy::text::TextEdit::Insert(address.into()));
    designer.settle();
    designer.settle();
    assert_eq!(designer.app.world().resource::<Settings>().player_address, address);
    assert_eq!(display(&designer), Display::Flex);
    designer.send(CloseDialog);
    designer.send(TextCommand::CopyLink);
    assert!(designer.shows("Link copied"));
    let (before, code) =
        copied(&designer).split_once('#').map(|(a, c)| (a.to_owned(), c.to_owned())).unwrap();
    assert_eq!(before, address);
    assert_eq!(parse_share_code(&code).unwrap().draft, as_read(&designer));
}

/// Types a path into the dialog that `command` opens, and takes it.
fn type_path(designer: &mut Designer, purpose: Purpose, path: &str) {
    designer.send(ChooseFile(purpose));
    let world = designer.app.world_mut();
    let mut fields = world.query_filtered::<&mut EditableText, With<PathField>>();
    let mut text = fields.single_mut(world).unwrap();
    text.queue_edit(bevy::text::TextEdit::SelectAll);
    text.queue_edit(bevy::text::TextEdit::Insert(path.into()));
    designer.settle();
    designer.press(KeyCode::Enter, Key::Enter);
}

#[test]
fn a_path_that_fails_is_still_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut designer = Designer::new();
    type_path(&mut designer, Purpose::Open, &path("missing.mondrian.ron"));
    assert!(designer.shows("missing.mondrian.ron cannot be opened"));
    assert_eq!(field::<PathField>(&mut designer), path("missing.mondrian.ron"));
    designer.press(KeyCode::Escape, Key::Escape);
    type_path(&mut designer, Purpose::Save, &path("none/a.mondrian.ron"));
    assert!(designer.shows("The level is not saved"));
    assert_eq!(field::<PathField>(&mut designer), path("none/a.mondrian.ron"));
    designer.press(KeyCode::Escape, Key::Escape);
    // Nor after thinking better of replacing a file.
    std::fs::write(path("there.mondrian.ron"), "mine").unwrap();
    type_path(&mut designer, Purpose::Save, &path("there"));
    assert!(designer.shows("Replace the file?"));
    let cancel = designer.text("Cancel");
    designer.click(cancel);
    assert_eq!(field::<PathField>(&mut designer), path("there.mondrian.ron"));
    // It is selected: what is typed takes its place.
    designer.type_key(KeyCode::KeyX, "x");
    assert_eq!(field::<PathField>(&mut designer), "x");
    designer.press(KeyCode::Escape, Key::Escape);
    type_path(&mut designer, Purpose::Save, &path("there"));
    designer.click_on_text("Cancel");
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(designer.shows("Replace the file?"));
    designer.press(KeyCode::Escape, Key::Escape);
    assert!(!designer.shows("Replace the file?"));
    assert_eq!(field::<PathField>(&mut designer), path("there.mondrian.ron"));
    assert_eq!(std::fs::read_to_string(path("there.mondrian.ron")).unwrap(), "mine");
}

#[test]
fn opening_asks_about_unsaved_changes_once_when_a_file_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("exchange.mondrian.ron");
    save(&path, &builtin::find("exchange").unwrap().draft()).unwrap();
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    type_path(&mut designer, Purpose::Open, path.to_str().unwrap());
    assert!(designer.shows("Save the changes?"));
    let discard = designer.text("Discard");
    designer.click(discard);
    assert_eq!(designer.document().display_name(), "Exchange");
}

#[test]
fn a_changed_file_is_not_replaced_unasked_by_its_own_name_either() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.mondrian.ron");
    let name = path.to_str().unwrap().to_owned();
    let mut draft = builtin::find("exchange").unwrap().draft();
    save(&path, &draft).unwrap();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path.clone()));
    designer.stroke(MouseButton::Right, Layout::Start, &["a1"]);
    type_path(&mut designer, Purpose::Save, &name);
    assert!(!designer.document().is_dirty(), "its own file is no question");
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    draft.note = "by another program".into();
    save(&path, &draft).unwrap();
    type_path(&mut designer, Purpose::Save, &name);
    assert!(designer.shows("Replace the file?"));
    assert!(designer.document().is_dirty());
}

/// Runs frames until the browser has read its files.
fn read_files(designer: &mut Designer) {
    designer.control(KeyCode::KeyL, "l", false);
    while designer.shows("Reading…") {
        designer.settle();
    }
}

#[test]
fn recent_files_and_folders_are_listed_with_their_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.mondrian.ron");
    let mut draft = builtin::find("exchange").unwrap().draft();
    draft.title = "My exchange".into();
    save(&path, &draft).unwrap();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path.clone()));
    assert_eq!(designer.app.world().resource::<Settings>().recent, std::slice::from_ref(&path));
    designer.send(FileCommand::New);
    read_files(&mut designer);
    assert!(designer.shows("RECENT FILES") && designer.shows("My exchange"));
    let card = designer.node::<LevelCard>(|card| card.0 == LevelPlace::File(path.clone()));
    designer.click(card);
    assert_eq!(designer.document().display_name(), "My exchange");
    designer.send(FileCommand::New);
    designer.send(Preference::Forget(path));
    designer.send(Chosen(Purpose::Folder, folder.path().into()));
    while designer.shows("Reading…") {
        designer.settle();
    }
    assert!(designer.shows("My exchange") && designer.shows("4 moves, claimed the best"));
    let remove = designer.text("Remove from the list");
    designer.click(remove);
    assert!(!designer.shows("My exchange"));
    assert!(designer.app.world().resource::<Settings>().folders.is_empty());
}

#[test]
fn the_browser_is_closed_while_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    // So many that they are not read in one frame.
    for number in 0..100 {
        let path = folder.path().join(format!("{number}.mondrian.ron"));
        save(&path, &builtin::levels()[0].draft()).unwrap();
    }
    let mut designer = Designer::new();
    designer.send(Preference::AddFolder(folder.path().into()));
    while designer.shows("Reading…") {
        designer.settle();
    }
    designer.app.world_mut().write_message(ShowLevels);
    designer.app.update();
    designer.send(CloseDialog);
    // Until after the files are read.
    for _ in 0..50 {
        designer.settle();
    }
    read_files(&mut designer);
    assert!(designer.shows("Remove from the list"));
}

#[test]
fn tab_brings_cards_into_view() {
    let mut designer = Designer::new();
    designer.control(KeyCode::KeyL, "l", false);
    let last = builtin::levels().len() - 1;
    let height = |designer: &mut Designer| {
        designer.node::<LevelCard>(|card| card.0 == LevelPlace::Builtin(last)).y
    };
    assert!(height(&mut designer) > 750.0, "below the fold");
    let focus = |designer: &Designer| {
        let world = designer.app.world();
        let focus = world.resource::<bevy::input_focus::InputFocus>().get().unwrap();
        world.get::<LevelCard>(focus).map(|card| card.0.clone())
    };
    for _ in 0..40 {
        designer.press(KeyCode::Tab, Key::Tab);
        if focus(&designer) == Some(LevelPlace::Builtin(last)) {
            break;
        }
    }
    assert_eq!(focus(&designer), Some(LevelPlace::Builtin(last)));
    assert!(height(&mut designer) < 700.0, "{}", height(&mut designer));
}

#[test]
fn the_menu_is_worked_by_keys_alone() {
    let mut designer = Designer::new();
    let more = designer.text("More");
    designer.click(more);
    let entry = designer.node::<MenuEntry>(|entry| *entry == MenuEntry(actions::SETTINGS.words));
    assert!(entry.y > 0.0);
    let settings = designer.find(&MenuEntry(actions::SETTINGS.words));
    for _ in 0..30 {
        let focus = designer.app.world().resource::<bevy::input_focus::InputFocus>();
        if focus.get() == Some(settings) {
            break;
        }
        designer.press(KeyCode::ArrowDown, Key::ArrowDown);
    }
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(designer.asks("Settings"));
}

#[test]
fn resting_on_a_button_names_its_key() {
    let mut designer = Designer::with(|app| {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
    });
    let save =
        designer.node::<Tooltip>(|tooltip| tooltip.0 == "Saves the level to its file (Ctrl+S)");
    let boxes = |designer: &mut Designer| {
        let world = designer.app.world_mut();
        world.query_filtered::<(), With<TooltipBox>>().iter(world).count()
    };
    designer.move_to(save);
    designer.settle();
    assert_eq!(boxes(&mut designer), 0, "not at once");
    while boxes(&mut designer) == 0 {
        designer.settle();
    }
    assert!(designer.shows("Saves the level to its file (Ctrl+S)"));
    designer.move_to(save + Vec2::new(300.0, 300.0));
    designer.settle();
    assert_eq!(boxes(&mut designer), 0);
    // Who has used a control knows what it does, and does not ask what has come in its place.
    let solve = designer.node::<Tooltip>(|tooltip| tooltip.0.ends_with("(F5)"));
    designer.click(solve);
    let nudged = |nth: u16| solve + Vec2::X * f32::from(nth % 3);
    for nth in 0..150 {
        designer.move_to(nudged(nth));
    }
    assert_eq!(boxes(&mut designer), 0);
    designer.move_to(save);
    designer.move_to(solve);
    while boxes(&mut designer) == 0 {
        designer.settle();
    }
}
