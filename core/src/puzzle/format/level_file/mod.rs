//! Level files, `NAME.mondrian.ron`: reading, writing, and the types of the file,
//! which are apart from those of the domain. Format: `docs/formats/levels.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ron::extensions::Extensions;
use serde::{Deserialize, Serialize};

mod palette;
mod rows;

use self::palette::PaletteFile;
use self::rows::{default_palette, grid_from_rows, passes_from_rows};
pub(super) use self::rows::{pass_rows, rows_from_grid};
use super::TextKind;
use super::plain_strings::with_plain_strings;
use super::write_file::write_bytes;
use crate::puzzle::rules::terrain::parse_sides;
use crate::puzzle::rules::{
    Anchor, Best, Draft, Issue, Layout, Terrain, format_moves, parse_moves,
};

/// The version of the format of levels without anything of version 2 of the rules.
const PLAIN_VERSION: u32 = 1;
/// The version of all others. Both are read and written.
const SECOND_VERSION: u32 = 2;

/// Larger files are refused unread: the largest level that there can be, with a
/// long note, is far smaller.
pub const MAX_FILE_BYTES: u64 = 4 << 20;

/// A level file as it stands in the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Level")]
struct LevelFile {
    version: u32,
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    note: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    palette: Option<PaletteFile>,
    start: Vec<String>,
    goal: Vec<String>,
    #[serde(default)]
    goal_anchor: AnchorFile,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    opening: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waypoints: Vec<Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    passes: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    thin_walls: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<BestFile>,
}

/// Read for the version alone, so that a newer file is not blamed for its fields.
#[derive(Deserialize)]
struct VersionProbe {
    version: u32,
}

#[derive(Serialize, Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase", rename = "GoalAnchor")]
enum AnchorFile {
    #[default]
    Fixed,
    Floating,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Best")]
struct BestFile {
    moves: String,
    #[serde(default)]
    proved: bool,
}

/// A level that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The level. It may still have issues: ask [`Draft::validate`].
    pub draft: Draft,
    /// What was dropped while reading, such as a best solution that is none.
    pub warnings: Vec<Issue>,
    /// What it was read from.
    pub kind: TextKind,
    /// It is a numbered puzzle that was written without a goal: where its goal has the gap.
    pub implied_goal: Option<super::GapPlace>,
}

impl Loaded {
    /// Returns a level that this program has made.
    pub const fn made(draft: Draft) -> Self {
        Self::read_from(TextKind::Level, draft)
    }

    /// Returns a level that says all that is in it.
    pub(super) const fn read_from(kind: TextKind, draft: Draft) -> Self {
        Self { draft, warnings: Vec::new(), kind, implied_goal: None }
    }
}

/// Why a level file cannot be read. The file itself is named by whoever reports it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be opened or read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The file is far too large for a level.
    #[error("{bytes} bytes are too many for a level file")]
    TooLarge {
        /// Its size.
        bytes: u64,
    },
    /// The file is not a text.
    #[error("line {line}: not a text in UTF-8")]
    NotUtf8 {
        /// From 1.
        line: usize,
    },
    /// The text is not a level.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// The file is of another version of the format.
    #[error(
        "version {found} of the format is not known, only {PLAIN_VERSION} and {SECOND_VERSION}"
    )]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// The file has a field that its version of the format does not have.
    #[error(
        "`{field}` is of version {SECOND_VERSION} of the format, the file says version {PLAIN_VERSION}"
    )]
    LaterField {
        /// The name of the field.
        field: &'static str,
    },
    /// The text is a level, but its rows cannot be put on a board.
    #[error("{}", join_lines(.0))]
    Invalid(Vec<Issue>),
}

fn join_lines(issues: &[Issue]) -> String {
    issues.iter().map(Issue::to_string).collect::<Vec<_>>().join("\n")
}

