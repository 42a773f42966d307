//! Faults from outside: a program that is killed while it saves.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use mondrian::puzzle::{Draft, builtin, load, parse_level, save, write_level};

use crate::support::fast_or_slow;

/// Names the file to the process that is to be killed.
const FILE: &str = "MONDRIAN_FAULTS_FILE";

fn two_levels() -> [Draft; 2] {
    ["first-puzzle", "exchange"].map(|name| builtin::find(name).expect("a built-in level").draft())
}

#[test]
#[ignore = "runs until it is killed, by the test below"]
fn saves_for_ever() {
    let Some(path) = std::env::var_os(FILE) else { return };
    for level in two_levels().iter().cycle() {
        save(Path::new(&path), level).expect("the folder can be written");
        println!("saved");
    }
}

#[test]
fn a_file_is_whole_whenever_the_program_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.mondrian.ron");
    let mut random = fastrand::Rng::with_seed(1);
    let (mut first, mut second) = (0, 0);
    for _ in 0..fast_or_slow(40, 1_000) {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "faults::saves_for_ever", "--ignored", "--nocapture"])
            .env(FILE, &path)
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program can be run again");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let saved = lines.by_ref().map(Result::unwrap).filter(|line| line.ends_with("saved"));
        assert!(saved.take(random.usize(1..4)).count() > 0);
        // Not always at the same moment of the next one.
        (0..random.u32(..200_000)).for_each(|nth| assert!(std::hint::black_box(nth) < 200_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = load(&path).expect("a whole file").draft;
        // What a file says of its solution is a claim.
        let [one, other] =
            two_levels().map(|level| parse_level(&write_level(&level)).unwrap().draft);
        assert!(found == one || found == other);
        *(if found == one { &mut first } else { &mut second }) += 1;
    }
    assert!(first > 0 && second > 0, "{first} times the one, {second} the other");
}
