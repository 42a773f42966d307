//! Single strokes of a designer's pencil: what makes one level out of another in one step.
//! Used by the map of what each cell would do, by the list of next strokes and by the
//! evolution of levels.

use std::fmt;

use super::Symmetry;
use crate::puzzle::rules::{Cell, Colour, Draft, Layout, Side, Square, UnknownName, named};

/// A stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stroke {
    /// Moves a tile of a layout, or a mark of the goal, to an empty cell.
    Move {
        /// Where it stands.
        layout: Layout,
        /// The cell that it leaves.
        from: Cell,
        /// The cell that it comes to.
        to: Cell,
    },
    /// Lets two tiles, or marks, of different colours change places.
    Swap {
        /// Where they stand.
        layout: Layout,
        /// The cell of the one.
        one: Cell,
        /// The cell of the other.
        other: Cell,
    },
    /// Takes a tile, or a mark, away.
    Take {
        /// Where it stands.
        layout: Layout,
        /// On which cell.
        cell: Cell,
    },
    /// Puts a wall on an empty cell, or takes it away.
    Wall {
        /// On which cell.
        cell: Cell,
        /// Whether it is there afterwards.
        is_there: bool,
    },
    /// Puts a thin wall on a side, or takes it away.
    ThinWall {
        /// On which side.
        side: Side,
        /// Whether it is there afterwards.
        is_there: bool,
    },
    /// Makes a cell a pass of a colour, or none.
    Pass {
        /// Which cell.
        cell: Cell,
        /// The colour that may enter it afterwards.
        colour: Option<Colour>,
    },
    /// Asks for a tile of a colour on a cell before the goal, as the last waypoint.
    Waypoint {
        /// On which cell.
        cell: Cell,
        /// Of which colour.
        colour: Colour,
    },
}

/// A kind of strokes that are tried together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StrokeKind {
    /// Tiles of START moved, and changed with each other.
    Tiles,
    /// Marks of GOAL moved, and changed with each other.
    Goals,
    /// Walls put and taken away.
    Walls,
    /// Thin walls put and taken away.
    ThinWalls,
    /// Passes of each colour put and taken away.
    Passes,
    /// Tiles and marks taken away.
    Takes,
    /// A waypoint more that asks for one tile.
    Waypoints,
}

named! {
    "kind of strokes": StrokeKind {
        Tiles = "tiles",
        Goals = "goals",
        Walls = "walls",
        ThinWalls = "thin-walls",
        Passes = "passes",
        Takes = "takes",
        Waypoints = "waypoints",
    }
}

impl Stroke {
    /// Returns all strokes of a kind that change `draft`, row by row.
    pub fn of_kind(draft: &Draft, kind: StrokeKind) -> Vec<Self> {
        let cells = || draft.start.size().cells();
        // What takes walls and passes: nothing stands there, in no layout that shares them.
        let is_bare = |cell: Cell| {
            let mut sharing = draft.layouts().filter(|&layout| draft.shares_walls(layout));
            sharing.all(|layout| draft.layout(layout).get(cell) == Some(&Square::Empty))
        };
        match kind {
            StrokeKind::Tiles => Self::of_layout(draft, Layout::Start),
            StrokeKind::Goals => Self::of_layout(draft, Layout::Goal),
            StrokeKind::Walls => cells()
                .filter_map(|cell| {
                    let is_wall = draft.start[cell] == Square::Wall;
                    let free = is_bare(cell) && draft.terrain.pass(cell).is_none();
                    (is_wall || free).then_some(Self::Wall { cell, is_there: !is_wall })
                })
                .collect(),
            StrokeKind::ThinWalls => Side::inner(draft.start.size())
                .map(|side| Self::ThinWall {
                    side,
                    is_there: !draft.terrain.thin_walls.contains(&side),
                })
                .collect(),
            StrokeKind::Passes => cells()
                .filter(|&cell| is_bare(cell))
                .flat_map(|cell| {
                    let now = draft.terrain.pass(cell);
                    let others = colours_of(draft).into_iter().map(Some).chain([None]);
                    others
                        .filter(move |&colour| colour != now)
                        .map(move |colour| Self::Pass { cell, colour })
                })
                .collect(),
            StrokeKind::Takes => draft
                .layouts()
                .flat_map(|layout| {
                    let grid = draft.layout(layout).iter();
                    let tiles = grid.filter(|(_, square)| square.colour().is_some());
                    tiles.map(move |(cell, _)| Self::Take { layout, cell })
                })
                .collect(),
            StrokeKind::Waypoints => cells()
                .filter(|&cell| draft.start[cell] != Square::Wall)
                .flat_map(|cell| {
                    colours_of(draft).into_iter().map(move |colour| Self::Waypoint { cell, colour })
                })
                .collect(),
        }
    }

