//! The messages of `web/PROTOCOL.md`, with the core as a library.

mod common;

use common::{ask, code};
use mondrian_core::puzzle::{builtin, share_code};
use mondrian_web::Session;
use serde_json::{Value, json};

/// Steps the search until it ends and returns its events.
fn run(session: &mut Session) -> Vec<Value> {
    let mut events = Vec::new();
    loop {
        let answer = ask(session, &json!({"op": "step", "ms": 5}));
        events.extend(answer["events"].as_array().expect("a list").clone());
        if answer["running"] == false {
            return events;
        }
    }
}

#[test]
fn a_level_is_read_and_named_by_its_code_from_then_on() {
    let session = &mut Session::default();
    let text = builtin::find("by-way-of-the-middle").unwrap().text;
    let answer = ask(session, &json!({"op": "read", "text": text}));
    let level = &answer["levels"][0];
    assert_eq!(level["code"], code("by-way-of-the-middle"));
    assert_eq!(level["title"], "By way of the middle");
    assert_eq!((&level["width"], &level["playable"]), (&json!(6), &json!(true)));
    assert_eq!(level["palette"][0]["color"], "#e45125");
    assert_eq!(level["waypoints"].as_array().map(Vec::len), Some(1));
    assert_eq!(level["best"]["standing"], "claimed", "nobody has proved it here");
    let again = ask(session, &json!({"op": "read", "text": level["code"]}));
    assert_eq!(again, answer);
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let session = &mut Session::default();
    let answer = ask(session, &json!({"op": "read", "text": "(version: 1,\n oops: 2)"}));
    assert_eq!((&answer["event"], &answer["line"]), (&json!("error"), &json!(2)));
    let damaged = code("exchange").replace("mondrian1:C", "mondrian1:D");
    let answer = ask(session, &json!({"op": "read", "text": damaged}));
    assert!(answer["message"].as_str().unwrap().contains("checksum"), "{answer}");
    for request in [json!({"op": "dance"}), json!({"op": "about", "more": 1}), json!([])] {
        let answer = ask(session, &request);
        assert_eq!(answer["event"], "error", "{request}");
    }
}

#[test]
fn several_levels_are_read_at_once() {
    let session = &mut Session::default();
    let codes = ["exchange", "four-across"].map(code);
    let text = format!("The first: {}\nand another one: {}.", codes[0], codes[1]);
    let answer = ask(session, &json!({"op": "read", "text": text}));
    let read: Vec<_> = answer["levels"].as_array().unwrap().iter().collect();
    assert_eq!(read.len(), 2, "{answer}");
    assert!(read.iter().zip(&codes).all(|(level, code)| level["code"] == **code));

    let katomic = include_str!("../../../fuzz/seeds/collection/katomic.dat");
    let answer = ask(session, &json!({"op": "read", "text": katomic}));
    assert_eq!(answer["title"], "Two waters");
    assert_eq!(answer["levels"].as_array().map(Vec::len), Some(2), "{answer}");

    // What cannot be read is said, and the others are read.
    let without_place = "\n[Level3]\nName=Bad\natom_1=1-c\natom_2=3-g\nfeld_00=.####\n\
                         feld_01=.#1.#\nfeld_02=.#.2#\nfeld_03=.####\nmole_0=1\n";
    let three = katomic.replace("LevelCount=2", "LevelCount=3") + without_place;
    let answer = ask(session, &json!({"op": "read", "text": three}));
    assert_eq!(answer["levels"].as_array().map(Vec::len), Some(2), "{answer}");
    let warnings = answer["warnings"].to_string();
    assert!(warnings.contains("level 3 is left out: line"), "{warnings}");

    // Two lines could be start and goal.
    let list = "1 2 3 4 5 6 8 7 0\n8 7 6 5 4 3 2 1 0\n1 2 3 4 5 6 7 0 8\n";
    let answer = ask(session, &json!({"op": "read", "text": list}));
    assert_eq!(answer["levels"].as_array().map(Vec::len), Some(3), "{answer}");
}

#[test]
fn a_level_with_issues_is_drawn_and_not_played() {
    let session = &mut Session::default();
    let answer = ask(session, &json!({"op": "read", "text": "R..\n...\n\nRR.\n..."}));
    let level = &answer["levels"][0];
    assert_eq!(level["playable"], false);
    assert_eq!(level["issues"][0]["severity"], "error");
    assert_eq!(level["issues"][0]["cells"], json!(["a1", "b1"]));
    let answer = ask(session, &json!({"op": "play", "code": level["code"]}));
    assert_eq!(answer["event"], "error");
}

