//! Small collections of our own making in each format, read, refused and written.

use super::*;
use crate::puzzle::{Alike, Likeness, plain_text};

// The fuzzer begins with the same files.
const KATOMIC: &str = include_str!("../../../../../fuzz/seeds/collection/katomic.dat");
const ATOMIX: &str = include_str!("../../../../../fuzz/seeds/collection/atomix.xml");
const ATOMIX_3_16: &str = include_str!("../../../../../fuzz/seeds/collection/atomix-3.16.xml");
const JSATOMIX: &str = include_str!("../../../../../fuzz/seeds/collection/jsatomix.js");

fn collection(text: &str) -> Collection {
    parse_collection(text, "name", GapPlace::First).unwrap()
}

fn drafts(text: &str) -> Vec<Draft> {
    collection(text).entries.into_iter().map(|entry| entry.level.unwrap()).collect()
}

/// Checks the place and the beginning of the error with which `text` is refused, as a whole or
/// in its first level that is.
#[track_caller]
fn check_refused(text: &str, line: usize, message: &str) {
    let error = match parse_collection(text, "name", GapPlace::First) {
        Err(error) => error,
        Ok(read) => {
            let refused = read.entries.into_iter().find_map(|entry| entry.level.err());
            refused.unwrap_or_else(|| panic!("read: {text}"))
        }
    };
    assert_eq!(error.line, line, "{error}");
    assert!(error.message.contains(message), "{error}");
}

/// The second has a note that looks like an end.
const LEVEL_FILES: &str = "(\n    version: 1,\n    title: \"one\",\n    start: [\"R.\"],\n    goal: [\".R\"],\n)\n\
    (version: 1, title: \"two\", note: \"a\n)\n(\", start: [\"B.\"], goal: [\".B\"])\n";

#[test]
fn level_files_one_after_the_other_are_read_each_with_its_place() {
    let titles: Vec<String> = drafts(LEVEL_FILES).into_iter().map(|draft| draft.title).collect();
    assert_eq!(titles, ["one", "two"]);
    let three = format!("{LEVEL_FILES}\n(version: 1,\n start: [\"R?\"])");
    let read = collection(&three);
    assert_eq!(read.entries.len(), 3);
    let error = read.entries[2].level.as_ref().unwrap_err();
    assert!(read.entries[1].level.is_ok() && (error.line == 11 || error.line == 12), "{error:?}");
}

#[test]
fn formats_are_told_by_what_they_hold() {
    let code = crate::puzzle::share_code(&drafts(ATOMIX)[0]);
    for (text, format) in [
        (KATOMIC, Format::Katomic),
        (ATOMIX, Format::AtomixXml),
        (ATOMIX_3_16, Format::AtomixXml),
        (JSATOMIX, Format::Jsatomix),
        (&JSATOMIX["module.exports = ".len()..], Format::Jsatomix),
        ("1 3 1 2 0 9\n2 0 1 2 3 8", Format::NumberList),
        ("# korf\n1 3 1 2 0 9\n", Format::NumberList),
        ("[[3,1],[2,0]]\n[[0,1],[2,3]]", Format::Level),
        ("[[3,1],[2,0]]\n[[0,1],[2,3]]\n[[1,3],[2,0]]", Format::NumberList),
        ("[[3,1],[2,0]] [[0,1],[2,3]]", Format::Level),
        ("3 1 2 0\n0 1 2 3", Format::Level),
        ("# two\n3 1 2 0\n0 1 2 3", Format::NumberList),
        ("3 1 2 0\n0 1 2 3\n0 1 3 2", Format::NumberList),
        ("<table><tr><td>8</td></tr></table>", Format::Level),
        (&format!("{code}\n\n{code}\n"), Format::Codes),
        (&code, Format::Level),
        ("3 1 2 0", Format::Level),
        ("1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0", Format::Level),
        ("0 1 2 3\n3 2 1 0\n\n3 2 1 0\n0 1 2 3", Format::Level),
        ("R..\n\n..R", Format::Level),
        ("(version: 1, title: \"x\", start: [\"R.\"], goal: [\".R\"])", Format::Level),
        (LEVEL_FILES, Format::LevelFiles),
        (&format!("{LEVEL_FILES}and more"), Format::Level),
        ("", Format::Level),
    ] {
        assert_eq!(Format::of(text), format, "{text}");
    }
}

