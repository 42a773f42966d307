//! Boards as SVG for notebooks: light, dark, or whichever the notebook is; and solutions that move.
//!
//! ```text
//!   ground, passes | lines of the grid | walls | tiles | thin walls, frame
//! ```

mod film;

use std::fmt::Write as _;
use std::str::FromStr;

use mondrian_core::picture::{hatch, ink_on, pale, thin_wall_width};
use mondrian_core::puzzle::{
    Cell, Direction, Draft, Grid, Position, Puzzle, Rgb, Size, Square, Swatch, TileKind,
};
use pyo3::prelude::*;

pub(crate) use self::film::film;
use crate::errors::value_error;

/// Space around boards and between two, in pixels.
const MARGIN: u32 = 2;
const GAP: u32 = 24;

/// What a picture is drawn on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    /// Whatever the notebook is.
    Auto,
    Light,
    Dark,
}

impl FromStr for Theme {
    type Err = PyErr;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "auto" => Ok(Self::Auto),
            "light" => Ok(Self::Light),
            "dark" => Ok(Self::Dark),
            _ => Err(value_error(format_args!(
                "there is no theme `{name}`; there are auto, light, dark"
            ))),
        }
    }
}

/// Ground, walls and lines.
const LIGHT: [&str; 3] = ["#ffffff", "#000000", "#d8d8d8"];
const DARK: [&str; 3] = ["#1c1c1c", "#d0d0d0", "#404040"];

/// A picture that is being drawn.
struct Drawing {
    cell: u32,
    theme: Theme,
    body: String,
    width: u32,
    height: u32,
}

impl Drawing {
    fn new(cell: u32, theme: Theme) -> PyResult<Self> {
        if !(4..=128).contains(&cell) {
            return Err(value_error("a cell has 4 to 128 pixels"));
        }
        Ok(Self { cell, theme, body: String::new(), width: MARGIN, height: 0 })
    }

    /// Returns the colour of ground, walls or lines.
    fn ink(&self, which: usize) -> String {
        match self.theme {
            Theme::Light => LIGHT[which].to_owned(),
            Theme::Dark => DARK[which].to_owned(),
            Theme::Auto => format!("var(--mondrian-{which},{})", LIGHT[which]),
        }
    }

    /// Draws something as a board to the right of what is there: `tiles` between ground and frame.
    fn board(
        &mut self,
        draft: &Draft,
        size: Size,
        walls: &Grid<Square>,
        tiles: &str,
        has_terrain: bool,
    ) {
        let (left, side) = (self.width, self.cell);
        let (width, height) = (u32::from(size.width) * side, u32::from(size.height) * side);
        let (ground, wall, line) = (self.ink(0), self.ink(1), self.ink(2));
        let body = &mut self.body;
        let _ = write!(
            body,
            "<g transform=\"translate({left},{MARGIN})\">\
             <rect width=\"{width}\" height=\"{height}\" style=\"fill:{ground}\"/>"
        );
        if has_terrain {
            draw_passes(body, draft, size, side, self.theme);
        }
        let _ = write!(body, "<path style=\"stroke:{line}\" d=\"");
        for x in 1..u32::from(size.width) {
            let _ = write!(body, "M{} 0V{height}", x * side);
        }
        for y in 1..u32::from(size.height) {
            let _ = write!(body, "M0 {}H{width}", y * side);
        }
        body.push_str("\"/>");
        for (cell, _) in walls.iter().filter(|&(_, &square)| square == Square::Wall) {
            let (x, y) = corner(cell, side);
            let _ = write!(
                body,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" style=\"fill:{wall}\"/>"
            );
        }
        body.push_str(tiles);
        if has_terrain {
            draw_thin_walls(body, draft, size, side, &wall);
        }
        let _ = write!(
            body,
            "<rect width=\"{width}\" height=\"{height}\" style=\"fill:none;stroke:{wall};stroke-width:2\"/></g>"
        );
        self.width += width + GAP;
        self.height = self.height.max(height + 2 * MARGIN);
    }

    fn finish(self) -> String {
        let width = self.width - GAP + MARGIN;
        let height = self.height;
        let style = if self.theme == Theme::Auto { style() } else { String::new() };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"mondrian\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">{style}{}</svg>",
            self.body
        )
    }
}

/// Follows the system, and the notebooks that say what they are: Jupyter and VS Code.
fn style() -> String {
    let inks = |inks: [&str; 3]| {
        let inks = inks.iter().enumerate();
        inks.map(|(which, ink)| format!("--mondrian-{which}:{ink};")).collect::<String>()
    };
    let (light, dark) = (inks(LIGHT), inks(DARK));
    format!(
        "<style>.mondrian{{{light}}}\
         @media(prefers-color-scheme:dark){{.mondrian{{{dark}}}}}\
         [data-jp-theme-light=\"true\"] .mondrian,.vscode-light .mondrian{{{light}}}\
         [data-jp-theme-light=\"false\"] .mondrian,.vscode-dark .mondrian{{{dark}}}</style>"
    )
}

fn corner(cell: Cell, side: u32) -> (u32, u32) {
    (u32::from(cell.x) * side, u32::from(cell.y) * side)
}

