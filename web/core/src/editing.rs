//! Edits as the page asks for them: those of the designer, by the names that the core gives them.

use mondrian_core::puzzle::edit::{Document, history};
use mondrian_core::puzzle::{
    Anchor, Brush, Cell, Colour, Direction, Draft, EditCommand, Layout, Move, OpenedLevel, Palette,
    Region, Side, Size, Stroke, TileKind, Transform, parse_moves,
};
use serde::{Deserialize, Serialize};

use crate::level::LevelObject;

/// An edit.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// Draws on cells of a layout: `start`, `goal`, `waypoint 1`.
    Paint {
        layout: String,
        cells: Vec<String>,
        brush: BrushName,
    },
    /// Puts thin walls on sides, or takes them away.
    PaintSides {
        sides: Vec<String>,
        is_there: bool,
    },
    /// Removes what is drawn in the rectangle between two cells.
    EraseRegion {
        layout: String,
        from: String,
        to: String,
    },
    /// Moves it, or copies it, its top left cell to `corner`.
    MoveRegion {
        layout: String,
        from: String,
        to: String,
        corner: String,
        copy: bool,
    },
    Clear {},
    CopyStartToGoal {},
    /// Ends at the position after these moves of the start: it is the goal, and they are a solution.
    PlayToGoal {
        moves: String,
    },
    Transform {
        #[cfg_attr(
            test,
            ts(
                type = "\"rotate_left\" | \"rotate_right\" | \"flip_horizontal\" | \"flip_vertical\" | \"shift_up\" | \"shift_down\" | \"shift_left\" | \"shift_right\""
            )
        )]
        to: String,
    },
    /// Another size; what is drawn moves right by `dx` and down by `dy` cells.
    Resize {
        width: u8,
        height: u8,
        dx: i16,
        dy: i16,
    },
    SetAnchor {
        #[cfg_attr(test, ts(type = "\"fixed\" | \"floating\""))]
        anchor: String,
    },
    /// Appends the next colour that the palette lacks.
    AddColour {},
    /// Changes a colour; what is not said stays.
    #[cfg_attr(test, ts(optional_fields))]
    SetSwatch {
        colour: u8,
        color: Option<String>,
        name: Option<String>,
        label: Option<String>,
        pushes: Option<u8>,
    },
    #[cfg_attr(test, ts(optional_fields))]
    RemoveColour {
        colour: u8,
        heir: Option<u8>,
    },
    AddWaypoint {},
    RemoveWaypoint {
        index: usize,
    },
    SetOpening {
        moves: String,
    },
    SetTexts {
        title: String,
        author: String,
        note: String,
    },
    /// Moves a tile of a layout to another cell; a tile that stands there changes places with it.
    Stroke {
        layout: String,
        from: String,
        to: String,
    },
}

/// What is painted with.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum BrushName {
    Wall,
    Eraser,
    Chameleon,
    /// Numbered tiles with so many pushes.
    Numbered(u8),
    /// A colour, by its place in the palette.
    Colour(u8),
    Pass(u8),
    /// Is painted by `paint_sides`; what if asks for it.
    ThinWall,
}

/// The level after edits.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EditedObject {
    level: LevelObject,
    /// What the steps are called; a stroke of paint is one, and what changes nothing is none.
    steps: Vec<String>,
}

impl EditedObject {
    /// Returns a new level.
    pub fn new_level(width: u8, height: u8) -> Result<Self, String> {
        let draft = Draft::new(size(width, height)?);
        Ok(Self { level: LevelObject::new(&draft), steps: Vec::new() })
    }

    /// Returns a level after edits. Those that paint, one after the other, are one stroke.
    pub fn after(draft: Draft, edits: &[Edit]) -> Result<Self, String> {
        let mut document = Document::default();
        let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: true };
        document.apply(&EditCommand::Open(Box::new(level)));
        for edit in edits {
            let command = edit.command(document.draft())?;
            if edit.paints() && !document.is_in_stroke() {
                document.apply(&EditCommand::BeginStroke);
            }
            document.apply(&command);
        }
        document.apply(&EditCommand::EndStroke);
        let opened = 1;
        let name = |step: &history::Step| step.name.clone();
        let steps = document.history().steps().iter().skip(opened).map(name).collect();
        Ok(Self { level: LevelObject::new(document.draft()), steps })
    }
}

impl Edit {
    const fn paints(&self) -> bool {
        matches!(self, Self::Paint { .. } | Self::PaintSides { .. })
    }

