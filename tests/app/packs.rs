//! Packs: a collection that is imported, the browser with search, order and marks, and playing
//! from one unsolved level to the next.

use std::path::{Path, PathBuf};

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::window::{FileDragAndDrop, PrimaryWindow};
use mondrian::app::kit::theme::write_into;
use mondrian::app::levels::browser::{LevelCard, PackItem, SearchField, ShowLevels, ShowPack};
use mondrian::app::levels::choose_file::{ChooseFile, Chosen, Purpose};
use mondrian::app::levels::file::FileCommand;
use mondrian::app::levels::import::{Import, ImportField};
use mondrian::app::levels::packs::LevelPlace;
use mondrian::app::play::{Hints, Play, PlayCommand};
use mondrian::app::settings::Settings;
use mondrian::puzzle::{Direction, load, parse_text, save};

use crate::harness::Designer;

/// Three levels of KAtomic, the second of which is the first in a mirror, and one that has an
/// atom too many. What tests solve in one process all of them know, so each has a floor of its own.
fn set(floor: &str) -> String {
    let level = |number: usize, name: &str, rows: [&str; 2], molecule: &str| {
        let rows = rows.map(|row| format!("#{}#", row.replace('_', floor)));
        let wall = "#".repeat(rows[0].len());
        format!(
            "[Level{number}]\nName={name}\natom_1=1-c\natom_2=3-g\nfeld_00={wall}\nfeld_01={}\n\
             feld_02={}\nfeld_03={wall}\nmole_0={molecule}\n\n",
            rows[0], rows[1]
        )
    };
    "[LevelSet]\nName=Small waters\nAuthor=Jo Doe\nLevelCount=4\n\n".to_owned()
        + &level(1, "Hydroxyl", ["1._", ".2_"], "12")
        + &level(2, "Mirrored Hydroxyl", ["_.1", "_2."], "21")
        + &level(3, "Seven", ["1._", ".7_"], "12")
        + &level(4, "Long Hydroxyl", ["1..._", "...2_"], "12")
}

/// Waits until no collection is read or written.
fn work(designer: &mut Designer) {
    designer.until(|world| !world.resource::<Import>().is_running());
}

fn drop_on_window(designer: &mut Designer, path: &Path) {
    let world = designer.app.world_mut();
    let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).unwrap();
    designer.send(FileDragAndDrop::DroppedFile { window, path_buf: path.to_owned() });
    work(designer);
}

/// Writes `folder` into the field of the question and imports.
fn import_into(designer: &mut Designer, folder: &Path) {
    let field = designer.only::<ImportField>();
    let mut fields = designer.app.world_mut().query::<&mut EditableText>();
    let mut field = fields.get_mut(designer.app.world_mut(), field).unwrap();
    write_into(&mut field, folder.to_str().unwrap());
    designer.settle();
    designer.click_on_text("Import");
    work(designer);
}

/// Returns where the levels lie that have cards, in their order.
fn cards(designer: &mut Designer) -> Vec<LevelPlace> {
    let world = designer.app.world_mut();
    let mut cards: Vec<(Vec2, LevelPlace)> = world
        .query::<(&LevelCard, &UiGlobalTransform)>()
        .iter(world)
        .map(|(card, place)| (place.translation, card.0.clone()))
        .collect();
    cards.sort_by(|(a, _), (b, _)| (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap());
    cards.into_iter().map(|(_, place)| place).collect()
}

fn until_read(designer: &mut Designer) {
    while designer.shows("Reading…") {
        designer.settle();
    }
}

fn search(designer: &mut Designer, words: &str) {
    let field = designer.only::<SearchField>();
    let mut fields = designer.app.world_mut().query::<&mut EditableText>();
    write_into(&mut fields.get_mut(designer.app.world_mut(), field).unwrap(), words);
    designer.settle();
}

#[test]
fn a_dropped_collection_becomes_a_pack_that_is_played_through() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("waters.dat");
    std::fs::write(&file, set("")).unwrap();
    let mut designer = Designer::new();
    drop_on_window(&mut designer, &file);
    assert!(designer.shows("Small waters: 4 levels") && designer.shows("1 level is refused"));
    assert!(designer.shows("line 32, column 11: '7' is no atom of this level"));
    import_into(&mut designer, &folder.path().join("levels"));
    let pack = folder.path().join("levels/small-waters");
    assert!(designer.shows(&format!("3 of 4 levels in {}", pack.display())));
    assert!(
        designer.shows("02-mirrored-hydroxyl: 01-hydroxyl, mirrored"),
        "the second is the first"
    );
    designer.click_on_text("Show the levels");
    until_read(&mut designer);
    assert_eq!(designer.app.world().resource::<Settings>().folders, std::slice::from_ref(&pack));
    let level = |name: &str| LevelPlace::File(pack.join(format!("{name}.mondrian.ron")));
    let places = [level("01-hydroxyl"), level("02-mirrored-hydroxyl"), level("04-long-hydroxyl")];
    assert_eq!(cards(&mut designer), places);
    assert!(designer.shows("0 of 3 solved"));

    let first = designer.node::<LevelCard>(|card| card.0 == places[0]);
    designer.click(first);
    designer.send(PlayCommand::Enter);
    let place = designer.named("Place");
    assert_eq!(designer.words(place), "small-waters: level 1 of 3");
    let own = designer.named("Own");
    assert_eq!(designer.words(own), "your best: none yet");
    designer.send(PlayCommand::Drag { tile: 0, direction: Direction::Down });
    assert_eq!(designer.words(own), "your best: 1");
    // What it was played with is not asked about: it was opened to be played.
    designer.until(|world| !world.resource::<Play>().motion().is_moving());
    let next = designer.control_of("Next level");
    designer.click_on(next);
    assert_eq!(designer.document().display_name(), "Mirrored Hydroxyl");
    designer.type_key(KeyCode::KeyU, "u");
    assert_eq!(designer.document().display_name(), "Long Hydroxyl");
    designer.type_key(KeyCode::KeyU, "u");
    assert_eq!(
        designer.document().display_name(),
        "Mirrored Hydroxyl",
        "from the end to the first"
    );
    // With help it is not solved.
    designer.send(PlayCommand::Solve);
    designer.until(|world| {
        let hints = world.resource::<Hints>();
        !hints.is_searching() && hints.rest(&[]).is_some()
    });
    designer.send(PlayCommand::Step);
    assert!(designer.game().is_won() && !designer.game().is_own());
    assert_eq!(designer.words(own), "your best: none yet");

    // By the puzzle and not by its path: a pack that has been renamed is the same.
    let renamed = folder.path().join("levels/renamed");
    std::fs::rename(&pack, &renamed).unwrap();
    designer.send(FileCommand::New);
    designer.click_on_text("Discard");
    designer.send(Chosen(Purpose::Folder, renamed));
    until_read(&mut designer);
    assert!(designer.shows("1 of 3 solved") && designer.shows("solved: 1"));
    // This program has proved it.
    assert!(designer.shows("1 move, proved"));
}

