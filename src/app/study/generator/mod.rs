//! The generator in a dialog: its form at the left, the levels as cards at the right,
//! each as soon as it is made. A click on one opens it; the cards are there again when the
//! dialog is.

mod buttons;
pub(in crate::app) mod card;
mod evolving;
pub(in crate::app) mod form;

use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::ScrollArea;
use bevy::winit::EventLoopProxyWrapper;

use super::ShowStudy;
use crate::app::boards::thumbnail::Painter;
use crate::app::design::tools::select::Selection;
use crate::app::document::Document;
use crate::app::kit::bound::{chosen_if, sends, shown_if, text_of};
use crate::app::kit::dialog::{Dialog, button_row, dialog, open, scroll_area};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::scrollbar;
use crate::app::kit::theme::{button, label, label_dim};
use crate::app::kit::tooltip::explained;
use crate::app::levels::file::StillListed;
use crate::app::work::job::Job;
use crate::app::work::wake::wake;
use crate::app::work::worker::Wake;
use crate::puzzle::{Cell, Draft, Symmetry};
use crate::search::allowance::threads;
use crate::search::evolve::Progress;
use crate::search::generate::{Generated, generate};
use buttons::buttons;
use card::spawn_card;
use form::{Form, FormField, fields, show_seed};

/// So many levels are made at once at most: each is a card.
pub(super) const MOST_LEVELS: u32 = 200;

/// Does something in the dialog.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
enum GeneratorCommand {
    /// Makes levels by the form.
    Make,
    /// Makes levels with the next seed.
    MakeOthers,
    Stop,
    /// Changes the level that is drawn, stroke by stroke, or makes new ones.
    Evolves(bool),
    Floating(bool),
    Symmetry(Symmetry),
}

/// Where the cards appear.
#[derive(Component, Clone, Default)]
struct Cards;

/// The form and what is being made by it.
#[derive(Resource, Default)]
pub struct Generator {
    pub(super) form: Form,
    job: Option<Job<Made>>,
    /// What is said about it.
    state: String,
    /// What has been made, in the order in which it came.
    levels: Vec<Generated>,
    given_up: u32,
    wanted: u32,
    /// How far the evolution is, if it is one.
    evolution: Option<Progress>,
}

/// What the work tells.
enum Made {
    Level(Box<Generated>),
    GivenUp,
    Progress(Progress),
}

impl Generator {
    /// Says whether levels are being made.
    pub fn is_running(&self) -> bool {
        self.job.as_ref().is_some_and(Job::is_running)
    }

    /// Says whether the form is as this command makes it.
    fn has(&self, command: GeneratorCommand) -> bool {
        match command {
            GeneratorCommand::Evolves(evolves) => self.form.evolves == evolves,
            GeneratorCommand::Floating(floating) => self.form.floating == floating,
            GeneratorCommand::Symmetry(symmetry) => self.form.symmetry == symmetry,
            _ => false,
        }
    }

    /// Returns how many levels have been made.
    pub const fn count(&self) -> usize {
        self.levels.len()
    }

    /// Makes new levels, or lets them evolve from `draft` until it is stopped: pinned cells stay
    /// as they are.
    fn make(&mut self, draft: &Draft, pinned: Vec<Cell>, wake: Wake) {
        self.job = None;
        if self.form.evolves {
            match self.form.aims(pinned) {
                Ok(aims) => {
                    self.begin(0, Some(Progress::default()));
                    self.job = Some(evolving::start(draft, aims, wake));
                }
                Err(why) => self.complain(&why),
            }
            return;
        }
        let (recipe, count) = match self.form.recipe() {
            Ok(recipe) => recipe,
            Err(why) => return self.complain(&why),
        };
        self.begin(count, None);
        self.job = Some(Job::start(wake, move |outlet| {
            // The recipe has been checked.
            let _ = generate(&recipe, 0..count, threads(), outlet.stop(), |_, level| {
                outlet.send(level.map_or(Made::GivenUp, |level| Made::Level(Box::new(level))));
            });
        }));
    }

    fn begin(&mut self, wanted: u32, evolution: Option<Progress>) {
        self.levels.clear();
        (self.given_up, self.wanted, self.evolution) = (0, wanted, evolution);
    }

