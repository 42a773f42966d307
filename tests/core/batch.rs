//! `mondrian batch` as an engine that runs it sees it: a line for a line, whatever happens.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{program, run, run_words};

/// Runs `batch` with these options on `input` and returns exit code and answers.
fn batch(options: &[&str], input: &str) -> (Option<i32>, Vec<Value>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in");
    std::fs::write(&path, input).unwrap();
    let output = program()
        .arg("batch")
        .args(options)
        .stdin(std::fs::File::open(&path).unwrap())
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), out.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Returns the answers by their ids, without what differs from run to run.
fn by_id(answers: Vec<Value>) -> BTreeMap<String, Value> {
    let count = answers.len();
    let without_timing = |mut answer: Value| {
        answer.as_object_mut().unwrap().remove("timing");
        (answer["id"].as_str().unwrap().to_owned(), answer)
    };
    let answers: BTreeMap<_, _> = answers.into_iter().map(without_timing).collect();
    assert_eq!(answers.len(), count, "each id is answered once");
    answers
}

const EASY: &str = "R..\n..#\n\n..R\n..#";

/// Returns lines with ids `0`, `1`, … that say small levels, all different.
fn lines(count: usize) -> String {
    let line = |number: usize| {
        let row = ".".repeat(number % 7 + 1);
        let level = format!("R{row}\n.{row}\nB{row}\n\n{row}R\n.{row}\n{row}B");
        json!({"id": number.to_string(), "level": level}).to_string() + "\n"
    };
    (0..count).map(line).collect()
}

