//! A designer without a window, and a hand that moves its pointer and presses its
//! keys. Used by every test of this folder.

use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::input_focus::InputFocus;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::window::{CursorMoved, ExitCondition, PrimaryWindow, WindowEvent, WindowResized};
use bevy::winit::WinitPlugin;
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::view::{BoardView, CellSide};
use mondrian::app::document::Document;
use mondrian::app::kit::dialog::Dialog;
use mondrian::app::settings::SettingsFile;
use mondrian::puzzle::{Cell, Draft, Layout, Square};

/// A designer under test.
pub struct Designer {
    pub app: App,
    window: Entity,
    has_quit: bool,
}

impl Designer {
    /// Starts one and lets it settle.
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    /// Starts one with more than the plugins of the designer.
    pub fn with(prepare: impl FnOnce(&mut App)) -> Self {
        let mut app = App::new();
        app.add_plugins(
            DefaultPlugins
                .set(RenderPlugin {
                    render_creation: RenderCreation::Automatic(Box::new(WgpuSettings {
                        backends: None,
                        ..default()
                    })),
                    ..default()
                })
                .set(WindowPlugin {
                    primary_window: Some(Window {
                        resolution: (1280_u32, 800_u32).into(),
                        ..default()
                    }),
                    exit_condition: ExitCondition::DontExit,
                    close_when_requested: false,
                    ..default()
                })
                .disable::<WinitPlugin>()
                .disable::<LogPlugin>()
                .disable::<TerminalCtrlCHandlerPlugin>(),
        );
        app.add_plugins(mondrian::app::plugin);
        // A search in the background would make tests wait for each other.
        let mut settings = SettingsFile::default();
        settings.settings.live = false;
        app.insert_resource(settings);
        prepare(&mut app);
        app.finish();
        app.cleanup();
        let mut windows = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>();
        let window = windows.single(app.world()).unwrap();
        let mut designer = Self { app, window, has_quit: false };
        designer.settle();
        designer
    }

    /// Runs a few frames: until layout and messages have come to rest.
    pub fn settle(&mut self) {
        for _ in 0..5 {
            self.app.update();
            self.has_quit |= self.app.should_exit().is_some();
        }
    }

    /// Says whether the program has ended by itself.
    pub const fn has_quit(&self) -> bool {
        self.has_quit
    }

    pub fn document(&self) -> &Document {
        self.app.world().resource::<Document>()
    }

    pub fn draft(&self) -> &Draft {
        self.document().draft()
    }

    /// Returns what is drawn on `cell`, such as `d1`, of a layout.
    pub fn square(&self, layout: Layout, cell: &str) -> Square {
        self.draft().layout(layout)[cell.parse::<Cell>().unwrap()]
    }

    pub fn send<M: Message>(&mut self, message: M) {
        self.app.world_mut().write_message(message);
        self.settle();
    }

    /// Says whether a node has this text.
    pub fn shows(&mut self, text: &str) -> bool {
        let mut texts = self.app.world_mut().query::<&Text>();
        texts.iter(self.app.world()).any(|shown| shown.0.contains(text))
    }

    /// Says whether a dialog with this title is open.
    pub fn asks(&mut self, title: &str) -> bool {
        let world = self.app.world_mut();
        let mut texts = world.query::<(Entity, &Text)>();
        let found = texts.iter(world).filter(|(_, text)| text.0 == title);
        let found: Vec<_> = found.map(|(entity, _)| entity).collect();
        let is_above = |entity: Entity| {
            std::iter::successors(Some(entity), |&at| world.get::<ChildOf>(at).map(ChildOf::parent))
                .any(|at| world.get::<Dialog>(at).is_some())
        };
        found.into_iter().any(is_above)
    }

    /// Returns the middle of a cell in logical pixels of the window.
    pub fn cell(&mut self, layout: Layout, cell: &str) -> Vec2 {
        let cell: Cell = cell.parse().unwrap();
        let world = self.app.world_mut();
        let mut boards = world.query::<(
            &EditableBoard,
            &BoardView,
            &CellSide,
            &ComputedNode,
            &UiGlobalTransform,
        )>();
        let (_, view, side, _, transform) =
            boards.iter(world).find(|(board, ..)| board.0 == layout).unwrap();
        let size = Vec2::new(view.size.width.into(), view.size.height.into());
        let offset = Vec2::new(cell.x.into(), cell.y.into()) + 0.5 - size / 2.0;
        transform.translation + offset * side.0
    }

