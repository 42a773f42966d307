//! The fields of the generator: what is typed, and the recipe that it makes.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit, TextEditChange};

use super::{Generator, MOST_LEVELS};
use crate::app::kit::bound::shown_if;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, label, text_field};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::{Cell, Size, Symmetry};
use crate::search::evolve::Aims;
use crate::search::generate::{Recipe, RecipeError};

/// One of the fields.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormField {
    /// Columns of the board.
    #[default]
    Width,
    /// Rows of the board.
    Height,
    /// Tiles on it.
    Tiles,
    /// Colours of the tiles.
    Colours,
    /// Walls on it.
    Walls,
    /// Passes on it.
    Passes,
    /// Thin walls on it.
    ThinWalls,
    /// The fewest moves of the shortest solution.
    Least,
    /// The most moves of the shortest solution.
    Most,
    /// How many levels.
    Count,
    /// What decides everything else.
    Seed,
}

impl FormField {
    /// All, in the order in which they stand.
    pub const ALL: [Self; 11] = [
        Self::Width,
        Self::Height,
        Self::Tiles,
        Self::Colours,
        Self::Walls,
        Self::Passes,
        Self::ThinWalls,
        Self::Least,
        Self::Most,
        Self::Count,
        Self::Seed,
    ];

    /// Says whether it counts where the drawn level is changed.
    const fn is_of_evolution(self) -> bool {
        matches!(self, Self::Least | Self::Most | Self::Seed)
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Width => "Width",
            Self::Height => "Height",
            Self::Tiles => "Tiles",
            Self::Colours => "Colours",
            Self::Walls => "Walls",
            Self::Passes => "Passes",
            Self::ThinWalls => "Thin walls",
            Self::Least => "Moves from",
            Self::Most => "Moves to",
            Self::Count => "Levels",
            Self::Seed => "Seed",
        }
    }

    const fn explained(self) -> &'static str {
        match self {
            Self::Width => "How many columns the boards have",
            Self::Height => "How many rows the boards have",
            Self::Tiles => "How many tiles stand on the board",
            Self::Colours => "How many colours the tiles have among them",
            Self::Walls => "How many cells are walls",
            Self::Passes => "How many cells are passes, which tiles of one colour enter",
            Self::ThinWalls => "How many sides between two cells are thin walls",
            Self::Least => "The shortest solution has at least so many moves",
            Self::Most => "The shortest solution has at most so many moves",
            Self::Count => "How many levels are made",
            Self::Seed => "A number that decides the levels: the same makes the same again",
        }
    }
}

/// What stands in the form. It is kept while the program runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Form {
    texts: [String; FormField::ALL.len()],
    /// The drawn level is changed.
    pub(in crate::app) evolves: bool,
    pub(in crate::app) floating: bool,
    pub(in crate::app) symmetry: Symmetry,
}

impl Default for Form {
    fn default() -> Self {
        let texts = ["5", "5", "3", "3", "4", "0", "0", "8", "12", "8", "1"].map(str::to_owned);
        Self { texts, evolves: false, floating: false, symmetry: Symmetry::default() }
    }
}

impl Form {
    fn number(&self, field: FormField) -> Result<u64, String> {
        let text = self.texts[field as usize].trim();
        text.parse().map_err(|_| format!("{} is no whole number.", field.words()))
    }

