//! What a control does, with its key: shown when the pointer rests on it, or when the
//! keyboard has brought the focus to it.

use std::time::Duration;

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::popover::{Popover, PopoverAlign, PopoverPlacement, PopoverSide};
use bevy::window::{PrimaryWindow, RequestRedraw};

use super::frame::FrameSystems;
use super::theme;

/// How long the pointer rests before anything is shown.
const REST: Duration = Duration::from_millis(500);

/// The most that one frame counts: the first one after an idle while is a long one.
const LONGEST_FRAME: Duration = Duration::from_millis(125);

/// How far the pointer goes to leave a place, in logical pixels.
const LEAVING: f32 = 24.0;

/// What is shown for a control; nothing where it is empty.
#[derive(Component, Clone, Debug, Default)]
#[require(Hovered)]
pub struct Tooltip(pub String);

impl Tooltip {
    /// Returns the words, with the key that does the same in brackets.
    pub fn new(words: &str, key: &str) -> Self {
        if key.is_empty() { Self(words.to_owned()) } else { Self(format!("{words} ({key})")) }
    }
}

/// Returns `control` with the sentence that explains it, and the key that does the same.
pub fn explained<S: Scene>(control: S, words: &str, key: &str) -> impl Scene + use<S> {
    let tooltip = Tooltip::new(words, key);
    bsn! { control template_value(tooltip) }
}

/// The box with the words while it is shown.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct TooltipBox;

/// What the pointer or the focus rests on, and for how long.
#[derive(Resource, Default)]
struct Resting {
    on: Option<Entity>,
    rested: Duration,
    shown: bool,
}

/// Where the pointer was pressed last, and on what, until it has left both: who has just used
/// a control need not be told what it does, nor what the one does that has come in its place.
#[derive(Resource, Default)]
struct Pressed {
    at: Option<Vec2>,
    on: Option<Entity>,
}

fn note_press(
    buttons: Res<ButtonInput<MouseButton>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    controls: Query<(Entity, &Hovered), With<Tooltip>>,
    mut pressed: ResMut<Pressed>,
) {
    let pointer = windows.iter().next().and_then(Window::cursor_position);
    let hovered = controls.iter().find(|(_, hovered)| hovered.get()).map(|(entity, _)| entity);
    if buttons.get_just_pressed().len() > 0 {
        *pressed = Pressed { at: pointer, on: hovered };
    } else if let (Some(place), Some(pointer)) = (pressed.at, pointer)
        && place.distance(pointer) > LEAVING
        && hovered.is_none_or(|hovered| pressed.on != Some(hovered))
    {
        *pressed = Pressed::default();
    }
}

/// Finds what the pointer or the focus rests on, and whether a press or a key has sent the
/// words away: who types wants to see what is below.
fn find(
    controls: Query<(Entity, &Tooltip, &Hovered)>,
    parents: Query<&ChildOf>,
    focus: Res<InputFocus>,
    focus_visible: Res<InputFocusVisible>,
    pressed: Res<Pressed>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
) -> (Option<Entity>, bool) {
    let has_words = |entity| controls.get(entity).is_ok_and(|(_, words, _)| !words.0.is_empty());
    let hovered =
        controls.iter().filter(|(_, words, hovered)| hovered.get() && !words.0.is_empty());
    // Of a row and the button in it the button.
    let hovered = hovered.max_by_key(|&(entity, ..)| parents.iter_ancestors(entity).count());
    let hovered = hovered.filter(|_| pressed.at.is_none());
    // A field has its words on the row, with its name.
    let focused = focus.get().filter(|_| focus_visible.0).and_then(|focus| {
        std::iter::once(focus).chain(parents.iter_ancestors(focus)).find(|&node| has_words(node))
    });
    let goes_on = [KeyCode::Tab, KeyCode::ShiftLeft, KeyCode::ShiftRight];
    let typed = keys.get_just_pressed().any(|key| !goes_on.contains(key));
    let dismissed = typed || buttons.get_just_pressed().len() > 0;
    (hovered.map(|(entity, ..)| entity).or(focused), dismissed)
}

fn follow(
    In((target, dismissed)): In<(Option<Entity>, bool)>,
    mut resting: ResMut<Resting>,
    tooltips: Query<&Tooltip>,
    boxes: Query<Entity, With<TooltipBox>>,
    time: Res<Time<Real>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    if resting.on != target || dismissed {
        *resting = Resting { on: target, rested: Duration::ZERO, shown: dismissed };
        for old in &boxes {
            // What it belongs to may go in this frame too, and it with it.
            commands.entity(old).try_despawn();
        }
    }
    let Some(tooltip) = target.and_then(|target| tooltips.get(target).ok()) else { return };
    if resting.shown {
        return;
    }
    // Nothing else would draw the frame in which it appears.
    redraw.write(RequestRedraw);
    resting.rested += time.delta().min(LONGEST_FRAME);
    if resting.rested >= REST
        && let Some(target) = target
    {
        resting.shown = true;
        commands.spawn_scene(words(tooltip.0.clone())).insert(ChildOf(target));
    }
}

fn words(text: String) -> impl Scene {
    let at = |side, align| PopoverPlacement { side, align, gap: 6.0 };
    let positions = vec![
        at(PopoverSide::Bottom, PopoverAlign::Start),
        at(PopoverSide::Bottom, PopoverAlign::End),
        at(PopoverSide::Top, PopoverAlign::Start),
        at(PopoverSide::Top, PopoverAlign::End),
    ];
    bsn! {
        Node {
            position_type: PositionType::Absolute,
            padding: UiRect::axes(px(8), px(4)),
            border: UiRect::all(px(1)),
            max_width: px(320),
        }
        template_value(Popover { positions, window_margin: 6.0 })
        theme::Fill(theme::GROUND)
        theme::Frame(theme::INK)
        GlobalZIndex(300)
        OverrideClip
        Pickable::IGNORE
        TooltipBox
        Children [ theme::label(text) ]
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Resting>()
        .init_resource::<Pressed>()
        .add_systems(Update, (note_press, find.pipe(follow)).chain().in_set(FrameSystems::Views));
}
