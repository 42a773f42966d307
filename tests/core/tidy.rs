//! The order in the code: layers point one way, files are short and say what they
//! are, and every dependency has a reason.

use std::path::Path;

use crate::support::{files_below, repository};

const MAX_LINES: usize = 450;

/// A source file: its path in the repository and its lines.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// Returns the lines with their numbers, without those that are comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    /// Returns the path of its module in the crate.
    fn module(&self) -> Vec<&str> {
        within_crate(self.path.trim_end_matches(".rs").trim_end_matches("/mod"))
    }

    /// Returns the places where one of `words` stands in the code.
    fn places_of(&self, words: &[&str]) -> Vec<String> {
        let hits = self.code().filter(|(_, line)| words.iter().any(|word| line.contains(word)));
        hits.map(|(number, line)| format!("{}:{number}: {}", self.path, line.trim())).collect()
    }
}

/// Returns what a path of the repository is called within its crate.
fn within_crate(path: &str) -> Vec<&str> {
    path.split('/').skip_while(|&folder| folder != "src").skip(1).collect()
}

fn sources(folder: &str) -> Vec<Source> {
    let root = repository("");
    let read = |path: &Path| Source {
        path: path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"),
        text: std::fs::read_to_string(path).unwrap(),
    };
    files_below(&repository(folder), ".rs").iter().map(|path| read(path)).collect()
}

#[track_caller]
fn check_absent(folder: &str, words: &[&str]) {
    let places: Vec<_> = sources(folder).iter().flat_map(|file| file.places_of(words)).collect();
    assert!(places.is_empty(), "not allowed in {folder}:\n{}", places.join("\n"));
}

const PRINTING: [&str; 4] = ["println!", "print!(", "dbg!(", "io::std"];

/// The layers of the core and, for each, what it may know. Files beside the folders are layers too.
const CORE: [(&str, &[&str]); 11] = [
    ("puzzle", &[]),
    ("picture", &["puzzle"]),
    ("page", &["puzzle"]),
    ("records", &["puzzle"]),
    ("proofs", &["puzzle", "records"]),
    ("progress", &["puzzle", "records"]),
    ("search", &["puzzle"]),
    ("words", &["puzzle", "search"]),
    ("hints", &["puzzle", "search", "words"]),
    ("report", &["puzzle", "search", "words"]),
    ("trial", &["puzzle", "search"]),
];

#[test]
fn a_layer_of_the_core_knows_those_below_it_alone() {
    check_layers("core/src", &CORE);
    check_absent("core/src", &["bevy", "mondrian::"]);
    check_absent("core/src", &PRINTING);
}

/// The rooms of the rules and of the search, each of which knows those before it.
const PUZZLE: [&str; 4] = ["rules", "edit", "advice", "format"];
const SEARCH: [&str; 6] = ["base", "study", "one_gap", "engine", "run", "levels"];

#[test]
fn a_room_of_the_core_knows_those_before_it_alone() {
    check_order("core/src/puzzle", &PUZZLE);
    check_order("core/src/search", &SEARCH);
}

/// Entries of a folder, files and folders, at most.
const MAX_ENTRIES: usize = 16;

#[test]
fn folders_are_small_enough_to_be_read_at_a_glance() {
    for top in
        ["core/src", "src", "web/core/src"].into_iter().filter(|top| repository(top).exists())
    {
        let mut folders = vec![repository(top)];
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
            let entries: Vec<_> = entries.collect();
            let (path, count) = (folder.display(), entries.len());
            assert!(count <= MAX_ENTRIES, "{path} has {count} entries, more than {MAX_ENTRIES}");
            folders.extend(entries.into_iter().filter(|entry| entry.is_dir()));
        }
    }
}

#[test]
fn the_core_reads_the_clock_in_one_place() {
    let readers = sources("core/src").into_iter().filter(|file| {
        let places = file.places_of(&["Instant", "SystemTime"]);
        !places.is_empty()
    });
    let readers: Vec<_> = readers.map(|file| file.path).collect();
    assert_eq!(readers, ["core/src/search/base/clock.rs"]);
}

