//! A few words that go away by themselves: that something has been copied, exported,
//! remembered. And hints, which stay at the bottom of the window until the next edit.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::frame::FrameSystems;
use super::theme;

/// How long the words are shown.
const SHOWN: Duration = Duration::from_millis(2500);

/// Shows a few words.
#[derive(Message, Clone, Debug)]
pub struct ShowNotice(pub String);

/// Says something about what has just been tried, until the next edit or tool.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowHint(pub &'static str);

/// The words on the screen.
#[derive(Component, Clone, Debug, Default)]
pub struct Notice {
    shown: Duration,
}

fn show(
    mut requests: MessageReader<ShowNotice>,
    notices: Query<Entity, With<Notice>>,
    mut commands: Commands,
) {
    let Some(ShowNotice(text)) = requests.read().last() else { return };
    for old in &notices {
        commands.entity(old).despawn();
    }
    commands.spawn_scene(words(text.clone()));
}

fn words(text: String) -> impl Scene {
    bsn! {
        Node {
            position_type: PositionType::Absolute,
            // Over the end of the issues, where there is nothing to press.
            right: px(theme::SOLVER_WIDTH + 14.0),
            bottom: px(theme::BOTTOM_HEIGHT + 12.0),
            max_width: percent(45),
        }
        GlobalZIndex(250)
        Pickable::IGNORE
        template_value(Notice::default())
        Children [(
            Node { padding: UiRect::axes(px(14), px(8)) }
            theme::Fill(theme::INK)
            Pickable::IGNORE
            Children [ ( theme::label(text) theme::Ink(theme::GROUND) ) ]
        )]
    }
}

fn go_away(
    mut notices: Query<(Entity, &mut Notice)>,
    time: Res<Time<Real>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    for (entity, mut notice) in &mut notices {
        // The first frame after an idle while is a long one.
        notice.shown += time.delta().min(Duration::from_millis(100));
        redraw.write(RequestRedraw);
        if notice.shown >= SHOWN {
            commands.entity(entity).despawn();
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowNotice>()
        .add_systems(Update, (show, go_away).chain().in_set(FrameSystems::Views));
}
