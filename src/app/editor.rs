//! Painting: the pointer on the two boards becomes strokes of the brush. One drag
//! is one undo step, and paints every cell along the line between two samples of
//! the pointer.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowFocused};

use super::FrameSystems;
use super::board_view::{BoardView, cell_at};
use super::dialog::Dialog;
use super::document::{Document, DocumentChanged, EditCommand};
use super::layout::BoardRoom;
use crate::puzzle::{Cell, Colour, Layout, Square};

/// A press so soon after the window got the focus is the click that gave it, in
/// seconds.
const FOCUS_CLICK_S: f32 = 0.15;

/// What the left button paints.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brush {
    /// Walls.
    Wall,
    /// Tiles of one colour.
    Colour(Colour),
    /// Nothing: it erases.
    Eraser,
}

impl Default for Brush {
    fn default() -> Self {
        Self::Colour(Colour(0))
    }
}

impl Brush {
    const fn square(self) -> Square {
        match self {
            Self::Wall => Square::Wall,
            Self::Colour(colour) => Square::Tile(colour),
            Self::Eraser => Square::Empty,
        }
    }

    const fn of(square: Square) -> Self {
        match square {
            Square::Wall => Self::Wall,
            Square::Tile(colour) => Self::Colour(colour),
            Square::Empty => Self::Eraser,
        }
    }
}

/// Takes another brush.
#[derive(Message, Clone, Copy, Debug)]
pub struct ChooseBrush(pub Brush);

/// Whether the symbols of the colours are written on the tiles.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShowLetters(pub bool);

/// A board that is painted on.
#[derive(Component, Clone, Copy, Debug)]
pub struct EditableBoard(pub Layout);

/// The pointer on a board, its position in logical pixels of the window.
#[derive(Message, Clone, Copy, Debug)]
enum BoardPointer {
    Press { board: Entity, button: PointerButton, at: Vec2 },
    Drag { board: Entity, button: PointerButton, at: Vec2 },
}

/// The stroke that is being painted.
#[derive(Resource, Default)]
struct Stroke(Option<ActiveStroke>);

struct ActiveStroke {
    board: Entity,
    button: PointerButton,
    square: Square,
    last: Cell,
}

fn spawn_boards(mut commands: Commands, rooms: Query<(Entity, &BoardRoom)>) {
    for (room, &BoardRoom(layout)) in &rooms {
        commands
            .spawn((EditableBoard(layout), BoardView::default(), ChildOf(room)))
            .observe(|press: On<Pointer<Press>>, mut out: MessageWriter<BoardPointer>| {
                let at = press.pointer_location.position;
                out.write(BoardPointer::Press { board: press.entity, button: press.button, at });
            })
            .observe(|drag: On<Pointer<Drag>>, mut out: MessageWriter<BoardPointer>| {
                let at = drag.pointer_location.position;
                out.write(BoardPointer::Drag { board: drag.entity, button: drag.button, at });
            });
    }
}

/// When the window got the focus, in seconds since start-up.
#[derive(Resource, Default)]
struct FocusGained(Option<f32>);

fn notice_focus(
    mut messages: MessageReader<WindowFocused>,
    time: Res<Time<Real>>,
    mut gained: ResMut<FocusGained>,
) {
    for message in messages.read() {
        gained.0 = message.focused.then(|| time.elapsed_secs());
    }
}

/// Says whether a press means the board, and not the window or a dialog.
fn presses_paint(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    gained: Res<FocusGained>,
    time: Res<Time<Real>>,
    dialogs: Query<(), With<Dialog>>,
) -> bool {
    let fresh = gained.0.is_some_and(|at| time.elapsed_secs() - at < FOCUS_CLICK_S);
    window.is_some_and(|window| window.focused) && !fresh && dialogs.is_empty()
}

/// The boards, to find the cell under the pointer.
type Boards<'w, 's> = Query<
    'w,
    's,
    (&'static EditableBoard, &'static BoardView, &'static ComputedNode, &'static UiGlobalTransform),
>;

fn find_cell(
    (boards, scale): &(Boards, Res<UiScale>),
    board: Entity,
    at: Vec2,
) -> Option<(Layout, Cell)> {
    let (editable, view, node, transform) = boards.get(board).ok()?;
    // The window knows nothing of the scale of what is drawn in it.
    let point = at / (node.inverse_scale_factor() * scale.0);
    Some((editable.0, cell_at(view, node, transform, point)?))
}

/// What decides what a press means.
#[derive(bevy::ecs::system::SystemParam)]
struct Hand<'w> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    brush: Res<'w, Brush>,
    document: Res<'w, Document>,
}

impl Hand<'_> {
    /// Returns what a press paints; `None` when it takes the brush from the cell.
    fn square(&self, button: PointerButton) -> Option<Square> {
        let alt = self.keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
        match button {
            PointerButton::Primary if !alt => Some(self.brush.square()),
            PointerButton::Secondary => Some(Square::Empty),
            PointerButton::Primary | PointerButton::Middle => None,
        }
    }

    fn brush_at(&self, layout: Layout, cell: Cell) -> Brush {
        let square = self.document.draft().layout(layout).get(cell).copied();
        Brush::of(square.unwrap_or_default())
    }
}

