//! Where the command line writes: standard output, pipes, links, one file under two names;
//! and what it does when it is told to stop.

use std::path::Path;

use mondrian::puzzle::{builtin, load};
use serde_json::Value;

use crate::support::{piped, program, run, run_words};

/// Returns what is printed, whatever it is.
fn printed(words: &str) -> Vec<u8> {
    let output = program().args(words.split_whitespace()).output().unwrap();
    assert!(output.status.success(), "{words}: {output:?}");
    output.stdout
}

#[test]
fn a_dash_is_standard_output() {
    assert!(printed("export builtin:exchange --png -").starts_with(b"\x89PNG"));
    assert!(printed("export builtin:exchange --gif -").starts_with(b"GIF89a"));
    assert!(printed("graph builtin:exchange --png -").starts_with(b"\x89PNG"));
    assert!(printed("graph builtin:exchange --dot -").starts_with(b"digraph"));
    let levels = [printed("generate --count 2"), printed("generate --count 2 --out -")];
    assert!(levels[0].starts_with(b"(") && levels[0] == levels[1]);
    // What is printed can be read.
    let answers = piped("batch", std::str::from_utf8(&levels[0]).unwrap());
    assert_eq!(answers.out.matches("\"verdict\":\"optimal\"").count(), 2, "{answers:?}");
    assert!(!Path::new("-").exists());
    for words in [
        "export builtin:exchange --png - --gif -",
        "graph builtin:exchange --png - --dot -",
        "compare builtin:exchange --png -",
        "analyse builtin:exchange --save-farthest -",
        "man -",
    ] {
        let run = run_words(words);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{words}: {run:?}");
    }
}

#[test]
fn a_file_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (level, picture) = (path("level.mondrian.ron"), path("a"));
    let text = builtin::find("exchange").unwrap().text;
    std::fs::write(&level, text).unwrap();
    let twice = run(["export", &level, "--png", &picture, "--gif", &path("./a")]);
    assert_eq!(twice.code, Some(2), "{twice:?}");
    assert!(twice.err.contains("--png and --gif name the same file"), "{twice:?}");
    for words in [
        vec!["export", &level, "--png", &level],
        vec!["graph", &level, "--dot", &level],
        vec!["analyse", &level, "--save-farthest", &level],
        vec!["compare", &level, "--png", &level],
    ] {
        let run = run(&words);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{words:?}: {run:?}");
        assert!(run.err.contains("this is the level itself"), "{run:?}");
    }
    assert_eq!(std::fs::read_to_string(&level).unwrap(), text);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was begun");
}

#[cfg(unix)]
#[test]
fn a_pipe_stays_one() {
    use std::os::unix::fs::FileTypeExt as _;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let name = pipe.to_str().unwrap();
    for (words, start) in [
        (["export", "builtin:exchange", "--png", name], &b"\x89PNG"[..]),
        (["export", "builtin:exchange", "--gif", name], b"GIF89a"),
        (["graph", "builtin:exchange", "--dot", name], b"digraph"),
        (["analyse", "builtin:exchange", "--save-farthest", name], b"("),
        (["compare", "builtin:exchange", "--png", name], b"\x89PNG"),
    ] {
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || std::fs::read(pipe).unwrap())
        };
        let run = run(words);
        assert_eq!(run.code, Some(0), "{words:?}: {run:?}");
        assert!(reader.join().unwrap().starts_with(start), "{words:?}");
        assert!(std::fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo(), "{words:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_level_that_is_open_is_saved_and_one_from_a_pipe_is_not() {
    use std::io::Write as _;
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.mondrian.ron");
    let text = "(version: 1, title: \"\", start: [\"R.\"], goal: [\".R\"])\n";
    std::fs::write(&path, text).unwrap();
    let words = ["solve", "/dev/stdin", "--save"];
    let file = std::fs::File::open(&path).unwrap();
    let run = program().args(words).stdin(file).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    let saved = std::fs::read_to_string(&path).unwrap();
    assert_eq!(saved, text.replace("])\n", "], best: (moves: \"a1R\", proved: true))\n"));
    let mut child = program()
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let run = child.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    assert!(String::from_utf8_lossy(&run.stderr).contains("not saved, there is no file"));
}

