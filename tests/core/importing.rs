//! `mondrian import` and `export --katomic`: files from outside, in folders of level files.

use std::path::Path;

use mondrian::puzzle::load;

use crate::support::{files_below, run, run_words};

const SET: &str = "\
[LevelSet]
Name=My waters
Author=Jo Doe
LevelCount=2

[Level1]
Name=Hydroxyl
atom_1=1-c
atom_2=3-g
feld_00=.####
feld_01=.#1.#
feld_02=.#.2#
feld_03=.####
mole_0=12

[Level2]
Name=Mirrored Hydroxyl
atom_1=1-c
atom_2=3-g
feld_00=####
feld_01=#.1#
feld_02=#2.#
feld_03=####
mole_0=21
";

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_set_becomes_a_folder_of_levels() {
    let folder = tempfile::tempdir().unwrap();
    let set = write(folder.path(), "waters.dat", SET);
    let into = folder.path().join("levels");
    let into = into.to_str().unwrap();
    let first = run(["import", &set, into]);
    assert_eq!(first.code, Some(0), "{first:?}");
    let expected = ["01-hydroxyl", "02-mirrored-hydroxyl"];
    let expected: Vec<String> =
        expected.iter().map(|name| format!("{into}/my-waters/{name}.mondrian.ron")).collect();
    assert_eq!(first.out.lines().collect::<Vec<_>>(), expected);
    let said = format!("{}: the same game as {}, mirrored", expected[1], expected[0]);
    assert_eq!(first.err.trim(), said);
    let draft = load(Path::new(&expected[0])).unwrap().draft;
    assert_eq!((draft.title.as_str(), draft.author.as_str()), ("Hydroxyl", "Jo Doe"));
    let check = run(["check", &expected[0], &expected[1]]);
    assert_eq!(check.out.lines().filter(|line| line.ends_with(": ok")).count(), 2, "{check:?}");

    // Again, and once more when one of them has been changed.
    let again = run(["import", &set, into]);
    assert_eq!((again.code, again.out), (Some(0), first.out));
    let mine = "(version: 1, title: \"mine\", start: [\"R.\"], goal: [\".R\"])";
    std::fs::write(&expected[0], mine).unwrap();
    let other = run(["import", &set, into]);
    assert_eq!(other.code, Some(1));
    assert!(other.err.contains("01-hydroxyl.mondrian.ron: not written, there is such a file"));
    assert_eq!(std::fs::read_to_string(&expected[0]).unwrap(), mine);
}

#[test]
fn what_is_refused_is_named_with_its_line_and_the_rest_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let set = write(folder.path(), "a.dat", &SET.replacen("#.2#", "#.7#", 1));
    let list = write(folder.path(), "k.txt", "# Korf\n1 3 1 2 0 9\n2 0 1 2 3 8\n");
    let nothing = write(folder.path(), "n.xml", "<svg/>");
    let into = folder.path().join("levels");
    let run = run([
        "import",
        &set,
        &list,
        &nothing,
        "no-such-file",
        "--goal",
        "gap-first",
        into.to_str().unwrap(),
    ]);
    assert_eq!(run.code, Some(2), "{run:?}");
    for said in [
        format!("{set}: line 12, column 12: '7' is no atom of this level"),
        format!("{set}: 1 of 2 levels refused"),
        format!("{nothing}: line 1, column 1: this is markup, <svg>, and no level of GNOME Atomix"),
        "no-such-file: ".to_owned(),
    ] {
        assert!(run.err.contains(&said), "{said}\n{}", run.err);
    }
    let names: Vec<_> = files_below(&into, ".ron")
        .into_iter()
        .map(|path| path.strip_prefix(&into).unwrap().to_str().unwrap().to_owned())
        .collect();
    let expected = [
        "k/01-k-1.mondrian.ron",
        "k/02-k-2.mondrian.ron",
        "my-waters/02-mirrored-hydroxyl.mondrian.ron",
    ];
    assert_eq!(names, expected);
}

#[test]
fn many_levels_are_written_together_and_nothing_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let rows: String = (0..300).map(|nth| format!("{nth} 3 1 2 0 {nth}\n")).collect();
    let list = write(folder.path(), "many.txt", &rows);
    let into = folder.path().join("levels");
    let run = run(["import", &list, into.to_str().unwrap()]);
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 300), "{run:?}");
    let files = files_below(&into, "");
    assert_eq!(files.len(), 300, "no temporary file is left");
    for path in run.out.lines().map(Path::new) {
        assert!(files.iter().any(|file| file == path));
        load(path).unwrap();
    }
}

#[test]
fn a_collection_where_a_level_is_expected_names_what_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let set = write(folder.path(), "waters.dat", SET);
    let list = write(folder.path(), "k.txt", "1 3 1 2 0 9\n2 0 1 2 3 8\n");
    for (path, what) in [(&set, "a level set of KAtomic"), (&list, "a list of numbered puzzles")] {
        for command in ["solve", "check", "show"] {
            let run = run([command, path]);
            assert_eq!(run.code, Some(2), "{command}: {run:?}");
            let said =
                format!("this is {what}; `mondrian import FILE FOLDER` makes level files of it");
            let out = run.out + &run.err;
            assert!(out.contains(path) && out.contains(&said), "{command}: {out}");
        }
    }
}

#[test]
fn files_and_folder_are_both_named() {
    for words in [vec!["import", "a"], vec!["import"]] {
        assert_eq!(run(words).code, Some(2));
    }
    let help = run_words("import --help").out;
    assert!(help.contains("<FILE>... <FOLDER>\n"), "{help}");
    let onto_a_file = run(["import", "builtin:twins", "Cargo.toml"]);
    assert_eq!(onto_a_file.code, Some(1), "{onto_a_file:?}");
}

#[test]
fn a_set_is_written_for_katomic() {
    let folder = tempfile::tempdir().unwrap();
    let set = write(folder.path(), "waters.dat", SET);
    let into = folder.path().join("levels");
    run(["import", &set, into.to_str().unwrap()]);
    let levels: Vec<String> =
        files_below(&into, ".ron").iter().map(|path| path.to_str().unwrap().to_owned()).collect();
    let written = run(["export", &levels[0], &levels[1], "--katomic", "-", "--pack", "Ours"]);
    assert_eq!(written.code, Some(0), "{written:?}");
    assert!(
        written.out.starts_with("[LevelSet]\nName=Ours\nAuthor=Jo Doe\nLevelCount=2\n\n[Level1]\n")
    );
    let back = write(folder.path(), "back.dat", &written.out);
    let into = folder.path().join("back");
    assert_eq!(run(["import", &back, into.to_str().unwrap()]).code, Some(0));
    let old = load(Path::new(&levels[1])).unwrap().draft;
    let new = load(&into.join("ours/02-mirrored-hydroxyl.mondrian.ron")).unwrap().draft;
    assert_eq!((new.start, new.goal, new.palette), (old.start, old.goal, old.palette));

    let fixed = run(["export", "builtin:twins", "--katomic", "-"]);
    assert_eq!((fixed.code, fixed.out.as_str()), (Some(2), ""), "{fixed:?}");
    assert!(fixed.err.contains("builtin:twins: the goal is fixed"));
}