/// Why a level file cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WriteError {
    /// The file that was to be written; what it held is untouched.
    pub path: PathBuf,
    /// What the system says.
    #[source]
    pub source: std::io::Error,
}

/// Reads a level from the text of its file.
///
/// # Errors
/// See [`ReadError`]; never [`ReadError::Io`].
pub fn parse_level(text: &str) -> Result<Loaded, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(ReadError::Syntax { line: 1, column: 1, message: "the file is empty".into() });
    }
    if let Ok(probe) = options().from_str::<VersionProbe>(text)
        && ![PLAIN_VERSION, SECOND_VERSION].contains(&probe.version)
    {
        return Err(ReadError::Version { found: probe.version });
    }
    let file: LevelFile = options().from_str(text).map_err(|error| syntax_error(&error))?;
    let later = [("passes", !file.passes.is_empty()), ("thin_walls", !file.thin_walls.is_empty())];
    let later = later.iter().find(|(_, is_there)| *is_there).map(|&(field, _)| field);
    let of_palette = || file.palette.as_ref().and_then(PaletteFile::later_field);
    if file.version == PLAIN_VERSION
        && let Some(field) = later.or_else(of_palette)
    {
        return Err(ReadError::LaterField { field });
    }
    draft_from_file(file)
}

fn syntax_error(error: &ron::error::SpannedError) -> ReadError {
    let message = match &error.code {
        ron::error::Error::ExceededRecursionLimit => "brackets are nested too deep".to_owned(),
        code => code.to_string(),
    };
    let at = error.span.start;
    ReadError::Syntax { line: at.line, column: at.col, message }
}

fn options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        // The format itself is four deep.
        .with_recursion_limit(32)
}

/// Writes a level as the text of its file.
pub fn write_level(draft: &Draft) -> String {
    let pretty = ron::ser::PrettyConfig::new().depth_limit(2).new_line("\n");
    let text = options()
        .to_string_pretty(&file_from_draft(draft), pretty)
        .expect("strings, characters and numbers can all be written");
    with_plain_strings(&text) + "\n"
}

/// Writes the level file at `path` through a temporary file beside it, so that
/// at any moment either the old or the new file is there whole.
///
/// # Errors
/// Names the file; what it held before is untouched.
pub fn save(path: &Path, draft: &Draft) -> Result<(), WriteError> {
    write_bytes(path, write_level(draft).as_bytes())
        .map_err(|source| WriteError { path: path.to_owned(), source })
}

fn file_from_draft(draft: &Draft) -> LevelFile {
    LevelFile {
        version: if draft.is_plain() { PLAIN_VERSION } else { SECOND_VERSION },
        title: draft.title.clone(),
        author: draft.author.clone(),
        note: draft.note.clone(),
        palette: Some(PaletteFile::new(&draft.palette)),
        start: rows_from_grid(&draft.start, &draft.palette),
        goal: rows_from_grid(&draft.goal, &draft.palette),
        goal_anchor: match draft.anchor {
            Anchor::Fixed => AnchorFile::Fixed,
            Anchor::Floating => AnchorFile::Floating,
        },
        opening: format_moves(&draft.opening),
        waypoints: draft.waypoints.iter().map(|g| rows_from_grid(g, &draft.palette)).collect(),
        passes: if draft.terrain.passes.is_empty() { Vec::new() } else { pass_rows(draft) },
        thin_walls: draft.terrain.thin_walls_text(),
        best: draft.best.as_ref().map(|best| BestFile {
            moves: format_moves(&best.moves),
            proved: best.is_said_to_be_best(),
        }),
    }
}