    /// Returns the recipe and the number of levels.
    ///
    /// # Errors
    /// A field is no number, or the recipe cannot be followed.
    pub(in crate::app) fn recipe(&self) -> Result<(Recipe, u32), String> {
        let small = |field: FormField| -> Result<usize, String> {
            self.number(field)?.try_into().map_err(|_| format!("{} is too large.", field.words()))
        };
        let side =
            |field: FormField| Ok::<_, String>(u8::try_from(small(field)?).unwrap_or(u8::MAX));
        let moves =
            |field: FormField| Ok::<_, String>(u32::try_from(small(field)?).unwrap_or(u32::MAX));
        let recipe = Recipe {
            size: Size::new(side(FormField::Width)?, side(FormField::Height)?),
            tiles: small(FormField::Tiles)?,
            colours: small(FormField::Colours)?,
            walls: small(FormField::Walls)?,
            passes: small(FormField::Passes)?,
            thin_walls: small(FormField::ThinWalls)?,
            symmetry: self.symmetry,
            floating: self.floating,
            moves: moves(FormField::Least)?..=moves(FormField::Most)?,
            seed: self.number(FormField::Seed)?,
            ..Recipe::default()
        };
        recipe.check().map_err(|error| format!("{error}."))?;
        let count = moves(FormField::Count)?;
        if count > MOST_LEVELS {
            return Err(format!("{} is at most {MOST_LEVELS}.", FormField::Count.words()));
        }
        Ok((recipe, count))
    }

    /// Returns what levels that evolve are to be like.
    ///
    /// # Errors
    /// A field is no number, or no number of moves is asked for.
    pub(in crate::app) fn aims(&self, pinned: Vec<Cell>) -> Result<Aims, String> {
        let moves = |field| Ok::<_, String>(u32::try_from(self.number(field)?).unwrap_or(u32::MAX));
        let moves = moves(FormField::Least)?..=moves(FormField::Most)?;
        if moves.is_empty() {
            return Err(format!("{}.", RecipeError::Moves));
        }
        let seed = self.number(FormField::Seed)?;
        Ok(Aims { pinned, symmetry: self.symmetry, ..Aims::new(moves, seed) })
    }

    /// Puts the next number into the field of the seed.
    pub(in crate::app) fn raise_seed(&mut self) {
        let seed = &mut self.texts[FormField::Seed as usize];
        *seed = seed.trim().parse::<u64>().map_or(1, |seed| seed.wrapping_add(1)).to_string();
    }
}

/// Returns the fields in two columns.
pub(in crate::app) fn fields() -> impl Scene {
    let rows: Vec<_> = FormField::ALL.into_iter().map(field_row).collect();
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0 }
        Children [ {rows} ]
    }
}

fn field_row(field: FormField) -> impl Scene {
    let words = field.words();
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(theme::GAP), flex_shrink: 0.0 }
        template_value(Tooltip::new(field.explained(), ""))
        shown_if(move |generator: Res<Generator>| {
            !generator.form.evolves || field.is_of_evolution()
        })
        Children [
            ( Node { width: px(90), flex_shrink: 0.0 } Children [ label(words) ] ),
            ( text_field(field, 20) Node { flex_grow: 0.0, flex_shrink: 0.0, width: px(110) } ),
        ]
    }
}

fn field_on_text_edit(
    edit: On<TextEditChange>,
    fields: Query<(&FormField, &EditableText)>,
    focus: Res<InputFocus>,
    mut generator: ResMut<Generator>,
) {
    let entity = edit.event_target();
    // It is also sent when the field is spawned and when it is filled.
    if focus.get() == Some(entity)
        && let Ok((&field, text)) = fields.get(entity)
    {
        generator.form.texts[field as usize] = text.value().to_string();
    }
}

fn fill_fields(
    generator: Res<Generator>,
    mut fields: Query<(&FormField, &mut EditableText), Added<EditableText>>,
) {
    for (&field, mut text) in &mut fields {
        text.queue_edit(TextEdit::Insert(generator.form.texts[field as usize].as_str().into()));
    }
}

/// Shows a seed that was raised by the button.
pub(in crate::app) fn show_seed(
    generator: &Generator,
    fields: &mut Query<(&FormField, &mut EditableText)>,
) {
    for (&field, mut text) in fields.iter_mut() {
        let wanted = &generator.form.texts[field as usize];
        if field == FormField::Seed && text.value().to_string() != *wanted {
            text.queue_edit(TextEdit::SelectAll);
            text.queue_edit(TextEdit::Insert(wanted.as_str().into()));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(field_on_text_edit)
        .add_systems(Update, fill_fields.in_set(FrameSystems::Views));
}
