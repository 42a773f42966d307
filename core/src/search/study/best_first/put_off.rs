//! The room of the open list, and the states that are not opened again before there is a solution.

use std::cmp::Reverse;

use super::{BestFirst, Entry};
use crate::search::base::algorithm::Algorithm as _;
use crate::search::base::arena::{Full, Id};
use crate::search::base::key::Key;

impl<K: Key> BestFirst<K> {
    /// Makes room in the open list. It may grow to twice its size, and both are held meanwhile.
    pub(super) fn reserve_open(&mut self, more: usize) -> Result<(), Full> {
        if self.open.len() + more > self.open.capacity() {
            let capacity = (2 * self.open.capacity()).max(self.open.len() + more);
            self.check_room(capacity)?;
            self.open.reserve(more);
        }
        Ok(())
    }

    pub(super) fn reserve_put_off(&mut self) -> Result<(), Full> {
        if self.put_off.len() == self.put_off.capacity() {
            self.check_room(2 * self.put_off.capacity())?;
            self.put_off.reserve(1);
        }
        Ok(())
    }

    /// Checks that so many entries more can be held.
    fn check_room(&self, entries: usize) -> Result<(), Full> {
        let needed = (entries * size_of::<Entry>()) as u64;
        if self.counts().memory_bytes + needed > self.memory_bytes { Err(Full) } else { Ok(()) }
    }

    /// Opens what has been put off, once there is something to be beaten.
    pub(super) fn open_what_was_put_off(&mut self) -> Result<(), Full> {
        self.reserve_open(self.put_off.len())?;
        for entry in std::mem::take(&mut self.put_off) {
            let node = self.arena.get_mut(entry.id);
            // One that has come on fewer moves yet has an entry of its own.
            if node.moves == entry.moves && !node.open {
                node.open = true;
                self.open_count += 1;
                self.open.push(Reverse(entry));
            }
        }
        Ok(())
    }

    /// Returns the moves to a state: fewer than when it was met if a state on the way has been
    /// reached on fewer since.
    pub(super) fn moves_to(&self, id: Id) -> u32 {
        self.space.opening.len() as u32 + self.arena.path_to(id).len() as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::{Draft, Layout, Square, parse_text};
    use crate::search::{Aim, Heuristic, Method, Options, Progress, Search, Status, Verdict};

    fn run(draft: &Draft, options: &Options) -> (Progress, Verdict) {
        let mut search = Search::new(&draft.validate().unwrap(), options);
        while search.step(u64::MAX) == Status::Running {}
        (search.progress(), search.outcome().unwrap().verdict.clone())
    }

    /// Four equal tiles that are to stand in a row, after three waypoints of two tiles each.
    fn waypoints() -> Draft {
        let text = "R...R\n.....\n.....\n.....\nR...R\n\nfloating\nRRRR\n";
        let mut draft = parse_text(text, None).unwrap();
        let colour = draft.palette.colours().next().unwrap();
        for (nth, cells) in [["a1", "c3"], ["b2", "e5"], ["d4", "a5"]].iter().enumerate() {
            draft = draft.with_waypoint();
            for cell in cells {
                let cell = cell.parse().unwrap();
                draft.paint(Layout::Waypoint(nth), cell, Square::Tile(colour));
            }
        }
        draft
    }

    #[test]
    fn greedy_expands_no_state_twice_before_there_is_a_solution() {
        let greedy = Options { method: Method::Greedy, ..Options::sequential() };
        let heuristic = Some(Heuristic::SlideDistance);
        let without_penalty = Options {
            method: Method::Mondrian,
            move_penalty: 0.0,
            heuristic,
            ..Options::sequential()
        };
        for options in [greedy, without_penalty] {
            let (progress, verdict) = run(&waypoints(), &Options { aim: Aim::Any, ..options });
            assert!(matches!(verdict, Verdict::Feasible { .. }), "{verdict:?}");
            // 4,255 where each state is opened again as soon as it is reached on fewer moves.
            assert_eq!((progress.expanded, progress.stored), (739, 2_572));
        }
    }

    #[test]
    fn what_was_cut_off_for_its_moves_is_found_on_fewer() {
        // Greedy comes to the goal on a long way first; the limit leaves the shortest alone.
        let draft = crate::puzzle::builtin::find("four-rooms").unwrap().draft();
        let known = draft.best.as_ref().unwrap().moves.len() as u32;
        for (most, is_solved) in [(known, true), (known - 1, false)] {
            let mut options = Options { method: Method::Greedy, ..Options::sequential() };
            options.limits.max_moves = Some(most);
            let (_, verdict) = run(&draft, &options);
            let moves = verdict.solution().map(crate::puzzle::Solution::cost);
            assert_eq!(moves, is_solved.then_some(known), "{most}");
        }
    }
}
