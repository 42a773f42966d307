//! Times the parts of the search by themselves: moves, estimates, the closed set.
//! `cargo bench --no-default-features --bench parts`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mondrian::puzzle::{Puzzle, builtin, perft};
use mondrian::search::{Heuristic, measure};

/// States that are added to the closed set.
const STATES: u64 = 1_000_000;

fn puzzle(name: &str) -> Puzzle {
    builtin::find(name).expect(name).draft().validate().expect(name)
}

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("moves");
    for (name, depth) in [("first-puzzle", 5), ("four-across", 6), ("fifteen-scrambled", 12)] {
        let puzzle = puzzle(name);
        let expected = perft::sequences(&puzzle, depth);
        group.throughput(Throughput::Elements(expected));
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(measure::sequences(&puzzle, depth), expected));
        });
    }
}

fn estimates(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("estimates");
    let (puzzle, depth) = (puzzle("first-puzzle"), 4);
    let states = perft::sequences(&puzzle, depth);
    group.throughput(Throughput::Elements(states));
    for heuristic in Heuristic::ALL {
        // One move changes each estimate by no more than the longest slide can.
        let start = measure::estimates(&puzzle, heuristic, 0);
        let most = (start + 16.0 * f64::from(depth)) * states as f64;
        let expected = measure::estimates(&puzzle, heuristic, depth);
        assert!(0.0 < expected && expected < most, "{heuristic:?}");
        group.bench_function(heuristic.name(), |bencher| {
            bencher.iter(|| {
                let sum = measure::estimates(&puzzle, heuristic, depth);
                assert!((sum - expected).abs() < 1e-6 * expected);
            });
        });
    }
}

fn closed_set(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("closed set");
    group.throughput(Throughput::Elements(2 * STATES)).sample_size(10);
    group.bench_function("insert and find", |bencher| {
        bencher.iter(|| {
            let (held, bytes) = measure::closed_set(STATES);
            assert_eq!(held, STATES);
            assert!(bytes <= 13 * STATES, "{bytes}");
        });
    });
}

criterion_group!(parts, moves, estimates, closed_set);
criterion_main!(parts);
