//! What the verdict bar says, without a screen: one headline of the board that is drawn,
//! from what is wrong with it and what is known of it.

use crate::app::document::Document;
use crate::app::solve::Run;
use crate::app::solve::count::Ways;
use crate::app::solve::results::{Knowledge, Results, Sheet, knowledge};
use crate::app::work::worker::End;
use crate::puzzle::{Issue, Layout, Palette};
use crate::search::{Aim, Outcome, Reason, Verdict};
use crate::words::{self, capital, figures};

/// What kind of thing it says: its colour, and nothing else has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Nothing is known, or something is still to be drawn.
    #[default]
    Plain,
    /// Something is wrong, and can be mended.
    Wrong,
    /// No moves lead to the goal.
    Unsolvable,
    /// The bounds are known and have not met.
    Apart,
    /// They have met.
    Proved,
}

/// The headline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headline {
    /// What kind of thing it says.
    pub tone: Tone,
    /// The sentence.
    pub words: String,
    /// The number of moves with which it begins, where that is proved.
    pub number: Option<u32>,
    /// What is being done, or why no more is known.
    pub note: String,
    /// The proved lower bound, where there is one and the bounds are apart.
    pub bound: Option<u32>,
    /// Moves of the best solution, where there is one and the bounds are apart.
    pub best: Option<u32>,
    /// Moves of the first solution of the search.
    pub first: Option<u32>,
}

/// What live solving does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pursuit {
    /// It is switched off.
    #[default]
    Off,
    /// It waits for a pause in drawing, or has ended.
    Idle,
    /// It searches.
    Searching,
}

/// Returns what is to be said. `fault` is what is wrong with the fields of the panel.
pub fn headline(
    document: &Document,
    results: &Results,
    pursuit: Pursuit,
    fault: Option<String>,
) -> Headline {
    let plain = |tone, words: &str| Headline { tone, words: words.into(), ..Headline::default() };
    if document.is_blank() {
        return plain(Tone::Plain, "Draw START, and on GOAL where its tiles shall end");
    }
    let palette = &document.draft().palette;
    if let Some(issue) = document.obstacle() {
        let (tone, words) = of_obstacle(issue, palette);
        let more = document.issues().len().saturating_sub(1);
        let words = if more > 0 { format!("{words} (and {more} more)") } else { words };
        return plain(tone, &words);
    }
    let (Some(sheet), Some(known)) = (results.shown(), knowledge(document, results)) else {
        return plain(Tone::Wrong, "The level is not complete");
    };
    let mut headline = of_board(sheet, known, results, pursuit, palette);
    if let Some(fault) = fault.filter(|_| !sheet.is_searched()) {
        if matches!(headline.tone, Tone::Proved | Tone::Unsolvable) {
            headline.note = fault;
        } else {
            return plain(Tone::Wrong, &fault);
        }
    }
    headline
}

/// Returns what is said of what keeps the level from being searched.
fn of_obstacle(issue: &Issue, palette: &Palette) -> (Tone, String) {
    let issue_words = words::issue_words(issue, palette);
    match issue {
        Issue::NothingToSolve => (Tone::Plain, "0 moves: the start shows the goal already".into()),
        Issue::EmptyGoal { layout: Layout::Goal } => {
            (Tone::Plain, "Draw a goal: where shall the tiles end?".into())
        }
        Issue::EmptyGoal { layout } => (Tone::Plain, format!("Draw {layout}, or remove it")),
        _ if issue.forbids_every_solution() => (Tone::Unsolvable, unsolvable(&issue_words)),
        _ => (Tone::Wrong, capital(&issue_words)),
    }
}

