//! Solutions replayed by another program in another language, and refused by it
//! when they are none.

use std::path::Path;
use std::process::Command;

use mondrian::puzzle::{builtin, format_moves};

use crate::support::{repository, run};

/// Returns what `rules.py` says of these moves: `None` where there is no Python.
fn replays(level: &Path, moves: &str) -> Option<bool> {
    let rules = repository("tests/independent/rules.py");
    let output = Command::new("python3").arg(rules).arg("verify").arg(level).arg(moves).output();
    let Ok(output) = output else {
        assert!(std::env::var_os("CI").is_none(), "CI has python3");
        eprintln!("skipped: no python3");
        return None;
    };
    match output.status.code() {
        Some(0) => Some(true),
        Some(1) if !output.stdout.is_empty() => Some(false),
        _ => panic!("{}", String::from_utf8_lossy(&output.stderr)),
    }
}

#[test]
fn solutions_are_solutions_elsewhere_too() {
    for level in builtin::levels() {
        // The methods that find their first solution in no time, and one that proves.
        let method = if level.pack == "studies" { "breadth-first" } else { "weighted-astar" };
        let path = repository("levels").join(format!("{}.mondrian.ron", level.name));
        let name = format!("builtin:{}", level.name);
        let arguments = ["solve", &name, "--json", "--aim", "any", "--method", method];
        let solved = run(arguments);
        assert_eq!(solved.code, Some(0), "{solved:?}");
        let last = solved.out.lines().last().expect("a result");
        let result: serde_json::Value = serde_json::from_str(last).expect("JSON");
        let moves = result["solution"].as_str().expect("a solution");
        let Some(is_solution) = replays(&path, moves) else { return };
        assert!(is_solution, "{name}: {moves}");
    }
}

#[test]
fn both_rules_agree_on_what_is_no_solution() {
    for level in builtin::levels() {
        let draft = level.draft();
        let puzzle = draft.validate().expect("a built-in level");
        let best = draft.best.expect("a built-in level has one").moves;
        let path = repository("levels").join(format!("{}.mondrian.ron", level.name));
        // Whole, and with one move left out at a third and at the end.
        for left_out in [None, Some(best.len() / 3), Some(best.len() - 1)] {
            let mut moves = best.clone();
            if let Some(index) = left_out {
                moves.remove(index);
            }
            let here = puzzle.verify(moves.clone()).is_ok();
            let Some(there) = replays(&path, &format_moves(&moves)) else { return };
            assert_eq!(here, there, "{} without move {left_out:?}", level.name);
            assert!(here || left_out.is_some());
        }
    }
}