#[test]
fn who_has_solved_all_of_a_pack_is_shown_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.mondrian.ron");
    save(&path, &parse_text("B......\n\n......B", None).unwrap()).unwrap();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path));
    designer.send(PlayCommand::Enter);
    designer.type_key(KeyCode::KeyU, "u");
    assert!(!designer.asks("Levels"), "it is not solved itself");
    designer.send(PlayCommand::Drag { tile: 0, direction: Direction::Right });
    designer.until(|world| !world.resource::<Play>().motion().is_moving());
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(designer.asks("Levels"));
}

#[test]
fn an_import_writes_over_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list.txt");
    std::fs::write(&file, "1 1 2 0 3\n2 3 1 2 0\n").unwrap();
    let pack = folder.path().join("list");
    std::fs::create_dir(&pack).unwrap();
    let mine = pack.join("01-list-1.mondrian.ron");
    std::fs::write(&mine, "mine").unwrap();
    let mut designer = Designer::new();
    designer.send(ChooseFile(Purpose::Import));
    assert!(designer.asks("Import levels"));
    designer.send(Chosen(Purpose::Import, file.clone()));
    work(&mut designer);
    import_into(&mut designer, folder.path());
    assert!(designer.shows("1 of 2 levels in"));
    assert!(designer.shows("Left as they are") && designer.shows("01-list-1.mondrian.ron"));
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "mine");
    assert!(load(&pack.join("02-list-2.mondrian.ron")).is_ok());
    // What is no collection is said with its place.
    std::fs::write(&file, "<svg/>").unwrap();
    designer.send(Chosen(Purpose::Import, file));
    work(&mut designer);
    assert!(designer.shows("list.txt cannot be imported"));
    assert!(designer.shows("this is markup, <svg>"));
}

#[test]
fn a_file_of_many_levels_is_a_pack() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("waters.dat");
    std::fs::write(&file, set(".")).unwrap();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(file.clone()));
    work(&mut designer);
    designer.click_on_text("List the file as it is");
    until_read(&mut designer);
    let place = |number| LevelPlace::Entry(file.clone(), number);
    assert_eq!(cards(&mut designer), [place(1), place(2), place(4)]);
    assert!(designer.shows("Level 3: line 32"), "what is refused is said");
    let files: Vec<PathBuf> =
        folder.path().read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files, std::slice::from_ref(&file), "nothing is written");
    let last = designer.node::<LevelCard>(|card| card.0 == place(4));
    designer.click(last);
    assert_eq!(designer.document().display_name(), "Long Hydroxyl");
    assert!(!designer.document().is_dirty() && designer.document().path().is_none());
    designer.send(PlayCommand::Enter);
    designer.type_key(KeyCode::KeyU, "u");
    assert_eq!(designer.document().display_name(), "Hydroxyl");
}

#[test]
fn levels_are_searched_and_sorted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("waters.dat");
    std::fs::write(&file, set("..")).unwrap();
    let mut designer = Designer::new();
    designer.send(ShowLevels);
    let all = cards(&mut designer).len();
    designer.send(mondrian::app::settings::Preference::AddFolder(file.clone()));
    designer.send(ShowPack(file.clone()));
    until_read(&mut designer);
    let place = |number| LevelPlace::Entry(file.clone(), number);
    designer.click_on_text("Size");
    assert_eq!(cards(&mut designer), [place(1), place(2), place(4)], "the longest is the largest");
    search(&mut designer, "long jo");
    assert_eq!(cards(&mut designer), [place(4)]);
    search(&mut designer, "nowhere");
    assert!(cards(&mut designer).is_empty() && designer.shows("No level is called so."));
    search(&mut designer, "hydroxyl");
    let everything = designer.find(&PackItem(None));
    designer.click_on(everything);
    assert_eq!(cards(&mut designer).len(), 3, "in all packs");
    search(&mut designer, "");
    assert_eq!(cards(&mut designer).len(), all + 3);
    search(&mut designer, "mirrored");
    let field = designer.only::<SearchField>();
    designer.click_on(field);
    designer.press(KeyCode::Enter, Key::Enter);
    assert_eq!(designer.document().display_name(), "Mirrored Hydroxyl");
    assert!(!designer.asks("Levels"));
}