#[test]
fn the_best_solution_played_wins_and_every_push_is_listed() {
    let session = &mut Session::default();
    for level in builtin::levels() {
        let draft = level.draft();
        let (code, best) = (share_code(&draft), draft.best.expect("each has one"));
        let mut made = draft.opening.len();
        loop {
            let moves = mondrian_core::puzzle::format_moves(&best.moves[..made]);
            let answer = ask(session, &json!({"op": "play", "code": code, "moves": moves}));
            assert_eq!(answer["count"], made);
            assert_eq!(answer["won"], made == best.moves.len(), "{} {moves}", level.name);
            let Some(next) = best.moves.get(made) else { break };
            let pushes = answer["pushes"].as_array().unwrap();
            let push = pushes.iter().find(|push| push["move"] == next.to_string()).unwrap();
            let after = mondrian_core::puzzle::format_moves(&best.moves[..=made]);
            let next = ask(session, &json!({"op": "play", "code": code, "moves": after}));
            let tile = push["tile"].as_u64().unwrap() as usize;
            assert_eq!(next["tiles"][tile]["cell"], push["to"]);
            assert_eq!(next["path"][made]["to"], push["to"]);
            made += 1;
        }
    }
    let answer = ask(session, &json!({"op": "play", "code": code("exchange"), "moves": "a1U"}));
    assert!(answer["message"].as_str().unwrap().starts_with("move 1, a1U, moves nothing"));
}

#[test]
fn a_row_slides_to_the_gap() {
    let session = &mut Session::default();
    let answer = ask(session, &json!({"op": "read", "text": "AB.\nCDE\n\n.AB\nCDE"}));
    let code = &answer["levels"][0]["code"];
    let answer = ask(session, &json!({"op": "play", "code": code}));
    assert_eq!(answer["slides"], json!({"a1": "b1R a1R", "b1": "b1R", "c2": "c2U"}));
    let answer = ask(session, &json!({"op": "play", "code": code, "moves": "b1R a1R"}));
    assert_eq!((&answer["won"], &answer["reached"][0]), (&json!(true), &json!("b1")));
}

/// Returns the tiles after these moves: cell, colour, pushes left, whether it has taken its colour.
fn tiles(session: &mut Session, code: &str, moves: &str) -> Vec<Value> {
    let answer = ask(session, &json!({"op": "play", "code": code, "moves": moves}));
    let tiles = answer["tiles"].as_array().expect("a list").iter();
    tiles.map(|tile| json!([tile["cell"], tile["colour"], tile["left"], tile["taken"]])).collect()
}

#[test]
fn passes_thin_walls_chameleons_and_numbers_are_told() {
    let session = &mut Session::default();
    let text = builtin::find("all-together").unwrap().text;
    let answer = ask(session, &json!({"op": "read", "text": text}));
    let level = &answer["levels"][0];
    assert!(level["code"].as_str().unwrap().starts_with("mondrian2:"));
    assert_eq!(level["passes"], json!([{"cell": "c3", "colour": 0}]));
    assert_eq!(level["thin_walls"], "a2D a3R e3D");
    let kinds: Vec<_> = level["palette"].as_array().unwrap().iter().collect();
    assert_eq!(
        kinds.iter().map(|swatch| &swatch["kind"]).collect::<Vec<_>>(),
        ["plain", "chameleon", "numbered"]
    );
    assert_eq!((&kinds[0]["pushes"], &kinds[2]["pushes"]), (&json!(0), &json!(2)));
    let again = ask(session, &json!({"op": "read", "text": level["code"]}));
    assert_eq!(again, answer);
    // A level without any of them says so.
    let answer = ask(session, &json!({"op": "read", "text": code("exchange")}));
    let level = &answer["levels"][0];
    assert_eq!((&level["passes"], &level["thin_walls"]), (&json!([]), &json!("")));
    assert_eq!(level["palette"][0]["kind"], "plain");
}

#[test]
fn a_position_tells_colours_taken_and_pushes_left() {
    let session = &mut Session::default();
    let code = &code("all-together");
    assert_eq!(
        tiles(session, code, ""),
        [json!(["b1", 2, 2, null]), json!(["e1", 1, null, null]), json!(["d2", 0, null, null]),]
    );
    assert_eq!(tiles(session, code, "b1D e1D")[0], json!(["b4", 2, 1, null]));
    let whole = "e1D e3L d3L b1D b2R d2D d4L a4U";
    let last = tiles(session, code, whole);
    assert_eq!(last[0], json!(["c2", 2, 0, null]));
    assert_eq!(last[1][1], 0, "it is red now");
    assert_eq!(last[1][3], true, "and was a chameleon");
    let answer = ask(session, &json!({"op": "play", "code": code, "moves": whole}));
    assert_eq!((&answer["path"][0]["colour"], &answer["won"]), (&json!(1), &json!(true)));
    let pushes = answer["pushes"].as_array().unwrap();
    assert!(pushes.iter().all(|push| push["tile"] != 0), "it has no push left");
    // What is pushed once more moves nothing.
    let more = format!("{whole} c2U");
    let answer = ask(session, &json!({"op": "play", "code": code, "moves": more}));
    assert_eq!(answer["message"], "move 9, c2U, moves nothing");
}

