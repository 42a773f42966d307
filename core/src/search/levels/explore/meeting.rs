//! Positions that a listing from the goal has not come to, by a search forward until it meets
//! the listing: one listing serves all starts on one board with one goal.
//!
//! A state that is listed has its exact distance, and is gone no farther from. One that is not
//! is at least as far from the goal as the first layer that is not complete. So as soon as the
//! best way that has been met is no longer than the states of the next layer would need, it is
//! the shortest.
//!
//! Reference: Dillenburg, Nelson, *Perimeter Search*, 1994.

use rustc_hash::FxHashSet;

use super::explorer::Lister;
use super::round::Way;
use crate::puzzle::{Move, Position};
use crate::search::base::key::Key;
use crate::search::base::space::Scratch;

/// What is known of the distance from a position to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// It is no shorter, in moves; `None` when the goal cannot be reached.
    pub lower_bound: Option<u32>,
    /// The shortest way that has been met. It is a shortest one if it is as long as the bound.
    pub path: Option<Vec<Move>>,
}

/// How far a search forward goes.
#[derive(Clone, Copy)]
pub struct Within<'a> {
    /// The length of a way that is known, if there is one: no longer ones are looked for.
    pub known: Option<u32>,
    /// The states that it may meet, and the successors of one more.
    pub most: usize,
    /// Ends it as soon as it is true.
    pub is_over: &'a dyn Fn() -> bool,
}

/// States expanded between two looks at whether the search is over.
const LOOK: usize = 4_096;

/// A state that was met, and the place of the one before it.
struct Node<K> {
    key: K,
    parent: u32,
}