    /// Returns the middle of the only node for which `wanted` holds.
    pub fn node<C: Component>(&mut self, wanted: impl Fn(&C) -> bool) -> Vec2 {
        let world = self.app.world_mut();
        let mut nodes = world.query::<(&C, &UiGlobalTransform)>();
        nodes.iter(world).find(|(marker, _)| wanted(marker)).unwrap().1.translation
    }

    /// Returns the middle of the node with exactly this text, if there are several of one that is
    /// seen.
    pub fn text(&mut self, text: &str) -> Vec2 {
        let world = self.app.world_mut();
        let mut nodes =
            world.query::<(&Text, &UiGlobalTransform, &ComputedNode, &InheritedVisibility)>();
        let found = nodes.iter(world).filter(|(shown, ..)| shown.0 == text);
        let found = found.min_by_key(|(_, _, node, seen)| !seen.get() || node.size.x == 0.0);
        found.unwrap_or_else(|| panic!("nothing says {text:?}")).1.translation
    }

    pub fn move_to(&mut self, position: Vec2) {
        let moved = CursorMoved { window: self.window, position, delta: None };
        let world = self.app.world_mut();
        let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
        windows.single_mut(world).unwrap().set_cursor_position(Some(position));
        world.write_message(moved.clone());
        world.write_message(WindowEvent::CursorMoved(moved));
        self.app.update();
    }

    pub fn button(&mut self, button: MouseButton, state: ButtonState) {
        let input = MouseButtonInput { button, state, window: self.window };
        // Picking reads the one, `ButtonInput` the other.
        self.app.world_mut().write_message(input);
        self.app.world_mut().write_message(WindowEvent::MouseButtonInput(input));
        self.app.update();
    }