    /// Returns what the document is asked for.
    fn command(&self, draft: &Draft) -> Result<EditCommand, String> {
        Ok(match self {
            Self::Paint { layout, cells, brush } => EditCommand::Paint {
                layout: layout_of(draft, layout)?,
                cells: cells.iter().map(|name| cell(name)).collect::<Result<_, _>>()?,
                brush: brush_of(brush, &draft.palette)?,
            },
            Self::PaintSides { sides, is_there } => EditCommand::PaintSides {
                sides: sides.iter().map(|name| side(name)).collect::<Result<_, _>>()?,
                is_there: *is_there,
            },
            Self::EraseRegion { layout, from, to } => EditCommand::EraseRegion {
                layout: layout_of(draft, layout)?,
                region: Region::between(cell(from)?, cell(to)?),
            },
            Self::MoveRegion { layout, from, to, corner, copy } => EditCommand::MoveRegion {
                layout: layout_of(draft, layout)?,
                region: Region::between(cell(from)?, cell(to)?),
                corner: cell(corner)?,
                copy: *copy,
            },
            Self::Clear {} => EditCommand::Clear,
            Self::CopyStartToGoal {} => EditCommand::CopyStartToGoal,
            Self::PlayToGoal { moves } => EditCommand::PlayToGoal(moves_of(moves)?),
            Self::Transform { to } => EditCommand::Transform(transform(to)?),
            &Self::Resize { width, height, dx, dy } => {
                EditCommand::Resize { size: size(width, height)?, dx, dy }
            }
            Self::SetAnchor { anchor } => EditCommand::SetAnchor(match anchor.as_str() {
                "fixed" => Anchor::Fixed,
                "floating" => Anchor::Floating,
                other => return Err(format!("a goal is fixed or floating, not `{other}`")),
            }),
            Self::AddColour {} => {
                EditCommand::AddColour(draft.palette.next_swatch().ok_or("the palette is full")?)
            }
            Self::SetSwatch { .. } => self.swatch(&draft.palette)?,
            &Self::RemoveColour { colour, heir } => EditCommand::RemoveColour {
                colour: colour_of(&draft.palette, colour)?,
                heir: heir.map(|heir| colour_of(&draft.palette, heir)).transpose()?,
            },
            Self::AddWaypoint {} => EditCommand::AddWaypoint,
            Self::RemoveWaypoint { index } => EditCommand::RemoveWaypoint(*index),
            Self::SetOpening { moves } => EditCommand::SetOpening(moves_of(moves)?),
            Self::SetTexts { title, author, note } => EditCommand::SetTexts {
                title: title.clone(),
                author: author.clone(),
                note: note.clone(),
            },
            Self::Stroke { layout, from, to } => {
                let (layout, from, to) = (layout_of(draft, layout)?, cell(from)?, cell(to)?);
                let is_taken =
                    draft.layout(layout).get(to).is_some_and(|square| square.colour().is_some());
                EditCommand::Stroke(if is_taken {
                    Stroke::Swap { layout, one: from, other: to }
                } else {
                    Stroke::Move { layout, from, to }
                })
            }
        })
    }

    fn swatch(&self, palette: &Palette) -> Result<EditCommand, String> {
        let Self::SetSwatch { colour, color, name, label, pushes } = self else {
            unreachable!("it is asked for one alone");
        };
        let colour = colour_of(palette, *colour)?;
        let mut swatch = palette.swatch(colour).clone();
        if let Some(text) = color {
            swatch.rgb = text.parse().map_err(|()| format!("`{text}` is no colour (#rrggbb)"))?;
        }
        let text = |text: &String| (!text.trim().is_empty()).then(|| text.trim().to_owned());
        if let Some(name) = name {
            swatch.name = text(name);
        }
        if let Some(label) = label {
            swatch.label = text(label);
        }
        if let Some(pushes) = *pushes {
            swatch.kind = TileKind::Numbered(pushes);
        }
        Ok(EditCommand::SetSwatch(colour, swatch))
    }
}

/// Returns what is painted with, by its name.
pub fn brush_of(name: &BrushName, palette: &Palette) -> Result<Brush, String> {
    Ok(match *name {
        BrushName::Wall => Brush::Wall,
        BrushName::Eraser => Brush::Eraser,
        BrushName::Chameleon => Brush::New(TileKind::Chameleon),
        BrushName::Numbered(pushes) => Brush::New(TileKind::Numbered(pushes)),
        BrushName::Colour(colour) => Brush::Colour(colour_of(palette, colour)?),
        BrushName::Pass(colour) => Brush::Pass(colour_of(palette, colour)?),
        BrushName::ThinWall => Brush::ThinWall,
    })
}

fn colour_of(palette: &Palette, index: u8) -> Result<Colour, String> {
    let exists = usize::from(index) < palette.len();
    exists.then_some(Colour(index)).ok_or_else(|| format!("the palette has no colour {index}"))
}

pub fn layout_of(draft: &Draft, name: &str) -> Result<Layout, String> {
    let layout = draft.layouts().find(|layout| layout.to_string() == name);
    layout.ok_or_else(|| format!("the level has no `{name}`"))
}

pub fn size(width: u8, height: u8) -> Result<Size, String> {
    let most = mondrian_core::puzzle::MAX_SIDE;
    let fits = |side| (1..=most).contains(&side);
    let fits = fits(width) && fits(height);
    fits.then_some(Size::new(width, height))
        .ok_or_else(|| format!("a board has 1 to {most} columns and rows, not {width}x{height}"))
}

fn transform(name: &str) -> Result<Transform, String> {
    Ok(match name {
        "rotate_left" => Transform::RotateLeft,
        "rotate_right" => Transform::RotateRight,
        "flip_horizontal" => Transform::FlipHorizontal,
        "flip_vertical" => Transform::FlipVertical,
        "shift_up" => Transform::Shift(Direction::Up),
        "shift_down" => Transform::Shift(Direction::Down),
        "shift_left" => Transform::Shift(Direction::Left),
        "shift_right" => Transform::Shift(Direction::Right),
        other => return Err(format!("`{other}` is neither a turn nor a shift")),
    })
}

fn cell(name: &str) -> Result<Cell, String> {
    name.parse().map_err(|error| format!("{error}"))
}

fn side(name: &str) -> Result<Side, String> {
    name.parse().map_err(|error| format!("{error}"))
}

fn moves_of(text: &str) -> Result<Vec<Move>, String> {
    parse_moves(text).map_err(|error| error.to_string())
}
