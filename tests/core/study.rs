//! `mondrian analyse`, `generate`, `explain` and `graph` as scripts see them.

use mondrian::puzzle::load;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{piped, run_words};

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

#[test]
fn an_analysis_tells_all_of_a_small_level() {
    let run = run_words("analyse builtin:eight-hardest");
    assert_eq!(run.code, Some(0), "{run:?}");
    let of = |name: &str| {
        let line = run.out.lines().find(|line| line.starts_with(name)).expect(name);
        line[name.len()..].trim().to_owned()
    };
    assert_eq!(of("solution "), "31 moves, proved the best");
    assert!(of("positions ").starts_with("181,440 ("), "{run:?}");
    assert!(of("farthest from goal ").starts_with("31 moves: 2 positions"), "{run:?}");
    assert_eq!(of("dead positions "), "0");
    assert_eq!(of("shortest solutions "), "40");
    assert_eq!(of("walls "), "there are none");
    for rows in ["867", "254", "3.1", "647", "85.", "321"] {
        assert!(run.out.lines().any(|line| line.trim() == rows), "{rows}: {run:?}");
    }
}

#[test]
fn shortest_solutions_are_listed_as_many_as_asked_for() {
    let run = run_words("analyse builtin:eight --list 2 --no-walls");
    let json = json(&run_words("analyse builtin:eight --list 2 --no-walls --json").out);
    let listed = json["solutions"].as_array().expect("a list");
    let count: usize = json["shortest_solutions"].as_str().unwrap().parse().unwrap();
    assert_eq!(listed.len(), count.min(2));
    for moves in listed {
        assert!(run.out.contains(moves.as_str().unwrap()), "{moves}: {run:?}");
    }
    let without = self::json(&run_words("analyse builtin:eight --no-walls --json").out);
    assert!(without["solutions"].is_null());
}

#[test]
fn an_analysis_as_json_has_counts_and_walls() {
    let run = run_words("analyse builtin:eight --json --depths --threads 2");
    let object = json(&run.out);
    assert_eq!((run.code, &object["event"]), (Some(0), &Value::from("analysis")));
    let sum = |name: &str| {
        let counts = object[name].as_array().expect(name);
        counts.iter().map(|count| count.as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!((sum("by_moves"), sum("by_distance")), (181_440, 181_440));
    assert_eq!(object["farthest_from_goal"]["count"], 2);

    let level = "analyse builtin:by-way-of-the-middle --states 1000 --json";
    let object = json(&run_words(level).out);
    assert_eq!((&object["moves"], &object["positions"]), (&Value::from(13), &Value::Null));
    assert_eq!(object["positions_stop"], "states");
    let walls = object["walls"].as_array().unwrap();
    let wall = |name: &str| walls.iter().find(|wall| wall["wall"] == name).expect(name);
    assert_eq!((walls.len(), &wall("c2")["moves"]), (4, &Value::from(20)));
    assert_eq!(wall("a6")["verdict"], "unsolvable");
}

#[test]
fn the_farthest_position_is_saved_as_a_level() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("far.mondrian.ron");
    let command = format!("analyse builtin:twins --no-walls --save-farthest {}", path.display());
    let run = run_words(&command);
    assert_eq!(run.code, Some(0), "{run:?}");
    let level = load(&path).unwrap();
    assert_eq!(level.warnings, []);
    let best = level.draft.best.unwrap();
    assert!(best.claimed);
    let told = format!("{} moves", best.moves.len());
    assert!(run.out.contains(&format!("farthest from goal    {told}")), "{run:?}");
    let solved = run_words(&format!("solve --json {}", path.display()));
    let result = json(solved.out.lines().last().unwrap());
    assert_eq!(result["moves"].as_u64(), Some(best.moves.len() as u64));

    let run =
        run_words("analyse builtin:first-puzzle --states 100 --no-walls --save-farthest /x/y");
    assert_eq!(run.code, Some(11), "{run:?}");
    assert!(run.err.contains("not all positions could be listed"), "{run:?}");
}

#[test]
fn levels_are_generated_into_a_folder() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("new");
    let words = |threads: u32| {
        let out = out.display();
        format!("generate --size 4x4 --count 3 --seed 5 --threads {threads} --out {out} --json")
    };
    let run = run_words(&words(2));
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 3), "{run:?}");
    for line in run.out.lines() {
        let object = json(line);
        let level = load(&out.join(object["file"].as_str().unwrap())).unwrap();
        assert_eq!(level.warnings, []);
        let best = level.draft.best.as_ref().unwrap();
        assert_eq!(object["moves"].as_u64(), Some(best.moves.len() as u64));
        let code = object["share_code"].as_str().unwrap();
        assert_eq!(mondrian::puzzle::parse_share_code(code).unwrap().draft, level.draft);
    }
    let again = run_words(&words(1));
    assert_eq!(again.code, Some(1), "files are not replaced: {again:?}");
    assert!(again.err.contains("there is such a file"));

    let text = |threads: &str| {
        run_words(&format!("generate --size 4×4 --count 3 --seed 5 --threads {threads}"))
    };
    assert_eq!(text("1").out, text("2").out);
    let first = std::fs::read_to_string(out.join("generated-5-001.mondrian.ron")).unwrap();
    assert!(text("1").out.starts_with(&first));
}

