//! Levels as the page gets them: to be drawn, named and kept.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mondrian_core::puzzle::{
    Anchor, Best, Cell, Colour, Draft, Issue, Layout, Loaded, Palette, Puzzle, Side, Swatch,
    Terrain, TileKind, format_moves, layout_text, share_code, write_text,
};
use mondrian_core::words::issue_words;
use serde::Serialize;

/// A level.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelObject {
    code: String,
    key: String,
    title: String,
    author: String,
    note: String,
    width: u8,
    height: u8,
    palette: Vec<SwatchObject>,
    start: Vec<String>,
    passes: Vec<PassObject>,
    thin_walls: String,
    goal: Vec<String>,
    #[cfg_attr(test, ts(type = "\"fixed\" | \"floating\""))]
    goal_anchor: &'static str,
    waypoints: Vec<Vec<String>>,
    opening: String,
    best: Option<BestObject>,
    playable: bool,
    issues: Vec<IssueObject>,
    text: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct SwatchObject {
    symbol: char,
    color: String,
    name: Option<String>,
    label: Option<String>,
    #[cfg_attr(test, ts(type = "\"plain\" | \"chameleon\" | \"numbered\""))]
    kind: &'static str,
    pushes: u8,
}

/// A cell that tiles of one colour may enter.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PassObject {
    cell: String,
    colour: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BestObject {
    moves: usize,
    solution: String,
    #[cfg_attr(test, ts(type = "\"known\" | \"claimed\""))]
    standing: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct IssueObject {
    #[cfg_attr(test, ts(type = "\"error\" | \"warning\""))]
    severity: &'static str,
    message: String,
    /// For whoever sees the cells marked, and colours by their names.
    words: String,
    board: Option<String>,
    cells: Vec<String>,
}

impl LevelObject {
    /// Returns a level that has been read.
    pub fn new(draft: &Draft) -> Self {
        let (puzzle, issues) = match draft.validate() {
            Ok(puzzle) => (Some(puzzle), draft.warnings()),
            Err(issues) => (None, issues),
        };
        let playable = puzzle.is_some();
        let (size, code) = (draft.start.size(), share_code(draft));
        Self {
            key: key(puzzle.as_ref(), &code),
            code,
            title: draft.title.clone(),
            author: draft.author.clone(),
            note: draft.note.clone(),
            width: size.width,
            height: size.height,
            palette: draft.palette.swatches().iter().map(SwatchObject::new).collect(),
            start: rows(draft, Layout::Start),
            passes: passes(&draft.terrain),
            thin_walls: thin_walls(&draft.terrain),
            goal: rows(draft, Layout::Goal),
            goal_anchor: match draft.anchor {
                Anchor::Fixed => "fixed",
                Anchor::Floating => "floating",
            },
            waypoints: (0..draft.waypoints.len())
                .map(|index| rows(draft, Layout::Waypoint(index)))
                .collect(),
            opening: format_moves(&draft.opening),
            best: draft.best.as_ref().filter(|_| playable).map(BestObject::new),
            playable,
            issues: issues.iter().map(|issue| IssueObject::new(issue, &draft.palette)).collect(),
            text: write_text(draft),
        }
    }
}

impl SwatchObject {
    fn new(swatch: &Swatch) -> Self {
        Self {
            symbol: swatch.symbol,
            color: swatch.rgb.to_string(),
            name: swatch.name.clone(),
            label: swatch.label.clone(),
            kind: match swatch.kind {
                TileKind::Plain => "plain",
                TileKind::Chameleon => "chameleon",
                TileKind::Numbered(_) => "numbered",
            },
            pushes: swatch.kind.pushes(),
        }
    }
}

impl BestObject {
    fn new(best: &Best) -> Self {
        Self {
            moves: best.moves.len(),
            solution: format_moves(&best.moves),
            standing: if best.is_said_to_be_best() { "claimed" } else { "known" },
        }
    }
}

impl IssueObject {
    fn new(issue: &Issue, palette: &Palette) -> Self {
        Self {
            severity: if issue.is_warning() { "warning" } else { "error" },
            message: issue.to_string(),
            words: issue_words(issue, palette),
            board: issue.layout().map(|layout| layout.to_string()),
            cells: issue.cells().iter().map(ToString::to_string).collect(),
        }
    }
}

/// Returns what was dropped while a level was read, and which goal goes without saying.
pub fn warnings(loaded: &Loaded) -> Vec<String> {
    let goal =
        loaded.implied_goal.map(|gap| format!("no goal is written, so it is {}", gap.words()));
    loaded.warnings.iter().map(ToString::to_string).chain(goal).collect()
}

fn rows(draft: &Draft, layout: Layout) -> Vec<String> {
    layout_text(draft, layout).lines().map(str::to_owned).collect()
}

fn passes(terrain: &Terrain) -> Vec<PassObject> {
    let pass = |(cell, colour): (&Cell, &Colour)| PassObject {
        cell: cell.to_string(),
        colour: colour.index(),
    };
    terrain.passes.iter().map(pass).collect()
}

fn thin_walls(terrain: &Terrain) -> String {
    terrain.thin_walls.iter().map(Side::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns what is the same for two levels exactly when they are the same puzzle; one that is
/// none is told apart by its code.
fn key(puzzle: Option<&Puzzle>, code: &str) -> String {
    puzzle.map_or_else(|| code.to_owned(), |puzzle| URL_SAFE_NO_PAD.encode(puzzle.identity()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mondrian_core::puzzle::{builtin, parse_text};

    #[test]
    fn a_key_tells_puzzles_apart_and_nothing_else() {
        let key = |draft: &Draft| LevelObject::new(draft).key;
        let keys: Vec<_> = builtin::levels().iter().map(|level| key(&level.draft())).collect();
        for (nth, key) in keys.iter().enumerate() {
            assert!(!keys[..nth].contains(key), "{key}");
        }
        let one = parse_text("RB.\n.#.\n\n.BR\n...", None).unwrap();
        let mut other = parse_text("GY.\n.#.\n\n.YG\n.#.", None).unwrap();
        other.title = "another".into();
        assert_eq!(key(&one), key(&other));
        let [one, other] = ["R.\n\nRR", "R.\n\nRB"].map(|text| parse_text(text, None).unwrap());
        assert_ne!(key(&one), key(&other));
    }
}
