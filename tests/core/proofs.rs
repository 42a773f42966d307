//! "proved" is said of what this program has proved, and of nothing else.

use std::path::Path;

use mondrian::puzzle::{builtin, share_code};
use serde_json::Value;

use crate::support::{Run, program};

/// Runs the program with a data folder of its own.
fn run(data: &Path, words: &[&str]) -> Run {
    let output = program().args(words).env("MONDRIAN_DATA", data).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn a_claim_is_a_claim_until_it_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let path = folder.path().join("level.mondrian.ron");
    let path = path.to_str().unwrap();
    let level = builtin::find("exchange").unwrap();
    let check = |words: &[&str]| run(&data, &[&["check"], words].concat()).out;
    std::fs::write(path, level.text).unwrap();
    let (claimed, proved) = (": ok, 4 moves, claimed the best\n", ": ok, 4 moves, proved\n");
    assert!(check(&[path]).ends_with(claimed));
    let code = share_code(&level.draft());
    assert!(check(&[&code]).ends_with(claimed));
    assert!(check(&["builtin:exchange"]).ends_with(proved), "a test proves it");
    assert!(run(&data, &["share", path]).err.ends_with("with 4 moves, claimed the best\n"));
    let solved = run(&data, &["solve", path]);
    assert!(solved.err.starts_with("4 moves known, from the level"), "{solved:?}");
    assert!(solved.out.starts_with("4 moves, proved the best"), "{solved:?}");
    for words in [[path], [&code]] {
        assert!(check(&words).ends_with(proved));
    }
    assert!(run(&data, &["share", path]).err.ends_with("with 4 moves, proved\n"));
    let elsewhere = folder.path().join("elsewhere");
    assert!(run(&elsewhere, &["check", path]).out.ends_with(claimed));
    let json = check(&[path, "--json"]);
    let json: Value = serde_json::from_str(json.trim_end()).unwrap();
    assert_eq!((&json["event"], &json["best"]), (&"check".into(), &"proved".into()));
}

#[test]
fn a_proof_of_fewer_moves_does_not_prove_a_claim() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("level.mondrian.ron");
    let text = "(version: 1, title: \"t\", start: [\"B..\", \"...\"], goal: [\"..B\", \"...\"], \
                best: (moves: \"a1D a2R c2U\", proved: true))";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let solved = run(data.path(), &["solve", path]);
    assert!(solved.err.starts_with("3 moves known, from the level"), "{solved:?}");
    assert!(solved.out.starts_with("1 move, proved the best"), "{solved:?}");
    let checked = run(data.path(), &["check", path]).out;
    assert!(checked.ends_with(": ok, 3 moves, claimed the best\n"), "{checked}");
}

#[test]
fn check_says_what_the_designer_says() {
    let data = Path::new("");
    let check = |text: &str, json: &[&str]| run(data, &[&["check", text][..], json].concat());
    for (text, said) in [
        ("123\n456\n87.\n\n123\n456\n78.", "argument: warning: goal: unsolvable, by parity"),
        ("BR\n\nRB", "argument: warning: start: unsolvable, no tile has an empty cell beside it"),
        (
            "B#.\n\n.#B",
            "argument: warning: goal, c1: walled off, no tile of the colour can get there",
        ),
        ("B..\n\nB..", "argument: warning: goal: the start shows it already"),
    ] {
        let checked = check(text, &[]);
        assert!(
            checked.out.contains(said) && checked.out.ends_with("argument: ok\n"),
            "{checked:?}"
        );
        assert_eq!(checked.code, Some(0));
    }
    // Too long for the command line of some systems.
    let folder = tempfile::tempdir().unwrap();
    let long = folder.path().join("long.txt");
    let text = format!("B..\n\n..B\n\nopening: {}", "a1R c1L ".repeat(30_001));
    std::fs::write(&long, text).unwrap();
    let checked = check(long.to_str().unwrap(), &[]);
    let said = "error: opening: 60002 moves, allowed are 60000\n";
    assert_eq!(checked.out, format!("{}: {said}", long.display()));
    let checked = check("B..\n\n.BB", &["--json"]);
    let lines: Vec<Value> =
        checked.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["severity"], &lines[0]["layout"]), (&"error".into(), &"goal".into()));
    assert_eq!(lines[0]["cells"], serde_json::json!(["b1", "c1"]));
    assert_eq!((&lines[1]["event"], &lines[1]["errors"]), (&"check".into(), &1.into()));
}

#[test]
fn what_cannot_be_read_is_an_object_too() {
    for command in ["solve", "check", "analyse", "explain"] {
        let failed = run(Path::new(""), &[command, "BR.\n..\n\n.BR\n...", "--json"]);
        assert_eq!(failed.code, Some(2));
        let error: Value = serde_json::from_str(failed.out.lines().next().unwrap()).unwrap();
        assert_eq!((&error["event"], &error["level"]), (&"error".into(), &"argument".into()));
        assert_eq!((&error["line"], &error["column"]), (&2.into(), &1.into()), "{error}");
        assert!(error["message"].as_str().unwrap().contains("2 cells, the first row has 3"));
        let missing = run(Path::new(""), &[command, "no/such/file", "--json"]);
        let error: Value = serde_json::from_str(missing.out.lines().next().unwrap()).unwrap();
        assert_eq!((&error["event"], &error["line"]), (&"error".into(), &Value::Null));
    }
}

#[test]
fn what_was_made_here_is_proved_here() {
    let folder = tempfile::tempdir().unwrap();
    let (data, levels) = (folder.path().join("data"), folder.path().join("levels"));
    let out = levels.to_str().unwrap();
    let evolve =
        ["evolve", "builtin:exchange", "--moves", "5..9", "--strokes", "100", "--out", out];
    let generate = ["generate", "--size", "4x4", "--seed", "5", "--out", out];
    for words in [&evolve[..], &generate[..]] {
        let made = run(&data, words);
        assert_eq!(made.code, Some(0), "{made:?}");
    }
    let files: Vec<_> =
        std::fs::read_dir(&levels).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.len() > 1);
    for path in files {
        let check = |data| run(data, &["check", path.to_str().unwrap()]).out;
        assert!(check(&data).ends_with(", proved\n"), "{}", check(&data));
        assert!(check(folder.path()).ends_with(", claimed the best\n"));
    }
}
