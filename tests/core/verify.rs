//! `mondrian verify`: moves replayed from outside, and the exit codes that scripts go by.

use std::io::Write as _;
use std::process::Stdio;

use mondrian::puzzle::{builtin, format_moves};
use serde_json::Value;

use crate::support::{Run, program, run};

const LEVEL: &str = "R..\n..#\n\n..R\n..#";

#[track_caller]
fn check(arguments: &[&str], code: i32, printed: &str) {
    let Run { code: found, out, err } = run([&["verify"], arguments].concat());
    assert_eq!((found, out.trim_end()), (Some(code), printed), "{arguments:?}: {err}");
}

#[test]
fn moves_are_replayed() {
    check(&[LEVEL, "--solution", "a1R"], 0, "1 move, not proved the best");
    check(&[LEVEL, "--solution", "a1D a2U a1R"], 0, "3 moves, not proved the best");
    check(&[LEVEL, "--solution", "a1R", "--best"], 3, "1 move, not proved the best");
    check(&[LEVEL, "--solution", ""], 4, "no solution: the goal is not reached at the end");
    check(&[LEVEL, "--solution", "a1D b1U"], 4, "no solution: move 2, b1U, moves nothing");
    check(
        &[LEVEL, "--solution", "a1D", "--best"],
        4,
        "no solution: the goal is not reached at the end",
    );
    let opened = format!("{LEVEL}\n\nopening: a1D");
    check(
        &[&opened, "--solution", "a1R"],
        4,
        "no solution: the moves do not begin with the opening",
    );
    for bad in ["a1X", "1 2"] {
        check(&[LEVEL, "--solution", bad], 2, "");
    }
    check(&["no-such-file", "--solution", "a1R"], 2, "");
}

#[test]
fn the_best_that_is_proved_is_called_so() {
    let best = builtin::find("twins").unwrap().draft().best.expect("built-in levels have one");
    let moves = format_moves(&best.moves);
    let said = format!("{} moves, proved the best", best.moves.len());
    check(&["builtin:twins", "--solution", &moves, "--best"], 0, &said);
    let longer = longer_by_two(&moves);
    let said = format!(
        "{} moves; the best solution has {}, proved",
        best.moves.len() + 2,
        best.moves.len()
    );
    check(&["builtin:twins", "--solution", &longer], 0, &said);
    check(&["builtin:twins", "--solution", &longer, "--best"], 3, &said);
}

/// Returns the moves with two more before them, there and back.
fn longer_by_two(moves: &str) -> String {
    let puzzle = builtin::find("twins").unwrap().draft().validate().unwrap();
    let start = puzzle.start();
    for one in puzzle.moves(start) {
        let there = puzzle.apply(start, one).unwrap();
        let back = puzzle
            .moves(&there)
            .into_iter()
            .find(|&other| puzzle.apply(&there, other).as_ref() == Some(start));
        if let Some(other) = back {
            return format!("{one} {other} {moves}");
        }
    }
    panic!("no move can be taken back");
}

#[test]
fn a_solution_of_the_level_that_is_shorter_is_told() {
    let level = r##"(version: 1, title: "x", start: ["R..", "..#"], goal: ["..R", "..#"],
        best: (moves: "a1R", proved: true))"##;
    check(&[level, "--solution", "a1D a2U a1R"], 0, "3 moves; a solution of 1 is known");
    // What the level says of itself is no proof.
    check(&[level, "--solution", "a1R"], 0, "1 move, not proved the best");
}

#[test]
fn what_has_been_proved_here_counts() {
    let data = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| {
        let output = program().args(words).env("MONDRIAN_DATA", data.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let verify = ["verify", LEVEL, "--solution", "a1R", "--best"];
    assert_eq!(run(&verify).0, Some(3));
    assert_eq!(run(&["solve", LEVEL]).0, Some(0));
    assert_eq!(run(&verify), (Some(0), "1 move, proved the best\n".to_owned()));
}

#[test]
fn moves_come_through_a_pipe() {
    let piped = |level: &str, input: &str| {
        let mut child = program()
            .args(["verify", level, "--solution", "-", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, out) = piped(LEVEL, "a1D\n a2U\ta1R\n");
    let event: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, Some(0));
    assert_eq!((&event["solves"], &event["moves"]), (&true.into(), &3.into()));
    assert_eq!((&event["best"], &event["least_known"]), (&"unknown".into(), &3.into()));
    let (code, out) = piped(LEVEL, "a1D");
    let event: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &event["solves"], &event["best"]), (Some(4), &false.into(), &Value::Null));
    assert_eq!(event["message"], "the goal is not reached at the end");
    assert_eq!(piped("-", "").0, Some(2), "the level and the moves cannot both come by it");
}

#[test]
fn moves_are_read_as_people_write_them() {
    for moves in ["a1D, a2U, a1R", "1. a1D 2. a2U 3. a1R", "1.a1D\n2.a2U\n3.a1R", "a1d a2u a1r"] {
        check(&[LEVEL, "--solution", moves], 0, "3 moves, not proved the best");
    }
    // On a board with one gap its moves: each letter says where the gap goes.
    let eight = "1 2 3\n4 5 6\n0 7 8";
    for moves in ["RR", "r r", "R, R", "b3L c3L", "1. b3l, 2. c3l"] {
        check(&[eight, "--solution", moves], 0, "2 moves, not proved the best");
    }
    check(&[eight, "--solution", "RL"], 4, "no solution: the goal is not reached at the end");
    for (level, moves, said) in [
        (eight, "RD", "letter 2, D: the empty cell cannot go there"),
        (LEVEL, "R", "letters alone are moves of the only empty cell"),
        (LEVEL, "1. a1D 3. a1R", "`3` stands before move 2"),
    ] {
        let run = run(["verify", level, "--solution", moves]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains(said), "{run:?}");
    }
}

#[test]
fn plans_of_planners_are_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan");
    let plan = |text: &str| {
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = plan("(slide-2 right colour1 a1 b1 c1 wall)\n; cost = 1 (unit cost)\n");
    check(&[LEVEL, "--plan", &good], 0, "1 move, not proved the best");
    check(&[LEVEL, "--plan", &good, "--solution", "a1R"], 2, "");
    let other = plan("(slide-1 right colour1 a1 b1 c1)\n");
    let run = run(["verify", LEVEL, "--plan", &other]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("plan: line 1: a1R leads to c1, not to b1"), "{run:?}");
    check(
        &[LEVEL, "--plan", &plan("(slide-1 up colour1 a1 a2 wall)")],
        4,
        "no solution: move 1, a1U, moves nothing",
    );
    check(&[LEVEL, "--plan", &plan("(push a1)")], 2, "");
    check(&[LEVEL, "--plan", "no-such-file"], 2, "");
    check(&[LEVEL], 2, "");
}

#[test]
fn a_planning_problem_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (domain, problem) = (path("domain"), path("problem"));
    let written = run(["export", LEVEL, "--pddl", &domain, &problem]);
    assert_eq!(written.code, Some(0), "{written:?}");
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert!(read(&domain).contains("(define (domain sliding)"));
    assert!(read(&problem).contains("(:goal (and (tile colour1 c1)))"));
    for words in [
        vec!["export", LEVEL, "--pddl", &domain],
        vec!["export", LEVEL, "--pddl", &domain, &domain],
        vec!["export", LEVEL, LEVEL, "--pddl", &domain, &problem],
        vec!["export", "builtin:by-way-of-the-middle", "--pddl", &domain, &problem],
    ] {
        assert_eq!(run(&words).code, Some(2), "{words:?}");
    }
}
