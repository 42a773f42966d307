//! The designer without window and display, driven by simulated pointer and keys.
//! Every test of this binary uses it.

use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::MouseButtonInput;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::time::TimeUpdateStrategy;
use bevy::window::{CursorMoved, ExitCondition, PrimaryWindow, WindowEvent};
use bevy::winit::WinitPlugin;
use mondrian::app::document::{EditCommand, OpenedLevel};
use mondrian::puzzle::parse_text;

/// The designer under test.
pub struct Designer {
    pub app: App,
    window: Entity,
    pointer: Vec2,
}

impl Designer {
    /// Opens the designer with the level that `text` draws.
    pub fn open(text: &str) -> Self {
        let mut app = App::new();
        let settings = WgpuSettings { backends: None, ..default() };
        let render_creation = RenderCreation::Automatic(Box::new(settings));
        let window = Window { resolution: (1280_u32, 800_u32).into(), ..default() };
        app.add_plugins(
            DefaultPlugins
                .set(RenderPlugin { render_creation, ..default() })
                .set(WindowPlugin {
                    primary_window: Some(window),
                    exit_condition: ExitCondition::DontExit,
                    close_when_requested: false,
                    ..default()
                })
                .disable::<WinitPlugin>()
                .disable::<LogPlugin>()
                .disable::<TerminalCtrlCHandlerPlugin>(),
        );
        // Time passes by frames, however long they take.
        let frame = std::time::Duration::from_millis(20);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        app.add_plugins(mondrian::app::plugin);
        app.finish();
        app.cleanup();
        let mut windows = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>();
        let window = windows.single(app.world()).unwrap();
        let mut designer = Self { app, window, pointer: Vec2::ZERO };
        designer.level(text);
        designer
    }

    /// Opens the level that `text` draws.
    pub fn level(&mut self, text: &str) {
        let draft = parse_text(text, None).unwrap();
        let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: false };
        self.send(EditCommand::Open(Box::new(level)));
        self.frames(4);
    }

    /// Sends a message and lets a frame pass.
    pub fn send<M: Message>(&mut self, message: M) {
        self.app.world_mut().write_message(message);
        self.app.update();
    }

    /// Lets frames pass.
    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.app.update();
        }
    }

    /// Lets frames pass until `done`.
    #[track_caller]
    pub fn until(&mut self, done: impl Fn(&World) -> bool) {
        let started = std::time::Instant::now();
        while !done(self.app.world()) {
            assert!(started.elapsed().as_secs() < 120, "it does not come");
            self.app.update();
            std::thread::yield_now();
        }
    }

    /// Returns a resource.
    pub fn resource<R: Resource>(&self) -> &R {
        self.app.world().resource()
    }

    /// Returns the only entity with the component `C`.
    #[track_caller]
    pub fn only<C: Component>(&mut self) -> Entity {
        let mut query = self.app.world_mut().query_filtered::<Entity, With<C>>();
        query.single(self.app.world()).unwrap()
    }

    /// Returns the entity whose component equals `value`.
    #[track_caller]
    pub fn with<C: Component + PartialEq>(&mut self, value: &C) -> Entity {
        let mut query = self.app.world_mut().query::<(Entity, &C)>();
        let mut found = query.iter(self.app.world()).filter(|(_, c)| *c == value);
        found.next().unwrap().0
    }

    /// Returns the text of an entity.
    #[track_caller]
    pub fn text(&self, entity: Entity) -> String {
        self.app.world().get::<Text>(entity).unwrap().0.clone()
    }

    /// Returns where an entity is drawn, in logical pixels; `None` when it is not.
    pub fn rect(&self, entity: Entity) -> Option<Rect> {
        let node = self.app.world().get::<ComputedNode>(entity)?;
        let transform = self.app.world().get::<UiGlobalTransform>(entity)?;
        let visible = self.app.world().get::<InheritedVisibility>(entity)?.get();
        let scale = node.inverse_scale_factor();
        let (centre, size) = (transform.translation * scale, node.size() * scale);
        (visible && size.min_element() > 0.0).then(|| Rect::from_center_size(centre, size))
    }

    /// Clicks on the middle of an entity.
    #[track_caller]
    pub fn click(&mut self, entity: Entity) {
        let rect = self.rect(entity).expect("it is not on the screen");
        self.point(rect.center());
        self.press();
        self.release();
        self.frames(2);
    }

    /// Moves the pointer.
    pub fn point(&mut self, to: Vec2) {
        let delta = Some(to - self.pointer);
        self.pointer = to;
        let moved = CursorMoved { window: self.window, position: to, delta };
        if let Some(mut window) = self.app.world_mut().get_mut::<Window>(self.window) {
            window.set_cursor_position(Some(to));
        }
        self.send(WindowEvent::CursorMoved(moved));
    }

    /// Presses the left button.
    pub fn press(&mut self) {
        self.button(ButtonState::Pressed);
    }

    /// Releases the left button.
    pub fn release(&mut self) {
        self.button(ButtonState::Released);
    }

    fn button(&mut self, state: ButtonState) {
        let (button, window) = (MouseButton::Left, self.window);
        self.send(WindowEvent::MouseButtonInput(MouseButtonInput { button, state, window }));
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key_code: KeyCode, logical_key: Key) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let text = match (&logical_key, state) {
                (Key::Character(text), ButtonState::Pressed) => Some(text.clone()),
                (Key::Space, ButtonState::Pressed) => Some(" ".into()),
                _ => None,
            };
            let logical_key = logical_key.clone();
            let (repeat, window) = (false, self.window);
            self.send(KeyboardInput { key_code, logical_key, state, text, repeat, window });
        }
    }
}