    fn of_layout(draft: &Draft, layout: Layout) -> Vec<Self> {
        let grid = draft.layout(layout);
        let tiles = || grid.iter().filter_map(|(cell, s)| s.colour().map(|colour| (cell, colour)));
        let empty = || grid.iter().filter(|(_, square)| **square == Square::Empty);
        let moves = tiles()
            .flat_map(|(from, _)| empty().map(move |(to, _)| Self::Move { layout, from, to }));
        let swaps = tiles().flat_map(|(one, colour)| {
            let others = tiles().filter(move |&(other, its)| other > one && its != colour);
            others.map(move |(other, _)| Self::Swap { layout, one, other })
        });
        moves.chain(swaps).collect()
    }

    /// Returns the draft after the stroke, without its best solution. `None` when it cannot be
    /// made there or changes nothing.
    pub fn apply(self, draft: &Draft) -> Option<Draft> {
        let mut next = Draft { best: None, ..draft.clone() };
        let at = |layout, cell| draft.layout(layout).get(cell).copied();
        match self {
            Self::Move { layout, from, to } => {
                let tile = at(layout, from).filter(|square| square.colour().is_some())?;
                (at(layout, to)? == Square::Empty).then_some(())?;
                next.paint(layout, from, Square::Empty);
                next.paint(layout, to, tile);
            }
            Self::Swap { layout, one, other } => {
                let tile = |cell| at(layout, cell).filter(|square| square.colour().is_some());
                let (first, second) = (tile(one)?, tile(other)?);
                next.paint(layout, one, second);
                next.paint(layout, other, first);
            }
            Self::Take { layout, cell } => {
                at(layout, cell)?.colour()?;
                next.paint(layout, cell, Square::Empty);
            }
            Self::Wall { cell, is_there } => {
                let square = if is_there { Square::Wall } else { Square::Empty };
                next.paint(Layout::Start, cell, square);
            }
            Self::ThinWall { side, is_there } => next.paint_thin_wall(side, is_there),
            Self::Pass { cell, colour } => next.paint_pass(cell, colour),
            Self::Waypoint { cell, colour } => {
                next = next.with_waypoint();
                let layout = Layout::Waypoint(next.waypoints.len() - 1);
                next.paint(layout, cell, Square::Tile(colour));
            }
        }
        let is_other = (&next.start, &next.goal, &next.terrain, &next.waypoints)
            != (&draft.start, &draft.goal, &draft.terrain, &draft.waypoints);
        is_other.then_some(next)
    }

    /// Returns the cells that it changes.
    pub fn cells(self) -> Vec<Cell> {
        match self {
            Self::Move { from, to, .. } => vec![from, to],
            Self::Swap { one, other, .. } => vec![one, other],
            Self::Take { cell, .. }
            | Self::Wall { cell, .. }
            | Self::Pass { cell, .. }
            | Self::Waypoint { cell, .. } => vec![cell],
            Self::ThinWall { side, .. } => vec![side.cell()],
        }
    }

    /// Returns the cell of a wall of `draft` that goes because something else is drawn there: a mark
    /// of a goal or a waypoint that leaves out the walls of START.
    pub fn wall_taken(self, draft: &Draft) -> Option<Cell> {
        let (layout, cell) = match self {
            Self::Move { layout, to, .. } => (layout, to),
            Self::Pass { cell, colour: Some(_) } | Self::Waypoint { cell, .. } => {
                (Layout::Start, cell)
            }
            _ => return None,
        };
        let is_wall = draft.start.get(cell) == Some(&Square::Wall);
        (is_wall && draft.shares_walls(layout)).then_some(cell)
    }

    /// Returns the words for all that it does to `draft`: `goal a1 to c4, no wall at c4`.
    pub fn words(self, draft: &Draft) -> String {
        match self.wall_taken(draft) {
            Some(cell) => format!("{self}, no wall at {cell}"),
            None => self.to_string(),
        }
    }

    /// Returns the layout that it is drawn on: START for walls and passes.
    pub fn layout(self, draft: &Draft) -> Layout {
        match self {
            Self::Move { layout, .. } | Self::Swap { layout, .. } | Self::Take { layout, .. } => {
                layout
            }
            Self::Wall { .. } | Self::ThinWall { .. } | Self::Pass { .. } => Layout::Start,
            Self::Waypoint { .. } => Layout::Waypoint(draft.waypoints.len()),
        }
    }

    /// Returns it with its mirror images: those of walls, thin walls and passes, which are
    /// drawn symmetrically; of tiles and marks itself alone.
    pub fn mirrored(self, symmetry: Symmetry, draft: &Draft) -> Vec<Self> {
        let size = draft.start.size();
        let cells = |cell| symmetry.spread(&[cell], size).into_iter();
        match self {
            Self::Wall { cell, is_there } => {
                cells(cell).map(|cell| Self::Wall { cell, is_there }).collect()
            }
            Self::Pass { cell, colour } => {
                cells(cell).map(|cell| Self::Pass { cell, colour }).collect()
            }
            Self::ThinWall { side, is_there } => {
                let sides = symmetry.spread_sides(&[side], size).into_iter();
                sides.map(|side| Self::ThinWall { side, is_there }).collect()
            }
            other => vec![other],
        }
    }
}