fn begin_strokes(
    mut pointer: MessageReader<BoardPointer>,
    boards: (Boards, Res<UiScale>),
    hand: Hand,
    mut stroke: ResMut<Stroke>,
    mut focus: ResMut<InputFocus>,
    mut edits: MessageWriter<EditCommand>,
    mut choices: MessageWriter<ChooseBrush>,
) {
    for message in pointer.read() {
        let &BoardPointer::Press { board, button, at } = message else { continue };
        let Some((layout, cell)) = find_cell(&boards, board, at) else { continue };
        if stroke.0.is_some() {
            continue;
        }
        // Typing into a field ends where painting begins.
        focus.clear();
        let Some(square) = hand.square(button) else {
            choices.write(ChooseBrush(hand.brush_at(layout, cell)));
            continue;
        };
        edits.write(EditCommand::BeginStroke);
        edits.write(EditCommand::Paint { layout, cells: vec![cell], square });
        stroke.0 = Some(ActiveStroke { board, button, square, last: cell });
    }
}

fn continue_strokes(
    mut pointer: MessageReader<BoardPointer>,
    boards: (Boards, Res<UiScale>),
    mut stroke: ResMut<Stroke>,
    mut edits: MessageWriter<EditCommand>,
) {
    for message in pointer.read() {
        let &BoardPointer::Drag { board, button, at } = message else { continue };
        let Some(active) = stroke.0.as_mut() else { continue };
        if active.board != board || active.button != button {
            continue;
        }
        let Some((layout, cell)) = find_cell(&boards, board, at) else { continue };
        if cell != active.last {
            let cells = cells_between(active.last, cell);
            edits.write(EditCommand::Paint { layout, cells, square: active.square });
            active.last = cell;
        }
    }
}

/// Ends the stroke when its button is up, wherever the pointer is.
fn end_strokes(
    buttons: Res<ButtonInput<MouseButton>>,
    mut stroke: ResMut<Stroke>,
    mut edits: MessageWriter<EditCommand>,
) {
    let is_held = |active: &ActiveStroke| match active.button {
        PointerButton::Primary => buttons.pressed(MouseButton::Left),
        PointerButton::Secondary => buttons.pressed(MouseButton::Right),
        PointerButton::Middle => buttons.pressed(MouseButton::Middle),
    };
    if stroke.0.as_ref().is_some_and(|active| !is_held(active)) {
        stroke.0 = None;
        edits.write(EditCommand::EndStroke);
    }
}

/// Returns the cells on the line between two cells, both included (Bresenham).
fn cells_between(from: Cell, to: Cell) -> Vec<Cell> {
    let (mut x, mut y) = (i32::from(from.x), i32::from(from.y));
    let (end_x, end_y) = (i32::from(to.x), i32::from(to.y));
    let (dx, dy) = ((end_x - x).abs(), -(end_y - y).abs());
    let mut error = dx + dy;
    let mut cells = vec![from];
    while (x, y) != (end_x, end_y) {
        let doubled = 2 * error;
        if doubled >= dy {
            error += dy;
            x += (end_x - x).signum();
        }
        if doubled <= dx {
            error += dx;
            y += (end_y - y).signum();
        }
        cells.push(Cell::new(x as u8, y as u8));
    }
    cells
}

fn change_brush(
    mut choices: MessageReader<ChooseBrush>,
    document: Res<Document>,
    mut brush: ResMut<Brush>,
) {
    let colours = document.draft().palette.len();
    for &ChooseBrush(chosen) in choices.read() {
        if !matches!(chosen, Brush::Colour(colour) if colour.index() >= colours) {
            brush.set_if_neq(chosen);
        }
    }
    // Another level may have fewer colours, or none.
    if matches!(*brush, Brush::Colour(colour) if colour.index() >= colours) {
        *brush = if colours > 0 { Brush::default() } else { Brush::Wall };
    }
}

/// Shows the draft and the marks of its issues on the boards.
fn show_draft(
    document: Res<Document>,
    letters: Res<ShowLetters>,
    mut boards: Query<(&EditableBoard, &mut BoardView)>,
) {
    for (editable, mut view) in &mut boards {
        let draft = document.draft();
        let mut next = BoardView::of_grid(draft.layout(editable.0), &draft.palette, letters.0);
        let issues = document.issues().iter();
        let issues = issues.filter(|issue| issue.layout() == Some(editable.0));
        next.marks = issues.flat_map(|issue| issue.cells().iter().copied()).collect();
        next.marks.retain(|&cell| next.size.contains(cell));
        view.set_if_neq(next);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Brush>()
        .init_resource::<ShowLetters>()
        .init_resource::<Stroke>()
        .init_resource::<FocusGained>()
        .add_message::<ChooseBrush>()
        .add_message::<BoardPointer>()
        .add_systems(Startup, spawn_boards)
        .add_systems(
            Update,
            (
                (notice_focus, begin_strokes.run_if(presses_paint), continue_strokes, end_strokes)
                    .chain()
                    .in_set(FrameSystems::Input),
                change_brush.after(FrameSystems::Commands).before(FrameSystems::Poll),
                show_draft
                    .run_if(
                        on_message::<DocumentChanged>
                            .or_else(resource_changed::<ShowLetters>)
                            .or_else(run_once),
                    )
                    .in_set(FrameSystems::Views),
            ),
        );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_no_gaps_and_both_ends() {
        for (x, y) in [(0, 0), (5, 0), (0, 5), (7, 3), (2, 9)] {
            let (from, to) = (Cell::new(4, 4), Cell::new(x, y));
            let cells = cells_between(from, to);
            assert_eq!((cells[0], *cells.last().unwrap()), (from, to));
            let is_near = |pair: &[Cell]| {
                pair[0].x.abs_diff(pair[1].x) <= 1 && pair[0].y.abs_diff(pair[1].y) <= 1
            };
            assert!(cells.windows(2).all(is_near), "{cells:?}");
        }
    }
}