#[test]
fn every_line_is_answered_whatever_is_wrong_with_it() {
    let lines = [
        json!({"id": "easy", "level": EASY}).to_string(),
        json!({"id": "code", "level": run_words("share builtin:twins").out}).to_string(),
        json!({"id": "builtin", "level": "builtin:twins"}).to_string(),
        json!({"id": "unsolvable", "level": "R#.\n\n..R"}).to_string(),
        json!({"id": "states", "level": "builtin:four-across", "fresh": true, "states": 5})
            .to_string(),
        json!({"id": "memory", "level": "builtin:four-across", "fresh": true, "memory": "1KiB"})
            .to_string(),
        json!({"id": "time", "level": "builtin:four-across", "fresh": true, "time": "0s"})
            .to_string(),
        json!({"id": "any", "level": "builtin:twins", "aim": "any", "method": "greedy"})
            .to_string(),
        json!({"id": "weight", "level": "builtin:twins", "weight": 2}).to_string(),
        json!({"id": "option", "level": "builtin:twins", "save": true}).to_string(),
        json!({"id": "threads", "level": "builtin:twins", "threads": 2}).to_string(),
        json!({"id": "issues", "level": "R..\n\n.RR"}).to_string(),
        json!({"id": "half", "level": "R.."}).to_string(),
        json!({"id": "no builtin", "level": "builtin:none"}).to_string(),
        json!({"id": "no level"}).to_string(),
        json!({"id": 7, "level": EASY}).to_string(),
        json!({"level": EASY}).to_string(),
        String::new(),
        "{\"id\": \"torn\", \"lev".to_owned(),
        "[1, 2]".to_owned(),
    ];
    let (code, answers) = batch(&[], &lines.join("\n"));
    assert_eq!(code, Some(0));
    let answers = by_id(answers);
    assert_eq!(answers.len(), lines.len() - 1, "all but the empty line");
    let verdict =
        |id: &str| answers[id]["result"]["verdict"].as_str().unwrap_or_default().to_owned();
    for id in ["easy", "code", "builtin", "-:17"] {
        assert_eq!(verdict(id), "optimal", "{}", answers[id]);
    }
    assert_eq!(answers["easy"]["result"]["solution"], "a1R");
    assert_eq!(answers["easy"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        (verdict("unsolvable").as_str(), verdict("any").as_str()),
        ("unsolvable", "feasible")
    );
    for id in ["states", "memory", "time"] {
        assert_eq!((verdict(id).as_str(), &answers[id]["result"]["stop"]), ("unknown", &id.into()));
    }
    for (id, error) in [
        ("weight", "the method engine takes no --weight"),
        ("option", "unexpected argument '--save'"),
        ("threads", "each level is searched with one thread"),
        ("issues", "goal"),
        ("half", "goal"),
        ("no builtin", "there is no level builtin:none"),
        ("no level", "there is no level, which is a text"),
        ("-:16", "the id is not a text"),
        ("-:19", "not a JSON object"),
        ("-:20", "not a JSON object"),
    ] {
        let said = answers[id]["error"].as_str().unwrap_or_else(|| panic!("{}", answers[id]));
        assert!(said.contains(error), "{id}: {said}");
        assert!(answers[id].get("result").is_none() && answers[id].get("version").is_none());
    }
}

#[test]
fn answers_have_their_fields_in_order() {
    let run = run(["batch", "builtin:twins"]);
    let fields = run.out.split('"').filter(|word| run.out.contains(&format!("\"{word}\":")));
    assert_eq!(
        fields.collect::<Vec<_>>().join(" "),
        "id version result verdict moves lower_bound solution stop method heuristic \
         timing expanded generated stored seconds peak_memory_bytes"
    );
}

#[test]
fn the_number_of_jobs_and_the_shards_change_nothing() {
    let input = lines(60);
    let all = by_id(batch(&["--jobs", "1"], &input).1);
    assert_eq!(all.len(), 60);
    assert_eq!(by_id(batch(&["--jobs", "7"], &input).1), all);
    let mut parts = BTreeMap::new();
    for nth in 1..=3 {
        let part = by_id(batch(&["--shard", &format!("{nth}/3")], &input).1);
        assert!((5..55).contains(&part.len()), "{}", part.len());
        for (id, answer) in part {
            assert!(parts.insert(id.clone(), answer).is_none(), "{id} is in two parts");
        }
    }
    assert_eq!(parts, all);
}

#[test]
fn options_of_the_command_line_hold_where_the_line_says_nothing() {
    let line = |more: Value| {
        let mut line =
            json!({"id": more.to_string(), "level": "builtin:four-across", "fresh": true});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line.to_string() + "\n"
    };
    let input =
        line(json!({})) + &line(json!({"states": 7})) + &line(json!({"method": "breadth-first"}));
    let (code, answers) = batch(&["--method", "astar", "--states", "3"], &input);
    assert_eq!(code, Some(0));
    let expanded: BTreeMap<String, (u64, String)> = answers
        .iter()
        .map(|a| {
            let method = a["result"]["method"].as_str().unwrap().to_owned();
            (
                a["id"].as_str().unwrap().to_owned(),
                (a["timing"]["expanded"].as_u64().unwrap(), method),
            )
        })
        .collect();
    assert_eq!(expanded["{}"], (3, "astar".to_owned()));
    assert_eq!(expanded["{\"states\":7}"], (7, "astar".to_owned()));
    assert_eq!(expanded["{\"method\":\"breadth-first\"}"], (3, "breadth-first".to_owned()));
    for words in [
        "batch --threads 2",
        "batch --shard 0/2",
        "batch --shard 3/2",
        "batch - -",
        "batch --jobs 0",
    ] {
        assert_eq!(run_words(words).code, Some(2), "{words}");
    }
    assert_eq!(run_words("batch --threads 1").code, Some(0));
}

#[test]
fn collections_are_many_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let list = path("list.txt", "# three\n1 1 2 0 3 9\n2 0 1 2 3 8\n3 2 1 0 3 7\n");
    let set = path("set.js", "{\n\"levels\": [], \"x\": [\"arena\", \"molecule\"]\n}\n");
    let bad = path("bad.txt", "?? nothing ??\n");
    let objects = path("lines", &format!("?\n{}", lines(2)));
    let run = run(["batch", &list, &set, &bad, &objects, "builtin:twins", "--goal", "gap-first"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let answers = by_id(run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect());
    let ids: Vec<String> = [
        format!("{bad}:1"),
        "builtin:twins:1".to_owned(),
        format!("{objects}:1"),
        format!("{list}:1"),
        format!("{list}:2"),
        format!("{list}:3"),
        "0".to_owned(),
        "1".to_owned(),
    ]
    .into();
    for id in &ids {
        let is_error = answers[id].get("error").is_some();
        assert_eq!(is_error, *id == ids[0] || *id == ids[2], "{}", answers[id]);
    }
    assert_eq!(answers.len(), ids.len());
    assert_eq!(answers[&ids[4]]["result"]["moves"], 0);

    let missing = run_words("batch no-such-file builtin:twins");
    assert_eq!((missing.code, missing.out.lines().count()), (Some(2), 1), "{missing:?}");
    assert!(missing.err.contains("no-such-file: "));
}

#[test]
fn a_batch_goes_on_where_it_was_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, out) = (path("in"), path("out"));
    std::fs::write(&input, lines(30)).unwrap();
    let run = |out: &str| run(["batch", &input, "--resume", out]);
    let first = run(&out);
    assert_eq!((first.code, first.out.as_str()), (Some(0), ""), "{first:?}");
    let whole = std::fs::read_to_string(&out).unwrap();
    let parsed =
        |text: &str| by_id(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect());
    let expected = parsed(&whole);
    assert_eq!(expected.len(), 30);
    // Cut anywhere, as a kill in the middle of a write leaves it.
    for cut in [0, 1, whole.len() / 3, whole.len() / 2, whole.len() - 1, whole.len()] {
        std::fs::write(&out, &whole[..cut]).unwrap();
        assert_eq!(run(&out).code, Some(0));
        let again = std::fs::read_to_string(&out).unwrap();
        assert_eq!(parsed(&again), expected, "cut at {cut}");
        let kept = whole[..cut].rfind('\n').map_or(0, |end| end + 1);
        assert!(again.starts_with(&whole[..kept]), "what was answered stays");
    }
    for (bad, message) in
        [(input.as_str(), "this is the level itself"), ("/dev/null", "not a regular file")]
    {
        let refused = run(bad);
        assert_eq!(refused.code, Some(2));
        assert!(refused.err.contains(message), "{refused:?}");
    }
    assert_eq!(std::fs::read_to_string(&input).unwrap(), lines(30));
}

