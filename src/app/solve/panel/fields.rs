//! The fields with numbers: the ancestor's Move and Max, and the limits. A field
//! that the method does not look at is not shown.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit, TextEditChange};

use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::work::search_settings::{Field, SettingsCommand, SolverSettings};

/// The row of a field: word and field.
#[derive(Component, Clone, Copy, Default)]
struct FieldRow(Field);

pub(super) fn plugin(app: &mut App) {
    app.add_observer(field_on_text_edit).add_systems(
        Update,
        (fill_fields, show_rows.run_if(resource_exists_and_changed::<SolverSettings>))
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    let rows: Vec<_> = Field::ALL.into_iter().map(row).collect();
    bsn! {
        Node { flex_wrap: FlexWrap::Wrap, justify_content: JustifyContent::SpaceBetween, row_gap: px(theme::GAP), flex_shrink: 0.0 }
        Children [ {rows} ]
    }
}

fn row(field: Field) -> impl Scene {
    bsn! {
        Node { width: px(132), align_items: AlignItems::Center, column_gap: px(theme::GAP) }
        FieldRow({field})
        template_value(Tooltip::new(field.explained(), ""))
        Children [
            ( Node { width: px(82), flex_shrink: 0.0 } Children [ theme::label(field.label()) ] ),
            ( theme::text_field(field, 8) Node { flex_grow: 0.0, flex_shrink: 0.0, width: px(44) } ),
        ]
    }
}

fn field_on_text_edit(
    edit: On<TextEditChange>,
    fields: Query<(&Field, &EditableText)>,
    focus: Res<InputFocus>,
    mut out: MessageWriter<SettingsCommand>,
) {
    let entity = edit.event_target();
    // It is also sent when the field is spawned and when it is filled.
    if focus.get() == Some(entity)
        && let Ok((&field, text)) = fields.get(entity)
    {
        out.write(SettingsCommand::Field(field, text.value().to_string()));
    }
}

fn fill_fields(
    settings: Res<SolverSettings>,
    mut fields: Query<(&Field, &mut EditableText), Added<EditableText>>,
) {
    for (&field, mut text) in &mut fields {
        text.queue_edit(TextEdit::Insert(settings.text(field).into()));
    }
}

fn show_rows(settings: Res<SolverSettings>, mut rows: Query<(&FieldRow, &mut Node)>) {
    for (row, mut node) in &mut rows {
        node.display =
            if row.0.applies_to(settings.method) { Display::Flex } else { Display::None };
    }
}