#[test]
fn what_cannot_be_generated_says_why() {
    for (words, why) in [
        ("--size 5", "expected width and height, such as 6x4"),
        ("--moves 9..8", "expected a number of moves or a range"),
        ("--tiles 30", "tiles and walls leave no cell empty"),
        ("--colours 4", "there are 1 to 3 colours for these tiles"),
        ("--size 40x4", "a board has 1 to 32 cells each way"),
        ("--size 4x4 --walls 3 --symmetry both", "cannot stand symmetrically"),
    ] {
        let run = run_words(&format!("generate {words}"));
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains(why), "{run:?}");
    }
    let run = run_words("generate --size 3x3 --walls 0 --moves 900 --attempts 2");
    assert_eq!(run.code, Some(11), "{run:?}");
    assert!(run.err.contains("1 of 1 levels were not found in 2 boards each"), "{run:?}");
}

#[test]
fn a_search_is_explained_step_by_step() {
    let run = run_words("explain builtin:exchange --steps 2");
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.starts_with("step 1: taken g 0  h 4  f 4\n"), "{run:?}");
    assert!(run.out.contains("step 2: taken g 1  h "), "{run:?}");
    assert!(run.out.contains("4 successors:"), "{run:?}");

    let run = run_words("explain builtin:exchange --method greedy --skip 1 --steps 999999 --json");
    assert_eq!(run.code, Some(0), "to the end: {run:?}");
    let steps: Vec<Value> = run.out.lines().map(json).collect();
    assert_eq!((&steps[0]["number"], &steps[0]["event"]), (&Value::from(2), &Value::from("step")));
    assert_eq!(steps.last().unwrap()["incumbent"], 4);
    for step in &steps {
        for made in step["successors"].as_array().unwrap() {
            assert_eq!(made["g"].as_u64(), step["g"].as_u64().map(|moves| moves + 1));
            assert!(made["fate"].is_string() && made["position"].is_array());
        }
    }
    let run = run_words("explain builtin:exchange --method greedy --steps 999999");
    assert!(run.out.ends_with("nothing better is open: 4 moves, proved the best\n"), "{run:?}");
    assert_eq!(run_words("explain builtin:exchange --method engine").code, Some(2));
}

#[test]
fn positions_of_chameleons_and_numbered_tiles_are_listed() {
    for level in ["builtin:whose-colour", "builtin:three-pushes"] {
        let run = run_words(&format!("analyse {level} --no-walls --json"));
        assert_eq!(run.code, Some(0), "{run:?}");
        let object = json(&run.out);
        assert!(object["positions"].as_u64().is_some_and(|positions| positions > 50), "{object}");
    }
}

#[test]
fn the_graph_of_a_small_level_is_drawn() {
    let folder = TempDir::new().unwrap();
    let (dot, png) = (folder.path().join("g.dot"), folder.path().join("g.png"));
    let paths = format!("--dot {} --png {}", dot.display(), png.display());
    let run = run_words(&format!("graph builtin:exchange {paths}"));
    assert_eq!(run.code, Some(0), "{run:?}");
    let text = std::fs::read_to_string(&dot).unwrap();
    let count = |word: &str| text.lines().filter(|line| line.contains(word)).count();
    assert_eq!(count("tooltip="), 92);
    assert_eq!(count("tooltip=\"0 to the goal\""), 1);
    // The start, four moves, and what they lead to.
    assert_eq!(count("penwidth=4"), 9);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));

    let run = run_words(&format!("graph builtin:first-puzzle {paths}"));
    assert_eq!(run.code, Some(11), "{run:?}");
    assert!(run.err.contains("the level has more than 2000 positions; --positions N"), "{run:?}");
    assert_eq!(run_words("graph builtin:exchange").code, Some(2), "nothing to write");
}

