//! The verdict bar: one headline of the board that is drawn, over both boards, in the largest type
//! of the screen. What is proved grows in blue from the left, what is known stands in yellow at the
//! right, and between them is what nobody knows. When the two meet, all of it is blue.
//!
//! ```text
//!   +-------------+--------------+-------------+---------------------+
//!   | at least 14 |              | best so far | searching, 3.2 s    |
//!   |  blue       |              |   19 yellow |                     |
//!   +-------------+--------------+-------------+---------------------+
//!   | 15 moves, proved, 48 shortest solutions                   blue |
//!   +----------------------------------------------------------------+
//!   | Cannot be solved: no blue tile can ever stop on b1         red |
//!   +----------------------------------------------------------------+
//! ```
//!
//! Blue means proved, yellow known, red wrong; nothing else on the screen has these as
//! the colour of a state. A click replays the best solution.

mod headline;

use bevy::a11y::AccessibilityNode;
use bevy::prelude::*;
use bevy::text::LineBreak;
use bevy::ui_widgets::Activate;

pub use headline::{Headline, Pursuit, Tone, headline};

use super::live::Live;
use super::load_replay::best_track;
use super::results::{Results, knowledge};
use crate::app::boards::slots::VerdictSlot;
use crate::app::document::Document;
use crate::app::kit::bound::{bound, enabled_if, ink_of, shown_if, text_of};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, Fill, Paint};
use crate::app::kit::tooltip::Tooltip;
use crate::app::replay::{Replay, ReplayCommand};
use crate::app::settings::Settings;
use crate::app::work::search_settings::SolverSettings;

/// Width of the room that a number has at least, in logical pixels.
const BOUND_WIDTH: f32 = 132.0;
const BEST_WIDTH: f32 = 138.0;
/// Width of the room for what is being done, always the same, so that the marks stand
/// still while figures grow.
const NOTE_WIDTH: f32 = 216.0;
/// The same at most, in percent of the bar: in a small window it has two lines.
const NOTE_PART: f32 = 42.0;
/// Width of the block that says that something is wrong.
const FLAG: f32 = 14.0;
/// Space before and after the words.
const INSET: f32 = 12.0;

/// What the bar says now.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Verdict(pub Headline);

/// One of the parts of the bar, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// That something is wrong.
    Flag,
    /// All that is less than the lower bound.
    Bound,
    /// What lies between the bounds, or the whole bar.
    Field,
    /// The best solution and what is longer.
    Best,
    /// What is being done.
    Note,
}

const EXPLAINED: &str = "Blue is proved, yellow is the best solution known, and where they meet \
                         the best is proved; a click replays it";

fn fill_slot(slot: Single<Entity, With<VerdictSlot>>, mut commands: Commands) {
    commands.spawn_scene(bar()).insert(ChildOf(*slot));
}

fn bar() -> impl Scene {
    bsn! {
        theme::bare_button()
        Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), align_items: AlignItems::Stretch, overflow: Overflow::clip() }
        theme::Fill(theme::GROUND)
        #VerdictBar
        template_value(Tooltip::new(EXPLAINED, ""))
        on(replay_best_on_activate)
        enabled_if(|document: Res<Document>, results: Res<Results>| {
            knowledge(&document, &results).is_some_and(|known| known.best.is_some())
        })
        bound(spoken, speak)
        Children [
            ( part(Part::Flag) Node { width: px(FLAG), padding: UiRect::ZERO } ),
            ( part(Part::Bound) Node { justify_content: JustifyContent::End } Children [ words(Part::Bound), number(Part::Bound) ] ),
            ( part(Part::Field) Node { flex_shrink: 1.0 } Children [ number(Part::Field), words(Part::Field) ] ),
            ( part(Part::Best) Children [ words(Part::Best), number(Part::Best) ] ),
            ( part(Part::Note) Node { max_width: percent(NOTE_PART) } Children [ said(theme::label_dim(""), Part::Note) ] ),
        ]
    }
}

fn part(which: Part) -> impl Scene {
    bsn! {
        Node {
            display: Display::None,
            align_items: AlignItems::Center,
            column_gap: px(8),
            padding: UiRect::horizontal(px(INSET)),
            overflow: Overflow::clip(),
            flex_shrink: 0.0,
        }
        theme::Fill(theme::NONE)
        theme::Frame(theme::INK)
        Pickable::IGNORE
        bound(move |verdict: Res<Verdict>| look(which, &verdict.0), dress)
    }
}