#[test]
fn what_is_no_answer_is_not_thrown_away_and_a_second_batch_is_told_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, level, out) = (path("in"), path("my.mondrian.ron"), path("out"));
    std::fs::write(&input, lines(2)).unwrap();
    let text = "(version: 1, title: \"mine\", start: [\"R.\"], goal: [\".R\"])";
    std::fs::write(&level, text).unwrap();
    let dash = run(["batch", &input, "--resume", "-"]);
    assert!(dash.code == Some(2) && !Path::new("-").exists(), "{dash:?}");
    let refused = run(["batch", &input, "--resume", &level]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.err.contains("line 1 is not an answer of a batch"), "{refused:?}");
    assert_eq!(std::fs::read_to_string(&level).unwrap(), text);
    // The first waits for somebody to type.
    let mut first = program()
        .args(["batch", "--resume", &out])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = first.stdin.take().unwrap();
    stdin.write_all(lines(1).as_bytes()).unwrap();
    while std::fs::read_to_string(&out).unwrap_or_default().is_empty() {
        std::thread::yield_now();
    }
    let second = run(["batch", &input, "--resume", &out]);
    assert_eq!(second.code, Some(2), "{second:?}");
    assert!(second.err.contains("another batch is writing to it"), "{second:?}");
    drop(stdin);
    assert_eq!(first.wait().unwrap().code(), Some(0));
    assert_eq!(run(["batch", &input, "--resume", &out]).code, Some(0));
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 2);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    for input in [format!("\u{feff}{}", lines(2)), format!("\u{feff}\r\n{}", lines(2))] {
        let answers = by_id(batch(&[], &input).1);
        assert_eq!(answers.keys().collect::<Vec<_>>(), ["0", "1"]);
        assert!(answers.values().all(|answer| answer["result"]["verdict"] == "optimal"));
    }
}

#[test]
fn ids_are_told_from_what_is_within_other_fields() {
    let input = [
        "{\"level\": {\"id\": \"inner\"}, \"id\": \"outer\"}",
        "{\"id\": null, \"level\": \"R.\"}",
        "{\"id\": \"one\", \"id\": \"two\", \"level\": \"builtin:twins\"}",
        "[\"an id\"]",
        "{\"level\": \"builtin:twins\"} and more",
    ];
    let answers = by_id(batch(&[], &input.join("\n")).1);
    let said = |id: &str| answers[id]["error"].as_str().unwrap().to_owned();
    assert_eq!(said("outer"), "there is no level, which is a text");
    assert_eq!(said("-:2"), "the id is not a text");
    assert!(said("-:3").contains("duplicate field `id`"), "{}", said("-:3"));
    assert_eq!(said("-:4"), "not a JSON object");
    assert!(said("-:5").contains("trailing characters"), "{}", said("-:5"));
}

