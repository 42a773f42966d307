//! The list beside the boards, there when there are some: everything that is wrong with the draft,
//! then what is most likely not meant. A click on one marks its cells alone; a second click marks
//! those of all again.

use bevy::prelude::*;
use bevy::ui_widgets::{Activate, ScrollArea};

use crate::app::boards::slots::IssuesSlot;
use crate::app::design::overlays::FocusedIssue;
use crate::app::design::targets::ShowTarget;
use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::bound::shown_if;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, Fill, Frame, Paint, heading, label};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::{Issue, Layout};
use crate::words::issue_words;

/// The most of the height of the window that they take, in percent.
const MOST: f32 = 30.0;

/// The row of an issue, by its place in the list.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IssueRow(pub usize);

/// The issues that are listed.
#[derive(Resource, Default)]
struct Listed(Vec<Issue>);

/// The rows.
#[derive(Component, Clone, Default)]
struct IssueList;

/// An issue has been clicked.
#[derive(Message, Clone, Copy, Debug)]
struct ClickIssue(usize);

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<IssuesSlot>>) {
    let panel = bsn! {
        Node { flex_direction: FlexDirection::Column, max_height: vh(MOST), padding: UiRect::bottom(px(theme::GAP)) }
        shown_if(|listed: Res<Listed>| !listed.0.is_empty())
        #Issues
        Children [
            (
                Node { height: px(theme::ROW), flex_shrink: 0.0, align_items: AlignItems::Center }
                Children [ heading("Issues") ]
            ),
            (
                Node {
                    flex_direction: FlexDirection::Column,
                    min_height: px(0),
                    // The bar of what scrolls stands at the edge of the column.
                    margin: UiRect::right(px(-theme::PADDING)),
                    padding: UiRect::right(px(theme::PADDING)),
                    overflow: Overflow::scroll_y(),
                }
                ScrollArea
                IssueList
            ),
        ]
    };
    commands.spawn_scene(panel).insert(ChildOf(*slot));
}

/// Returns what is listed: nothing for a level that is not begun, nor that its goal is still to be
/// drawn, for which the verdict asks.
fn issues_of(document: &Document) -> Vec<Issue> {
    if document.is_blank() {
        return Vec::new();
    }
    let asked = Issue::EmptyGoal { layout: Layout::Goal };
    let all = document.issues().iter().chain(document.warnings());
    all.filter(|&issue| *issue != asked).cloned().collect()
}

/// Takes over the issues of the document. The one that was clicked stays so as long
/// as it is there.
fn follow_document(
    document: Res<Document>,
    mut listed: ResMut<Listed>,
    mut focused: ResMut<FocusedIssue>,
) {
    let issues = issues_of(&document);
    let kept = focused.0.clone().filter(|issue| issues.contains(issue));
    focused.set_if_neq(FocusedIssue(kept));
    if listed.0 != issues {
        listed.0 = issues;
    }
}

fn click(
    mut clicks: MessageReader<ClickIssue>,
    listed: Res<Listed>,
    mut focused: ResMut<FocusedIssue>,
    mut targets: MessageWriter<ShowTarget>,
) {
    for &ClickIssue(index) in clicks.read() {
        let Some(issue) = listed.0.get(index) else { continue };
        let again = focused.0.as_ref() == Some(issue);
        focused.0 = (!again).then(|| issue.clone());
        if let Some(layout) = issue.layout() {
            targets.write(ShowTarget(layout));
        }
    }
}

fn show_rows(
    document: Res<Document>,
    (listed, focused): (Res<Listed>, Res<FocusedIssue>),
    list: Single<Entity, With<IssueList>>,
    rows: Query<Entity, With<IssueRow>>,
    mut commands: Commands,
) {
    for row in &rows {
        commands.entity(row).despawn();
    }
    for (index, issue) in listed.0.iter().enumerate() {
        let words = issue_words(issue, &document.draft().palette) + &issue.remedy();
        let chosen = focused.0.as_ref() == Some(issue);
        commands.spawn_scene(row(index, issue, words, chosen)).insert(ChildOf(*list));
    }
}

/// The square before a row: red where something is wrong.
fn light(ground: Paint) -> impl Scene {
    bsn! {
        Node { width: px(10), height: px(10), flex_shrink: 0.0, border: UiRect::all(px(1)) }
        Fill(ground)
        theme::Frame(theme::INK)
        Pickable::IGNORE
    }
}

fn row(index: usize, issue: &Issue, words: String, chosen: bool) -> impl Scene + use<> {
    let is_wrong = !issue.is_warning() || issue.forbids_every_solution();
    let ground_of_light = if is_wrong { theme::RED } else { theme::NONE };
    let (ground, frame) =
        if chosen { (theme::FIELD_HOVER, theme::INK) } else { (theme::GROUND, theme::NONE) };
    bsn! {
        theme::bare_button()
        Node {
            min_height: px(22),
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            column_gap: px(8),
            padding: UiRect::horizontal(px(4)),
            border: UiRect::all(px(1)),
        }
        Fill(ground)
        Frame(frame)
        IssueRow({index})
        template_value(Tooltip::new("Marks the cells of this one alone; again, those of all", ""))
        on(move |_: On<Activate>, mut out: MessageWriter<ClickIssue>| {
            out.write(ClickIssue(index));
        })
        Children [
            light(ground_of_light),
            ( Node { flex_grow: 1.0, flex_basis: px(0) } Pickable::IGNORE Children [ label(words) ] ),
        ]
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Listed>()
        .add_message::<ClickIssue>()
        .add_systems(Startup, fill_slot)
        .add_systems(
            Update,
            (follow_document.run_if(on_message::<DocumentChanged>.or_else(run_once)), click)
                .chain()
                .after(FrameSystems::Commands)
                .before(FrameSystems::Poll),
        )
        .add_systems(
            Update,
            show_rows
                .run_if(
                    resource_changed::<Listed>
                        .or_else(resource_changed::<FocusedIssue>)
                        .or_else(on_message::<DocumentChanged>),
                )
                .in_set(FrameSystems::Views),
        );
}
