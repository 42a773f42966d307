//! What the tests of play mode need beside the harness: the board of the game, its
//! cells on the screen, what it says.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use mondrian::app::boards::view::{BoardView, CellSide};
use mondrian::app::kit::mode::Mode;
use mondrian::app::play::{Game, Hints, Play, PlayBoard, PlayCommand, PlayLine};
use mondrian::puzzle::Cell;

use crate::harness::Designer;

impl Designer {
    /// Starts a designer that plays the level which `text` draws.
    pub fn playing(text: &str) -> Self {
        let mut designer = Self::solving(text);
        designer.send(PlayCommand::Enter);
        assert_eq!(designer.mode(), Mode::Play);
        designer
    }

    pub fn mode(&self) -> Mode {
        *self.resource::<Mode>()
    }

    pub fn game(&self) -> &Game {
        self.resource::<Play>().game().unwrap()
    }

    pub fn hints(&self) -> &Hints {
        self.resource::<Hints>()
    }

    /// Returns how many moves have been made.
    pub fn made(&self) -> usize {
        self.game().steps().len()
    }

    /// Returns where the tiles stand, in their order at the start.
    pub fn places(&self) -> String {
        let names: Vec<_> = self.game().cells().iter().map(Cell::to_string).collect();
        names.join(" ")
    }

    /// Returns the line under the board.
    pub fn line(&mut self) -> String {
        let line = self.only::<PlayLine>();
        self.words(line)
    }

    /// Returns the middle of a cell of the board of the game.
    pub fn play_cell(&mut self, cell: &str) -> Vec2 {
        let cell: Cell = cell.parse().unwrap();
        let board = self.only::<PlayBoard>();
        let world = self.app.world();
        let view = world.get::<BoardView>(board).unwrap();
        let side = world.get::<CellSide>(board).unwrap().0;
        let place = world.get::<UiGlobalTransform>(board).unwrap().translation;
        let size = Vec2::new(view.size.width.into(), view.size.height.into());
        place + (Vec2::new(cell.x.into(), cell.y.into()) + 0.5 - size / 2.0) * side
    }

    pub fn click_cell(&mut self, cell: &str) {
        let at = self.play_cell(cell);
        self.click(at);
    }

    /// Drags from one cell to another.
    pub fn drag_cell(&mut self, from: &str, to: &str) {
        let (from, to) = (self.play_cell(from), self.play_cell(to));
        self.drag(MouseButton::Left, &[from, from.lerp(to, 0.5), to]);
    }

    pub fn arrow(&mut self, key: KeyCode) {
        let logical = match key {
            KeyCode::ArrowUp => Key::ArrowUp,
            KeyCode::ArrowDown => Key::ArrowDown,
            KeyCode::ArrowLeft => Key::ArrowLeft,
            _ => Key::ArrowRight,
        };
        self.press(key, logical);
    }
}