#[test]
fn the_command_line_knows_the_designer_by_one_call() {
    check_absent("src/cli", &["bevy", "Instant", "eprintln!", " println!", "dbg!("]);
    let files = sources("src/cli");
    let calls: Vec<_> = files.iter().flat_map(|file| file.places_of(&["crate::app"])).collect();
    assert_eq!(calls.len(), 1, "{calls:?}");
}

#[test]
fn the_designer_does_not_know_the_command_line() {
    if repository("src/app").exists() {
        check_absent("src/app", &["crate::cli"]);
    }
}

/// The folders of the designer; each imports from those before it only.
const FOLDERS: [&str; 13] = [
    "kit", "settings", "document", "boards", "work", "design", "levels", "replay", "solve",
    "what_if", "play", "study", "shell",
];

#[test]
fn a_folder_of_the_designer_knows_those_below_it_alone() {
    if repository("src/app").exists() {
        check_order("src/app", &FOLDERS);
        let entries = std::fs::read_dir(repository("src/app")).unwrap().count();
        assert_eq!(entries, FOLDERS.len() + 1, "a file beside the folders, or a folder too many");
    }
}

#[test]
fn every_file_says_what_it_is_and_is_short() {
    for file in ["src", "core", "tests", "benches", "python/src", "web/core"]
        .into_iter()
        .filter(|path| repository(path).exists())
    {
        for Source { path, text } in sources(file) {
            assert!(text.starts_with("//! "), "{path} does not begin with //!");
            let lines = text.lines().count();
            assert!(lines <= MAX_LINES, "{path} has {lines} lines, more than {MAX_LINES}");
        }
    }
    let main = std::fs::read_to_string(repository("src/main.rs")).unwrap();
    assert!(main.lines().count() < 20);
}

#[test]
fn lints_are_expected_with_a_reason_and_nothing_is_left_undone() {
    // In two parts, so that this file does not find itself.
    let words = [
        concat!("#[", "allow("),
        concat!("#![", "allow("),
        concat!("to", "do!("),
        concat!("unimpl", "emented!("),
    ];
    for folder in ["src", "core", "tests"] {
        check_absent(folder, &words);
    }
    for file in sources("src").into_iter().chain(sources("core")) {
        for (at, _) in file.text.match_indices("#[expect(") {
            let attribute = file.text[at..].split(")]").next().unwrap();
            assert!(attribute.contains("reason = "), "{}: {attribute} gives no reason", file.path);
        }
    }
}

#[test]
fn every_dependency_has_a_reason() {
    for manifest in [
        "Cargo.toml",
        "core/Cargo.toml",
        "web/core/Cargo.toml",
        "fuzz/Cargo.toml",
        "python/Cargo.toml",
    ] {
        if repository(manifest).exists() {
            check_reasons(manifest);
        }
    }
}

#[track_caller]
fn check_reasons(manifest: &str) {
    let manifest = std::fs::read_to_string(repository(manifest)).unwrap();
    let mut in_dependencies = false;
    let mut before = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            in_dependencies = line.contains("dependencies");
            if line.starts_with("[dependencies.") {
                assert!(before.starts_with('#'), "{line} says no reason above it");
                in_dependencies = false;
            }
        } else if in_dependencies && line.contains(" = ") && !line.starts_with('#') {
            assert!(before.starts_with('#'), "{line} says no reason above it");
        }
        before = line;
    }
}

/// The folders of the engine from the bottom up: each imports only from those before it.
const ENGINE: [&str; 10] = [
    "states",
    "estimate",
    "conflicts",
    "stop_constraints",
    "reachability",
    "landmarks",
    "pruning",
    "table_growth",
    "prover",
    "solutions",
];

#[test]
fn folders_of_the_engine_import_only_from_those_below() {
    check_order("core/src/search/engine", &ENGINE);
}