#[test]
fn levels_with_changing_tiles_are_hinted_searched_and_explained() {
    let session = &mut Session::default();
    let code = &code("all-together");
    let bare = mondrian_core::puzzle::parse_share_code(code).unwrap().draft;
    let bare = share_code(&mondrian_core::puzzle::Draft { best: None, ..bare });
    // From the second move on: colours taken and pushes left are those of the position.
    let request = json!({"op": "hint", "code": bare, "moves": "e1D", "grade": 4});
    ask(session, &request);
    let result = run(session).pop().unwrap();
    assert_eq!((&result["verdict"], &result["moves"]), (&json!("optimal"), &json!(7)));
    let hint = ask(session, &request);
    assert_eq!((&hint["left"], &hint["proved"]), (&json!(7), &json!(true)));
    ask(session, &json!({"op": "explain", "code": code, "method": "astar"}));
    let answer = ask(session, &json!({"op": "next", "steps": 1, "open": 3}));
    let step = &answer["steps"][0];
    assert_eq!(step["left"], json!({"b1": 2}));
    let pushed = step["successors"].as_array().unwrap();
    let pushed = pushed.iter().find(|made| made["move"] == "b1D").unwrap();
    assert_eq!(pushed["left"], json!({"b4": 1}));
    assert!(answer["open"][0]["left"].is_object());
    ask(session, &json!({"op": "explain", "code": self::code("exchange"), "method": "astar"}));
    let answer = ask(session, &json!({"op": "next", "steps": 1}));
    assert_eq!(answer["steps"][0].get("left"), None);
}

#[test]
fn a_search_tells_what_the_command_line_tells() {
    let session = &mut Session::default();
    let code = code("four-across");
    let begun = ask(session, &json!({"op": "solve", "code": code}));
    assert_eq!(begun, json!({"running": true, "events": []}));
    let events = run(session);
    let result = events.last().unwrap();
    assert_eq!((&result["event"], &result["verdict"]), (&json!("result"), &json!("optimal")));
    assert_eq!((&result["moves"], &result["lower_bound"]), (&json!(15), &json!(15)));
    assert_eq!((&result["threads"], &result["stop"]), (&json!(1), &json!("finished")));
    assert!(events.iter().any(|event| event["event"] == "solution"));
    assert_eq!(
        ask(session, &json!({"op": "step", "ms": 5})),
        json!({"running": false, "events": []})
    );

    let first = result["solution"].as_str().unwrap().split(' ').next().unwrap();
    ask(session, &json!({"op": "solve", "code": code, "moves": first, "method": "astar"}));
    let result = run(session).pop().unwrap();
    assert_eq!((&result["moves"], &result["method"]), (&json!(14), &json!("astar")));

    ask(session, &json!({"op": "solve", "code": code, "states": 10, "method": "breadth-first"}));
    assert_eq!(run(session).pop().unwrap()["stop"], "states");
    ask(session, &json!({"op": "solve", "code": code, "memory_bytes": 100_000, "method": "astar"}));
    assert_eq!(run(session).pop().unwrap()["stop"], "memory");
    ask(session, &json!({"op": "solve", "code": code}));
    let stopped = ask(session, &json!({"op": "stop"}));
    // The solution that the level has comes before it.
    let events = stopped["events"].as_array().unwrap();
    assert_eq!(events.last().unwrap()["stop"], "cancelled");
}