impl<K: Key> Lister<K> {
    /// Searches forward from `position` until the listing is met.
    ///
    /// # Panics
    /// When the listing is not one from the goal.
    pub(super) fn met_from(&self, position: &Position, within: &Within) -> Meeting {
        assert_eq!(self.way, Way::Backward);
        let &Within { known, most, is_over } = within;
        let start = self.space.key_of(position, 0);
        let mut nodes = vec![Node { key: start, parent: 0 }];
        let mut met: FxHashSet<K> = std::iter::once(start).collect();
        // The place of the last state that is not listed, that which is, and the length.
        let mut best: Option<(Option<usize>, K, u32)> =
            self.layer(&start).map(|layer| (None, start, layer as u32));
        // Whatever is not listed is at least so far.
        let Some(beyond) = self.complete_layers().or(best.map(|_| u32::MAX)) else {
            return Meeting { lower_bound: None, path: None };
        };
        // The next state to expand, its depth, and where the states of that depth end. What is
        // listed is gone no farther from.
        let (mut place, mut moves, mut end) = (usize::from(best.is_some()), 0, 1);
        let mut scratch = Scratch::new(&self.space);
        let lower_bound = loop {
            if place == end {
                (moves, end) = (moves + 1, nodes.len());
            }
            let of_open = (place < end).then(|| beyond.saturating_add(moves));
            let length = best.map(|(.., length)| length).into_iter().chain(known).min();
            if of_open.is_none_or(|bound| length.is_some_and(|length| length <= bound)) {
                // Nothing is open, or nothing that is could be shorter.
                break length;
            }
            if met.len() >= most || place % LOOK == 0 && is_over() {
                break of_open.into_iter().chain(length).min();
            }
            // What is met now and is not listed is too far to be worth going on from.
            let next = beyond.saturating_add(moves + 1);
            let is_worth = length.is_none_or(|length| next < length);
            let key = nodes[place].key;
            self.space.for_each_successor(&key, &mut scratch, |_, next| {
                // What has been met is not looked for in the listing again.
                if !met.insert(next) {
                    return;
                }
                if let Some(layer) = self.layer(&next) {
                    let length = moves + 1 + layer as u32;
                    if best.is_none_or(|(.., least)| length < least) {
                        best = Some((Some(place), next, length));
                    }
                } else if is_worth {
                    nodes.push(Node { key: next, parent: place as u32 });
                }
            });
            place += 1;
        };
        let path = best.map(|(place, key, _)| {
            let mut way = Vec::new();
            let mut at = place;
            while let Some(place) = at {
                way.push(nodes[place].key);
                at = (place > 0).then(|| nodes[place].parent as usize);
            }
            way.reverse();
            way.extend(self.descend(key, Way::Forward, |key| self.layer(key)));
            self.without_opening(&way)
        });
        Meeting { lower_bound, path }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::{Explore, Limits};
    use super::Within;
    use crate::puzzle::random::Random;
    use crate::puzzle::{Cell, Colour, Position, parse_text};
    use crate::search::Status;

    #[test]
    fn a_meeting_says_what_a_whole_listing_says() {
        let text = "BRG.\n.#..\n....\n\n...B\n.#..\nR..G";
        let puzzle = parse_text(text, None).unwrap().validate().unwrap();
        let listing = || Explore::from_goal(&puzzle, Limits::default(), 1).unwrap();
        let mut whole = listing();
        while whole.step_for(Duration::MAX) == Status::Running {}
        let cells: Vec<Cell> = puzzle.board().free_cells().collect();
        let mut random = Random::new(7);
        for layers in [1, 3, 5] {
            let mut part = listing();
            while part.by_moves().len() < layers {
                part.step_for(Duration::ZERO);
            }
            let (mut proved, mut open) = (0, 0);
            for _ in 0..300 {
                let mut places = cells.clone();
                random.shuffle(&mut places);
                let tiles = (0..3).map(|nth| (places[usize::from(nth)], Colour(nth)));
                let start = Position::from_tiles(puzzle.size(), tiles);
                let expected = whole.path_to_goal(&start, 0).map(|path| path.len() as u32);
                for (known, most) in [(None, 1), (None, 20), (None, 100_000), (expected, 100_000)] {
                    let meeting =
                        part.met_from(&start, &Within { known, most, is_over: &|| false });
                    let path = meeting.path.as_ref().map(|path| path.len() as u32);
                    if let Some(path) = &meeting.path {
                        puzzle.with_start(start.clone()).verify(path.clone()).unwrap();
                        assert!(path.len() as u32 >= expected.unwrap());
                    }
                    match meeting.lower_bound {
                        None => assert_eq!(expected, None),
                        Some(bound) => assert!(expected.is_none_or(|moves| bound <= moves)),
                    }
                    if most == 100_000 && expected.is_some() {
                        assert_eq!(meeting.lower_bound, expected);
                    }
                    let is_proved = meeting.lower_bound == path.or(known);
                    (proved, open) = (proved + u32::from(is_proved), open + u32::from(!is_proved));
                }
            }
            assert!(proved > 300 && open > 0, "{layers} layers: {proved} proved, {open} open");
        }
    }

    #[test]
    fn a_whole_listing_settles_whatever_is_asked() {
        // From where blue stands it never comes to b1; red never stops there either.
        let puzzle = parse_text("BR..\n\n..RB", None).unwrap().validate().unwrap();
        let mut whole = Explore::from_goal(&puzzle, Limits::default(), 1).unwrap();
        while whole.step_for(Duration::MAX) == Status::Running {}
        for most in [0, 1, 100] {
            let meeting =
                whole.met_from(puzzle.start(), &Within { known: None, most, is_over: &|| false });
            assert_eq!((meeting.lower_bound, meeting.path), (None, None), "{most}");
        }
    }

    #[test]
    fn a_search_that_is_over_says_what_it_knows() {
        let puzzle = parse_text("B....\n.....\n..R..\n\n.....\n.....\nR...B", None).unwrap();
        let puzzle = puzzle.validate().unwrap();
        let mut part = Explore::from_goal(&puzzle, Limits::default(), 1).unwrap();
        while part.by_moves().len() < 2 {
            part.step_for(Duration::ZERO);
        }
        for most in 0..200 {
            let meeting =
                part.met_from(puzzle.start(), &Within { known: None, most, is_over: &|| true });
            let length = meeting.path.map_or(u32::MAX, |path| path.len() as u32);
            assert!(meeting.lower_bound.is_some_and(|bound| bound <= length.min(20)), "{most}");
        }
    }
}