/// Returns the colours of the tiles of START, each once, in the order of the palette.
fn colours_of(draft: &Draft) -> Vec<Colour> {
    let mut colours: Vec<Colour> =
        draft.start.iter().filter_map(|(_, square)| square.colour()).collect();
    colours.sort_unstable();
    colours.dedup();
    colours
}

/// As a person would write it: `tile a1 to c4`, `goal a1 to c4`, `wall at b2`, `no wall at b2`.
impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = |layout: Layout| match layout {
            Layout::Start => "tile".to_owned(),
            other => other.to_string(),
        };
        let no = |is_there| if is_there { "" } else { "no " };
        match *self {
            Self::Move { layout, from, to } => write!(f, "{} {from} to {to}", what(layout)),
            Self::Swap { layout, one, other } => {
                write!(f, "{} {one} and {other} swapped", what(layout))
            }
            Self::Take { layout, cell } => write!(f, "no {} at {cell}", what(layout)),
            Self::Wall { cell, is_there } => write!(f, "{}wall at {cell}", no(is_there)),
            Self::ThinWall { side, is_there } => write!(f, "{}thin wall at {side}", no(is_there)),
            Self::Pass { cell, colour } => write!(f, "{}pass at {cell}", no(colour.is_some())),
            Self::Waypoint { cell, .. } => write!(f, "waypoint at {cell}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_text, write_text};

    fn draft() -> Draft {
        parse_text("BR.\n.#.\n\n.BR\n.#.", None).unwrap()
    }

    #[test]
    fn every_stroke_of_a_kind_changes_the_draft_and_is_offered_once() {
        let draft = draft();
        for (kind, count) in StrokeKind::ALL.into_iter().zip([2 * 3 + 1, 2 * 3 + 1, 3, 7, 4, 4, 10])
        {
            let strokes = Stroke::of_kind(&draft, kind);
            assert_eq!(strokes.len(), count, "{kind:?}");
            let mut texts: Vec<String> = Vec::new();
            for stroke in strokes {
                let next = stroke.apply(&draft).unwrap_or_else(|| panic!("{stroke}"));
                assert!(stroke.cells().iter().all(|&cell| draft.start.size().contains(cell)));
                texts.push(write_text(&next));
            }
            let all = texts.len();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), all, "{kind:?}");
        }
    }

    #[test]
    fn a_wall_that_a_mark_takes_away_is_said() {
        // The goal leaves the walls out.
        let draft = parse_text("BR.\n.#.\n\n.BR\n...", None).unwrap();
        for (kind, taken) in StrokeKind::ALL.into_iter().zip([0, 2, 0, 0, 0, 0, 0]) {
            let mut walls = 0;
            for stroke in Stroke::of_kind(&draft, kind) {
                let next = stroke.apply(&draft).unwrap();
                let is_taken = draft.start.iter().any(|(cell, &square)| {
                    square == Square::Wall && next.start[cell] != Square::Wall
                });
                let words = stroke.words(&draft);
                assert_eq!(is_taken, words.contains("no wall at b2"), "{words}");
                walls += u32::from(is_taken && kind != StrokeKind::Walls);
            }
            assert_eq!(walls, taken, "{kind:?}");
        }
        let to = "b2".parse().unwrap();
        let (layout, from) = (Layout::Goal, "b1".parse().unwrap());
        let stroke = Stroke::Move { layout, from, to };
        assert_eq!(stroke.words(&draft), "goal b1 to b2, no wall at b2");
    }

    #[test]
    fn strokes_do_what_they_say() {
        let check = |stroke: Stroke, words: &str, text: &str| {
            assert_eq!(stroke.to_string(), words);
            assert_eq!(write_text(&stroke.apply(&draft()).unwrap()), text);
        };
        let cell = |name: &str| name.parse().unwrap();
        let (layout, from, to) = (Layout::Start, cell("a1"), cell("c2"));
        check(Stroke::Move { layout, from, to }, "tile a1 to c2", ".R.\n.#B\n\n.BR\n.#.\n");
        let (layout, one, other) = (Layout::Goal, cell("b1"), cell("c1"));
        let swapped = Stroke::Swap { layout, one, other };
        check(swapped, "goal b1 and c1 swapped", "BR.\n.#.\n\n.RB\n.#.\n");
        let (cell, is_there) = (cell("b2"), false);
        check(Stroke::Wall { cell, is_there }, "no wall at b2", "BR.\n...\n\n.BR\n...\n");
        assert_eq!(Stroke::Wall { cell, is_there: true }.apply(&draft()), None);
    }

    #[test]
    fn only_what_belongs_to_the_board_is_mirrored() {
        let both = Symmetry { left_right: true, up_down: false };
        let cell = "a2".parse().unwrap();
        let wall = Stroke::Wall { cell, is_there: true };
        assert_eq!(wall.mirrored(both, &draft()).len(), 2);
        let take = Stroke::Take { layout: Layout::Start, cell };
        assert_eq!(take.mirrored(both, &draft()), [take]);
    }
}
