//! Files that are no levels: the program says which file and where in it, with
//! exit code 2, and never panics.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::support::run;

/// The smallest level, with a place to put something wrong.
fn level(fields: &str, start: &str, goal: &str) -> String {
    format!(
        "(\n    version: 1,\n    title: \"t\",\n    palette: {{ 'R': (color: \"#e45125\") }},\n    \
         {fields}\n    start: {start},\n    goal: {goal},\n)\n"
    )
}

/// Checks that both `check` and `solve` refuse the file and that what they say holds
/// each of `expected`, on a line that begins with the path.
#[track_caller]
fn check_path(path: &Path, expected: &[&str]) {
    let path = path.to_str().expect("a path in UTF-8");
    let (checked, solved) = (run(["check", path]), run(["solve", path]));
    for (run, said) in [(&checked, &checked.out), (&solved, &solved.err)] {
        assert_eq!(run.code, Some(2), "{run:?}");
        for &text in expected {
            let told = said.lines().any(|line| line.starts_with(path) && line.contains(text));
            assert!(told, "{text:?} is missing in {said}");
        }
    }
    assert_eq!(solved.out, "");
}

/// Puts `bytes` into a file and checks it as [`check_path`] does.
#[track_caller]
fn check(bytes: impl AsRef<[u8]>, expected: &[&str]) {
    let folder = TempDir::new().unwrap();
    let path: PathBuf = folder.path().join("bad.mondrian.ron");
    std::fs::write(&path, bytes).unwrap();
    check_path(&path, expected);
}

#[test]
fn what_is_no_text() {
    check("", &["line 1, column 1: there is nothing to read"]);
    check(" \n\t\n", &["there is nothing to read"]);
    check(b"(\n  version: 1,\n  title: \"\xff\xfe\"", &["line 3: not a text in UTF-8"]);
    check([0_u8; 512], &["line 1, column 1"]);
    check(b"\x7fELF\x02\x01\x01\x00\xb0\x90", &["line 1: not a text in UTF-8"]);
}

#[test]
fn every_truncation_of_a_level() {
    let whole = level("", "[\"R.\"]", "[\".R\"]");
    for end in (0..whole.trim_end().len()).step_by(7) {
        check(&whole[..end], &["line "]);
    }
}

#[test]
fn fields_are_named_with_their_place() {
    check(level("colour: 3,", "[\"R.\"]", "[\".R\"]"), &["line 5, column 5", "`colour`"]);
    check(level("", "[\"R.\"]", "[\".R\"]").replace("color", "paint"), &["line 4", "`paint`"]);
    check(level("title: \"again\",", "[\"R.\"]", "[\".R\"]"), &["line 5", "title"]);
    check(level("", "[\"R.\"]", "[\".R\"]").replace("    title: \"t\",\n", ""), &["title"]);
    check(level("", "7", "[\".R\"]"), &["line 6, column "]);
    check("(version: 1)", &["line 1, column "]);
    check("[1, 2]", &["line 1, column 2"]);
    let twice = level("", "[\"R.\"]", "[\".R\"]").replace("{ ", "{ 'R': (color: \"#000000\"), ");
    check(twice, &["line 4", "'R' twice"]);
    check(level("goal_anchor: loose,", "[\"R.\"]", "[\".R\"]"), &["line 5", "loose"]);
}

#[test]
fn versions_are_checked_before_fields() {
    let next = level("gravity: true,", "[\"R.\"]", "[\".R\"]").replace("version: 1", "version: 3");
    check(next, &["version 3 of the format is not known"]);
    check("(version: -1)", &["line 1"]);
    check("(version: 99999999999999999999)", &["line 1"]);
}

