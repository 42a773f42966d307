//! The list of all steps since the level was opened, folded at first, the one that is shown in bold
//! ground; a click on one shows it. Only the rows that can be seen exist, so that
//! thousands of steps cost nothing.

use std::cmp::Ordering;

use bevy::feathers::constants::fonts;
use bevy::feathers::cursor::EntityCursor;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::{FontSource, LineBreak};
use bevy::ui::UiSystems;
use bevy::ui_widgets::{Activate, Button as WidgetButton, ScrollArea};
use bevy::window::{RequestRedraw, SystemCursorIcon};

use crate::app::boards::slots::HistorySlot;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::bound::shown_if;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, Fill, Ink};
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::{Fold, folding_of, is_unfolded};
use crate::puzzle::EditCommand;

/// Height of a row, in logical pixels.
const ROW: f32 = 20.0;
/// Height of the list.
const HEIGHT: f32 = 8.0 * ROW;
/// The most of the height of the window that it takes, in percent.
const MOST: f32 = 22.0;

/// The part that scrolls.
#[derive(Component, Clone, Default)]
pub struct HistoryArea;

/// What is in it, as high as all rows together.
#[derive(Component, Clone, Default)]
struct HistoryContent;

/// The row of a step, by its place in the history.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryRow(pub usize);

/// What a row is made of: its place among the rows that exist, its text, and whether
/// it is painted as a step before, at or after the one that is shown.
#[derive(Component)]
struct RowParts {
    place: usize,
    text: Entity,
    age: Option<Ordering>,
}

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<HistorySlot>>) {
    let area = bsn! {
        Node {
            height: px(HEIGHT),
            max_height: vh(MOST),
            border: UiRect::all(px(1)),
            overflow: Overflow::scroll_y(),
        }
        theme::Frame(theme::INK)
        ScrollArea
        HistoryArea
        shown_if(is_unfolded(Fold::History))
        Children [ ( Node { width: percent(100), flex_shrink: 0.0 } HistoryContent ) ]
    };
    let title = bsn! {
        folding_of(Fold::History)
        template_value(Tooltip::new("All steps since the level was opened; a click on one shows it", ""))
    };
    commands.spawn_scene(title).insert(ChildOf(*slot));
    commands.spawn_scene(area).insert(ChildOf(*slot));
}

/// Makes the content as high as all steps, and scrolls so that the one that is shown can be
/// seen: after each step, and when the list has got another height. Before the layout, which
/// scrolls no further than the content reaches.
fn follow_step(
    document: Res<Document>,
    area: Single<(&ComputedNode, &mut ScrollPosition), With<HistoryArea>>,
    mut content: Single<&mut Node, IsContent>,
    mut changes: MessageReader<DocumentChanged>,
    mut followed: Local<f32>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (node, mut scroll) = area.into_inner();
    let height = node.size().y * node.inverse_scale_factor();
    let has_changed = changes.read().count() > 0;
    if !has_changed && *followed == height {
        return;
    }
    *followed = height;
    let (at, steps) = (document.history().at(), document.history().steps().len());
    content.height = px(steps as f32 * ROW);
    redraw.write(RequestRedraw);
    if height == 0.0 {
        // There has been no layout: nothing can be out of sight.
        return;
    }
    let top = at as f32 * ROW;
    let end = (steps as f32 * ROW + 2.0 - height).max(0.0);
    let wanted = scroll.y.min(top).max(top + ROW + 2.0 - height).clamp(0.0, end);
    if scroll.y != wanted {
        scroll.y = wanted;
    }
}

/// The content, and not one of the rows in it.
type IsContent = (With<HistoryContent>, Without<HistoryRow>);

/// Puts the rows where they can be seen and writes what they stand for.
#[expect(clippy::too_many_arguments, reason = "a system names all that it reads and writes")]
fn show_rows(
    document: Res<Document>,
    assets: Res<AssetServer>,
    area: Single<&ComputedNode, With<HistoryArea>>,
    content: Single<Entity, IsContent>,
    mut rows: Query<(&mut HistoryRow, &mut Node, &mut Fill, &mut RowParts)>,
    mut texts: Query<(&mut Text, &mut Ink)>,
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let history = document.history();
    let scale = area.inverse_scale_factor();
    let wanted = (area.size().y * scale / ROW).ceil() as usize + 1;
    let first = (area.scroll_position.y * scale / ROW).floor() as usize;
    let existing = rows.iter().count();
    for place in existing..wanted {
        spawn_row(&mut commands, *content, &assets, place);
    }
    let mut changed = existing < wanted;
    for (mut row, mut node, mut ground, mut parts) in &mut rows {
        let index = first + parts.place;
        row.set_if_neq(HistoryRow(index));
        let step = history.steps().get(index);
        let display = if step.is_some() { Display::Flex } else { Display::None };
        if (node.display, node.top) != (display, px(index as f32 * ROW)) {
            (node.display, node.top) = (display, px(index as f32 * ROW));
            changed = true;
        }
        let (Some(step), Ok((mut words, mut ink))) = (step, texts.get_mut(parts.text)) else {
            continue;
        };
        changed |= words.set_if_neq(Text(step.name.clone()));
        // Not compared with what is seen, which has the colours of the dark theme there.
        let age = Some(index.cmp(&history.at()));
        if parts.age == age {
            continue;
        }
        parts.age = age;
        let (paint, color) = match index.cmp(&history.at()) {
            Ordering::Less => (theme::NONE, theme::INK),
            Ordering::Equal => (theme::INK, theme::GROUND),
            // What has been taken back.
            Ordering::Greater => (theme::NONE, theme::FAINT),
        };
        (ground.0, ink.0) = (paint, color);
        changed = true;
    }
    if changed {
        // What is written here is laid out in the next frame.
        redraw.write(RequestRedraw);
    }
}

fn spawn_row(commands: &mut Commands, content: Entity, assets: &AssetServer, place: usize) {
    let text = commands
        .spawn((
            Text::default(),
            theme::Ink(theme::INK),
            TextFont {
                font: FontSource::Handle(assets.load(fonts::REGULAR)),
                font_size: FontSize::Px(theme::TEXT),
                ..default()
            },
            TextLayout { linebreak: LineBreak::NoWrap, ..default() },
            Pickable::IGNORE,
        ))
        .id();
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(0),
        height: px(ROW),
        align_items: AlignItems::Center,
        padding: UiRect::horizontal(px(6)),
        display: Display::None,
        overflow: Overflow::clip(),
        ..default()
    };
    commands
        .spawn((
            node,
            theme::Fill(theme::NONE),
            WidgetButton,
            Hovered::default(),
            EntityCursor::System(SystemCursorIcon::Pointer),
            HistoryRow(usize::MAX),
            Tooltip::new("Goes to this step; the later ones stay until something is drawn", ""),
            RowParts { place, text, age: None },
            ChildOf(content),
        ))
        .add_child(text)
        .observe(
            |activate: On<Activate>, rows: Query<&HistoryRow>, mut edits: MessageWriter<Edit>| {
                if let Ok(&HistoryRow(step)) = rows.get(activate.entity) {
                    edits.write(Edit(EditCommand::JumpTo(step)));
                }
            },
        );
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slot)
        .add_systems(Update, follow_step.in_set(FrameSystems::Views))
        // A few rows, and nothing is written that is as it was: no condition needed.
        .add_systems(PostUpdate, show_rows.after(UiSystems::PostLayout));
}