    fn complain(&mut self, why: &str) {
        let mut letters = why.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string());
        self.state = first.unwrap_or_default() + letters.as_str();
    }

    fn describe(&mut self) {
        if let Some(progress) = &self.evolution {
            self.state = evolving::state(progress, self.levels.len(), self.is_running());
            return;
        }
        let (made, wanted) = (self.levels.len() as u32, self.wanted);
        let given_up = match self.given_up {
            0 => String::new(),
            count => format!(", {count} not found: ask for other moves or walls"),
        };
        let stopped = if made + self.given_up < wanted { ", stopped" } else { "" };
        let end = match made {
            _ if self.is_running() => "…".to_owned(),
            0 => format!("{stopped}."),
            _ => format!("{stopped}. Click one to open it."),
        };
        self.state = format!("{made} of {wanted}{given_up}{end}");
    }
}

fn show(
    mut requests: MessageReader<ShowStudy>,
    dialogs: Query<Entity, With<Dialog>>,
    mut generator: ResMut<Generator>,
    mut commands: Commands,
) {
    if !requests.read().any(|request| *request == ShowStudy::Generator) {
        return;
    }
    generator.job = None;
    if generator.wanted == 0 && generator.evolution.is_none() {
        "The same seed makes the same levels.".clone_into(&mut generator.state);
    } else {
        generator.describe();
    }
    let content = bsn_list! {
        (
            Node { column_gap: px(8), min_height: px(0), height: px(580) }
            Children [ form(), results() ]
        ),
        button_row(Box::new(buttons())),
    };
    open(&mut commands, &dialogs, dialog("Generate levels", 1040.0, Box::new(content)));
}

fn form() -> impl Scene {
    let ways = vec![
        choice("New levels", "Makes levels by chance", GeneratorCommand::Evolves(false)),
        choice(
            "From this level",
            "Changes the drawn level stroke by stroke until it needs so many moves, or is stopped; selected cells stay",
            GeneratorCommand::Evolves(true),
        ),
    ];
    let goals = vec![
        choice(
            "Fixed",
            "The goal is reached only on the cells where it is drawn",
            GeneratorCommand::Floating(false),
        ),
        choice(
            "Floating",
            "The goal may be reached anywhere on the board",
            GeneratorCommand::Floating(true),
        ),
    ];
    let mirrors = |caption, tip, left_right, up_down| {
        choice(caption, tip, GeneratorCommand::Symmetry(Symmetry { left_right, up_down }))
    };
    let walls = vec![
        mirrors("Free", "Walls stand anywhere", false, false),
        mirrors("Left-right", "Walls at the left stand at the right too", true, false),
        mirrors("Up-down", "Walls at the top stand at the bottom too", false, true),
        mirrors("Both", "Walls are alike in all four quarters", true, true),
    ];
    bsn! {
        Node {
            width: px(206.0 + scrollbar::ROOM),
            flex_shrink: 0.0,
            flex_direction: FlexDirection::Column,
            row_gap: px(8),
            padding: UiRect::right(px(scrollbar::ROOM)),
            overflow: Overflow::scroll_y(),
        }
        ScrollArea
        Children [
            ( Node { column_gap: px(-1), flex_shrink: 0.0 } Children [ {ways} ] ),
            fields(),
            ( label("Goal") shown_if(|generator: Res<Generator>| !generator.form.evolves) ),
            (
                Node { column_gap: px(-1), flex_shrink: 0.0 }
                shown_if(|generator: Res<Generator>| !generator.form.evolves)
                Children [ {goals} ]
            ),
            label("Mirrors of the walls"),
            ( Node { flex_wrap: FlexWrap::Wrap, row_gap: px(-1), column_gap: px(-1), flex_shrink: 0.0 } Children [ {walls} ] ),
        ]
    }
}

/// A button for one of several choices of the form.
fn choice(caption: &'static str, tip: &'static str, command: GeneratorCommand) -> impl Scene {
    bsn! {
        explained(button(caption), tip, "")
        Node { width: px(103), padding: UiRect::ZERO }
        sends(command)
        chosen_if(move |generator: Res<Generator>| generator.has(command))
    }
}

