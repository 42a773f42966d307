//! Levels that are made for whoever draws: what each cell would do, levels from nothing, levels that
//! are harder or easier than the one that is drawn. All of it is stepped, as searches are.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mondrian_core::puzzle::edit::{Hand, Place};
use mondrian_core::puzzle::{Draft, Symmetry};
use mondrian_core::search::evolve::{Aims, Evolution};
use mondrian_core::search::generate::{Recipe, generate};
use mondrian_core::search::what_if::{Rounds, Run, WhatIf};
use mondrian_core::search::{Limits, Status, Stopwatch, Verdict};
use mondrian_core::words::{figures, what_if};
use serde::Serialize;

use crate::editing::{brush_of, layout_of, size};
use crate::level::LevelObject;
use crate::request::{AskWhatIf, MEMORY_BYTES, Make, Vary};

/// States for one level of the map: those that need more stay open.
const MOST_STATES: u64 = 250_000;
/// Positions of a board that are listed, and states of a proof: a board takes less than a second.
const POSITIONS: u64 = 60_000;
/// States for the proof of a level that evolves.
const EVOLVED_STATES: u64 = 30_000;
/// A harder level has at most so many moves more.
const HARDER: u32 = 3;

/// What is made.
pub enum Making {
    Map(Box<Map>),
    Level(Box<Recipe>, u32),
    Change(Box<Evolution>),
}

/// What a stroke on a cell, or on a side of it, would do.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CellObject {
    layout: String,
    /// The cell, or the side as moves are written.
    at: String,
    /// Something stands there now.
    over: bool,
    /// As the cell says it.
    label: String,
    /// In a sentence.
    words: String,
    /// The moves that the level would need, once they are proved and not as many as now.
    moves: Option<u32>,
}

/// What has come out.
#[derive(Default)]
pub struct Made {
    pub is_over: bool,
    pub cells: Vec<CellObject>,
    pub level: Option<LevelObject>,
    pub words: String,
}

impl Making {
    /// Begins with what each cell would do.
    pub fn what_if(draft: &Draft, ask: &AskWhatIf) -> Result<Self, String> {
        let hand = Hand {
            brush: brush_of(&ask.brush, &draft.palette)?,
            mirrors: Symmetry::default(),
            selection: None,
            target: layout_of(draft, &ask.target)?,
        };
        Ok(Self::Map(Box::new(Map::new(draft, &hand, ask.memory_bytes.unwrap_or(MEMORY_BYTES)))))
    }

    /// Begins with a level from nothing.
    pub fn level(make: &Make) -> Result<Self, String> {
        let recipe = Recipe {
            size: size(make.width, make.height)?,
            tiles: make.tiles,
            colours: make.colours,
            walls: make.walls,
            moves: make.least..=make.most,
            seed: make.seed.into(),
            attempts: 1,
            positions: POSITIONS,
            ..Recipe::default()
        };
        recipe.check().map_err(|error| error.to_string())?;
        Ok(Self::Level(Box::new(recipe), 0))
    }

    /// Begins with levels that have more moves than `draft`, or fewer.
    pub fn change(draft: &Draft, vary: &Vary) -> Result<Self, String> {
        let moves = match (vary.harder, vary.moves) {
            (true, moves) => moves + 1..=moves + HARDER,
            (false, 0 | 1) => return Err("no level needs less than one move".to_owned()),
            (false, moves) => 1..=moves - 1,
        };
        let aims = Aims { states: EVOLVED_STATES, ..Aims::new(moves, vary.seed.into()) };
        Ok(Self::Change(Box::new(Evolution::new(draft, aims, 1))))
    }

    /// Goes on for about `slice`; a board of the generator and a generation of the evolution may take longer.
    pub fn step(&mut self, slice: Duration) -> Made {
        let begun = Stopwatch::start();
        let (draft, words) = match self {
            Self::Map(map) => return map.step(slice),
            Self::Level(recipe, tried) => loop {
                let draft = made(recipe, *tried);
                *tried += 1;
                if draft.is_some() || begun.elapsed() >= slice {
                    let boards = if *tried == 1 { "board" } else { "boards" };
                    break (draft, format!("{} {boards} tried", figures::grouped((*tried).into())));
                }
            },
            Self::Change(evolution) => loop {
                evolution.step(&mut |_| {});
                if evolution.best().is_some() || begun.elapsed() >= slice {
                    let tried = figures::grouped(evolution.progress().strokes);
                    break (evolution.best().cloned(), format!("{tried} puzzles tried"));
                }
            },
        };
        let level = draft.map(|draft| LevelObject::new(&draft));
        Made { is_over: level.is_some(), cells: Vec::new(), level, words }
    }
}

