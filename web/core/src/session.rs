//! What lasts between requests: the level read last, the search, the hints.

use std::time::Duration;

use mondrian_core::puzzle::{
    AnyTextError, Best, CollectionError, Draft, Game, GapPlace, MAX_FILE_BYTES, Move, Puzzle,
    ReadError, ShareError, parse_any, parse_collection, parse_moves, parse_share_code, share_code,
    write_level,
};
use mondrian_core::report::ErrorLine;
use mondrian_core::search::{Heuristic, Method, TieBreak};
use mondrian_core::words::{self, Won};
use serde::Serialize;

use crate::editing::EditedObject;
use crate::explaining::{BeginningObject, Explaining};
use crate::hint::{HintObject, Hints};
use crate::level::{LevelObject, warnings};
use crate::making::Making;
use crate::play::{PlayObject, game_after};
use crate::request::{Ask, Request, Solve};
use crate::searching::{EventsObject, Searching};

/// Levels of a collection that a page opens, at most: each is a card.
const MAX_LEVELS: usize = 1_000;

/// The version of the messages.
const PROTOCOL: u32 = 1;

/// A level that has been read, by its code.
struct Level {
    code: String,
    draft: Draft,
    puzzle: Puzzle,
}

/// What is being done, one thing at a time.
#[derive(Default)]
enum Work {
    #[default]
    None,
    Solve(Box<Searching>),
    Hint(Box<Hints>),
    Explain(Box<Explaining>),
    Make(Making),
}

