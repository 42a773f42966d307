//! The dialog of the classic puzzles: size, difficulty, seed.

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};

use super::{Classics, MakeClassic, ShowClassics, What, can_shuffle};
use crate::app::document::Document;
use crate::app::kit::bound::{enabled_if, ink_of, sends, text_of};
use crate::app::kit::dialog::{
    Dialog, button_row, close_dialogs, closing, dialog, is_entered, open,
};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, button, label, label_dim, primary_button, text_field};
use crate::app::kit::tooltip::{Tooltip, explained};
use crate::puzzle::Size;

/// A field of the dialog.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassicField {
    /// Columns.
    #[default]
    Width,
    /// Rows.
    Height,
    /// Moves of the shortest solution.
    Moves,
    /// The seed.
    Seed,
}

/// What is said about the shuffling.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct ClassicStatus;

/// A button has been pressed.
#[derive(Message, Clone, Copy, Debug)]
enum Pressed {
    /// Puts a side into both fields of the size.
    Square(u8),
    /// Makes a new puzzle.
    New,
    /// Shuffles the level under edit.
    This,
}

/// The squares that have names of their own.
const SQUARES: [(u8, &str); 3] = [(3, "8-puzzle"), (4, "15-puzzle"), (5, "24-puzzle")];

fn show(
    mut requests: MessageReader<ShowClassics>,
    dialogs: Query<Entity, With<Dialog>>,
    mut classics: ResMut<Classics>,
    mut commands: Commands,
) {
    if requests.read().count() == 0 {
        return;
    }
    classics.status = None;
    let squares: Vec<_> = SQUARES
        .into_iter()
        .map(|(side, name)| {
            bsn! {
                explained(button(name), &format!("{side} columns and {side} rows"), "")
                sends(Pressed::Square(side))
                Node { flex_grow: 1.0, flex_basis: px(0) }
            }
        })
        .collect();
    let buttons = bsn_list! {
        closing(button("Close")),
        Node { flex_grow: 1.0 },
        (
            explained(button("Shuffle this board"), "Gives the level under edit a new start that can be solved", "")
            sends(Pressed::This)
            // Only a board with one empty cell and no walls can be shuffled.
            enabled_if(|document: Res<Document>| can_shuffle(&document))
        ),
        (
            explained(primary_button("New puzzle"), "Makes a shuffled puzzle of this size", "Enter")
            sends(Pressed::New)
            AutoFocus
        ),
    };
    let content = bsn_list! {
        ( Node { column_gap: px(-1), flex_shrink: 0.0 } Children [ {squares} ] ),
        row("Columns, rows", "How large the new puzzle is", Box::new(bsn_list! {
            field(ClassicField::Width, 52.0),
            label("\u{d7}"),
            field(ClassicField::Height, 52.0),
            label_dim("2 to 15 each"),
        })),
        row("Shortest solution", "How many moves the start is away from the goal", Box::new(bsn_list! {
            field(ClassicField::Moves, 52.0),
            label_dim("moves, proved; empty: any start that can be solved"),
        })),
        row("Seed", "A number that decides the shuffling; empty for another each time", Box::new(bsn_list! {
            field(ClassicField::Seed, 120.0),
            label_dim("the same seed gives the same start"),
        })),
        (
            Node { min_height: px(theme::ROW), align_items: AlignItems::Center, flex_shrink: 0.0 }
            Children [ ( label("") ClassicStatus text_of(status) ink_of(status_ink) ) ]
        ),
        button_row(Box::new(buttons)),
    };
    open(&mut commands, &dialogs, dialog("Classic puzzles", 540.0, Box::new(content)));
}

fn row(caption: &'static str, tip: &'static str, controls: Box<dyn SceneList>) -> impl Scene {
    bsn! {
        template_value(Tooltip::new(tip, ""))
        Node {
            align_items: AlignItems::Center,
            column_gap: px(8),
            min_height: px(theme::ROW),
            flex_shrink: 0.0,
        }
        Children [
            ( Node { width: px(130), flex_shrink: 0.0 } Children [ label(caption) ] ),
            {controls},
        ]
    }
}

