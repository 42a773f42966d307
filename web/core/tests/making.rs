//! What the page is told of levels that are made for whoever draws.

mod common;

use common::{ask, code};
use mondrian_web::Session;
use serde_json::{Value, json};

/// Steps until all has been told: the cells by layout and place, the level, the last words.
fn run(session: &mut Session) -> (Vec<Value>, Value, String) {
    let (mut cells, mut level, mut words) = (Vec::new(), Value::Null, String::new());
    loop {
        let answer = ask(session, &json!({"op": "step", "ms": 5}));
        assert_ne!(answer["event"], "error", "{answer}");
        for cell in answer["cells"].as_array().into_iter().flatten() {
            cells.retain(|told: &Value| {
                told["at"] != cell["at"] || told["layout"] != cell["layout"]
            });
            cells.push(cell.clone());
        }
        answer["words"].as_str().unwrap_or_default().clone_into(&mut words);
        if answer["running"] == false {
            answer["level"].clone_into(&mut level);
            return (cells, level, words);
        }
    }
}

/// Returns the moves that a level needs.
fn solved(session: &mut Session, code: &str) -> Value {
    ask(session, &json!({"op": "solve", "code": code}));
    loop {
        let answer = ask(session, &json!({"op": "step", "ms": 50}));
        if answer["running"] == false {
            return answer["events"].as_array().unwrap().last().unwrap()["moves"].clone();
        }
    }
}

#[test]
fn each_cell_says_what_the_level_would_need_with_a_wall_there() {
    let session = &mut Session::default();
    let code = code("exchange");
    let ask_what_if = json!({"op": "what_if", "code": code, "brush": "wall", "target": "goal"});
    assert_eq!(ask(session, &ask_what_if)["running"], true);
    let (cells, _, words) = run(session);
    assert_eq!(words, "every cell says how many moves it would then be");
    let mut checked = 0;
    for cell in cells.iter().filter(|cell| cell["layout"] == "start" && cell["label"] != "") {
        let paint = json!([{"paint": {"layout": "start", "cells": [cell["at"]], "brush": "wall"}}]);
        let next = ask(session, &json!({"op": "edit", "code": code, "edits": paint}));
        let moves = solved(session, next["level"]["code"].as_str().unwrap());
        match cell["label"].as_str().unwrap() {
            "·" => assert_eq!((&moves, &cell["moves"]), (&json!(4), &Value::Null), "{cell}"),
            "–" => assert_eq!(moves, Value::Null, "{cell}"),
            label => {
                assert_eq!((moves.to_string(), &cell["moves"]), (label.to_owned(), &moves));
                assert_eq!(cell["words"], format!("{label} moves, proved"));
            }
        }
        checked += 1;
    }
    assert!(checked > 8, "{checked} cells");
}

#[test]
fn a_level_is_made_as_it_is_wanted_and_the_same_again_by_the_same_seed() {
    let session = &mut Session::default();
    let make = json!({
        "op": "make", "width": 4, "height": 4, "tiles": 2, "colours": 2, "walls": 3,
        "least": 4, "most": 6, "seed": 3,
    });
    let made = [(); 2].map(|()| {
        ask(session, &make);
        run(session).1
    });
    assert_eq!(made[0], made[1]);
    let moves = made[0]["best"]["moves"].as_u64().unwrap();
    assert!((4..=6).contains(&moves), "{moves}");
    assert_eq!(solved(session, made[0]["code"].as_str().unwrap()), moves);
    assert_eq!(made[0]["title"], "");
    let refused = ask(
        session,
        &json!({
            "op": "make", "width": 2, "height": 2, "tiles": 3, "colours": 2, "walls": 3,
            "least": 4, "most": 6, "seed": 3,
        }),
    );
    assert!(refused["message"].as_str().unwrap().contains("leave no cell empty"), "{refused}");
}

#[test]
fn a_level_gets_harder_and_easier_and_keeps_its_name() {
    let session = &mut Session::default();
    let given = code("exchange");
    for harder in [true, false] {
        let vary = json!({"op": "vary", "code": given, "moves": 4, "harder": harder, "seed": 1});
        ask(session, &vary);
        let (_, level, words) = run(session);
        let moves = level["best"]["moves"].as_u64().unwrap();
        assert!(if harder { moves > 4 } else { moves < 4 }, "{moves}");
        assert_eq!(solved(session, level["code"].as_str().unwrap()), moves);
        assert_eq!(level["title"], "Exchange");
        assert!(words.ends_with("puzzles tried"), "{words}");
    }
    let vary = json!({"op": "vary", "code": given, "moves": 1, "harder": false, "seed": 1});
    assert_eq!(ask(session, &vary)["event"], "error");
}

#[test]
fn what_is_stopped_tells_nothing_more() {
    let session = &mut Session::default();
    let asked =
        json!({"op": "what_if", "code": code("exchange"), "brush": "wall", "target": "goal"});
    ask(session, &asked);
    ask(session, &json!({"op": "step", "ms": 0}));
    ask(session, &json!({"op": "stop"}));
    let answer = ask(session, &json!({"op": "step", "ms": 5}));
    assert_eq!((&answer["running"], &answer["cells"]), (&json!(false), &Value::Null));
}