#[test]
fn a_set_of_katomic_is_read() {
    let read = collection(KATOMIC);
    assert_eq!((read.title.as_str(), read.remarks.len()), ("Two waters", 0));
    let numbers: Vec<usize> = read.entries.iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, [1, 2]);
    let drafts = drafts(KATOMIC);
    let draft = &drafts[1];
    assert_eq!((draft.title.as_str(), draft.author.as_str()), ("Again", "Jo Doe <jo@example.org>"));
    assert_eq!(draft.note, "Level 2 of Two waters. Made for the tests.");
    assert_eq!(
        crate::puzzle::write_level(draft)
            .lines()
            .filter(|l| l.contains('#') && !l.contains("color"))
            .count(),
        4,
        "the empty row and column outside are gone"
    );
    let names: Vec<_> = draft.palette.swatches().iter().map(|s| s.name.clone().unwrap()).collect();
    assert_eq!(names, ["hydrogen 1-c", "oxygen 3-cg", "hydrogen 1-g"]);
    let labels: Vec<_> =
        draft.palette.swatches().iter().map(|s| s.label.clone().unwrap()).collect();
    assert_eq!(labels, ["H1", "O", "H2"]);
}

#[test]
fn one_game_is_the_same_in_every_format() {
    let katomic = Likeness::of(&drafts(KATOMIC)[0]).unwrap();
    let jsatomix = drafts(JSATOMIX);
    let js = |index: usize| Likeness::of(&jsatomix[index]).unwrap().to(&katomic);
    assert_eq!((js(0), js(1)), (Some(Alike::Same), Some(Alike::Turned)));
    assert_eq!(jsatomix[0].author, "Jo Doe");
    assert_eq!(jsatomix[0].note, "Level a of mine. By http://example.org/. Licence: CC0.");
    let atomix = &drafts(ATOMIX)[0];
    assert_eq!(drafts(ATOMIX_3_16)[0], *atomix, "up to 3.16 the format was another one");
    assert_eq!((atomix.title.as_str(), atomix.note.as_str()), ("Hydroxyl", "O1H"));
    assert_eq!(
        plain_text(atomix),
        "##..\n.B..\n..G.\n....\n\nfloating\nBG\n".replace('B', "1").replace('G', "2")
    );
}

#[test]
fn lists_of_numbers_are_read() {
    let read = collection("# Korf\n7 3 1 2 0 9 100\n8 0 2 1 3 8\n");
    let first = read.entries[0].level.as_ref().unwrap();
    assert_eq!(
        (read.entries[1].number, first.title.as_str(), first.note.as_str()),
        (8, "name 7", "9 100")
    );
    assert_eq!(first.start.size().to_string(), "2 × 2");
    let puzzle = first.validate().unwrap();
    assert_eq!(puzzle.goal().placements()[0].len(), 3, "the goal goes without saying");
    assert_eq!(
        first.goal[crate::puzzle::Cell::new(0, 0)],
        crate::puzzle::Square::Empty,
        "gap first"
    );
    // Without a number before the tiles.
    let plain = collection("3 1 2 0\n0 1 2 3\n2 1 3 0");
    assert_eq!(plain.entries[1].level.as_ref().unwrap().title, "name 2");
}