/// The words of a part: beside a number as large as fits there.
fn words(which: Part) -> impl Scene {
    let size = move |verdict: Res<Verdict>| match (which, verdict.0.number) {
        (Part::Field, Some(_)) => theme::LARGE,
        (Part::Field, None) => theme::MEDIUM,
        _ => theme::TEXT,
    };
    bsn! {
        said(theme::heading(""), which)
        TextLayout { linebreak: LineBreak::WordBoundary }
        bound(size, |mut words, size| {
            if let Some(mut font) = words.get_mut::<TextFont>() {
                font.font_size = FontSize::Px(size);
            }
        })
    }
}

/// The number of moves of a part.
fn number(which: Part) -> impl Scene {
    let name = format!("Verdict{which:?}Number");
    bsn! {
        theme::heading("")
        TextFont { font_size: FontSize::Px(theme::HUGE) }
        TextLayout { linebreak: LineBreak::NoWrap }
        Node { flex_shrink: 0.0 }
        template_value(Name::new(name))
        text_of(move |verdict: Res<Verdict>| number_in(which, &verdict.0).map_or_else(String::new, |number| number.to_string()))
        ink_of(move |verdict: Res<Verdict>| look(which, &verdict.0).map_or(theme::INK, |look| look.ink))
        shown_if(move |verdict: Res<Verdict>| number_in(which, &verdict.0).is_some())
    }
}

/// Returns a text that says what stands in a part, in its colour.
fn said(text: impl Scene, which: Part) -> impl Scene {
    let name = format!("Verdict{which:?}");
    bsn! {
        text
        template_value(Name::new(name))
        text_of(move |verdict: Res<Verdict>| text_in(which, &verdict.0))
        ink_of(move |verdict: Res<Verdict>| look(which, &verdict.0).map_or(theme::INK, |look| look.ink))
    }
}

/// Plays the best solution from its start; pauses it and goes on when it is watched.
fn replay_best_on_activate(
    _: On<Activate>,
    document: Res<Document>,
    results: Res<Results>,
    replay: Res<Replay>,
    mut out: MessageWriter<ReplayCommand>,
) {
    let Some(track) = best_track(&document, &results) else { return };
    let watched = replay.playhead().filter(|_| replay.is_open());
    if watched.is_none_or(|playhead| playhead.track.moves != track.moves) {
        out.write(ReplayCommand::Load(Box::new(track)));
        out.write(ReplayCommand::First);
    }
    out.write(ReplayCommand::TogglePlay);
}

/// Finds out what is to be said: in every frame, so that nothing stays that an edit of
/// this frame has made untrue.
fn judge(
    document: Res<Document>,
    results: Res<Results>,
    settings: Res<Settings>,
    solver_settings: Res<SolverSettings>,
    live: Res<Live>,
    mut verdict: ResMut<Verdict>,
) {
    let pursuit = match (settings.live, live.is_searching()) {
        (false, _) => Pursuit::Off,
        (true, true) => Pursuit::Searching,
        (true, false) => Pursuit::Idle,
    };
    let fault = solver_settings.fault();
    verdict.set_if_neq(Verdict(headline(&document, &results, pursuit, fault)));
}

/// How a part looks.
#[derive(Clone, Copy)]
struct Look {
    ground: Paint,
    ink: Paint,
    /// How much of the room it takes, beside this.
    grow: f32,
    basis: Val,
    least: f32,
    /// It has a rule at its left and at its right.
    rules: (bool, bool),
}

impl Look {
    const fn new(ground: Paint, ink: Paint) -> Self {
        Self { ground, ink, grow: 0.0, basis: Val::Px(0.0), least: 0.0, rules: (false, false) }
    }
}

/// Returns how a part looks; `None` where it is away.
fn look(part: Part, headline: &Headline) -> Option<Look> {
    let (ground, ink) = match headline.tone {
        Tone::Plain | Tone::Wrong | Tone::Apart => (theme::NONE, theme::INK),
        Tone::Unsolvable => (theme::RED, theme::GROUND),
        Tone::Proved => (theme::BLUE, theme::GROUND),
    };
    let (bound, best) = (headline.bound.unwrap_or(0), headline.best);
    let top = scale(headline);
    match part {
        Part::Flag => (headline.tone == Tone::Wrong).then(|| Look {
            basis: px(FLAG),
            rules: (false, true),
            ..Look::new(theme::RED, ink)
        }),
        Part::Bound => headline.bound.map(|bound| Look {
            grow: bound as f32,
            least: BOUND_WIDTH,
            rules: (false, true),
            ..Look::new(theme::BLUE, theme::GROUND)
        }),
        Part::Field => Some(Look {
            grow: if headline.tone == Tone::Apart {
                best.unwrap_or(top).saturating_sub(bound) as f32
            } else {
                1.0
            },
            ..Look::new(ground, ink)
        }),
        Part::Best => best.map(|best| Look {
            grow: top.saturating_sub(best) as f32,
            least: BEST_WIDTH,
            rules: (true, false),
            ..Look::new(theme::YELLOW, theme::ON_YELLOW)
        }),
        Part::Note => (!headline.note.is_empty()).then(|| Look {
            basis: if headline.tone == Tone::Apart { px(NOTE_WIDTH) } else { auto() },
            rules: (headline.tone == Tone::Apart, false),
            ..Look::new(ground, if ground == theme::NONE { theme::DIM } else { ink })
        }),
    }
}