    /// Moves the pointer, presses and releases its button, all between two frames.
    pub fn click_in_one_frame(&mut self, position: Vec2) {
        let window = self.window;
        let world = self.app.world_mut();
        let moved = CursorMoved { window, position, delta: None };
        world.write_message(moved.clone());
        world.write_message(WindowEvent::CursorMoved(moved));
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let input = MouseButtonInput { button: MouseButton::Left, state, window };
            world.write_message(input);
            world.write_message(WindowEvent::MouseButtonInput(input));
        }
        self.settle();
    }

    /// Drags along these points.
    pub fn drag(&mut self, button: MouseButton, points: &[Vec2]) {
        self.move_to(points[0]);
        self.button(button, ButtonState::Pressed);
        for &point in &points[1..] {
            self.move_to(point);
        }
        self.button(button, ButtonState::Released);
        self.settle();
    }

    pub fn click(&mut self, at: Vec2) {
        self.drag(MouseButton::Left, &[at]);
    }

    /// Returns the middle of a cell when everything is drawn `scale` times as large.
    pub fn cell_at_scale(&mut self, scale: f32, layout: Layout, cell: &str) -> Vec2 {
        let cell: Cell = cell.parse().unwrap();
        let world = self.app.world_mut();
        let mut boards =
            world.query::<(&EditableBoard, &BoardView, &CellSide, &UiGlobalTransform)>();
        let (_, view, side, transform) =
            boards.iter(world).find(|(board, ..)| board.0 == layout).unwrap();
        let size = Vec2::new(view.size.width.into(), view.size.height.into());
        let offset = Vec2::new(cell.x.into(), cell.y.into()) + 0.5 - size / 2.0;
        transform.translation + offset * side.0 * scale
    }

    /// Drags over cells of a board.
    pub fn stroke(&mut self, button: MouseButton, layout: Layout, cells: &[&str]) {
        let points: Vec<Vec2> = cells.iter().map(|cell| self.cell(layout, cell)).collect();
        self.drag(button, &points);
    }

    fn key(&mut self, key_code: KeyCode, logical_key: &Key, state: ButtonState) {
        self.write_key(key_code, logical_key, state);
        self.app.update();
        self.has_quit |= self.app.should_exit().is_some();
    }

    fn write_key(&mut self, key_code: KeyCode, logical_key: &Key, state: ButtonState) {
        let text = match logical_key {
            Key::Character(text) if state == ButtonState::Pressed => Some(text.clone()),
            _ => None,
        };
        let input = KeyboardInput {
            key_code,
            logical_key: logical_key.clone(),
            state,
            text,
            repeat: false,
            window: self.window,
        };
        self.app.world_mut().write_message(input);
    }

    /// Presses and releases a key.
    pub fn press(&mut self, key_code: KeyCode, logical_key: Key) {
        self.key(key_code, &logical_key, ButtonState::Pressed);
        self.key(key_code, &logical_key, ButtonState::Released);
        self.settle();
    }

    /// Types one character.
    pub fn type_key(&mut self, key_code: KeyCode, character: &str) {
        self.press(key_code, Key::Character(character.into()));
    }

    /// Goes by Tab to the button that says `caption`.
    #[track_caller]
    pub fn tab_to(&mut self, caption: &str) {
        for _ in 0..60 {
            self.press(KeyCode::Tab, Key::Tab);
            let world = self.app.world();
            let focus = world.resource::<InputFocus>().get();
            let children = focus.and_then(|focus| world.get::<Children>(focus));
            let says = |child: Entity| world.get::<Text>(child).is_some_and(|it| it.0 == caption);
            if children.is_some_and(|children| children.iter().any(says)) {
                return;
            }
        }
        panic!("no button says {caption:?}");
    }

    /// Does something while a key is held.
    pub fn holding(&mut self, key_code: KeyCode, key: Key, action: impl FnOnce(&mut Self)) {
        self.key(key_code, &key, ButtonState::Pressed);
        action(self);
        self.key(key_code, &key, ButtonState::Released);
        self.settle();
    }

    /// Turns the wheel up by so many notches, the pointer at a place.
    pub fn wheel(&mut self, at: Vec2, notches: f32) {
        self.move_to(at);
        let wheel = MouseWheel {
            unit: MouseScrollUnit::Line,
            x: 0.0,
            y: notches,
            window: self.window,
            phase: TouchPhase::Moved,
        };
        self.app.world_mut().write_message(wheel);
        self.app.world_mut().write_message(WindowEvent::MouseWheel(wheel));
        self.settle();
    }

    /// Gives the window another size.
    pub fn resize_window(&mut self, width: f32, height: f32) {
        let world = self.app.world_mut();
        let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
        windows.single_mut(world).unwrap().resolution.set(width, height);
        let window = self.window;
        world.write_message(WindowResized { window, width, height });
        self.settle();
    }

    /// Presses a key while control, and shift if asked for, are held.
    pub fn control(&mut self, key_code: KeyCode, character: &str, shift: bool) {
        self.key(KeyCode::ControlLeft, &Key::Control, ButtonState::Pressed);
        if shift {
            self.key(KeyCode::ShiftLeft, &Key::Shift, ButtonState::Pressed);
        }
        self.type_key(key_code, character);
        if shift {
            self.key(KeyCode::ShiftLeft, &Key::Shift, ButtonState::Released);
        }
        self.key(KeyCode::ControlLeft, &Key::Control, ButtonState::Released);
    }

    /// Types a word and Enter, all between two frames.
    pub fn enter_in_one_frame(&mut self, letters: &[(KeyCode, &str)]) {
        let letters = letters.iter().map(|&(code, letter)| (code, Key::Character(letter.into())));
        for (code, key) in letters.chain([(KeyCode::Enter, Key::Enter)]) {
            self.write_key(code, &key, ButtonState::Pressed);
            self.write_key(code, &key, ButtonState::Released);
        }
        self.settle();
    }

    /// Presses and releases control and a key between two frames.
    pub fn control_in_one_frame(&mut self, key_code: KeyCode, character: &str) {
        let key = Key::Character(character.into());
        self.write_key(KeyCode::ControlLeft, &Key::Control, ButtonState::Pressed);
        self.write_key(key_code, &key, ButtonState::Pressed);
        self.write_key(key_code, &key, ButtonState::Released);
        self.write_key(KeyCode::ControlLeft, &Key::Control, ButtonState::Released);
        self.settle();
    }
}