/// Panics unless `order` names all folders of `root` and each file imports only from its own
/// folder and from those before it. Files of `root` itself may import from all, tests too.
#[track_caller]
fn check_order(root: &str, order: &[&str]) {
    let layers: Vec<_> = (0..).zip(order).map(|(place, &one)| (one, &order[..place])).collect();
    check_layers(root, &layers);
}

/// Panics unless `layers` names all folders of `root`, each with those that it may import from, and
/// all keep to that. Files of `root` that are not named may import from all, tests too.
#[track_caller]
fn check_layers(root: &str, layers: &[(&str, &[&str])]) {
    let root_module = within_crate(root);
    let (mut seen, mut wrong) = (vec![false; layers.len()], Vec::new());
    for file in sources(root) {
        let module = file.module();
        let Some(&layer) = module.get(root_module.len()).filter(|&&layer| layer != "lib") else {
            continue;
        };
        let Some(own) = layers.iter().position(|&(one, _)| one == layer) else {
            if layer != "tests" && file.path[root.len() + 1..].contains('/') {
                wrong.push(format!("{}: {layer} has no place in the order", file.path));
            }
            continue;
        };
        seen[own] = true;
        if file.path.ends_with("tests.rs") || file.path.contains("/tests/") {
            continue;
        }
        for (number, line) in file.code().take_while(|(_, line)| *line != "mod tests {") {
            let outside = paths_in(without_visibility(line));
            let outside = outside.filter_map(|path| absolute(&module, path));
            let mut outside = outside.filter(|path| path.starts_with(&root_module));
            let is_unknown = |path: &Vec<&str>| {
                let name = path.get(root_module.len()).copied();
                name.is_none_or(|name| name != layer && !layers[own].1.contains(&name))
            };
            if outside.any(|path| is_unknown(&path)) {
                wrong.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "not from below:\n{}", wrong.join("\n"));
    let missing = layers.iter().zip(&seen).filter(|(_, is_there)| !**is_there);
    let missing: Vec<_> = missing.map(|((layer, _), _)| layer).collect();
    assert!(missing.is_empty(), "layers that are not there: {missing:?}");
}

/// A file at the head of a folder declares those below it, and may name them: its own paths to them do
/// not count.
#[test]
fn no_files_of_the_designer_know_each_other_in_a_circle() {
    let files = sources("src/app");
    let modules: Vec<_> = files.iter().map(Source::module).collect();
    let known: Vec<_> = files.iter().map(|file| file.known(&modules)).collect();
    // Whoever knows none of those that are left is in no circle, nor is whoever none of them knows.
    let mut left: Vec<usize> = (0..files.len()).collect();
    loop {
        let is_between = |one: &usize| {
            known[*one].iter().any(|other| left.contains(other))
                && left.iter().any(|other| known[*other].contains(one))
        };
        let next: Vec<usize> = left.iter().copied().filter(is_between).collect();
        if next.len() == left.len() {
            break;
        }
        left = next;
    }
    let arrows = left.iter().flat_map(|&one| {
        let others = known[one].iter().filter(|other| left.contains(other));
        others.map(move |&other| (one, other))
    });
    let arrows: Vec<_> = arrows
        .map(|(one, other)| format!("{} -> {}", files[one].path, files[other].path))
        .collect();
    assert!(arrows.is_empty(), "files know each other in a circle:\n{}", arrows.join("\n"));
}

impl Source {
    /// Returns the places, among `modules`, of the files that its code names, tests left out.
    fn known(&self, modules: &[Vec<&str>]) -> Vec<usize> {
        let own = self.module();
        let code = self.code().map(|(_, line)| line).take_while(|line| *line != "mod tests {");
        let code: Vec<_> = code.map(without_visibility).collect();
        let paths = spread_paths(&code.join("\n"));
        let paths = paths.iter().flat_map(|path| paths_in(path));
        let mut known: Vec<usize> = paths
            .filter_map(|path| absolute(&own, path))
            .filter(|path| !path.starts_with(&own))
            .filter_map(|path| {
                let of_path = |at: &usize| path.starts_with(&modules[*at]);
                (0..modules.len()).filter(of_path).max_by_key(|&at| modules[at].len())
            })
            .collect();
        known.sort_unstable();
        known.dedup();
        known
    }
}

/// Returns all paths in some code; of `a::{b, c::d}` both.
fn spread_paths(code: &str) -> Vec<String> {
    // What paths within the open braces begin with.
    let (mut begins, mut paths, mut path) = (vec![String::new()], Vec::new(), String::new());
    for one in code.chars() {
        if one.is_alphanumeric() || one == '_' || one == ':' {
            path.push(one);
            continue;
        }
        let begin = begins.last().cloned().unwrap_or_default();
        if one == '{' && path.ends_with("::") {
            begins.push(begin + &path);
        } else {
            if !path.is_empty() {
                paths.push(begin + &path);
            }
            match one {
                '{' => begins.push(String::new()),
                '}' => drop(begins.pop()),
                _ => {}
            }
        }
        path.clear();
    }
    paths
}

/// Returns a line without the path that says who may see what it declares.
fn without_visibility(line: &str) -> &str {
    let declared = line.split_once("pub(in ").and_then(|(_, rest)| rest.split_once(')'));
    declared.map_or(line, |(_, declared)| declared)
}

/// Returns the paths in a line that begin with `crate`, `super` or `self`.
fn paths_in(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|one: char| !one.is_alphanumeric() && one != '_' && one != ':');
    words
        .filter(|word| ["crate::", "super::", "self::"].iter().any(|first| word.starts_with(first)))
}

/// Returns a path from the root of the crate, of a `module` given in the same way.
fn absolute<'a>(module: &[&'a str], path: &'a str) -> Option<Vec<&'a str>> {
    let words: Vec<&str> = path.split("::").filter(|word| !word.is_empty()).collect();
    let ups = words.iter().take_while(|&&word| word == "super").count();
    let base = match words[0] {
        "crate" => &[],
        _ => module.get(..module.len().checked_sub(ups)?)?,
    };
    Some([base, &words[ups.max(1)..]].concat())
}