/// Returns the number of moves at the right end of the scale: that of the first solution,
/// so that the mark of the best comes nearer with each better one, within what leaves all
/// of it to be seen.
fn scale(headline: &Headline) -> u32 {
    let bound = headline.bound.unwrap_or(0);
    headline.best.map_or(2 * bound.max(10), |best| {
        let first = headline.first.unwrap_or(best);
        first.clamp(best + best / 5 + 1, best + best * 4 / 5 + 2)
    })
}

fn dress(mut part: EntityWorldMut, look: Option<Look>) {
    let Some(mut node) = part.get_mut::<Node>() else { return };
    node.display = if look.is_some() { Display::Flex } else { Display::None };
    let Some(look) = look else { return };
    let rule = |is_there: bool| px(if is_there { theme::RULE } else { 0.0 });
    node.border = UiRect { left: rule(look.rules.0), right: rule(look.rules.1), ..default() };
    node.flex_grow = look.grow;
    node.flex_basis = look.basis;
    node.min_width = px(look.least);
    part.insert(Fill(look.ground));
}

fn number_in(part: Part, headline: &Headline) -> Option<u32> {
    match part {
        Part::Bound => headline.bound,
        Part::Best => headline.best,
        Part::Field => headline.number,
        Part::Flag | Part::Note => None,
    }
}

fn text_in(part: Part, headline: &Headline) -> String {
    match part {
        Part::Bound if headline.bound.is_some() => "at least".to_owned(),
        Part::Best if headline.best.is_some() => "best so far".to_owned(),
        Part::Flag | Part::Bound | Part::Best => String::new(),
        Part::Note => headline.note.clone(),
        // Between the bounds stands nothing: nobody knows it.
        Part::Field if headline.tone == Tone::Apart => String::new(),
        Part::Field => {
            let number = headline.number.map_or_else(String::new, |number| format!("{number} "));
            headline.words.strip_prefix(&number).unwrap_or(&headline.words).to_owned()
        }
    }
}

/// Returns the same for who cannot see it.
fn spoken(verdict: Res<Verdict>) -> String {
    let Headline { words, note, .. } = &verdict.0;
    if note.is_empty() { words.clone() } else { format!("{words}; {note}") }
}

fn speak(mut bar: EntityWorldMut, words: String) {
    if let Some(mut node) = bar.get_mut::<AccessibilityNode>() {
        node.set_label(words);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Verdict>()
        .add_systems(Startup, fill_slot)
        .add_systems(Update, judge.in_set(FrameSystems::Views));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(bound: u32, best: u32, first: u32) -> Headline {
        let (bound, best, first) = (Some(bound), Some(best), Some(first));
        Headline { tone: Tone::Apart, bound, best, first, ..Headline::default() }
    }

    fn grow(part: Part, headline: &Headline) -> f32 {
        look(part, headline).unwrap().grow
    }

    #[test]
    fn the_marks_come_nearer_from_both_sides() {
        let (early, late) = (apart(9, 29, 29), apart(14, 19, 29));
        assert_eq!(grow(Part::Bound, &early), 9.0);
        assert_eq!(grow(Part::Field, &early), 20.0);
        assert_eq!(grow(Part::Bound, &late), 14.0);
        assert_eq!(grow(Part::Field, &late), 5.0);
        let part =
            |headline: &Headline| grow(Part::Best, headline) / f32::from(scale(headline) as u16);
        assert!(part(&early) < part(&late), "the best moves left");
    }

    #[test]
    fn a_long_first_solution_leaves_room_to_see_the_rest() {
        assert!(scale(&apart(9, 15, 419)) <= 30);
        assert!(scale(&apart(0, 1, 1)) >= 2);
    }

    #[test]
    fn blue_and_red_are_of_proofs_alone() {
        for tone in [Tone::Plain, Tone::Wrong, Tone::Apart] {
            let headline = Headline { tone, ..Headline::default() };
            assert_eq!(look(Part::Field, &headline).unwrap().ground, theme::NONE);
        }
        let proved = Headline { tone: Tone::Proved, ..Headline::default() };
        assert_eq!(look(Part::Field, &proved).unwrap().ground, theme::BLUE);
        let unsolvable = Headline { tone: Tone::Unsolvable, ..Headline::default() };
        assert_eq!(look(Part::Field, &unsolvable).unwrap().ground, theme::RED);
    }
}