/// A page's side of the core: answers one request after the other.
#[derive(Default)]
pub struct Session {
    level: Option<Level>,
    work: Work,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AboutObject {
    version: &'static str,
    protocol: u32,
    methods: Vec<MethodObject>,
    heuristics: Vec<&'static str>,
    tie_breaks: Vec<&'static str>,
    standings: StandingsObject,
}

/// What is said of the best solution of a level.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StandingsObject {
    proved: &'static str,
    claimed: &'static str,
    known: &'static str,
    unsolvable: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MethodObject {
    name: &'static str,
    traced: bool,
    heuristic: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelsObject {
    /// What they are called together, if a collection says so.
    title: String,
    levels: Vec<LevelObject>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CodeObject {
    code: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileObject {
    text: String,
}

/// What is said of a win, and what is sent to others.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WonObject {
    sentence: String,
    result: String,
}

type Answer = Result<String, ErrorLine>;

impl Session {
    /// Returns the answer to a request, both JSON.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str(request) {
            Ok(request) => self.answer_to(request),
            Err(error) => Err(refused(format!("not a request: {error}"))),
        };
        answer.unwrap_or_else(|error| json(&error))
    }

    fn answer_to(&mut self, request: Request) -> Answer {
        match request {
            Request::About {} => Ok(json(&about())),
            Request::Read { text } => read(&text).map(|levels| json(&levels)),
            Request::Play { code, moves } => {
                self.game(&code, &moves).map(|game| json(&PlayObject::new(&game)))
            }
            Request::Won { title, moves, helped, shortest } => {
                let won = Won { moves, is_helped: helped, shortest: shortest.map(Into::into) };
                Ok(json(&WonObject { sentence: won.sentence(), result: won.result(&title) }))
            }
            Request::Share { code, solution, proved } => {
                let moves = moves_of(&solution)?;
                let level = self.level(&code)?;
                level.puzzle.verify(moves.clone()).map_err(|error| refused(error.to_string()))?;
                let best = Some(Best::found(moves, proved));
                Ok(json(&CodeObject { code: share_code(&Draft { best, ..level.draft.clone() }) }))
            }
            Request::New { width, height } => {
                EditedObject::new_level(width, height).map(|new| json(&new)).map_err(refused)
            }
            Request::Edit { code, edits } => {
                let draft = draft_of(&code)?;
                EditedObject::after(draft, &edits).map(|level| json(&level)).map_err(refused)
            }
            Request::File { code } => {
                Ok(json(&FileObject { text: write_level(&draft_of(&code)?) }))
            }
            Request::Solve(solve) => self.solve(&solve),
            Request::Step { ms } => Ok(json(&self.step(Duration::from_millis(ms)))),
            Request::Stop {} => Ok(json(&self.stop())),
            Request::Hint(ask) => self.hint(&ask).map(|hint| json(&hint)),
            Request::WhatIf(ask) => {
                let making = Making::what_if(&draft_of(&ask.code)?, &ask);
                self.make(making)
            }
            Request::Make(make) => self.make(Making::level(&make)),
            Request::Vary(vary) => {
                let making = Making::change(&draft_of(&vary.code)?, &vary);
                self.make(making)
            }
            Request::Explain(explain) => {
                let options = explain.options().map_err(refused)?;
                let level = self.level(&explain.code)?;
                let explaining = Explaining::new(&level.puzzle, &level.draft, &options)
                    .map_err(|error| refused(error.to_string()))?;
                self.work = Work::Explain(Box::new(explaining));
                Ok(json(&BeginningObject::new(&options)))
            }
            Request::Next { steps, open } => match &mut self.work {
                Work::Explain(explaining) => Ok(json(&explaining.next(steps, open))),
                _ => Err(refused("nothing is being explained")),
            },
        }
    }

    /// Returns the level of this code.
    fn level(&mut self, code: &str) -> Result<&Level, ErrorLine> {
        if self.level.as_ref().is_none_or(|level| level.code != code) {
            let draft = draft_of(code)?;
            let puzzle = draft.validate().map_err(|issues| {
                let words = issues.first().map_or_else(String::new, ToString::to_string);
                refused(format!("it cannot be played: {words}"))
            })?;
            self.level = Some(Level { code: code.to_owned(), draft, puzzle });
        }
        Ok(self.level.as_ref().expect("it has just been read"))
    }

    /// Returns the game after these moves.
    fn game(&mut self, code: &str, moves: &str) -> Result<Game, ErrorLine> {
        let moves = moves_of(moves)?;
        let level = self.level(code)?;
        game_after(&level.draft, &level.puzzle, &moves).map_err(refused)
    }

    fn solve(&mut self, solve: &Solve) -> Answer {
        let options = solve.options().map_err(refused)?;
        let puzzle = if solve.moves.is_empty() {
            self.level(&solve.code)?.puzzle.clone()
        } else {
            self.game(&solve.code, &solve.moves)?.rest()
        };
        // The memory of the old search is needed for the new one.
        self.work = Work::None;
        let draft = &self.level(&solve.code)?.draft;
        let mut searching = Searching::new(&puzzle, draft, &options);
        searching.is_whole = solve.moves.is_empty();
        // As on the command line: a level's own best is where its search begins.
        let own = draft.best.as_ref().filter(|_| solve.moves.is_empty() && !solve.fresh);
        if let Some(best) = own.filter(|_| options.begins_with_known()) {
            searching.tell(best.moves.clone());
        }
        self.work = Work::Solve(Box::new(searching));
        Ok(json(&EventsObject::begun()))
    }

    fn make(&mut self, making: Result<Making, String>) -> Answer {
        // The memory of the old search is needed for the new one.
        self.work = Work::None;
        self.work = Work::Make(making.map_err(refused)?);
        Ok(json(&EventsObject::begun()))
    }

    fn searching(&mut self) -> Option<&mut Searching> {
        match &mut self.work {
            Work::Solve(searching) => Some(searching),
            Work::Hint(hints) => hints.searching(),
            Work::Explain(_) | Work::Make(_) | Work::None => None,
        }
    }

    fn step(&mut self, slice: Duration) -> EventsObject {
        if let Work::Make(making) = &mut self.work {
            let made = EventsObject::made(making.step(slice));
            if !made.is_running() {
                self.work = Work::None;
            }
            return made;
        }
        let events = self.searching().map(|searching| searching.step(slice));
        events.unwrap_or_else(EventsObject::nothing)
    }

    fn stop(&mut self) -> EventsObject {
        if matches!(self.work, Work::Make(_)) {
            self.work = Work::None;
        }
        let events = self.searching().map(Searching::stop);
        events.unwrap_or_else(EventsObject::nothing)
    }

    fn hint(&mut self, ask: &Ask) -> Result<HintObject, ErrorLine> {
        let game = self.game(&ask.code, &ask.moves)?;
        let made = game.moves();
        let known = match &ask.known {
            Some(known) => Some(Best::found(moves_of(&known.solution)?, known.proved)),
            None => None,
        };
        let level = self.level(&ask.code)?;
        // What the level says of its own best is a claim until it has been proved here.
        let own = level.draft.best.clone().map(|best| Best::found(best.moves, false));
        let (draft, puzzle) = (level.draft.clone(), level.puzzle.clone());
        let verified = |best: &Best| puzzle.verify(best.moves.clone()).is_ok();
        if !matches!(&self.work, Work::Hint(hints) if hints.code == ask.code) {
            self.work = Work::Hint(Box::new(Hints::new(ask.code.clone())));
        }
        let Work::Hint(hints) = &mut self.work else { unreachable!("it has just been put there") };
        let mut bests: Vec<Best> = known.into_iter().chain(own).filter(verified).collect();
        bests.sort_by_key(|best| (best.moves.len(), !best.proved));
        if hints.ask(&made, &bests) && !game.is_won() {
            hints.search(made, Searching::new(&game.rest(), &draft, &ask.options()));
        }
        Ok(hints.tell(&game, ask.grade))
    }
}

/// Reads whatever the program reads. Where the program asks for one level a page shows all.
fn read(text: &str) -> Result<LevelsObject, ErrorLine> {
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(refused(ReadError::TooLarge { bytes: text.len() as u64 }.to_string()));
    }
    match parse_any(text, None) {
        Ok(loaded) => {
            let (levels, warnings) = (vec![LevelObject::new(&loaded.draft)], warnings(&loaded));
            Ok(LevelsObject { title: String::new(), levels, warnings })
        }
        Err(AnyTextError::Collection(_) | AnyTextError::Code(ShareError::Several(_))) => {
            read_collection(text)
        }
        Err(error) => {
            let (line, column) = error.place().unzip();
            Err(refused(error.to_string()).at(line, column))
        }
    }
}