/// Makes the level of this number, if its board offers one.
fn made(recipe: &Recipe, number: u32) -> Option<Draft> {
    let found = Mutex::new(None);
    // The recipe has been checked.
    let _ = generate(recipe, [number], 1, &AtomicBool::new(false), |_, level| {
        *found.lock().expect("nobody panics") = level;
    });
    let level = found.into_inner().expect("nobody panics")?;
    // Whoever is given it names it.
    Some(Draft { title: String::new(), ..level.draft })
}

/// What each cell would do with what is in the hand.
pub struct Map {
    cases: Vec<(String, Place)>,
    what_if: WhatIf,
    rounds: Rounds,
    limits: Limits,
    stop: Arc<AtomicBool>,
    /// Cells of which something is known that has not been told.
    untold: Vec<usize>,
    is_begun: bool,
}

impl Map {
    fn new(draft: &Draft, hand: &Hand, memory_bytes: u64) -> Self {
        let cases = hand.cases(draft).into_iter().filter(|case| case.draft.is_some());
        let (cases, mut drafts): (Vec<_>, Vec<_>) =
            cases.map(|case| ((case.layout.to_string(), case.place), case.draft)).unzip();
        // The level as it is comes last in the list and is wanted first.
        drafts.push(Some(draft.clone()));
        let what_if = WhatIf::new(&drafts, &Arc::default());
        let limits =
            Limits { states: Some(MOST_STATES), memory_bytes: Some(memory_bytes), ..Limits::NONE };
        let stop = Arc::default();
        let rounds = what_if.begin(&Run { lists: false, ..Run::new(limits, 1, &stop) });
        Self { cases, what_if, rounds, limits, stop, untold: Vec::new(), is_begun: false }
    }

    fn step(&mut self, slice: Duration) -> Made {
        let now = self.cases.len();
        let news = Mutex::new(std::mem::take(&mut self.untold));
        let run = Run {
            lists: false,
            order: &|at| u32::from(at != now),
            news: &|at, _| news.lock().expect("nobody panics").push(at),
            ..Run::new(self.limits, 1, &self.stop)
        };
        let status = self.what_if.step_for(slice, &mut self.rounds, &run);
        let mut untold = news.into_inner().expect("nobody panics");
        // Where it is no level there will be no news; and all cells are told by what the level needs now.
        if !self.is_begun || untold.contains(&now) {
            untold = (0..now).collect();
        }
        self.is_begun = true;
        untold.sort_unstable();
        untold.dedup();
        let cells = untold.into_iter().filter(|&at| at < now).map(|at| self.cell(at)).collect();
        let known = (0..now).filter_map(|at| self.what_if.known(at));
        let (settled, all) = known.fold((0, 0), |(settled, all), known| {
            (settled + u32::from(known.is_settled()), all + 1)
        });
        let is_over = status == Status::Finished;
        let words = match (is_over, settled < all) {
            (false, _) => format!("{settled} of {all} solved"),
            (true, true) => "≥: more states than are looked at here".to_owned(),
            (true, false) => "every cell says how many moves it would then be".to_owned(),
        };
        Made { is_over, cells, level: None, words }
    }

    fn cell(&self, at: usize) -> CellObject {
        let (layout, place) = &self.cases[at];
        let (known, now) = (self.what_if.known(at), self.what_if.known(self.cases.len()));
        let label = what_if::label(known.as_ref(), now.as_ref());
        let moves = known.as_ref().and_then(Verdict::optimum).filter(|_| label != what_if::SAME);
        CellObject {
            layout: layout.clone(),
            at: match place {
                Place::Side(side) => side.to_string(),
                Place::Cell(cell) | Place::Over(cell) => cell.to_string(),
            },
            over: matches!(place, Place::Over(_)),
            words: what_if::sentence(known.as_ref()),
            label,
            moves,
        }
    }
}
