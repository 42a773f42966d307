//! Levels made by the page: the requests `new`, `edit` and `file` of `web/PROTOCOL.md`.

mod common;

use common::{ask, code};
use mondrian_web::Session;
use serde_json::{Value, json};

/// Returns the level and the names of the steps after edits.
#[track_caller]
fn edit(session: &mut Session, code: &Value, edits: &Value) -> (Value, Value) {
    let answer = ask(session, &json!({"op": "edit", "code": code, "edits": edits}));
    assert_eq!(answer["message"], Value::Null, "{answer}");
    (answer["level"].clone(), answer["steps"].clone())
}

fn paint(layout: &str, cells: &[&str], brush: &Value) -> Value {
    json!({"paint": {"layout": layout, "cells": cells, "brush": brush}})
}

fn new(session: &mut Session, width: u8, height: u8) -> Value {
    ask(session, &json!({"op": "new", "width": width, "height": height}))["level"].clone()
}

#[test]
fn a_puzzle_is_drawn_from_an_empty_board_and_its_issues_are_told_until_it_is_one() {
    let session = &mut Session::default();
    let level = new(session, 4, 3);
    assert_eq!((&level["width"], &level["playable"]), (&json!(4), &json!(false)));
    let red = json!({"colour": 2});
    let (level, steps) = edit(
        session,
        &level["code"],
        &json!([paint("start", &["a1"], &red), paint("start", &["b2", "c2"], &json!("wall"))]),
    );
    assert_eq!(steps, json!(["Red × 3"]), "one stroke bears the name of its beginning");
    assert_eq!(level["start"], json!(["R...", ".##.", "...."]));
    assert_eq!(level["goal"], json!(["....", ".##.", "...."]), "walls stand on both");
    let (broken, _) = edit(session, &level["code"], &json!([paint("goal", &["d1", "d3"], &red)]));
    let issue = &broken["issues"][0];
    assert_eq!(issue["words"], "goal: 2 red tiles are asked for, the start has 1");
    assert_eq!((&issue["board"], &issue["cells"]), (&json!("goal"), &json!(["d1", "d3"])));
    let (whole, _) =
        edit(session, &broken["code"], &json!([paint("goal", &["d1"], &json!("eraser"))]));
    assert_eq!((&whole["playable"], &whole["goal"][2]), (&json!(true), &json!("...R")));
}

#[test]
fn the_eraser_goes_by_what_lay_there_before_the_stroke() {
    let session = &mut Session::default();
    let level = new(session, 3, 2);
    let (level, _) = edit(
        session,
        &level["code"],
        &json!([
            paint("start", &["a1"], &json!({"pass": 2})),
            paint("start", &["a1"], &json!({"colour": 2}))
        ]),
    );
    let twice = json!([
        paint("start", &["a1"], &json!("eraser")),
        paint("start", &["a1"], &json!("eraser"))
    ]);
    let (level, _) = edit(session, &level["code"], &twice);
    assert_eq!(level["start"][0], "...");
    assert_eq!(level["passes"], json!([{"cell": "a1", "colour": 2}]));
    let (level, _) = edit(session, &level["code"], &twice);
    assert_eq!(level["passes"], json!([]));
}

#[test]
fn each_edit_is_a_step_of_its_own_and_one_that_changes_nothing_is_none() {
    let session = &mut Session::default();
    let code = json!(code("exchange"));
    let edits = json!([
        {"transform": {"to": "rotate_right"}}, {"add_colour": {}}, {"clear": {}}, {"clear": {}},
        {"resize": {"width": 7, "height": 5, "dx": 0, "dy": 0}}, {"add_waypoint": {}},
        paint("waypoint 1", &["a1"], &json!("chameleon")), paint("start", &["b1"], &json!({"numbered": 3})),
        {"set_texts": {"title": "T", "author": "A", "note": ""}},
    ]);
    let (level, steps) = edit(session, &code, &edits);
    let names = [
        "Turn right",
        "Add a colour",
        "Clear both",
        "Size 7 × 5",
        "Add a waypoint",
        "Chameleon × 1",
        "About the level",
    ];
    assert_eq!(steps.as_array().map(Vec::len), Some(names.len()), "{steps}");
    for (step, name) in steps.as_array().unwrap().iter().zip(names).skip(1) {
        assert_eq!(step.as_str().map(|step| step.to_lowercase()), Some(name.to_lowercase()));
    }
    assert_eq!((&level["title"], &level["width"]), (&json!("T"), &json!(7)));
    assert_eq!(level["waypoints"][0][0].as_str().unwrap().len(), 7);
}

#[test]
fn where_one_stops_is_the_goal_and_the_moves_are_a_solution() {
    let session = &mut Session::default();
    let level = new(session, 4, 3);
    let (level, _) =
        edit(session, &level["code"], &json!([paint("start", &["a1"], &json!({"colour": 2}))]));
    let (level, steps) =
        edit(session, &level["code"], &json!([{"play_to_goal": {"moves": "a1R d1D"}}]));
    assert_eq!(steps, json!(["Play to the goal"]));
    assert_eq!(level["goal"], json!(["....", "....", "...R"]));
    assert_eq!((&level["best"]["moves"], &level["playable"]), (&json!(2), &json!(true)));
    // What cannot be played changes nothing.
    let (same, steps) = edit(session, &level["code"], &json!([{"play_to_goal": {"moves": "a1U"}}]));
    assert_eq!((&same["code"], steps), (&level["code"], json!([])));
}

#[test]
fn what_cannot_be_asked_for_is_refused_with_its_place() {
    let session = &mut Session::default();
    let level = new(session, 4, 3);
    for (edit, words) in [
        (paint("waypoint 1", &["a1"], &json!("wall")), "the level has no `waypoint 1`"),
        (paint("start", &["zz"], &json!("wall")), "`zz` is not a cell"),
        (paint("start", &["a1"], &json!({"colour": 9})), "the palette has no colour 9"),
        (json!({"resize": {"width": 0, "height": 3, "dx": 0, "dy": 0}}), "a board has 1 to 32"),
        (json!({"transform": {"to": "inside_out"}}), "`inside_out` is neither"),
    ] {
        let answer = ask(session, &json!({"op": "edit", "code": level["code"], "edits": [edit]}));
        assert!(answer["message"].as_str().unwrap_or_default().starts_with(words), "{answer}");
    }
    let answer = ask(session, &json!({"op": "new", "width": 33, "height": 3}));
    assert_eq!(answer["event"], "error");
}

#[test]
fn the_file_of_a_level_is_read_as_the_level() {
    let session = &mut Session::default();
    for code in [code("exchange"), code("all-together")] {
        let file = ask(session, &json!({"op": "file", "code": code}));
        let answer = ask(session, &json!({"op": "read", "text": file["text"]}));
        assert_eq!(answer["levels"][0]["code"], code);
    }
}

#[test]
fn a_search_tells_what_it_knows_in_words() {
    let session = &mut Session::default();
    let mut last = |text: &str| {
        let answer = ask(session, &json!({"op": "read", "text": text}));
        ask(session, &json!({"op": "solve", "code": answer["levels"][0]["code"], "aim": "prove"}));
        loop {
            let answer = ask(session, &json!({"op": "step", "ms": 5}));
            if answer["running"] == false {
                return answer["words"].clone();
            }
        }
    };
    assert_eq!(last("R..\n...\n\n...\n..R"), "2 moves, proved the best");
    let words = last("R..\n\n.R.");
    assert!(words.as_str().unwrap().starts_with("cannot be solved, proved: "), "{words}");
}
