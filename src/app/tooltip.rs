//! The names of things under the pointer: a small bubble beside whatever has a
//! [`Tip`], after a moment.

use std::time::Duration;

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use super::FrameSystems;
use super::theme::{self, label_dim};

/// How long the pointer rests before the bubble comes.
const DELAY: Duration = Duration::from_millis(350);
/// Space between a thing and its bubble, in logical pixels.
const GAP: f32 = 4.0;

/// What is said of a node under the pointer.
#[derive(Component, Clone, Debug, Default)]
#[require(Hovered)]
pub struct Tip(pub String);

/// The bubble.
#[derive(Component, Clone, Default)]
struct Bubble;

/// The words in it.
#[derive(Component, Clone, Default)]
struct BubbleText;

fn spawn_bubble(mut commands: Commands) {
    commands.spawn_scene(bsn! {
        Node {
            display: Display::None,
            position_type: PositionType::Absolute,
            padding: UiRect::axes(px(6), px(3)),
            border: UiRect::all(px(1)),
        }
        BackgroundColor(theme::WHITE)
        BorderColor::all(theme::BLACK)
        GlobalZIndex(300)
        Pickable::IGNORE
        Bubble
        Children [ ( label_dim("") TextColor(theme::BLACK) BubbleText ) ]
    });
}

/// The thing under the pointer, and for how long it has been.
#[derive(Default)]
struct Resting {
    on: Option<Entity>,
    for_: Duration,
}

#[expect(clippy::too_many_arguments, reason = "a system names all that it reads and writes")]
fn show_bubble(
    time: Res<Time>,
    buttons: Res<ButtonInput<MouseButton>>,
    tips: Query<(Entity, &Tip, &Hovered, &ComputedNode, &UiGlobalTransform)>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    bubble: Single<(&mut Node, &ComputedNode), With<Bubble>>,
    mut text: Single<&mut Text, With<BubbleText>>,
    mut resting: Local<Resting>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (mut node, size) = bubble.into_inner();
    let hovered = tips.iter().find(|(_, tip, hovered, ..)| hovered.0 && !tip.0.is_empty());
    let on = hovered.map(|(entity, ..)| entity);
    // Whoever presses a button knows what it is.
    if resting.on != on || buttons.get_pressed().len() > 0 {
        *resting = Resting { on, for_: Duration::ZERO };
    }
    let Some((_, tip, _, place, transform)) = hovered else {
        hide(&mut node);
        return;
    };
    if resting.for_ < DELAY {
        resting.for_ += time.delta().min(DELAY / 4);
        redraw.write(RequestRedraw);
        hide(&mut node);
        return;
    }
    let scale = place.inverse_scale_factor();
    let middle = transform.translation * scale;
    let half = place.size() * scale / 2.0;
    let own = size.size() * scale;
    let room = window.map_or(Vec2::MAX, |window| Vec2::new(window.width(), window.height()));
    let left = (middle.x - half.x).min(room.x - own.x - GAP).max(GAP);
    let below = middle.y + half.y + GAP;
    let top = if below + own.y > room.y { middle.y - half.y - GAP - own.y } else { below };
    if text.0 != tip.0 || own.x == 0.0 {
        // Its size is known in the next frame.
        text.0.clone_from(&tip.0);
        redraw.write(RequestRedraw);
    }
    let wanted = (Display::Flex, px(left), px(top));
    if (node.display, node.left, node.top) != wanted {
        (node.display, node.left, node.top) = wanted;
        redraw.write(RequestRedraw);
    }
}

fn hide(node: &mut Mut<Node>) {
    if node.display != Display::None {
        node.display = Display::None;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_bubble)
        .add_systems(Update, show_bubble.in_set(FrameSystems::Views));
}