#[test]
fn graphs_keep_to_the_memory() {
    let run = run_words("graph builtin:eight --dot - --positions 1000000 --memory 1MiB");
    assert_eq!((run.code, run.out.as_str()), (Some(11), ""), "{run:?}");
    assert!(run.err.contains("do not fit the memory limit; see --memory"), "{run:?}");
    let run = run_words("graph builtin:by-way-of-the-middle --dot - --positions 10");
    assert_eq!((run.code, run.out.as_str()), (Some(11), ""), "{run:?}");
}

/// A level that nobody proves, but whose first solution is found at once.
const LARGE: &str = "(version: 1, title: \"large\",\r\n  // Keep this.\r\n  start: [\"A..#....B..C\", \
    \"...........#\", \"..D...#..E..\", \"#...........\", \"....F..G...H\", \"..#......#..\", \
    \"I....J......\", \".....#...K..\", \"..L.......#.\", \"M...#..N...P\"],\r\n  goal: [\
    \"...#........\", \"...........#\", \"....P.#.....\", \"#..HGFE.....\", \"...ABCD.....\", \
    \"..#IJKL..#..\", \"....MN......\", \".....#......\", \"..........#.\", \"....#.......\"])\r\n";

/// Sends a signal as a shell does.
#[cfg(unix)]
fn signal(child: &std::process::Child, name: &str) {
    let words = ["-s", name, &child.id().to_string()];
    assert!(std::process::Command::new("kill").args(words).status().unwrap().success());
}

/// Says whether the tests themselves have been started by `nohup`: what they start ignores hangups, too.
#[cfg(unix)]
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 1 == 1))
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_search_as_a_limit_does() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    for name in ["INT", "TERM", "HUP"] {
        if name == "HUP" && ignores_hangups() {
            continue;
        }
        let path = folder.path().join(format!("{name}.mondrian.ron"));
        std::fs::write(&path, LARGE).unwrap();
        // The level that follows is not begun.
        let words = ["solve", path.to_str().unwrap(), "builtin:exchange", "--json", "--save"];
        let mut child =
            program().args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let first: Value = serde_json::from_str(&lines.next().unwrap()).unwrap();
        assert_eq!(first["event"], "solution");
        signal(&child, name);
        if name == "HUP" {
            // A terminal that is closed sends several: none ends it at once.
            signal(&child, name);
        }
        let rest: Vec<Value> = lines.map(|line| serde_json::from_str(&line).unwrap()).collect();
        let result = rest.last().unwrap();
        assert_eq!((&result["event"], &result["stop"]), (&"result".into(), &"cancelled".into()));
        assert_eq!(result["verdict"], "feasible");
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(": saved") && said.contains("1 of 2 not begun"), "{said}");
        assert_eq!(output.status.code(), Some(11), "the second level has no solution");
        let best = load(&path).unwrap().draft.best.expect("it was saved");
        assert_eq!(Value::from(best.moves.len()), result["moves"]);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("\r\n  // Keep this.\r\n  start: [\"A..#....B..C\""), "{text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_nohup_has_started_outlives_its_terminal() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.mondrian.ron");
    std::fs::write(&path, LARGE).unwrap();
    let script = "trap '' HUP; exec \"$0\" solve \"$1\" --json --states 30000";
    let mut child = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_mondrian"), path.to_str().unwrap()])
        .env("MONDRIAN_DATA", "")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.next().unwrap().contains("solution"));
    signal(&child, "HUP");
    let last: Value = serde_json::from_str(&lines.last().unwrap()).unwrap();
    assert_eq!(last["stop"], "states");
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_closed_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let png = folder.path().join("a.png");
    let closed = |words: &str, closing: &str| {
        let output = std::process::Command::new("sh")
            .args(["-c", &format!("exec \"$0\" {words} {closing}")])
            .arg(env!("CARGO_BIN_EXE_mondrian"))
            .env("MONDRIAN_DATA", "")
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for words in [
        "levels",
        "--help",
        "solve builtin:exchange",
        "share builtin:twins",
        "export builtin:twins --png -",
        "batch builtin:twins",
    ] {
        let (code, said) = closed(words, ">&-");
        assert_eq!(code, Some(1), "{words}: {said}");
        assert!(said.contains("standard output is closed"), "{words}: {said}");
        assert_eq!(closed(words, ">/dev/null").0, Some(0), "{words}");
        assert_eq!(closed(words, "1<>/dev/null").0, Some(0), "{words}");
    }
    // What prints nothing needs none.
    let (code, said) = closed(&format!("export builtin:twins --png {}", png.display()), ">&-");
    assert_eq!((code, said.as_str(), png.exists()), (Some(0), "", true));
}

