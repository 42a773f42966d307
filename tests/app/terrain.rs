//! Passes, thin walls, chameleons and numbered tiles: painted, erased, played and replayed.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::view::{BoardView, Ring, TileView};
use mondrian::app::design::brush_row::{BrushRow, BrushTile, NumberButton, PassSwatch};
use mondrian::app::design::tools::cell_cursor::CellCursor;
use mondrian::app::document::Edit;
use mondrian::app::document::brush::{ActiveBrush, ChooseBrush};
use mondrian::app::levels::choose_file::{Chosen, Purpose};
use mondrian::app::levels::file::FileCommand;
use mondrian::app::levels::text::{LastCopied, TextCommand};
use mondrian::app::play::{PlayBoard, PlayCommand};
use mondrian::app::replay::{ReplayBoard, ReplayCommand};
use mondrian::app::settings::Settings;
use mondrian::app::solve::SolverCommand;
use mondrian::app::study::{Positions, ShowStudy, Steps};
use mondrian::puzzle::edit::ReplacedBy;
use mondrian::puzzle::{
    Brush, Cell, Colour, Draft, EditCommand, Layout, Region, Square, TileKind, Transform, load,
    parse_level, share_code,
};

use crate::harness::Designer;
use crate::solving::SMALL;

/// A level with all four: red must be pushed once, the numbered tile twice.
const ALL: &str = r##"(version: 2, title: "All", palette: {
    'R': (color: "#e45125"), 'c': (kind: chameleon), '2': (color: "#0057a0", moves: 2),
}, start: ["R..c", "2..."], goal: ["..RR", "...."],
passes: ["....", ".R.."], thin_walls: "b1D")"##;

