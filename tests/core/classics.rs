//! The classic puzzles: half of all layouts are unsolvable, and each is said to be so;
//! shuffles can always be solved.

use mondrian::puzzle::{Draft, Issue, Random, Size, Square, classic, shuffled};
use mondrian::search::{Options, Search, Status, Verdict};

use crate::support::fast_or_slow;

/// Returns the draft with its squares in the order number `rank` of all orders.
fn ordered(draft: &Draft, mut rank: usize) -> Draft {
    let cells: Vec<_> = draft.start.size().cells().collect();
    let mut left: Vec<Square> = cells.iter().map(|&cell| draft.goal[cell]).collect();
    let mut next = draft.clone();
    for &cell in &cells {
        let at = rank % left.len();
        rank /= left.len();
        next.start[cell] = left.remove(at);
    }
    next
}

fn is_unsolvable(draft: &Draft) -> bool {
    draft.warnings().iter().any(|issue| matches!(issue, Issue::OneGap { .. }))
}

#[test]
fn half_of_all_layouts_of_the_8_puzzle_are_unsolvable() {
    let draft = classic(Size::new(3, 3)).unwrap();
    let all = 362_880;
    let unsolvable = (0..all).filter(|&rank| is_unsolvable(&ordered(&draft, rank))).count();
    assert_eq!(unsolvable, all / 2);
}

#[test]
fn parity_says_what_a_search_would() {
    for size in [Size::new(2, 2), Size::new(3, 2), Size::new(2, 3)] {
        let draft = classic(size).unwrap();
        let all: usize = (1..=size.area()).product();
        let step = fast_or_slow(7, 1);
        for rank in (0..all).step_by(if all > 100 { step } else { 1 }) {
            let draft = ordered(&draft, rank);
            let options =
                Options { method: mondrian::search::Method::BreadthFirst, ..Options::sequential() };
            let mut search = Search::new(&draft.validate().unwrap(), &options);
            while search.step(10_000) == Status::Running {}
            let verdict = &search.outcome().unwrap().verdict;
            let said = is_unsolvable(&draft);
            assert_eq!(matches!(verdict, Verdict::Unsolvable), said, "{size}, {rank}");
        }
    }
}

#[test]
fn shuffles_are_solvable_and_as_random_as_they_can_be() {
    let draft = classic(Size::new(2, 2)).unwrap();
    let mut random = Random::new(3);
    let mut seen = std::collections::HashMap::new();
    for _ in 0..1_100 {
        let draft = shuffled(&draft, &mut random).unwrap();
        assert!(draft.warnings().is_empty());
        let text = mondrian::puzzle::layout_text(&draft, mondrian::puzzle::Layout::Start);
        *seen.entry(text).or_insert(0) += 1;
    }
    // Twelve can be reached, one of them is the goal.
    assert_eq!(seen.len(), 11);
    assert!(seen.values().all(|count| (50..200).contains(count)), "{seen:?}");
}