#[test]
fn boards_that_cannot_be() {
    check(level("", "[\"R.\", \"R\"]", "[\"..\", \".R\"]"), &["start, row 2: 1 cells"]);
    check(level("", "[\"R#\"]", "[\".R\"]"), &["goal, b1: a tile where the start has a wall"]);
    check(
        level("", "[\"R..\"]", "[\".RR\"]"),
        &["goal, b1 c1: asks for 2 of 'R', the start has 1"],
    );
    check(level("", "[\"R..\"]", "[\"..Q\"]"), &["goal, c1: 'Q' is not in the palette"]);
    check(level("", "[\"R..\"]", "[\"...\"]"), &["goal: no tile is asked for"]);
    check(level("", "[\"R..\"]", "[\".R\"]"), &["goal: 2 × 1 cells, the start has 3 × 1"]);
    check(level("", "[]", "[\".R\"]"), &["start: 0 × 0 cells"]);
    check(level("", "[\"\"]", "[\".R\"]"), &["start: 0 × 1 cells"]);
    let wide = format!("[\"R{}\"]", ".".repeat(32));
    check(level("", &wide, &wide), &["start: 33 × 1 cells, allowed are 1 to 32"]);
    let vast = format!("[\"R{}\"]", ".".repeat(1_000_000));
    check(level("", &vast, &vast), &["start: 1000001 × 1 cells"]);
    let full = format!("[{}]", format!("\"{}\",", "R".repeat(16)).repeat(17));
    check(level("", &full, &full), &["start: 272 tiles, allowed are 255"]);
    check(level("opening: \"a1U\",", "[\"R.\"]", "[\".R\"]"), &["opening, move 1: a1U"]);
    check(level("opening: \"a1X\",", "[\"R.\"]", "[\".R\"]"), &["opening: `a1X` is not a move"]);
    check(
        level("goal_anchor: floating,", "[\"R#\"]", "[\"R\", \".\"]"),
        &["larger than the board"],
    );
    check(level("waypoints: [[\"..\"]],", "[\"R.\"]", "[\".R\"]"), &["waypoint 1: no tile"]);
}

#[test]
fn too_many_waypoints() {
    let waypoints = format!("waypoints: [{}],", r#"[".R"],"#.repeat(256));
    check(level(&waypoints, r#"["R."]"#, r#"[".R"]"#), &["waypoints: 256, allowed are 255"]);
}

#[test]
fn all_issues_at_once() {
    let bad = level("opening: \"z\",", "[\"R.Q\", \"#\"]", "[\".RR\", \"S..\"]");
    check(
        bad,
        &[
            "start, c1: 'Q' is not in the palette",
            "start, row 2: 1 cells",
            "goal, a2: 'S' is not in the palette",
            "goal, b1 c1: asks for 2",
            "opening: `z` is not a move",
        ],
    );
}

#[test]
fn brackets_without_end() {
    const DEPTH: usize = 100_000;
    for bracket in ["(", "[", "{", "Some(", "/*", "(version:", "{'a':"] {
        check(bracket.repeat(DEPTH), &["line 1, column "]);
    }
    for bracket in ["[", "(", "{"] {
        check(level("", &bracket.repeat(DEPTH), "[\".R\"]"), &["line 6, column "]);
        check(level(&format!("x: {}", bracket.repeat(DEPTH)), "[]", "[]"), &["line "]);
    }
}

#[test]
fn what_is_no_file() {
    let folder = TempDir::new().unwrap();
    check_path(folder.path(), &["directory"]);
    check_path(&folder.path().join("missing.mondrian.ron"), &[""]);
    let huge = folder.path().join("huge.mondrian.ron");
    std::fs::File::create(&huge).unwrap().set_len(1 << 33).unwrap();
    check_path(&huge, &["8589934592 bytes are too many"]);
    let missing = run(["check", "builtin:no-such-level"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.out.contains("mondrian levels"), "{missing:?}");
}

#[test]
fn a_wrong_best_is_dropped_with_a_warning() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("best.mondrian.ron");
    let wrong = level("best: (moves: \"a1D\", proved: true),", "[\"R.\"]", "[\".R\"]");
    std::fs::write(&path, wrong).unwrap();
    let path = path.to_str().unwrap();
    let checked = run(["check", path]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert!(checked.out.contains("warning: best: dropped, move 1, a1D, moves nothing"));
    let shown = run(["show", path, "--solution"]);
    assert_eq!((shown.code, shown.out.as_str()), (Some(2), ""), "{shown:?}");
}