#[test]
fn a_line_that_is_too_long_is_answered_and_the_next_is_read() {
    let mut input =
        format!("{}\n{{\"id\":\"long\",\"level\":\"", json!({"id": "a", "level": EASY}));
    input.push_str(&"x".repeat(17 << 20));
    input.push_str(&format!("\"}}\n{}\n", json!({"id": "b", "level": EASY})));
    let (code, answers) = batch(&[], &input);
    assert_eq!(code, Some(0));
    let answers = by_id(answers);
    assert_eq!(answers.keys().collect::<Vec<_>>(), ["-:2", "a", "b"]);
    assert!(answers["-:2"]["error"].as_str().unwrap().contains("longer than"));
}

#[test]
fn answers_come_while_more_is_awaited() {
    let mut child = program()
        .args(["batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    for line in lines(3).lines() {
        writeln!(stdin, "{line}").unwrap();
        let mut answer = String::new();
        out.read_line(&mut answer).unwrap();
        let value: Value = serde_json::from_str(&answer).unwrap();
        let asked: Value = serde_json::from_str(line).unwrap();
        assert_eq!(value["id"], asked["id"]);
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_when_what_was_begun_is_answered() {
    let mut child = program()
        .args(["batch", "--jobs", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    // Under way when the signal comes, or about to be.
    let long = json!({"id": "long", "level": "builtin:first-puzzle", "fresh": true, "time": "2s"});
    writeln!(stdin, "{}\n{long}\n{}", lines(1).trim(), json!({"id": "never", "level": EASY}))
        .unwrap();
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    let killed = std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(killed.success());
    let rest: Vec<String> = out.lines().map(Result::unwrap).collect();
    let ids: Vec<Value> = rest
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone())
        .collect();
    assert!(ids.is_empty() || ids == ["long"], "{ids:?}");
    // Though standard input is open. Something is left: no engine takes that for done.
    assert_eq!(child.wait().unwrap().code(), Some(11));
    drop(stdin);
}

#[test]
fn what_was_solved_before_changes_no_answer() {
    // One goal, so that the searches share their databases; hard enough to build larger ones.
    let goal = "abcd\ne.fg\nhijk\nlmno";
    let starts = ["hmfe\ndagj\nlc.i\nbokn", "lnmh\nbkjo\ncg.a\nfdei"];
    let line = |(id, start): (usize, &&str)| {
        json!({"id": id.to_string(), "level": format!("{start}\n\n{goal}")}).to_string() + "\n"
    };
    let input: String = starts.iter().enumerate().map(line).collect();
    let together = batch(&["--jobs", "1"], &input).1;
    for answer in together {
        let id = answer["id"].as_str().unwrap();
        let [alone] = &batch(&[], input.lines().nth(id.parse().unwrap()).unwrap()).1[..] else {
            panic!("one answer")
        };
        assert_eq!(answer["result"], alone["result"]);
        for count in ["expanded", "generated", "stored", "peak_memory_bytes"] {
            assert_eq!(answer["timing"][count], alone["timing"][count], "{id}: {count}");
        }
    }
}

#[test]
fn generated_levels_have_numbers_in_an_endless_list() {
    let options = "--json --seed 9 --moves 3..6";
    let all = run_words(&format!("generate --count 6 {options}")).out;
    let part = run_words(&format!("generate --first 3 --count 4 {options}")).out;
    assert_eq!(part.lines().collect::<Vec<_>>(), all.lines().skip(2).collect::<Vec<_>>());
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let made = run(["generate", "--first", "41", "--seed", "9", "--moves", "3..6", "--out", out]);
    assert_eq!(made.code, Some(0), "{made:?}");
    assert!(folder.path().join("generated-9-041.mondrian.ron").exists());
    for words in ["generate --first 0", "generate --first 4294967295 --count 2"] {
        assert_eq!(run_words(words).code, Some(2), "{words}");
    }
}