#[test]
fn a_name_that_is_empty_or_no_folder_is_said_to_be_so() {
    for words in [
        ["export", "builtin:twins", "--png", ""],
        ["export", "builtin:twins", "--html", ""],
        ["graph", "builtin:twins", "--dot", ""],
        ["batch", "builtin:twins", "--resume", ""],
        ["generate", "--seed=1", "--out", ""],
        ["import", "builtin:twins", "builtin:exchange", ""],
    ] {
        let run = run(words);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{words:?}: {run:?}");
        assert!(run.err.contains("a value is required for"), "{words:?}: {run:?}");
    }
    #[cfg(unix)]
    for words in
        ["man /dev/full", "import builtin:twins /dev/full", "generate --seed 1 --out /dev/full"]
    {
        let run = run_words(words);
        assert_eq!(run.code, Some(1), "{words}: {run:?}");
        assert!(run.err.contains("/dev/full"), "{words}: {run:?}");
        assert!(run.err.to_lowercase().contains("not a directory"), "{words}: {run:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_what_goes_on_for_long() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    for (words, lines, said) in [
        // Titles, a rule and the level that is solved at once.
        (
            "bench builtin:exchange builtin:first-puzzle builtin:twins --method idastar",
            3,
            " not begun",
        ),
        ("compare builtin:first-puzzle --time 10m", 2, " not begun"),
        ("explain builtin:first-puzzle --method greedy --steps 100000000", 1, "stopped after "),
    ] {
        let mut child = program()
            .args(words.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        assert_eq!(out.by_ref().take(lines).count(), lines, "{words}");
        signal(&child, "TERM");
        out.for_each(drop);
        let output = child.wait_with_output().unwrap();
        assert!(output.status.code().is_some(), "{words}: {output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(said), "{words}: {text}");
    }
}

#[test]
fn what_is_printed_is_what_the_schema_says() {
    let schema: Value = serde_json::from_str(&run_words("schema").out).unwrap();
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("mondrian.json", schema).unwrap();
    let schema = compiler.compile("mondrian.json", &mut schemas).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    let mut check = |words: &str, text: &str| {
        let mut lines = text.lines().peekable();
        assert!(lines.peek().is_some(), "{words} prints something");
        for line in lines {
            let value: Value = serde_json::from_str(line).unwrap();
            if let Err(error) = schemas.validate(&value, schema) {
                panic!("{words}: {line}: {error}");
            }
            seen.insert(value["event"].as_str().unwrap_or("answer").to_owned());
            // All its fields are named, and needed.
            let fields = value.as_object().unwrap();
            for name in fields.keys() {
                let mut without = fields.clone();
                without.remove(name);
                let is_valid = schemas.validate(&Value::Object(without), schema).is_ok();
                assert!(!is_valid, "{words}: {name} is not in the schema");
            }
        }
    };
    for words in [
        "solve --json builtin:exchange",
        "solve --json --aim any R..",
        "check --json builtin:exchange",
        "verify --json builtin:exchange --solution d4L",
        "verify --json builtin:exchange --solution d4L,a1R,a4U,d1D",
        "analyse --json builtin:exchange --depths",
        "analyse --json builtin:exchange --what-if tiles --at a1",
        "explain --json builtin:exchange --steps 3",
        "generate --json --seed 1",
        "evolve --json builtin:exchange --moves 5 --seed 1 --strokes 50",
    ] {
        check(words, &run_words(words).out);
    }
    check("check", &run(["check", "--json", "RB\n.#\n\nGR\n.#"]).out);
    let lines = "{\"id\":\"a\",\"level\":\"builtin:exchange\"}\n{\"id\":\"b\",\"level\":\"?\"}\n";
    check("batch", &piped("batch", lines).out);
    let events = ["analysis", "answer", "check", "error", "issue", "level", "result", "solution"];
    let events = events.into_iter().chain(["step", "verify", "what-if"]);
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), events.collect::<Vec<_>>());
}