#[test]
fn hints_go_from_how_many_to_the_whole_way() {
    let session = &mut Session::default();
    let draft = builtin::find("four-across").unwrap().draft();
    let best = mondrian_core::puzzle::format_moves(&draft.best.clone().unwrap().moves);
    let code = share_code(&mondrian_core::puzzle::Draft { best: None, ..draft });
    let hint = |session: &mut Session, grade: u8, moves: &str| {
        ask(session, &json!({"op": "hint", "code": code, "moves": moves, "grade": grade}))
    };
    let first = hint(session, 4, "");
    assert_eq!((&first["state"], &first["grade"]), (&json!("searching"), &json!(1)));
    assert_eq!(first["running"], true);
    run(session);
    let one = hint(session, 1, "");
    assert_eq!(
        (&one["left"], &one["proved"], &one["running"]),
        (&json!(15), &json!(true), &json!(false))
    );
    assert_eq!(
        (&one["tile"], &one["move"], &one["rest"]),
        (&json!(null), &json!(null), &json!(null))
    );
    let two = hint(session, 2, "");
    assert!(two["tile"].is_u64() && two["cell"].is_string() && two["move"].is_null());
    let three = hint(session, 3, "");
    assert!(three["move"].as_str().unwrap().starts_with(two["cell"].as_str().unwrap()));
    let four = hint(session, 4, "");
    let rest = four["rest"].as_str().unwrap();
    let (next, beyond) = rest.split_once(' ').unwrap();
    let followed = hint(session, 4, next);
    assert_eq!((&followed["left"], &followed["running"]), (&json!(14), &json!(false)));
    assert_eq!(followed["rest"], beyond);

    // A best of the page's own is taken at its word only where it is proved.
    for (proved, running) in [(true, false), (false, true)] {
        let session = &mut Session::default();
        let known = json!({"solution": best, "proved": proved});
        let request = json!({"op": "hint", "code": code, "moves": "", "grade": 4, "known": known});
        let answer = ask(session, &request);
        assert_eq!((&answer["left"], &answer["proved"]), (&json!(15), &json!(proved)));
        assert_eq!((&answer["running"], &answer["rest"]), (&json!(running), &json!(best)));
    }
}

#[test]
fn a_position_without_a_way_is_told_as_such() {
    let session = &mut Session::default();
    let answer = ask(session, &json!({"op": "read", "text": "BA.\nCDE\n\nAB.\nCDE"}));
    let code = &answer["levels"][0]["code"];
    let request = json!({"op": "hint", "code": code, "grade": 1});
    ask(session, &request);
    run(session);
    let answer = ask(session, &request);
    assert_eq!((&answer["state"], &answer["running"]), (&json!("unsolvable"), &json!(false)));
    assert_eq!(answer["result"]["verdict"], "unsolvable");
}

#[test]
fn a_search_is_explained_with_its_open_list() {
    let session = &mut Session::default();
    let request = json!({"op": "explain", "code": code("four-across"), "method": "astar"});
    let begun = ask(session, &request);
    assert_eq!((&begun["heuristic"], &begun["rank"]), (&json!("slide-distance"), &json!("f")));
    let mut next = Value::Null;
    for number in 1..20 {
        let answer = ask(session, &json!({"op": "next", "steps": 1, "open": 5}));
        let step = &answer["steps"][0];
        assert_eq!((&step["event"], &step["number"]), (&json!("step"), &json!(number)));
        if !next.is_null() {
            assert_eq!((&step["position"], &step["rank"]), (&next["position"], &next["rank"]));
        }
        let path = answer["path"].as_str().unwrap().split_whitespace().count();
        assert_eq!(step["g"], path);
        next = answer["open"][0].clone();
    }
    let answer = ask(session, &json!({"op": "next", "steps": 1_000_000}));
    assert_eq!(answer["ended"]["why"], "solved");
    assert!(answer["ended"]["message"].as_str().unwrap().ends_with("proved the best"));
    let refused =
        ask(session, &json!({"op": "explain", "code": code("four-across"), "method": "engine"}));
    assert!(refused["message"].as_str().unwrap().contains("keeps no open list"));
}

#[test]
fn a_solution_of_ones_own_goes_into_the_code() {
    let session = &mut Session::default();
    let draft = builtin::find("exchange").unwrap().draft();
    let best = mondrian_core::puzzle::format_moves(&draft.best.clone().unwrap().moves);
    let bare = share_code(&mondrian_core::puzzle::Draft { best: None, ..draft.clone() });
    let request = json!({"op": "share", "code": bare, "solution": best, "proved": true});
    assert_eq!(ask(session, &request)["code"], share_code(&draft));
    let request = json!({"op": "share", "code": bare, "solution": "a1R"});
    assert_eq!(ask(session, &request)["event"], "error");
}

#[test]
fn a_win_is_said_as_the_program_says_it() {
    let session = &mut Session::default();
    let shortest = json!({"moves": 4, "standing": "claimed"});
    let request =
        json!({"op": "won", "title": "Exchange", "moves": 6, "helped": true, "shortest": shortest});
    let answer = ask(session, &request);
    let sentence = "Solved in 6 moves, with help. 4 are enough: the best known so far, not proved.";
    assert_eq!(answer["sentence"], sentence);
    let result = "Exchange: 6 moves, with help; shortest: 4 moves, claimed the best";
    assert_eq!(answer["result"], result);
    let request = json!({"op": "won", "title": "", "moves": 1, "shortest": null});
    assert_eq!(ask(session, &request)["result"], "Untitled: 1 move");
}
