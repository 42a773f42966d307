//! Levels that evolve from the one that is drawn, on and on until they are stopped.

use super::Made;
use crate::app::work::job::Job;
use crate::app::work::worker::Wake;
use crate::puzzle::Draft;
use crate::search::allowance::spare_threads;
use crate::search::counter_intuitive;
use crate::search::evolve::{Aims, Event, Evolved, Progress, evolve};
use crate::search::generate::{Generated, Rating};
use crate::words::figures;

/// Starts the work.
pub(super) fn start(draft: &Draft, aims: Aims, wake: Wake) -> Job<Made> {
    let draft = draft.clone();
    Job::start(wake, move |outlet| {
        let mut number = 0;
        evolve(&draft, &aims, None, spare_threads(), outlet.stop(), |event| {
            outlet.send(match event {
                Event::Progress(progress) => Made::Progress(progress),
                Event::Kept(level) => {
                    number += 1;
                    Made::Level(Box::new(as_generated(number - 1, *level)))
                }
            });
        });
    })
}

/// Returns how far it is, in words.
pub(super) fn state(progress: &Progress, kept: usize, is_running: bool) -> String {
    let tried = figures::levels(progress.strokes);
    let at_hand = match progress.at_hand.filter(|_| is_running) {
        Some(moves) => format!(", {} at hand", figures::moves(moves)),
        None => String::new(),
    };
    let end = if is_running { "\u{2026}" } else { "." };
    format!("{tried} tried{at_hand}, {kept} kept{end}")
}

/// Returns a level that has evolved as one that was made: its positions are not listed.
fn as_generated(number: u32, level: Evolved) -> Generated {
    let best = level.draft.best.as_ref().map(|best| best.moves.clone()).unwrap_or_default();
    let surprises = level.draft.validate().ok().and_then(|puzzle| {
        let solution = puzzle.verify(best).ok()?;
        Some(counter_intuitive(&puzzle, &solution).len())
    });
    let rating = Rating {
        moves: level.moves,
        shortest_solutions: None,
        counter_intuitive: surprises.unwrap_or(0),
        positions: None,
        dead: None,
    };
    let attempts = u32::try_from(level.strokes).unwrap_or(u32::MAX);
    Generated { number, draft: level.draft, rating, attempts }
}
