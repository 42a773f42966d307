//! What the tests of solver and replay need beside the harness: levels as text,
//! waiting for the search, entities by what they are, where they are drawn.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::ui_widgets::{Button, Checkbox};
use mondrian::app::document::Edit;
use mondrian::app::kit::tooltip::Tooltip;
use mondrian::app::settings::Fold;
use mondrian::app::solve::results::Results;
use mondrian::app::work::wake::SearchMaker;
use mondrian::puzzle::{EditCommand, OpenedLevel, parse_text};
use mondrian::search::{Method, Options, Search};

use crate::harness::Designer;

/// Three moves, in any order of the two tiles.
pub const SMALL: &str = "BR.\n...\n\n..R\n..B";

/// A 15-puzzle.
pub const LARGE: &str = "fedc\nba98\n7654\n312.\n\n1234\n5678\n9abc\ndef.";

/// Longer than any search of these tests takes; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);

impl Designer {
    /// Starts a designer with the level that `text` draws. Time passes by frames,
    /// however long they take.
    pub fn solving(text: &str) -> Self {
        let frame = Duration::from_millis(2);
        let mut designer = Self::with(|app| {
            app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        });
        designer.level(text);
        designer
    }

    /// Has every search from now on run breadth-first, whatever it is asked for: on
    /// [`LARGE`] it finds nothing before a test has ended, on any machine.
    pub fn search_for_long(&mut self) {
        self.app.insert_resource(SearchMaker(|puzzle, options| {
            let heuristic = None;
            let options = Options { method: Method::BreadthFirst, heuristic, ..*options };
            Search::new(puzzle, &options)
        }));
    }

    /// Opens the level that `text` draws.
    pub fn level(&mut self, text: &str) {
        let draft = parse_text(text, None).unwrap();
        let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: false };
        self.send(Edit(EditCommand::Open(Box::new(level))));
    }

    /// Lets frames pass until `done`, and a few more for the views.
    #[track_caller]
    pub fn until(&mut self, done: impl Fn(&World) -> bool) {
        let started = Instant::now();
        while !done(self.app.world()) {
            assert!(started.elapsed() < PATIENCE, "it does not come");
            self.app.update();
            std::thread::yield_now();
        }
        self.settle();
    }

    /// Waits for the end of the search.
    #[track_caller]
    pub fn until_ended(&mut self) {
        self.until(|world| {
            let results = world.resource::<Results>();
            let has_run = results.run().is_some() || results.earlier().next().is_some();
            has_run && !results.is_running()
        });
    }

    /// Returns what the verdict bar says, from left to right.
    pub fn verdict(&mut self) -> String {
        let mut said = |parts: &[&str]| {
            let entities: Vec<_> = parts.iter().map(|part| self.named(part)).collect();
            let words: Vec<_> = entities.into_iter().map(|entity| self.words(entity)).collect();
            words.join(" ").trim().to_owned()
        };
        let parts = [
            said(&["VerdictBound", "VerdictBoundNumber"]),
            said(&["VerdictFieldNumber", "VerdictField"]),
            said(&["VerdictBest", "VerdictBestNumber"]),
            said(&["VerdictNote"]),
        ];
        parts.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" | ")
    }

    /// Unfolds what is folded at first.
    pub fn unfold(&mut self, fold: Fold) {
        let line = self.find(&fold);
        self.click_on(line);
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

    /// Returns the first entity whose component equals `value`.
    #[track_caller]
    pub fn find<C: Component + PartialEq>(&mut self, value: &C) -> Entity {
        let mut query = self.app.world_mut().query::<(Entity, &C)>();
        let found = query.iter(self.app.world()).find(|(_, component)| *component == value);
        found.unwrap().0
    }

    /// Returns the first entity for whose component `wanted` holds.
    #[track_caller]
    pub fn find_where<C: Component>(&mut self, wanted: impl Fn(&C) -> bool) -> Entity {
        let mut query = self.app.world_mut().query::<(Entity, &C)>();
        query.iter(self.app.world()).find(|(_, component)| wanted(component)).unwrap().0
    }

    /// Returns what is pressed and says `caption`, or begins to explain itself by it.
    #[track_caller]
    pub fn control_of(&mut self, caption: &str) -> Entity {
        let world = self.app.world_mut();
        let mut controls = world.query_filtered::<Entity, Or<(With<Button>, With<Checkbox>)>>();
        let controls: Vec<_> = controls.iter(world).collect();
        let says = |&entity: &Entity| {
            let mut below = world.get::<Children>(entity).into_iter().flatten();
            below.any(|&child| world.get::<Text>(child).is_some_and(|text| text.0 == caption))
        };
        let explains = |&entity: &Entity| {
            let tooltip = world.get::<Tooltip>(entity);
            tooltip.is_some_and(|tooltip| tooltip.0.starts_with(caption))
        };
        // One that is drawn rather than one that is not.
        let is_drawn = |&entity: &Entity| {
            world.get::<ComputedNode>(entity).is_some_and(|node| node.size().min_element() > 0.0)
        };
        let first = |wanted: &dyn Fn(&&Entity) -> bool| {
            let drawn = controls.iter().find(|entity| wanted(entity) && is_drawn(entity));
            drawn.or_else(|| controls.iter().find(wanted))
        };
        let found = first(&|entity| says(entity)).or_else(|| first(&|entity| explains(entity)));
        *found.unwrap_or_else(|| panic!("no control says {caption:?}"))
    }

    /// Returns what has this name.
    #[track_caller]
    pub fn named(&mut self, wanted: &str) -> Entity {
        let world = self.app.world_mut();
        let mut names = world.query::<(Entity, &Name)>();
        let found = names.iter(world).find(|(_, name)| name.as_str() == wanted);
        found.unwrap_or_else(|| panic!("nothing is called {wanted:?}")).0
    }

    /// Returns what a text says.
    pub fn words(&self, entity: Entity) -> String {
        self.app.world().get::<Text>(entity).unwrap().0.clone()
    }

    /// Returns where an entity is drawn, in logical pixels; `None` when it is not.
    pub fn rect(&self, entity: Entity) -> Option<Rect> {
        let world = self.app.world();
        let node = world.get::<ComputedNode>(entity)?;
        let transform = world.get::<UiGlobalTransform>(entity)?;
        let scale = node.inverse_scale_factor();
        let size = node.size() * scale;
        let rect = Rect::from_center_size(transform.translation * scale, size);
        (size.min_element() > 0.0).then_some(rect)
    }

    /// Clicks on the text that says exactly this.
    #[track_caller]
    pub fn click_on_text(&mut self, text: &str) {
        let place = self.text(text);
        self.click(place);
    }

    /// Clicks on the middle of an entity.
    #[track_caller]
    pub fn click_on(&mut self, entity: Entity) {
        let rect = self.rect(entity).expect("it is not on the screen");
        self.click(rect.center());
    }
}
