//! The command line as scripts see it: exit codes, JSON, saving, pipes.

use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::Stdio;

use mondrian::puzzle::{builtin, load};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{piped, program, run, run_words};

const UNSOLVABLE: &str = "(version: 1, title: \"stuck\", start: [\"R#.\"], goal: [\"..R\"])";

/// A folder with one level file in it.
struct Scratch {
    folder: TempDir,
    path: PathBuf,
}

impl Scratch {
    fn new(text: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("level.mondrian.ron");
        std::fs::write(&path, text).unwrap();
        Self { folder, path }
    }

    /// Returns a copy of a built-in level without its best solution.
    fn unsolved(name: &str) -> Self {
        let text = builtin::find(name).expect(name).text;
        let end = text.find("    best:").unwrap_or(text.len() - 2);
        Self::new(&format!("{})\n", &text[..end]))
    }

    fn path(&self) -> &str {
        self.path.to_str().unwrap()
    }
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// Returns the keys of a JSON object in the order in which they stand in the line.
fn keys(line: &str) -> Vec<String> {
    let Value::Object(fields) = json(line) else { panic!("{line}") };
    let mut keys: Vec<String> = fields.keys().cloned().collect();
    keys.sort_by_key(|key| line.find(&format!("\"{key}\":")).expect("the key"));
    keys
}

#[test]
fn exit_codes() {
    let stuck = Scratch::new(UNSOLVABLE);
    let stuck = stuck.path();
    for (words, code) in [
        ("solve builtin:twins", 0),
        ("solve builtin:twins --aim any --method greedy", 0),
        ("solve builtin:twins --aim improve --method greedy", 0),
        ("solve builtin:four-across --method greedy --states 400", 3),
        ("solve builtin:four-across --method greedy --states 400 --aim improve", 0),
        ("solve builtin:four-across --method astar --states 10", 11),
        ("solve builtin:four-across --max-moves 14", 11),
        ("solve builtin:four-across --time 0s", 3),
        ("solve builtin:four-across --time 0s --fresh", 11),
        ("solve builtin:four-across --time 0s --max-moves 14", 11),
        ("solve builtin:no-such-level", 2),
        ("solve builtin:twins --weight 2", 2),
        ("solve builtin:twins --memory 3furlongs", 2),
        ("solve builtin:twins --method none-such", 2),
        ("solve builtin:twins --threads 0", 2),
        ("solve", 2),
        ("levels", 0),
        ("--version", 0),
        ("solve --help", 0),
    ] {
        assert_eq!(run_words(words).code, Some(code), "{words}: {:?}", run_words(words));
    }
    assert_eq!(run(["solve", stuck]).code, Some(10));
    assert_eq!(run(["solve", stuck, "builtin:twins"]).code, Some(10));
    assert_eq!(run(["solve", "builtin:no-such-level", "builtin:twins"]).code, Some(2));
    assert_eq!(run(["solve", stuck, "builtin:four-across", "--states", "1"]).code, Some(10));
    let fresh = ["solve", stuck, "builtin:four-across", "--states", "1", "--fresh"];
    assert_eq!(run(fresh).code, Some(11));
}

#[test]
fn a_person_reads_sentences() {
    let solved = run_words("solve builtin:exchange --method breadth-first");
    assert!(solved.out.starts_with("4 moves, proved the best ("), "{solved:?}");
    assert_eq!(solved.out.lines().count(), 2, "{solved:?}");
    assert!(solved.err.starts_with("4 moves (at least "), "{solved:?}");
    let stuck = Scratch::new(UNSOLVABLE);
    let several = run(["solve", stuck.path(), "builtin:exchange"]);
    let first = several.out.lines().next().unwrap();
    assert!(first.starts_with(stuck.path()) && first.contains("cannot be solved"), "{first}");
    assert!(!solved.err.contains('\x1b') && !several.err.contains('\x1b'));
}

#[test]
fn it_says_why_there_is_no_solution() {
    for (start, goal, why) in [
        (
            "B..",
            ".B.",
            "goal, b1: 'B' can never stop there, only on a1 c1; a stopper on c1 would make it stop there",
        ),
        ("B#..", ".#.B", "goal, d1: walled off, no tile of the colour can get there"),
        ("BR..", "..RB", "all 3 positions looked at, none is the goal"),
        ("BR.", "RB.", "goal, a1 b1: unsolvable, tiles cannot pass one another in a narrow place"),
    ] {
        let level = format!("(version: 1, title: \"x\", start: [{start:?}], goal: [{goal:?}])");
        let run = run(["solve", Scratch::new(&level).path()]);
        assert_eq!(run.code, Some(10), "{run:?}");
        assert_eq!(run.err.trim_end(), why);
    }
}

#[test]
fn json_is_as_the_format_says() {
    let run = run_words("solve builtin:four-across --json --method mondrian --threads 2");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    let (result, solutions) = lines.split_last().expect("a result");
    let mut best = u64::MAX;
    for line in solutions {
        let expected = ["event", "level", "moves", "lower_bound", "solution", "seconds"];
        assert_eq!(keys(line), expected);
        let event = json(line);
        assert_eq!(event["event"], "solution");
        let moves = event["moves"].as_u64().unwrap();
        assert!(moves < best, "each solution is better than the one before: {line}");
        assert!(event["lower_bound"].as_u64().unwrap() <= moves);
        assert_eq!(event["solution"].as_str().unwrap().split(' ').count() as u64, moves);
        best = moves;
    }
    let expected = "event level verdict moves lower_bound solution stop method heuristic threads \
                    expanded generated stored seconds peak_memory_bytes";
    assert_eq!(keys(result), expected.split(' ').collect::<Vec<_>>());
    let result = json(result);
    assert_eq!(result["level"], "builtin:four-across");
    assert_eq!(result["verdict"], "optimal");
    assert_eq!((&result["moves"], &result["lower_bound"]), (&15.into(), &15.into()));
    assert_eq!((&result["stop"], &result["method"]), (&"finished".into(), &"mondrian".into()));
    assert_eq!((&result["heuristic"], &result["threads"]), (&"euclidean".into(), &2.into()));
    assert!(result["expanded"].as_u64() <= result["generated"].as_u64());
    assert!(result["seconds"].is_f64() && result["peak_memory_bytes"].is_u64());
}

#[test]
fn json_has_nulls_where_there_is_nothing() {
    let stuck = Scratch::new(UNSOLVABLE);
    let result = json(run(["solve", stuck.path(), "--json"]).out.trim_end());
    assert_eq!(result["verdict"], "unsolvable");
    for key in ["moves", "lower_bound", "solution", "heuristic"] {
        assert_eq!(result[key], Value::Null, "{key}");
    }
    let words = "solve builtin:four-across --json --method astar --states 10";
    let result = json(run_words(words).out.trim_end());
    assert_eq!((&result["verdict"], &result["stop"]), (&"unknown".into(), &"states".into()));
    assert_eq!((&result["moves"], &result["solution"]), (&Value::Null, &Value::Null));
    assert!(result["lower_bound"].as_u64().unwrap() > 0);
    assert_eq!(result["heuristic"], "slide-distance");
    assert_eq!(result["expanded"], 10);
}

#[test]
fn the_best_is_saved_when_it_is_better() {
    let level = Scratch::unsolved("black-square");
    let saved_best = || load(&level.path).unwrap().draft.best;
    assert_eq!(saved_best(), None);
    let words = ["solve", level.path(), "--save", "--method", "weighted-astar", "--weight", "9"];
    let found = run(words.into_iter().chain(["--aim", "any"]));
    assert!(found.err.contains(": saved"), "{found:?}");
    let first = saved_best().expect("a best");
    assert!(first.moves.len() >= 12);
    let proved = run(["solve", level.path(), "--save"]);
    assert!(proved.err.contains(": saved"), "{proved:?}");
    let second = saved_best().expect("a best");
    assert!(second.claimed && second.moves.len() == 12);
    let text = std::fs::read_to_string(&level.path).unwrap();
    let again = run(["solve", level.path(), "--save"]);
    assert!(!again.err.contains("saved"), "{again:?}");
    assert_eq!(std::fs::read_to_string(&level.path).unwrap(), text);
    let files = std::fs::read_dir(level.folder.path()).unwrap().count();
    assert_eq!(files, 1, "no temporary file is left");
}

#[test]
fn the_goal_of_a_numbered_board_goes_without_saying_and_is_said() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let board = "1 2 3\n4 5 6\n7 0 8\n";
    let (numbered, own) = (path("a.txt", board), path("b.txt", "R..\n\n..R"));
    for text in [board, "1,2,3\n4,5,6\n7,0,8", "3x3:1,2,3,4,5,6,7,0,8"] {
        let said = piped("show -", text);
        assert_eq!((said.code, said.out.as_str()), (Some(0), "123\n456\n7.8\n\n123\n456\n78.\n"));
        assert!(
            said.err.starts_with("-: note: no goal is written, so it is 1 2 3 … and"),
            "{said:?}"
        );
    }
    let chosen = run(["show", &numbered, "--goal", "gap-first"]);
    assert_eq!(chosen.out, "123\n456\n7.8\n\n.12\n345\n678\n");
    assert_eq!(
        (chosen.code, chosen.err.as_str()),
        (Some(0), ""),
        "what is chosen need not be said"
    );
    let alone = run(["solve", "3x3:1,2,3,4,5,6,7,0,8"]);
    assert_eq!(alone.code, Some(0), "{alone:?}");
    // Nothing goes by it.
    let json = path("c.jsonl", "{\"level\":\"R..\\n\\n..R\",\"goal\":\"gap-first\"}\n");
    let each = run(["batch", &json]);
    assert!(each.out.contains("--goal has no effect"), "{each:?}");
    for words in [
        format!("show {own} --goal gap-first"),
        format!("solve {own} {own} --goal gap-first"),
        "solve builtin:twins --goal gap-last".to_owned(),
        format!("batch {own} --goal gap-first"),
        "levels --goal gap-first".to_owned(),
        "--goal gap-first".to_owned(),
    ] {
        let run = run_words(&words);
        assert_eq!(run.code, Some(2), "{words}: {run:?}");
        assert!(run.err.contains("--goal has no effect"), "{words}: {run:?}");
    }
    for (command, takes_it) in [("solve", true), ("levels", false), ("generate", false)] {
        let help = run_words(&format!("{command} --help")).out;
        assert_eq!(help.contains("--goal"), takes_it, "{help}");
    }
    // Of several levels it need not be for all.
    let both = run(["check", &numbered, &own, "--goal", "gap-first"]);
    assert_eq!(both.code, Some(0), "{both:?}");
    assert!(both.err.starts_with(&format!("{own}: note: --goal has no effect")), "{both:?}");
}