impl Designer {
    fn sides(&self) -> String {
        let sides = self.draft().terrain.thin_walls.iter();
        sides.map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn pass(&self, cell: &str) -> Option<Colour> {
        self.draft().terrain.pass(cell.parse().unwrap())
    }

    fn kind(&self, layout: Layout, cell: &str) -> Option<TileKind> {
        let colour = self.square(layout, cell).colour()?;
        Some(self.draft().palette.swatch(colour).kind)
    }

    /// Returns the middle of the side between two cells.
    fn side_between(&mut self, one: &str, other: &str) -> Vec2 {
        let (one, other) = (self.cell(Layout::Start, one), self.cell(Layout::Start, other));
        one.midpoint(other)
    }

    fn brush(&self) -> Brush {
        **self.resource::<ActiveBrush>()
    }

    fn open(&mut self, text: &str) -> Draft {
        let level = parse_level(text).unwrap().draft;
        self.send(Edit(EditCommand::Replace {
            draft: Box::new(level.clone()),
            source: ReplacedBy::EarlierBoard,
        }));
        level
    }

    /// Returns the tile that a board shows on a cell.
    fn shown<B: Component>(&mut self, cell: &str) -> TileView {
        let board = self.only::<B>();
        let view = self.app.world().get::<BoardView>(board).unwrap();
        view.tiles[view.tile_at(cell.parse().unwrap()).unwrap()].clone()
    }

    fn last_step(&self) -> String {
        self.document().history().steps().back().unwrap().name.clone()
    }
}

#[test]
fn thin_walls_are_painted_along_a_line_and_erased_likewise() {
    let mut designer = Designer::new();
    designer.type_key(KeyCode::KeyT, "t");
    assert_eq!(designer.brush(), Brush::ThinWall);
    let way = ["b1", "b2", "b3"].map(|cell| {
        let right = cell.replace('b', "c");
        designer.side_between(cell, &right)
    });
    designer.drag(MouseButton::Left, &way);
    assert_eq!(designer.sides(), "b1R b2R b3R");
    assert_eq!(designer.last_step(), "Thin wall × 3");
    designer.drag(MouseButton::Right, &way[1..2]);
    assert_eq!(designer.sides(), "b1R b3R");
    designer.control(KeyCode::KeyZ, "z", false);
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(designer.sides(), "");
    designer.control(KeyCode::KeyY, "y", false);
    assert_eq!(designer.sides(), "b1R b2R b3R");
    // The eraser takes one where it is pressed, and those that it goes over.
    designer.send(ChooseBrush(Brush::Eraser));
    designer.drag(MouseButton::Left, &way[..1]);
    assert_eq!(designer.sides(), "b2R b3R");
    designer.stroke(MouseButton::Left, Layout::Start, &["a3", "d3"]);
    assert_eq!(designer.sides(), "b2R");
}

#[test]
fn a_thin_wall_from_corner_to_corner_is_one_segment() {
    let mut designer = Designer::new();
    designer.type_key(KeyCode::KeyT, "t");
    let corner = |designer: &mut Designer, from: &str, to: &str| {
        (designer.cell(Layout::Start, from) + designer.cell(Layout::Start, to)) / 2.0
    };
    let (top, bottom) = (corner(&mut designer, "b1", "c2"), corner(&mut designer, "b2", "c3"));
    // Nearer to each of the four lines that meet there.
    for off in [Vec2::new(5.0, 1.0), Vec2::new(-5.0, 1.0), Vec2::new(1.0, -5.0), Vec2::ZERO] {
        designer.drag(MouseButton::Left, &[top + off, top.lerp(bottom, 0.5), bottom + off]);
        assert_eq!(designer.sides(), "b2R", "{off}");
        assert_eq!(designer.last_step(), "Thin wall × 1");
        designer.control(KeyCode::KeyZ, "z", false);
    }
    // A click there means the nearest, even when the hand slips.
    let at = top + Vec2::new(5.0, 1.0);
    designer.drag(MouseButton::Left, &[at, at + 1.0]);
    assert_eq!(designer.sides(), "c1D");
}

#[test]
fn thin_walls_go_around_rectangles_and_fills_and_stand_in_mirrors() {
    let mut designer = Designer::new();
    designer.type_key(KeyCode::KeyT, "t");
    let (from, to) = (designer.cell(Layout::Start, "a1"), designer.cell(Layout::Start, "b1"));
    designer.holding(KeyCode::ShiftLeft, Key::Shift, |designer| {
        designer.drag(MouseButton::Left, &[from, to]);
    });
    assert_eq!(designer.sides(), "a1D b1D b1R");
    designer.send(Edit(EditCommand::Clear));
    designer.type_key(KeyCode::KeyM, "m");
    let side = designer.side_between("a8", "b8");
    designer.click(side);
    assert_eq!(designer.sides(), "a8R g8R");
}

#[test]
fn a_pass_is_painted_in_the_chosen_colour_and_erased_after_its_tile() {
    let mut designer = Designer::new();
    let red = Colour(2);
    let swatch = designer.find(&PassSwatch(red));
    designer.click_on(swatch);
    assert_eq!(designer.brush(), Brush::Pass(red));
    let ring = designer.named("ring of red");
    assert!(designer.rect(ring).is_some());
    designer.stroke(MouseButton::Left, Layout::Goal, &["b2", "c2"]);
    assert!(designer.rect(ring).is_some(), "the board has taken the focus");
    assert_eq!((designer.pass("b2"), designer.pass("c2")), (Some(red), Some(red)));
    assert_eq!(designer.last_step(), "Red pass × 2");
    designer.type_key(KeyCode::KeyP, "p");
    assert_eq!(designer.brush(), Brush::Colour(red));
    designer.stroke(MouseButton::Left, Layout::Start, &["b2"]);
    designer.stroke(MouseButton::Right, Layout::Start, &["b2", "c2"]);
    assert_eq!(designer.square(Layout::Start, "b2"), Square::Empty);
    assert_eq!((designer.pass("b2"), designer.pass("c2")), (Some(red), None));
    designer.stroke(MouseButton::Right, Layout::Start, &["b2"]);
    assert_eq!(designer.pass("b2"), None);
    designer.control(KeyCode::KeyZ, "z", false);
    designer.stroke(MouseButton::Middle, Layout::Start, &["b2"]);
    assert_eq!(designer.brush(), Brush::Pass(red));
    designer.stroke(MouseButton::Left, Layout::Start, &["d4"]);
    designer.type_key(KeyCode::KeyP, "p");
    designer.send(ChooseBrush(Brush::Colour(Colour(0))));
    designer.stroke(MouseButton::Left, Layout::Start, &["d4"]);
    assert!(designer.shows("start: a tile is on a pass of another colour"));
}

#[test]
fn chameleons_and_numbered_tiles_come_with_the_first_that_is_painted() {
    let mut designer = Designer::new();
    let chameleon = designer.node::<BrushRow>(|row| row.0 == Brush::New(TileKind::Chameleon));
    designer.click(chameleon);
    assert!(designer.draft().is_plain(), "nothing is painted yet");
    designer.stroke(MouseButton::Left, Layout::Start, &["a1", "b1"]);
    assert_eq!(designer.kind(Layout::Start, "b1"), Some(TileKind::Chameleon));
    assert_eq!(designer.last_step(), "Chameleon × 2");
    designer.control(KeyCode::KeyZ, "z", false);
    assert!(designer.draft().is_plain(), "one step took both back");
    assert_eq!(designer.brush(), Brush::New(TileKind::Chameleon), "the hand is as it was");
    designer.type_key(KeyCode::KeyN, "n");
    designer.type_key(KeyCode::Equal, "+");
    assert_eq!(designer.brush(), Brush::New(TileKind::Numbered(4)));
    designer.stroke(MouseButton::Left, Layout::Goal, &["a1"]);
    assert_eq!(designer.kind(Layout::Goal, "a1"), Some(TileKind::Numbered(4)));
    // The brush is that of the entry now, and keys change it.
    designer.type_key(KeyCode::Minus, "-");
    assert_eq!(designer.kind(Layout::Goal, "a1"), Some(TileKind::Numbered(3)));
    assert_eq!(designer.last_step(), "Number 3");
    designer.type_key(KeyCode::KeyN, "n");
    assert_eq!(designer.brush(), Brush::New(TileKind::Numbered(4)));
}

#[test]
fn the_wheel_and_the_buttons_set_the_number() {
    let mut designer = Designer::new();
    let new = |number| Brush::New(TileKind::Numbered(number));
    designer.send(ChooseBrush(new(3)));
    let tile = designer.node::<BrushTile>(|tile| tile.0 == new(3));
    designer.wheel(tile, 1.0);
    assert_eq!(designer.brush(), new(4));
    let less = designer.find(&NumberButton(-1));
    designer.click_on(less);
    assert_eq!(designer.brush(), new(3));
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    let tile = designer.node::<BrushTile>(|tile| tile.0 == entry(5));
    designer.wheel(tile, 2.0);
    assert_eq!(designer.kind(Layout::Start, "a1"), Some(TileKind::Numbered(5)));
}

const fn entry(colour: u8) -> Brush {
    Brush::Colour(Colour(colour))
}

#[test]
fn a_floating_goal_takes_neither_passes_nor_thin_walls() {
    let mut designer = Designer::new();
    let floating = designer.text("Floating");
    designer.click(floating);
    for brush in [Brush::Pass(Colour(0)), Brush::ThinWall] {
        designer.send(ChooseBrush(brush));
        designer.stroke(MouseButton::Left, Layout::Goal, &["b2", "c2"]);
        assert!(designer.draft().terrain.is_plain());
        assert!(designer.shows("A floating goal has no walls and passes"));
    }
}

#[test]
fn regions_and_turns_take_them_along() {
    let mut designer = Designer::new();
    let level = designer.open(ALL);
    designer.send(Edit(EditCommand::Transform(Transform::FlipHorizontal)));
    assert_eq!((designer.sides().as_str(), designer.pass("c2")), ("c1D", Some(Colour(0))));
    designer.control(KeyCode::KeyZ, "z", false);
    let region = Region::between(Cell::new(0, 0), Cell::new(1, 1));
    let corner = Cell::new(2, 0);
    designer.send(Edit(EditCommand::MoveRegion {
        layout: Layout::Start,
        region,
        corner,
        copy: true,
    }));
    assert_eq!((designer.sides().as_str(), designer.pass("d2")), ("b1D d1D", Some(Colour(0))));
    designer.control(KeyCode::KeyZ, "z", false);
    designer.send(Edit(EditCommand::EraseRegion { layout: Layout::Start, region }));
    assert!(designer.draft().terrain.is_plain());
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(*designer.draft(), level);
}

#[test]
fn the_board_shows_what_is_drawn() {
    let mut designer = Designer::new();
    designer.open(ALL);
    let board = designer.find(&EditableBoard(Layout::Start));
    let view = designer.app.world().get::<BoardView>(board).unwrap().clone();
    assert_eq!((view.passes.len(), view.thin_walls.len()), (1, 1));
    let at = |cell: &str| &view.tiles[view.tile_at(cell.parse().unwrap()).unwrap()];
    assert_eq!((at("d1").ring, at("a1").ring), (Ring::Whole, Ring::None));
    assert_eq!(at("a2").letter, "2");
}

#[test]
fn numbers_go_down_and_colours_change_in_play() {
    let mut designer = Designer::solving(SMALL);
    designer.app.world_mut().resource_mut::<Settings>().animation = false;
    designer.open(ALL);
    designer.send(PlayCommand::Enter);
    designer.drag_cell("a2", "b2");
    assert_eq!(designer.places(), "a1 d1 a2", "the pass is red's");
    designer.drag_cell("a1", "b1");
    assert_eq!(designer.shown::<PlayBoard>("d1").ring, Ring::Faint);
    assert_eq!(designer.shown::<PlayBoard>("d1").color, designer.shown::<PlayBoard>("c1").color);
    designer.send(PlayCommand::Undo);
    assert_eq!(designer.shown::<PlayBoard>("d1").ring, Ring::Whole);
    designer.drag_cell("a2", "a1");
    assert_eq!(designer.line(), "That tile is blocked on that side.");
}

#[test]
fn a_spent_tile_says_so() {
    let mut designer = Designer::solving(SMALL);
    designer.app.world_mut().resource_mut::<Settings>().animation = false;
    designer.open(&ALL.replace(r#"passes: ["....", ".R.."], "#, ""));
    designer.send(PlayCommand::Enter);
    designer.drag_cell("a2", "b2");
    designer.drag_cell("d2", "c2");
    assert_eq!(designer.shown::<PlayBoard>("a2").letter, "0");
    designer.drag_cell("a2", "b2");
    assert_eq!(designer.line(), "It has been pushed as often as its number said.");
}

#[test]
fn a_solution_is_found_replayed_saved_and_shared() {
    let mut designer = Designer::solving(SMALL);
    designer.app.world_mut().resource_mut::<Settings>().animation = false;
    designer.open(&ALL.replace(r#"passes: ["....", ".R.."], "#, r#"passes: [".R..", "...."], "#));
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    assert_eq!(
        designer.draft().best.as_ref().map(|best| (best.moves.len(), best.proved)),
        Some((3, true))
    );
    designer.send(ReplayCommand::Last);
    assert_eq!(designer.shown::<ReplayBoard>("d1").ring, Ring::Faint);
    assert_eq!(designer.shown::<ReplayBoard>("a2").letter, "0");
    designer.send(ReplayCommand::First);
    assert_eq!(designer.shown::<ReplayBoard>("d1").ring, Ring::Whole);
    assert_eq!(designer.shown::<ReplayBoard>("a2").letter, "2");
    designer.send(TextCommand::CopyLevel);
    let copied = designer.resource::<LastCopied>().0.clone();
    assert_eq!(parse_level(&copied).unwrap().draft.palette, designer.draft().palette);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.mondrian.ron");
    designer.send(FileCommand::SaveTo(path.clone()));
    assert_eq!(load(&path).unwrap().draft.terrain, designer.draft().terrain);
    let (png, gif) = (folder.path().join("all.png"), folder.path().join("all.gif"));
    designer.send(Chosen(Purpose::Png, png.clone()));
    designer.send(Chosen(Purpose::Gif, gif.clone()));
    assert!(png.metadata().unwrap().len() > 0 && gif.metadata().unwrap().len() > 0);
    let page = folder.path().join("all.html");
    designer.send(Chosen(Purpose::Page, page.clone()));
    assert!(std::fs::read_to_string(page).unwrap().contains("\"mondrian2:"));
    let level = designer.draft().clone();
    let code = share_code(&level);
    assert!(code.starts_with("mondrian2:"), "{code}");
    designer.send(TextCommand::Take(code));
    assert_eq!(designer.draft().terrain, level.terrain);
    assert_eq!(designer.draft().palette.kinds(), level.palette.kinds());
}

#[test]
fn shift_and_an_arrow_put_a_thin_wall_there_and_take_it_away() {
    let mut designer = Designer::new();
    designer.send(ChooseBrush(Brush::ThinWall));
    while designer.resource::<CellCursor>().at.is_none() {
        designer.press(KeyCode::Tab, Key::Tab);
    }
    let right = |designer: &mut Designer| {
        designer.holding(KeyCode::ShiftLeft, Key::Shift, |designer| {
            designer.press(KeyCode::ArrowRight, Key::ArrowRight);
        });
    };
    right(&mut designer);
    assert_eq!(designer.sides(), "a1R");
    right(&mut designer);
    assert_eq!(designer.sides(), "");
}

#[test]
fn positions_that_change_are_listed_too() {
    let mut designer = Designer::solving(SMALL);
    designer.open(ALL);
    designer.send(ShowStudy::Positions);
    assert!(designer.app.world().get_resource::<Positions>().is_some());
    designer.press(KeyCode::Escape, Key::Escape);
    designer.send(ShowStudy::Steps);
    assert!(designer.app.world().get_resource::<Steps>().is_some());
}