#[test]
fn what_a_list_may_mean_in_two_ways_is_refused() {
    // 0 1 2 3 with a note, or the puzzle 0 with the tiles 1 2 3 0.
    check_refused("0 1 2 3 0\n3 1 2 0 3", 1, "may be");
    check_refused("1 3 1 2 0 9\n2 3 1 2 3 0", 2, "no numbered puzzle");
    // Two puzzles, or start and goal.
    check_refused("3 1 2 0\n0 1 2 3", 1, "start and goal, or two puzzles?");
    check_refused("3 1 2 0 0 1 2 3\n1 3 2 0 0 1 2 3", 1, "two boards in one line");
}

#[test]
fn codes_one_a_line_are_a_collection() {
    let code = crate::puzzle::share_code(&drafts(ATOMIX)[0]);
    let read = collection(&format!("{code}\n{}\n{code}", &code[..20]));
    assert_eq!(read.entries.len(), 3);
    assert_eq!(read.entries[1].level.as_ref().unwrap_err().line, 2);
    assert_eq!(read.entries[2].level, read.entries[0].level);
}

#[test]
fn what_katomic_cannot_mean_is_refused_with_its_line() {
    let with = |from: &str, to: &str| {
        assert!(KATOMIC.contains(from), "{from}");
        KATOMIC.replacen(from, to, 1)
    };
    check_refused(&with("feld_02=#1.2#.", "feld_02=#1.7#."), 17, "'7' is no atom");
    check_refused(&with("feld_03=#.3.#.", "feld_03=#.3.#"), 18, "the row has 5 cells, the first 6");
    check_refused(
        &with("feld_03=#.3.#.", "feld_03=#.33#."),
        10,
        "2 of the atom 3, the molecule asks for 1",
    );
    check_refused(&with("feld_03=", "feld_07="), 19, "does not follow");
    check_refused(&with("atom_3=1-g", "atom_3=1-z"), 14, "not an element");
    check_refused(&with("atom_3=1-g", "atom_33=1-g"), 14, "one letter or digit");
    check_refused(&with("atom_3=1-g", "atom_2=1-g"), 14, "there twice");
    check_refused(&with("[Level1]", "[Level2]"), 22, "there twice");
    check_refused(&with("[Level1]", "[Extra]"), 22, "neither");
    check_refused(&with("Name=Again", "Again"), 11, "neither a [group]");
    check_refused("[LevelSet]\nName=x\n", 1, "no levels");
}

#[test]
fn what_katomic_leaves_out_of_account_is_told() {
    let odd = KATOMIC.replacen("mole_0=12\n", "mole_0=12\nle_4=.4..\n", 1);
    let read = collection(&odd.replacen("LevelCount=2", "LevelCount=3", 1));
    assert_eq!(read.remarks[0].line, 8);
    assert_eq!(read.entries[0].remarks[0].line, 31);
    assert!(read.entries[0].level.is_ok());
    let alike = KATOMIC.replacen("atom_3=1-g", "atom_3=1-c", 1);
    let read = collection(&alike);
    assert!(read.entries[1].remarks[0].message.contains("look alike"));
    assert!(read.entries[1].level.is_ok());
}

