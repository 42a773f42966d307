//! Times whole proofs on one thread: `cargo bench --no-default-features --bench solves`.

use criterion::{Criterion, criterion_group, criterion_main};
use mondrian::puzzle::builtin;
use mondrian::search::{Method, Options, Search, Status, Verdict};

fn solves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solves");
    group.sample_size(10);
    for (name, method, moves) in [
        ("first-puzzle", Method::Engine, 22),
        ("four-across", Method::Engine, 15),
        ("four-across", Method::Mondrian, 15),
        ("eight-hardest", Method::Engine, 31),
        ("eight-hardest", Method::Astar, 31),
        ("eight-hardest", Method::Idastar, 31),
        ("fifteen-scrambled", Method::Engine, 42),
    ] {
        let puzzle = builtin::find(name).expect(name).draft().validate().expect(name);
        let options = Options { method, ..Options::sequential() };
        group.bench_function(format!("{name}, {}", method.name()), |bencher| {
            bencher.iter(|| {
                let mut search = Search::new(&puzzle, &options);
                while search.step(u64::MAX) == Status::Running {}
                let verdict = &search.outcome().expect("it has finished").verdict;
                assert!(
                    matches!(verdict, Verdict::Optimal { solution } if solution.cost() == moves)
                );
            });
        });
    }
}

criterion_group!(all, solves);
criterion_main!(all);