/// Reads the levels of a collection that can be played here. The warnings say which cannot.
fn read_collection(text: &str) -> Result<LevelsObject, ErrorLine> {
    let refused_at = |error: &CollectionError| {
        refused(error.message.clone()).at(Some(error.line), Some(error.column))
    };
    let collection =
        parse_collection(text, "", GapPlace::default()).map_err(|error| refused_at(&error))?;
    let (mut levels, mut warnings) = (Vec::new(), Vec::new());
    let mut first_error = None;
    warnings.extend(collection.remarks.iter().map(ToString::to_string));
    for entry in collection.entries.iter().take(MAX_LEVELS) {
        warnings.extend(entry.remarks.iter().map(ToString::to_string));
        match &entry.level {
            Ok(draft) => levels.push(LevelObject::new(draft)),
            Err(error) => {
                warnings.push(format!("level {} is left out: {error}", entry.number));
                first_error = first_error.or(Some(error));
            }
        }
    }
    let more = collection.entries.len().saturating_sub(MAX_LEVELS);
    if more > 0 {
        warnings.insert(
            0,
            format!("only the first {MAX_LEVELS} levels are opened; {more} are left out"),
        );
    }
    match first_error {
        _ if !levels.is_empty() => Ok(LevelsObject { title: collection.title, levels, warnings }),
        Some(error) => Err(refused_at(error)),
        None => Err(refused("there is no level in it")),
    }
}

fn about() -> AboutObject {
    let method = |method: Method| MethodObject {
        name: method.name(),
        traced: method.breaks_ties(),
        heuristic: method.default_heuristic().map(Heuristic::name),
    };
    AboutObject {
        version: env!("CARGO_PKG_VERSION"),
        protocol: PROTOCOL,
        methods: Method::ALL.map(method).into(),
        heuristics: Heuristic::ALL.map(Heuristic::name).into(),
        tie_breaks: TieBreak::ALL.map(TieBreak::name).into(),
        standings: StandingsObject {
            proved: words::standing(true, false),
            claimed: words::standing(false, true),
            known: words::standing(false, false),
            unsolvable: words::UNSOLVABLE,
        },
    }
}

/// Returns the level of a share code, whether it can be played or not.
fn draft_of(code: &str) -> Result<Draft, ErrorLine> {
    parse_share_code(code).map(|loaded| loaded.draft).map_err(|error| refused(error.to_string()))
}

fn moves_of(text: &str) -> Result<Vec<Move>, ErrorLine> {
    parse_moves(text).map_err(|error| refused(error.to_string()))
}

fn refused(message: impl Into<String>) -> ErrorLine {
    ErrorLine::new(None, message)
}

fn json(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("it has no keys but texts")
}