#[test]
fn what_the_other_formats_cannot_mean_is_refused_with_its_line() {
    let with = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    check_refused(&with(JSATOMIX, "\"#.2#\",", "\"#.9#\","), 12, "'9' is no atom");
    check_refused(&with(JSATOMIX, "\"#.2#\",", "\"#.2\","), 12, "the row has 3 cells");
    check_refused(&with(JSATOMIX, "\"#.2#\",", "\"#22#\","), 6, "2 of the atom 2");
    check_refused(&with(JSATOMIX, "\"2\": [\"3\", \"g\"]", "\"2\": [\"3\"]"), 8, "invalid length");
    check_refused(&with(JSATOMIX, "\"levels\": [", "\"levels\": [,"), 5, "expected value");
    check_refused("}\nx = {\"levels\": [\"arena\", \"molecule\"", 2, "EOF while parsing");
    check_refused(&with(ATOMIX, "atom-o", "atom-x"), 13, "\"atom-x\" is not known");
    check_refused(&with(ATOMIX, "TILE_TYPE_FLOOR", "TILE_TYPE_LAVA"), 6, "TILE_TYPE_LAVA");
    check_refused(&with(ATOMIX, "row=\"2\" col=\"2\"", "row=\"1\" col=\"1\""), 12, "taken already");
    check_refused(&with(ATOMIX, "row=\"2\" col=\"2\"", "row=\"0\" col=\"0\""), 2, "on a wall");
    check_refused(&with(ATOMIX, "row=\"2\" col=\"2\"", "row=\"4\" col=\"2\""), 12, "outside");
    check_refused(&with(ATOMIX, "</scenario>", "</goal>"), 15, "scenario");
    check_refused(&with(ATOMIX, "</level>", ""), 1, "never closed");
    check_refused("<svg/>", 1, "this is markup, <svg>");
    check_refused(&with(ATOMIX_3_16, "<n_rows>4", "<n_rows>3"), 21, "row 3, column 3 is outside");
    check_refused(&with(ATOMIX_3_16, "no=\"1\"", "no=\"x\""), 13, "no is not a number");
    check_refused(&with(ATOMIX_3_16, "<type>TILE_TYPE_ATOM</type>", ""), 34, "the type");
}

#[test]
fn what_is_written_for_katomic_is_read_again() {
    for text in [KATOMIC, JSATOMIX] {
        let drafts = drafts(text);
        let set = write_katomic("Some", &drafts).unwrap();
        let read = collection(&set);
        assert_eq!((read.title.as_str(), read.remarks.len()), ("Some", 0));
        for (entry, draft) in read.entries.iter().zip(&drafts) {
            let again = entry.level.as_ref().unwrap();
            assert_eq!((&again.title, &again.author), (&draft.title, &draft.author));
            assert_eq!(again.start, draft.start);
            assert!(again.warnings().is_empty(), "{:?}", again.warnings());
            let names = |draft: &Draft| -> Vec<_> {
                draft.palette.swatches().iter().map(|s| s.name.clone()).collect()
            };
            assert_eq!(names(again), names(draft));
        }
        assert!(
            set.lines().filter(|line| line.starts_with("feld_")).all(|line| line.len() == 8 + 15)
        );
    }
    // Without walls around it, and with colours that are no atoms.
    let open = crate::puzzle::parse_text("R..\n..B\n\nfloating\nBR", None).unwrap();
    let set = write_katomic("", std::slice::from_ref(&open)).unwrap();
    let again = collection(&set).entries[0].level.clone().unwrap();
    assert_eq!(Likeness::of(&again).unwrap().to(&Likeness::of(&open).unwrap()), Some(Alike::Same));
}

#[test]
fn what_katomic_has_no_room_for_is_refused() {
    let check = |text: &str, message: &str| {
        let draft = crate::puzzle::parse_text(text, None).unwrap();
        let error = write_katomic("", &[drafts(ATOMIX)[0].clone(), draft]).unwrap_err();
        assert_eq!(error.0, 1);
        assert!(error.1.to_string().contains(message), "{}", error.1);
    };
    check("R..\n\n..R", "the goal is fixed");
    check("R.B\n\nfloating\nR", "all tiles of 'B'");
    check("R..\n\nfloating\nR\n\nopening: a1R", "no opening");
    check("R..\n\nfloating\nR\n\nwaypoint:\n..R", "no waypoints");
    check(&format!("R{}\n\nfloating\nR", ".".repeat(13)), "16×3");
    check("R..\n\nfloating\nG", "'G'");
}

#[test]
fn a_file_gives_its_name_to_levels_without_a_title() {
    for (path, name) in [
        ("sets/korf.txt", "korf"),
        ("korf.mondrian.ron", "korf"),
        (".korf.txt", ".korf"),
        ("korf", "korf"),
    ] {
        assert_eq!(collection_name(Path::new(path)), name);
    }
}