fn draw_passes(body: &mut String, draft: &Draft, size: Size, side: u32, theme: Theme) {
    let ground = if theme == Theme::Dark { Rgb(0x1c, 0x1c, 0x1c) } else { Rgb(255, 255, 255) };
    for (&cell, &colour) in draft.terrain.passes.iter().filter(|(cell, _)| size.contains(**cell)) {
        let (x, y) = corner(cell, side);
        let rgb = draft.palette.swatch(colour).rgb;
        let (pale, hatch) = (pale(rgb, ground), hatch(rgb, ground));
        let _ = write!(
            body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{pale}\"/>\
             <path stroke=\"{hatch}\" d=\""
        );
        for part in 1..4 {
            let part = part * side / 4;
            let (right, bottom) = (x + side, y + side);
            let _ = write!(body, "M{x} {}L{} {y}", y + part, x + part);
            let _ = write!(body, "M{} {bottom}L{right} {}", x + part, y + part);
        }
        body.push_str("\"/>");
    }
}

fn draw_thin_walls(body: &mut String, draft: &Draft, size: Size, side: u32, wall: &str) {
    let width = thin_wall_width(side);
    let sides = draft.terrain.thin_walls.iter();
    for (own, (cell, _)) in sides.filter_map(|own| Some((own, own.between(size)?))) {
        let (x, y) = corner(cell, side);
        let line = match own.direction() {
            Direction::Right => format!("M{} {y}v{side}", x + side),
            _ => format!("M{x} {}h{side}", y + side),
        };
        let _ = write!(
            body,
            "<path d=\"{line}\" style=\"stroke:{wall};stroke-width:{width};stroke-linecap:square\"/>"
        );
    }
}

/// What is written on a tile: pushes that are left, or the label of its colour.
fn label_of(swatch: &Swatch, left: u8) -> String {
    match (swatch.kind, &swatch.label) {
        (TileKind::Numbered(_), _) => left.to_string(),
        (_, Some(label)) => label.replace('&', "&amp;").replace('<', "&lt;"),
        _ => String::new(),
    }
}

/// Draws what is on a tile, whose corner is at 0, 0: its sign, and a ring on what is a chameleon.
fn draw_sign(body: &mut String, swatch: &Swatch, left: u8, side: u32) {
    let (label, ink, half) = (label_of(swatch, left), ink_on(swatch.rgb), f64::from(side) / 2.0);
    if swatch.kind == TileKind::Chameleon {
        let radius = half * 0.6;
        let _ = write!(
            body,
            "<circle cx=\"{half}\" cy=\"{half}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\"/>"
        );
    }
    if label.is_empty() {
        return;
    }
    let size = f64::from(side) * if label.chars().count() > 2 { 0.36 } else { 0.5 };
    let _ = write!(
        body,
        "<text x=\"{half}\" y=\"{half}\" fill=\"{ink}\" font-family=\"sans-serif\" font-size=\"{size:.1}\" \
         text-anchor=\"middle\" dominant-baseline=\"central\">{label}</text>"
    );
}

/// Draws a tile at rest.
fn draw_tile(body: &mut String, swatch: &Swatch, left: u8, cell: Cell, side: u32) {
    let (x, y) = corner(cell, side);
    let rgb = swatch.rgb;
    let _ = write!(
        body,
        "<g transform=\"translate({x},{y})\"><rect width=\"{side}\" height=\"{side}\" fill=\"{rgb}\"/>"
    );
    draw_sign(body, swatch, left, side);
    body.push_str("</g>");
}

/// Returns the tiles of a picture of a level, as often to be pushed as their colours say.
fn tiles_of(draft: &Draft, grid: &Grid<Square>, side: u32) -> String {
    let mut tiles = String::new();
    for (cell, square) in grid.iter() {
        if let Some(colour) = square.colour() {
            let swatch = draft.palette.swatch(colour);
            draw_tile(&mut tiles, swatch, swatch.kind.pushes(), cell, side);
        }
    }
    tiles
}

/// Adds what is to be reached: waypoints, then the goal.
fn draw_goals(drawing: &mut Drawing, draft: &Draft, rules: &Puzzle) {
    for grid in &draft.waypoints {
        let tiles = tiles_of(draft, grid, drawing.cell);
        drawing.board(draft, rules.size(), grid, &tiles, true);
    }
    let (goal, is_fixed) = (&draft.goal, draft.shares_walls(mondrian_core::puzzle::Layout::Goal));
    let tiles = tiles_of(draft, goal, drawing.cell);
    drawing.board(draft, goal.size(), goal, &tiles, is_fixed);
}

/// Draws start, waypoints and goal side by side.
pub(crate) fn level(draft: &Draft, rules: &Puzzle, cell: u32, theme: Theme) -> PyResult<String> {
    let mut drawing = Drawing::new(cell, theme)?;
    let tiles = tiles_of(draft, &draft.start, cell);
    drawing.board(draft, rules.size(), &draft.start, &tiles, true);
    draw_goals(&mut drawing, draft, rules);
    Ok(drawing.finish())
}

/// Draws a board in play.
pub(crate) fn board(
    draft: &Draft,
    position: &Position,
    cell: u32,
    theme: Theme,
) -> PyResult<String> {
    let mut drawing = Drawing::new(cell, theme)?;
    let mut tiles = String::new();
    for (at, colour) in position.tiles() {
        draw_tile(&mut tiles, draft.palette.swatch(colour), position.left(at), at, cell);
    }
    drawing.board(draft, position.size(), &draft.start, &tiles, true);
    Ok(drawing.finish())
}