#[test]
fn paths_are_told_from_the_root() {
    let module = ["search", "engine", "states", "store"];
    let told = |line| -> Vec<String> {
        let paths = paths_in(line).filter_map(|path| absolute(&module, path));
        paths.map(|path| path.join("/")).collect()
    };
    assert_eq!(told("use super::layout::{Record, SHARDS};"), ["search/engine/states/layout"]);
    assert_eq!(
        told("    super::super::prover::run(self::x)"),
        ["search/engine/prover/run", "search/engine/states/store/x"]
    );
    assert_eq!(told("use crate::search::key::Key; // superb"), ["search/key/Key"]);
}

#[test]
fn paths_in_braces_are_spread() {
    let found = spread_paths("use super::{Tool, sides::{self, wall}};\nfn x() { y(super::z) }");
    let found: Vec<_> = found.iter().filter(|path| path.contains("::")).collect();
    assert_eq!(found, ["super::Tool", "super::sides::self", "super::sides::wall", "super::z"]);
}

/// Its package, and a source distribution of whoever builds on it, hold that folder alone; the links
/// in it are followed.
#[test]
fn the_core_embeds_nothing_from_outside_its_folder() {
    let is_outside = |path: &str, line: &str| {
        let ups = line.split("include_").skip(1).map(|call| call.matches("../").count());
        let depth = path.split('/').count() - 2;
        ups.max().is_some_and(|ups| ups > depth)
    };
    let embedding =
        sources("core/src").into_iter().filter(|file| !file.path.ends_with("/tests.rs"));
    let places: Vec<_> = embedding
        .flat_map(|file| {
            let path = file.path.clone();
            let outside = file.code().filter(|(_, line)| is_outside(&path, line));
            outside
                .map(|(number, line)| format!("{path}:{number}: {}", line.trim()))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(places.is_empty(), "not in the core's package:\n{}", places.join("\n"));
}
