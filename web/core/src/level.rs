//! Levels as the page gets them: to be drawn, named and kept.

use mondrian::puzzle::{
    Anchor, Best, Draft, Grid, Issue, Layout, Loaded, Palette, Rgb, Square, Swatch, format_moves,
    is_symbol, layout_text, share_code, write_text,
};
use serde::Serialize;

/// A level.
#[derive(Serialize)]
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
    goal: Vec<String>,
    goal_anchor: &'static str,
    waypoints: Vec<Vec<String>>,
    opening: String,
    best: Option<BestObject>,
    playable: bool,
    issues: Vec<IssueObject>,
    text: String,
}

#[derive(Serialize)]
struct SwatchObject {
    symbol: char,
    color: String,
    name: Option<String>,
    label: Option<String>,
}

#[derive(Serialize)]
struct BestObject {
    moves: usize,
    solution: String,
    standing: &'static str,
}

#[derive(Serialize)]
struct IssueObject {
    severity: &'static str,
    message: String,
    board: Option<String>,
    cells: Vec<String>,
}

impl LevelObject {
    /// Returns a level that has been read.
    pub fn new(draft: &Draft) -> Self {
        let (playable, issues) = match draft.validate() {
            Ok(_) => (true, draft.warnings()),
            Err(issues) => (false, issues),
        };
        let size = draft.start.size();
        Self {
            code: share_code(draft),
            key: key(draft),
            title: draft.title.clone(),
            author: draft.author.clone(),
            note: draft.note.clone(),
            width: size.width,
            height: size.height,
            palette: draft.palette.swatches().iter().map(SwatchObject::new).collect(),
            start: rows(draft, Layout::Start),
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
            issues: issues.iter().map(IssueObject::new).collect(),
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
        }
    }
}

impl BestObject {
    fn new(best: &Best) -> Self {
        Self {
            moves: best.moves.len(),
            solution: format_moves(&best.moves),
            standing: if best.proved { "claimed" } else { "known" },
        }
    }
}

impl IssueObject {
    fn new(issue: &Issue) -> Self {
        Self {
            severity: if issue.is_warning() { "warning" } else { "error" },
            message: issue.to_string(),
            board: issue.layout().map(|layout| layout.to_string()),
            cells: issue.cells().iter().map(ToString::to_string).collect(),
        }
    }
}

/// Returns what was dropped while a level was read.
pub fn warnings(loaded: &Loaded) -> Vec<String> {
    loaded.warnings.iter().map(ToString::to_string).collect()
}

fn rows(draft: &Draft, layout: Layout) -> Vec<String> {
    layout_text(draft, layout).lines().map(str::to_owned).collect()
}

/// Returns what is the same for two levels exactly when they are the same puzzle: the code of the
/// level without its texts and best solution, its colours being numbered as they come.
fn key(draft: &Draft) -> String {
    let mut bare = Draft::new(draft.start.size());
    let mut numbers = vec![None; draft.palette.len()];
    let mut symbols = ('A'..).filter(|&symbol| is_symbol(symbol));
    let mut bare_of = |grid: &Grid<Square>, palette: &mut Palette, has_walls: bool| {
        let mut copy = grid.clone();
        for (cell, &square) in grid.iter() {
            copy[cell] = match square {
                Square::Wall if !has_walls => Square::Empty,
                Square::Tile(colour) => {
                    let number = &mut numbers[colour.index()];
                    if number.is_none() {
                        let symbol = symbols.next().expect("more than there are colours");
                        let rgb = Rgb(0, 0, 0);
                        *number = palette.push(Swatch { symbol, rgb, name: None, label: None });
                    }
                    number.map_or(square, Square::Tile)
                }
                other => other,
            };
        }
        copy
    };
    let mut palette = Palette::default();
    bare.start = bare_of(&draft.start, &mut palette, true);
    bare.goal = bare_of(&draft.goal, &mut palette, false);
    bare.waypoints =
        draft.waypoints.iter().map(|grid| bare_of(grid, &mut palette, false)).collect();
    (bare.palette, bare.anchor, bare.best) = (palette, draft.anchor, None);
    bare.opening.clone_from(&draft.opening);
    share_code(&bare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mondrian::puzzle::{builtin, parse_text};

    #[test]
    fn a_key_tells_puzzles_apart_and_nothing_else() {
        let keys: Vec<_> = builtin::levels().iter().map(|level| key(&level.draft())).collect();
        for (nth, key) in keys.iter().enumerate() {
            assert!(!keys[..nth].contains(key), "{key}");
        }
        let draft = |text: &str| parse_text(text, None).unwrap();
        let one = draft("RB.\n.#.\n\n.BR\n...");
        let mut other = draft("GY.\n.#.\n\n.YG\n.#.");
        other.title = "another".into();
        other.best = Some(Best { moves: Vec::new(), proved: true });
        assert_eq!(key(&one), key(&other));
        assert_ne!(key(&one), key(&draft("RB.\n.#.\n\n.RB\n...")));
        assert_ne!(key(&one), key(&draft("RR.\n.#.\n\n.RR\n...")));
        let mut floating = one.clone();
        floating.anchor = Anchor::Floating;
        assert_ne!(key(&one), key(&floating));
    }
}