fn of_board(
    sheet: &Sheet,
    known: Knowledge,
    results: &Results,
    pursuit: Pursuit,
    palette: &Palette,
) -> Headline {
    let run = sheet.run.as_ref();
    if known.unsolvable {
        let why = sheet.reason.as_ref().map(|reason| match reason {
            Reason::Shown(issue) => words::issue_words(issue, palette),
            _ => reason.to_string(),
        });
        let words = why.map_or_else(|| "Cannot be solved, proved".into(), |why| unsolvable(&why));
        return Headline { tone: Tone::Unsolvable, words, ..Headline::default() };
    }
    if let Some(best) = known.best.filter(|_| known.proved) {
        let (ways, note) = of_ways(sheet.ways);
        let words = format!("{}, proved{ways}", figures::moves(best));
        let (tone, number) = (Tone::Proved, Some(best));
        return Headline { tone, words, number, note, ..Headline::default() };
    }
    let activity = activity(sheet, known, results, pursuit);
    if let Some(End::Panicked(message)) = run.and_then(|run| run.end.as_ref())
        && known.best.is_none()
    {
        let words = format!("The search failed: {message}");
        return Headline { tone: Tone::Wrong, words, ..Headline::default() };
    }
    let bound = Some(known.lower_bound).filter(|&bound| bound > 0);
    if bound.is_none() && known.best.is_none() {
        return Headline { words: capital(&activity), ..Headline::default() };
    }
    let at_least = bound.map(|bound| format!("at least {bound}"));
    let best = known.best.map(|best| format!("best {best}"));
    let words: Vec<String> = at_least.into_iter().chain(best).collect();
    let note = if known.claimed && !sheet.is_searched() {
        "its file calls it the best; Solve proves it".to_owned()
    } else {
        activity
    };
    Headline {
        tone: Tone::Apart,
        words: words.join(", "),
        note,
        number: None,
        bound,
        best: known.best,
        first: run.and_then(|run| run.found.first()).map(|found| found.solution.cost()),
    }
}

/// Returns how many shortest solutions there are, to go behind the number of moves, and
/// what is being done about it.
fn of_ways(ways: Option<Ways>) -> (String, String) {
    let none = String::new;
    match ways {
        None | Some(Ways::Counted(0)) => (none(), none()),
        Some(Ways::Counting) => (none(), "counting the shortest solutions \u{2026}".to_owned()),
        Some(Ways::Counted(count)) => (format!(" \u{b7} {}", words::shortest(count)), none()),
        Some(Ways::NotCounted) => (none(), "too many positions to count the solutions".to_owned()),
    }
}

/// Returns what is being done about a board of which not all is known, or why nothing is.
fn activity(sheet: &Sheet, known: Knowledge, results: &Results, pursuit: Pursuit) -> String {
    match &sheet.run {
        Some(run) if run.stopping => return "stopping".to_owned(),
        Some(run) if run.is_running() => return searching(run),
        _ => {}
    }
    if results.is_running() {
        return "still searching an earlier board; Esc stops it".to_owned();
    }
    match pursuit {
        Pursuit::Searching => return "solving while you draw \u{2026}".to_owned(),
        Pursuit::Idle if !known.settled => return "\u{2026}".to_owned(),
        Pursuit::Off | Pursuit::Idle => {}
    }
    match &sheet.run {
        Some(Run { end: Some(End::Outcome(outcome)), options, .. }) => {
            ended(outcome, options.aim, options.limits.max_moves)
        }
        Some(Run { end: Some(End::Panicked(message)), .. }) => {
            format!("the search failed: {message}")
        }
        _ if known.settled => "no proof yet: Solve goes on".to_owned(),
        _ => "not solved yet: press Solve".to_owned(),
    }
}

fn searching(run: &Run) -> String {
    let tried = figures::short_count(run.progress.expanded);
    let time = figures::time(run.progress.elapsed);
    format!("searching \u{b7} {tried} positions tried \u{b7} {time}")
}

/// Returns why a search has ended without a proof.
fn ended(outcome: &Outcome, aim: Aim, max_moves: Option<u32>) -> String {
    match (words::stopped(outcome.stop), &outcome.verdict, max_moves) {
        (Some(why), ..) => why.to_owned(),
        (None, Verdict::Unknown { .. }, Some(most)) => {
            format!("no solution of at most {}", figures::moves(most))
        }
        _ if aim == Aim::Any => "ended at the first solution".to_owned(),
        _ => "ended without a proof".to_owned(),
    }
}

/// Returns the sentence; what some reasons say of themselves is not said twice.
fn unsolvable(why: &str) -> String {
    format!("Cannot be solved: {}", why.replace("unsolvable, ", ""))
}