/// How far it is, above what is made: the form may be longer than its window.
fn results() -> impl Scene {
    scroll_area(bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(12), flex_shrink: 0.0 }
        Children [
            ( label_dim("") text_of(|generator: Res<Generator>| generator.state.clone()) ),
            (
                Node { flex_wrap: FlexWrap::Wrap, column_gap: px(12), row_gap: px(12), flex_shrink: 0.0 }
                Cards
            ),
        ]
    })
}

fn obey(
    mut messages: MessageReader<GeneratorCommand>,
    mut generator: ResMut<Generator>,
    cards: Query<Entity, With<Cards>>,
    mut texts: Query<(&FormField, &mut EditableText)>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    (document, selection, mut listed): (Res<Document>, Res<Selection>, ResMut<StillListed>),
    mut commands: Commands,
) {
    for command in messages.read() {
        match *command {
            GeneratorCommand::Make | GeneratorCommand::MakeOthers => {
                listed.0.clear();
                for place in &cards {
                    commands.entity(place).despawn_related::<Children>();
                }
                if *command == GeneratorCommand::MakeOthers {
                    generator.form.raise_seed();
                    show_seed(&generator, &mut texts);
                }
                let selected = selection.0.map(|(_, region)| region.cells().collect());
                let wake = wake(proxy.as_deref());
                generator.make(document.draft(), selected.unwrap_or_default(), wake);
            }
            GeneratorCommand::Evolves(evolves) => generator.form.evolves = evolves,
            GeneratorCommand::Stop => {
                if let Some(job) = &generator.job {
                    job.stop();
                }
            }
            GeneratorCommand::Floating(floating) => generator.form.floating = floating,
            GeneratorCommand::Symmetry(symmetry) => generator.form.symmetry = symmetry,
        }
    }
}

/// Puts a card there for each level that has been made.
fn poll(
    mut generator: ResMut<Generator>,
    cards: Query<Entity, With<Cards>>,
    mut listed: ResMut<StillListed>,
    mut painter: Painter,
    mut commands: Commands,
) {
    let generator_now = generator.bypass_change_detection();
    let Some(job) = &mut generator_now.job else { return };
    let found = job.take();
    if !job.is_running() {
        generator_now.job = None;
    }
    for made in found {
        let level = match made {
            Made::Level(level) => *level,
            Made::GivenUp => {
                generator.given_up += 1;
                continue;
            }
            Made::Progress(progress) => {
                generator.evolution = Some(progress);
                continue;
            }
        };
        for place in &cards {
            spawn_card(place, &level, &mut painter, &mut commands);
        }
        listed.0.push(level.draft.clone());
        generator.levels.push(level);
    }
    generator.describe();
}

/// Puts the cards of all that was made into a dialog that has just been opened.
fn fill_cards(
    generator: Res<Generator>,
    cards: Query<Entity, Added<Cards>>,
    mut painter: Painter,
    mut commands: Commands,
) {
    for place in &cards {
        for level in &generator.levels {
            spawn_card(place, level, &mut painter, &mut commands);
        }
    }
}

/// The work goes with its dialog.
fn end_with_dialog(mut removed: RemovedComponents<Cards>, mut generator: ResMut<Generator>) {
    if removed.read().count() > 0 {
        generator.job = None;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Generator>()
        .add_message::<GeneratorCommand>()
        .add_plugins(form::plugin)
        .add_systems(
            Update,
            (
                obey.in_set(FrameSystems::Commands),
                (fill_cards, poll).chain().in_set(FrameSystems::Poll),
                (end_with_dialog, show).chain().in_set(FrameSystems::Views),
            ),
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::generate::Rating;

    #[test]
    fn only_what_was_made_can_be_clicked() {
        let mut generator = Generator { given_up: 8, wanted: 9, ..Generator::default() };
        generator.describe();
        let lacking = "8 not found: ask for other moves or walls";
        assert_eq!(generator.state, format!("0 of 9, {lacking}, stopped."));
        let draft = crate::puzzle::Draft::new(crate::puzzle::Size::new(3, 3));
        let rating = Rating {
            moves: 1,
            shortest_solutions: None,
            counter_intuitive: 0,
            positions: None,
            dead: None,
        };
        generator.levels.push(Generated { number: 0, draft, rating, attempts: 1 });
        generator.describe();
        assert_eq!(generator.state, format!("1 of 9, {lacking}. Click one to open it."));
    }
}