fn draft_from_file(file: LevelFile) -> Result<Loaded, ReadError> {
    let mut issues = Vec::new();
    let palette = match file.palette {
        Some(palette) => palette.read(&mut issues),
        None => default_palette(
            [&file.start, &file.goal].into_iter().chain(&file.waypoints).chain([&file.passes]),
        ),
    };
    let mut grid = |layout, rows: &[String]| grid_from_rows(layout, rows, &palette, &mut issues);
    let start = grid(Layout::Start, &file.start);
    let goal = grid(Layout::Goal, &file.goal);
    let waypoints = file.waypoints.iter().enumerate();
    let waypoints: Vec<_> =
        waypoints.map(|(index, rows)| grid(Layout::Waypoint(index), rows)).collect();
    let opening = parse_moves(&file.opening).unwrap_or_else(|error| {
        issues.push(Issue::BadMoves { place: "opening", text: error.to_string() });
        Vec::new()
    });
    let thin_walls = parse_sides(&file.thin_walls).unwrap_or_else(|error| {
        issues.push(Issue::BadThinWalls { text: error.to_string() });
        BTreeSet::new()
    });
    let has_start = !issues
        .iter()
        .any(|issue| matches!(issue, Issue::SizeOutOfRange { layout: Layout::Start, .. }));
    let passes = if has_start && !file.passes.is_empty() {
        passes_from_rows(&file.passes, &start, &palette, &mut issues)
    } else {
        BTreeMap::new()
    };
    let mut draft = Draft {
        title: file.title,
        author: file.author,
        note: file.note,
        palette,
        start,
        terrain: Terrain { passes, thin_walls },
        goal,
        anchor: match file.goal_anchor {
            AnchorFile::Fixed => Anchor::Fixed,
            AnchorFile::Floating => Anchor::Floating,
        },
        opening,
        waypoints,
        best: None,
    };
    if !issues.is_empty() {
        add_issues_of_draft(&draft, &mut issues);
        return Err(ReadError::Invalid(issues));
    }
    let warnings = file.best.map_or_else(Vec::new, |best| adopt_best(&mut draft, &best));
    Ok(Loaded { warnings, ..Loaded::made(draft) })
}

/// Adds what validation finds beyond what reading the rows has found, without what
/// only follows from that.
fn add_issues_of_draft(draft: &Draft, issues: &mut Vec<Issue>) {
    let unsized_layouts: Vec<_> =
        layouts_where(issues, |issue| matches!(issue, Issue::SizeOutOfRange { .. }));
    let unread = layouts_where(issues, |issue| {
        matches!(issue, Issue::SizeOutOfRange { .. } | Issue::UnknownColour { .. })
    });
    let has_size = |layout| !unsized_layouts.contains(&layout);
    let follows = |issue: &Issue| match *issue {
        // A layout without a size is a single cell in the draft.
        Issue::SizeMismatch { layout, .. } => !has_size(layout) || !has_size(Layout::Start),
        Issue::FloatingGoalTooLarge { .. } => !has_size(Layout::Start),
        // A colour that is not known is an empty cell in the draft.
        Issue::EmptyGoal { layout } => unread.contains(&layout),
        Issue::IllegalOpening { .. } => unread.contains(&Layout::Start),
        _ => false,
    };
    let more = draft.validate().err().unwrap_or_default();
    issues.extend(more.into_iter().filter(|issue| !follows(issue)));
}

fn layouts_where(issues: &[Issue], wanted: impl Fn(&Issue) -> bool) -> Vec<Layout> {
    issues.iter().filter(|&issue| wanted(issue)).filter_map(Issue::layout).collect()
}

/// Gives `draft` the best solution of its file, if it solves it.
fn adopt_best(draft: &mut Draft, best: &BestFile) -> Vec<Issue> {
    let why = match (parse_moves(&best.moves), draft.validate()) {
        (Err(error), _) => error.to_string(),
        (_, Err(_)) => "the level has issues".to_owned(),
        (Ok(moves), Ok(puzzle)) => match puzzle.verify(moves) {
            Ok(solution) => {
                let moves = solution.moves().to_vec();
                draft.best = Some(Best::read(moves, best.proved));
                return Vec::new();
            }
            Err(error) => error.to_string(),
        },
    };
    vec![Issue::BestDropped { why }]
}