#[test]
fn what_may_be_start_and_goal_is_no_list() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("boards");
    let answers = |text: &str| {
        std::fs::write(&path, text).unwrap();
        run(["batch", path.to_str().unwrap()]).out
    };
    for text in
        ["[[3,1],[2,0]]\n[[1,2],[3,0]]\n", "[[3,1],[2,0]] [[1,2],[3,0]]", "3 1 2 0 -> 1 2 3 0"]
    {
        let answers = answers(text);
        assert_eq!(answers.lines().count(), 1, "{answers}");
        assert!(answers.contains("\"verdict\":"), "{answers}");
    }
    for (text, said) in [
        ("3 1 2 0\n1 2 3 0\n", "start and goal, or two puzzles?"),
        ("[[3,1],[2,0]]\n[[1,2],[4,0]]\n", "two boards that hold different tiles"),
        ("<table><tr><td>3</td></tr></table>", "this is markup, <table>"),
    ] {
        let answers = answers(text);
        assert_eq!(answers.lines().count(), 1, "{answers}");
        assert!(answers.contains("\"error\":") && answers.contains(said), "{answers}");
    }
}

#[test]
fn names_with_control_characters_are_opened_and_shown_escaped() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "a\nb\u{1b}[2J.mondrian.ron",
        "(version: 1, title: \"x\", start: [\"R..\"], goal: [\"..R\"])",
    );
    write("\u{9b}1m.mondrian.ron", UNSOLVABLE);
    let in_folder = |words: &[&str]| {
        let output = program().args(words).current_dir(folder.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let name = "a\nb\u{1b}[2J.mondrian.ron";
    let (code, out, err) = in_folder(&["check", name, "\u{9b}1m.mondrian.ron"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.starts_with("a\\nb\\u{1b}[2J.mondrian.ron: ok"), "{out}");
    let (code, out, err) = in_folder(&["solve", name, "builtin:twins"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let (_, table, _) = in_folder(&["bench", "."]);
    let is_odd = |c: char| c.is_control() && c != '\n';
    for text in [&out, &err, &table] {
        assert!(!text.contains(is_odd), "{text:?}");
    }
    assert_eq!(table.lines().count(), 4, "{table}");
    let (_, out, _) = in_folder(&["solve", name, "--json"]);
    let name_of = |line: &str| json(line)["level"].as_str().unwrap().to_owned();
    assert!(out.lines().all(|line| name_of(line) == name), "programs get the name itself: {out}");
}

#[test]
fn built_in_levels_are_never_written() {
    let run = run_words("solve builtin:exchange --save");
    assert_eq!(run.code, Some(0));
    assert!(run.err.contains("not saved"), "{run:?}");
}

#[test]
fn boards_and_solutions_are_shown() {
    let shown = run_words("show builtin:exchange");
    assert_eq!(shown.out, "R...\n....\n....\n...B\n\nB...\n....\n....\n...R\n");
    let solution = run_words("show builtin:exchange --solution");
    let blocks: Vec<&str> = solution.out.split("\n\n").collect();
    assert_eq!(blocks.len(), 5, "the start and four moves: {solution:?}");
    assert!(blocks[1].starts_with("1. ") && blocks[4].ends_with("...R\n"), "{solution:?}");
    assert_eq!(run_words("show builtin:by-way-of-the-middle").out.split("\n\n").count(), 3);
    let levels = run_words("levels").out;
    assert_eq!(levels.lines().count(), builtin::levels().len());
}

#[test]
fn methods_are_compared() {
    let table = run_words("compare builtin:exchange --time 10s");
    assert_eq!(table.code, Some(0), "{table:?}");
    let rows: Vec<Vec<&str>> =
        table.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0].join(" "), "method moves proved expanded stored seconds memory");
    assert!(rows.iter().any(|row| row[..3] == ["breadth-first", "4", "yes"]), "{}", table.out);
    assert_eq!(run_words("compare builtin:none").code, Some(2));
    let folder = tempfile::tempdir().unwrap();
    let png = folder.path().join("table.png");
    let words = ["compare", "builtin:exchange", "--states", "50", "--png", png.to_str().unwrap()];
    run(words);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let nowhere = run(["compare", "builtin:exchange", "--states", "1", "--png", "/none/x.png"]);
    assert_eq!(nowhere.code, Some(1));
    assert!(nowhere.err.contains("/none/x.png"), "{}", nowhere.err);
}

#[test]
fn a_reader_that_has_seen_enough_hears_no_more() {
    for words in [["levels", ""], ["show", "builtin:exchange"], ["solve", "builtin:exchange"]] {
        let words = words.into_iter().filter(|word| !word.is_empty());
        // Nobody reads from the beginning on: a quick program would be done before its reader leaves.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child =
            program().args(words).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1), "{said}");
        assert!(!said.contains("panicked") && !said.contains("error"), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_level_may_come_through_a_pipe_and_a_full_disk_is_an_error() {
    let mut child = program()
        .args(["check", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let text = builtin::find("exchange").unwrap().text;
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "/dev/stdin: ok, 4 moves, claimed the best\n"
    );
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().arg("levels").stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the output"));
}

#[cfg(feature = "app")]
#[test]
fn the_designer_says_what_it_cannot_open() {
    let run = run_words("builtin:no-such-level");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("builtin:no-such-level: there is no such level"), "{run:?}");
}

#[cfg(all(feature = "app", target_os = "linux"))]
#[test]
fn without_a_display_the_designer_says_so() {
    let output = program().env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no display"));
}

#[cfg(not(feature = "app"))]
#[test]
fn without_the_designer_the_program_says_so() {
    let run = run_words("");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("has no designer"), "{run:?}");
}