fn field(which: ClassicField, width: f32) -> impl Scene {
    bsn! {
        Node { width: px(width), flex_shrink: 0.0 }
        Children [ text_field(which, 18) ]
    }
}

/// Shows a size in fields that have just appeared: that of the level under edit if it
/// is shuffled, else of the 15-puzzle.
fn fill_fields(
    mut fields: Query<(&ClassicField, &mut EditableText), Added<ClassicField>>,
    document: Res<Document>,
) {
    for (&field, mut text) in &mut fields {
        let size = document.draft().start.size();
        let size = if can_shuffle(&document) { size } else { Size::new(4, 4) };
        match field {
            ClassicField::Width => write(&mut text, size.width),
            ClassicField::Height => write(&mut text, size.height),
            ClassicField::Moves | ClassicField::Seed => {}
        }
    }
}

fn write(text: &mut EditableText, number: u8) {
    text.queue_edit(TextEdit::SelectAll);
    text.queue_edit(TextEdit::Insert(number.to_string().into()));
}

fn take(
    mut pressed: MessageReader<Pressed>,
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<bevy::input_focus::InputFocus>,
    mut fields: Query<(Entity, &ClassicField, &mut EditableText)>,
    mut classics: ResMut<Classics>,
    mut out: MessageWriter<MakeClassic>,
) {
    if fields.is_empty() {
        return pressed.clear();
    }
    let entered = is_entered(&keys, &focus, &fields).then_some(Pressed::New);
    let pressed: Vec<_> = pressed.read().copied().chain(entered).collect();
    for button in pressed {
        if let Pressed::Square(side) = button {
            for (_, field, mut text) in &mut fields {
                if matches!(field, ClassicField::Width | ClassicField::Height) {
                    write(&mut text, side);
                }
            }
            continue;
        }
        if classics.is_busy() {
            continue;
        }
        let text = |wanted| {
            let found = fields.iter().find(|(_, field, _)| **field == wanted);
            found.map(|(_, _, text)| text.value().to_string().trim().to_owned()).unwrap_or_default()
        };
        match request(button, &text) {
            Ok(request) => drop(out.write(request)),
            Err(problem) => classics.status = Some(Err(problem)),
        }
    }
}

/// Returns what the fields ask for, or what is wrong with one of them.
fn request(button: Pressed, text: &dyn Fn(ClassicField) -> String) -> Result<MakeClassic, String> {
    let side = |field| {
        let text = text(field);
        text.parse::<u8>().map_err(|_| format!("'{text}' is not a number of cells."))
    };
    let what = match button {
        Pressed::This => What::This,
        _ => What::New(Size::new(side(ClassicField::Width)?, side(ClassicField::Height)?)),
    };
    let moves = match text(ClassicField::Moves).as_str() {
        "" => None,
        text => match text.parse::<u32>() {
            Ok(moves) if (1..=500).contains(&moves) => Some(moves),
            _ => return Err(format!("'{text}' is not a number of moves from 1 to 500.")),
        },
    };
    let seed = match text(ClassicField::Seed).as_str() {
        "" => None,
        text => Some(text.parse().map_err(|_| format!("'{text}' is not a whole number."))?),
    };
    Ok(MakeClassic { what, moves, seed })
}

fn status(classics: Res<Classics>) -> String {
    match &classics.status {
        Some(Ok(words) | Err(words)) => words.clone(),
        None => String::new(),
    }
}

fn status_ink(classics: Res<Classics>) -> theme::Paint {
    match classics.status {
        Some(Err(_)) => theme::RED,
        Some(Ok(_)) | None => theme::INK,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Pressed>().add_systems(
        Update,
        (
            (fill_fields, take).chain().before(close_dialogs).in_set(FrameSystems::Input),
            show.in_set(FrameSystems::Views),
        ),
    );
}