#[test]
fn every_stroke_says_what_it_would_do() {
    let level = "BR.\n.#.\n\n.BR\n.#.";
    let run = piped("analyse - --what-if walls", level);
    assert_eq!(run.code, Some(0), "{run:?}");
    let lines: Vec<Vec<&str>> =
        run.out.lines().map(|line| line.split_whitespace().collect()).collect();
    let expected = ["as it is", "wall at a2", "no wall at b2", "wall at c2"]
        .map(|stroke| stroke.split(' ').chain(["2", "moves,", "proved"]).collect::<Vec<_>>());
    assert_eq!(lines, expected);
    let object = json(&piped("analyse - --what-if all --json", level).out);
    assert_eq!((&object["event"], &object["moves"]), (&Value::from("what-if"), &Value::from(2)));
    let strokes = object["strokes"].as_array().unwrap();
    let verdict = |stroke: &str| {
        let found = strokes.iter().find(|object| object["stroke"] == stroke);
        found.unwrap_or_else(|| panic!("{stroke}"))["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(verdict("tile a1 to c1"), "unsolvable");
    assert_eq!(verdict("tile b1 to c1"), "optimal");
    assert_eq!(verdict("no tile at a1"), "no-level");
    // A goal may leave the walls out: a mark drawn on one takes it away, and that is said.
    let bare = piped("analyse - --what-if goals", "BR.\n.#.\n\n.BR\n...").out;
    assert!(bare.contains("goal b1 to b2, no wall at b2 "), "{bare}");
    assert_eq!(bare.matches("no wall").count(), 2, "{bare}");
}

#[test]
fn evolved_levels_are_as_long_as_wanted_and_always_the_same() {
    let empty = "BR..\n....\n....\n....\n\n....\n.B..\n..R.\n....";
    let evolve = |folder: &str, threads: u8| {
        let words = format!(
            "evolve - --moves 4..6 --keep a1 --strokes 600 --seed 3 --threads {threads} --json {folder}"
        );
        piped(&words, empty)
    };
    let one = evolve("", 1);
    assert_eq!(one.code, Some(0), "{one:?}");
    assert_eq!(one.out, evolve("", 2).out);
    let folder = TempDir::new().unwrap();
    let out = format!("--out {}", folder.path().display());
    let run = evolve(&out, 2);
    for line in run.out.lines() {
        let object = json(line);
        let moves = object["moves"].as_u64().unwrap();
        assert!((4..=6).contains(&moves));
        let level = load(&folder.path().join(object["file"].as_str().unwrap())).unwrap().draft;
        assert_eq!(level.best.unwrap().moves.len() as u64, moves);
        let a1 = mondrian::puzzle::Cell::new(0, 0);
        assert_eq!(
            level.start[a1].colour().map(|colour| level.palette.swatch(colour).symbol),
            Some('B')
        );
    }
    let none = piped("evolve - --moves 4..6 --keep z9 --strokes 9", empty);
    assert_eq!(none.code, Some(2), "{none:?}");
    assert!(none.err.contains("z9"), "{none:?}");
}

#[test]
fn batch_answers_what_strokes_would_do_and_evolves() {
    let lines = concat!(
        r##"{"id":"1","level":"BR.\n.#.\n\n.BR\n.#.","what_if":"walls"}"##,
        "\n",
        r##"{"id":"2","level":"BR..\n....\n....\n....\n\n....\n.B..\n..R.\n....","evolve":"4..6","strokes":300,"seed":3}"##,
        "\n",
        r##"{"id":"3","level":"BR.\n.#.\n\n.BR\n.#.","what_if":"walls","evolve":"3"}"##,
    );
    let run = piped("batch --jobs 1", lines);
    let of = |id: &str| {
        let found = run.out.lines().map(json).find(|object| object["id"] == id);
        found.unwrap_or_else(|| panic!("{id}: {run:?}"))
    };
    assert_eq!(of("1")["result"]["strokes"].as_array().unwrap().len(), 3);
    assert!(!of("2")["result"]["levels"].as_array().unwrap().is_empty());
    assert!(of("2")["timing"]["seconds"].is_number());
    assert!(of("3")["error"].is_string());
}
