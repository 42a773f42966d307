//! Perft: the rules against counts that another program, in another language, has
//! made (`tests/independent/rules.py`; each data file names its command).

use mondrian::puzzle::{Puzzle, load, perft};

use crate::support::{fast_or_slow, files_below, repository};

/// One line of a data file.
struct Count {
    depth: u32,
    sequences: u64,
    positions: u64,
}

/// Returns the level that a data file is about and its counts.
fn read(text: &str) -> (Puzzle, Vec<Count>) {
    let command = text.lines().next().expect("a first line");
    let path = command.split_whitespace().rev().nth(1).expect("the level before the depth");
    let puzzle = load(&repository(path)).expect(path).draft.validate().expect(path);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let count = |line: &str| {
        let numbers: Vec<u64> = line.split(' ').map(|word| word.parse().expect(line)).collect();
        let [depth, sequences, positions] = numbers[..] else { panic!("three numbers: {line}") };
        Count { depth: depth as u32, sequences, positions }
    };
    (puzzle, lines.map(count).collect())
}

#[test]
fn counts_equal_those_made_elsewhere() {
    let most_sequences = fast_or_slow(200_000, u64::MAX);
    let most_positions = fast_or_slow(30_000, u64::MAX);
    let files = files_below(&repository("tests/core/perft"), ".txt");
    assert!(!files.is_empty());
    for path in files {
        let (puzzle, counts) = read(&std::fs::read_to_string(&path).unwrap());
        for count in counts.iter().filter(|count| count.sequences <= most_sequences) {
            let found = perft::sequences(&puzzle, count.depth);
            assert_eq!(found, count.sequences, "{}, depth {}", path.display(), count.depth);
        }
        let mut total = 0;
        let affordable = counts.iter().take_while(|count| {
            total += count.positions;
            total <= most_positions
        });
        let expected: Vec<u64> = affordable.map(|count| count.positions).collect();
        let found = perft::layers(&puzzle, expected.len() as u32 - 1);
        assert_eq!(found, expected, "{}", path.display());
    }
}
