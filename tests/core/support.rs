//! What the other modules share: running the program, paths, the slow tier.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the program has left behind.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Returns `slow` with `SLOW_TESTS=1`, else `fast`.
pub fn fast_or_slow<T>(fast: T, slow: T) -> T {
    if std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1") { slow } else { fast }
}

/// Returns a path in the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the program, ready to be run in the repository with nothing to read.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mondrian"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    // What tests prove is not remembered, nor what others have proved here.
    command.env("MONDRIAN_DATA", "");
    command
}

/// Runs the program with these arguments and checks that it did not panic.
#[track_caller]
pub fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Run {
    let output = program().args(arguments).output().expect("the program can be run");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    let run =
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
    assert!(!run.err.contains("panicked") && !run.err.contains("internal error"), "{run:?}");
    run
}

/// Runs the program with arguments that hold no spaces.
#[track_caller]
pub fn run_words(words: &str) -> Run {
    run(words.split_whitespace())
}

/// Runs the program with arguments that hold no spaces, and with something to read.
pub fn piped(words: &str, text: &str) -> Run {
    let mut child = program()
        .args(words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Whoever ends before reading everything closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Returns all files below `folder` whose name ends in `ending`, in order.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files_below(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}
