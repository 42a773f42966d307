//! The dialog of the race: who takes part, where each ends, and the table.

use bevy::feathers::controls::{ButtonVariant, FeathersCheckbox};
use bevy::feathers::theme::ThemedText;
use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, ValueChange};

use super::{Race, RaceCommand, TIMES, table};
use crate::app::document::Document;
use crate::app::kit::dialog::{Dialog, button_row, closing, dialog, open};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{button, label, label_dim, primary_button};
use crate::app::kit::tooltip::Tooltip;
use crate::app::levels::choose_file::{ChooseFile, Purpose};
use crate::app::work::ShowRace;
use crate::search::{Aim, Racer};
use crate::words;

/// The box before a method.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RacerBox(pub usize);

/// Where each ends.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AimSwitch(pub Aim);

/// The longest time for each, in seconds.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeButton(pub u64);

/// A button of the dialog.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RaceButton {
    /// Begins the race, or ends it.
    #[default]
    Go,
    /// Writes the table as a picture.
    Export,
}

const CHOICES: [(Aim, &str); 2] =
    [(Aim::Any, "at its first solution"), (Aim::Prove, "with the proof")];

fn show(
    mut requests: MessageReader<ShowRace>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    if requests.read().count() == 0 {
        return;
    }
    let aims: Vec<_> = CHOICES.into_iter().map(|(aim, words)| aim_button(aim, words)).collect();
    let times: Vec<_> = TIMES.into_iter().map(time_button).collect();
    let rows: Vec<_> = (0..Racer::ALL.len()).map(racer_row).collect();
    let buttons = bsn_list! {
        closing(button("Close")),
        Node { flex_grow: 1.0 },
        (
            button("Export PNG…")
            template_value(Tooltip::new("Saves boards and table as one picture", ""))
            template_value(RaceButton::Export)
            on(|_: On<Activate>, mut out: MessageWriter<ChooseFile>| {
                out.write(ChooseFile(Purpose::Race));
            })
        ),
        (
            primary_button("Race")
            Node { min_width: px(110) }
            template_value(RaceButton::Go)
            template_value(Tooltip::new("Lets each chosen method solve this level, one after the other", ""))
            AutoFocus
            on(|_: On<Activate>, race: Res<Race>, mut out: MessageWriter<RaceCommand>| {
                out.write(if race.is_running() { RaceCommand::Stop } else { RaceCommand::Start });
            })
        ),
    };
    let content = bsn_list! {
        (
            Node { align_items: AlignItems::Center, column_gap: px(10), flex_shrink: 0.0 }
            Children [
                label("Each ends"),
                ( Node { column_gap: px(-1) } Children [ {aims} ] ),
                ( Node { margin: UiRect::left(px(18)) } Children [ label("after at most") ] ),
                ( Node { column_gap: px(-1) } Children [ {times} ] ),
            ]
        ),
        table::titles(),
        (
            Node { flex_direction: FlexDirection::Column, row_gap: px(6), flex_shrink: 0.0 }
            Children [ {rows} ]
        ),
        label_dim(
            "One after the other. first: moves of the first solution; best: of the best. \
             The bars are the positions looked at, blue where the best is proved. ! stopped by a limit.",
        ),
        button_row(Box::new(buttons)),
    };
    open(&mut commands, &dialogs, dialog("METHODS SIDE BY SIDE", 1040.0, Box::new(content)));
}

fn racer_row(racer: usize) -> impl Scene {
    let cells = table::cells(racer);
    let Racer { name, method, .. } = Racer::ALL[racer];
    let about = words::method(method).sentence;
    bsn! {
        Node { align_items: AlignItems::Center, height: px(22), flex_shrink: 0.0 }
        Children [
            (
                Node { width: px(table::NAME), flex_shrink: 0.0 }
                Children [ (
                    @FeathersCheckbox { @caption: bsn! { Text({name}) ThemedText } }
                    RacerBox({racer})
                    template_value(Tooltip::new(about, ""))
                    on(move |change: On<ValueChange<bool>>, mut out: MessageWriter<RaceCommand>| {
                        out.write(RaceCommand::Choose { racer, chosen: change.value });
                    })
                ) ]
            ),
            {cells},
        ]
    }
}

fn aim_button(aim: Aim, words: &'static str) -> impl Scene {
    let tip = match aim {
        Aim::Any => "Stops each method when it has found any solution",
        _ => "Lets each method go on until it has proved the best, if it can",
    };
    bsn! {
        button(words)
        AimSwitch({aim})
        template_value(Tooltip::new(tip, ""))
        on(move |_: On<Activate>, mut out: MessageWriter<RaceCommand>| {
            out.write(RaceCommand::Aim(aim));
        })
    }
}

fn time_button(seconds: u64) -> impl Scene {
    let words = if seconds < 60 { format!("{seconds} s") } else { format!("{} min", seconds / 60) };
    bsn! {
        button(words)
        TimeButton({seconds})
        template_value(Tooltip::new("The longest time that each method gets", ""))
        on(move |_: On<Activate>, mut out: MessageWriter<RaceCommand>| {
            out.write(RaceCommand::Seconds(seconds));
        })
    }
}

fn show_chosen(
    race: Res<Race>,
    mut buttons: Query<(Option<&AimSwitch>, Option<&TimeButton>, &mut ButtonVariant)>,
) {
    for (aim, time, mut variant) in &mut buttons {
        let chosen = match (aim, time) {
            (Some(aim), _) => aim.0 == race.aim(),
            (_, Some(time)) => time.0 == race.seconds(),
            (None, None) => continue,
        };
        variant.set_if_neq(if chosen { ButtonVariant::Primary } else { ButtonVariant::Normal });
    }
}

fn show_boxes(
    race: Res<Race>,
    boxes: Query<(Entity, &RacerBox, Has<Checked>)>,
    mut commands: Commands,
) {
    for (entity, racer, checked) in &boxes {
        match (race.is_chosen(racer.0), checked) {
            (true, false) => drop(commands.entity(entity).insert(Checked)),
            (false, true) => drop(commands.entity(entity).remove::<Checked>()),
            _ => {}
        }
    }
}

fn show_buttons(
    race: Res<Race>,
    document: Res<Document>,
    buttons: Query<(Entity, &RaceButton, &Children, Has<InteractionDisabled>)>,
    mut texts: Query<&mut Text>,
    mut commands: Commands,
) {
    let has_rows = (0..Racer::ALL.len()).any(|racer| race.row(racer).is_some());
    let has_racer = (0..Racer::ALL.len()).any(|racer| race.is_chosen(racer));
    for (entity, button, children, disabled) in &buttons {
        let enabled = match button {
            RaceButton::Go => document.puzzle().is_some() && has_racer,
            RaceButton::Export => has_rows,
        };
        match (enabled, disabled) {
            (true, true) => drop(commands.entity(entity).remove::<InteractionDisabled>()),
            (false, false) => drop(commands.entity(entity).insert(InteractionDisabled)),
            _ => {}
        }
        if *button == RaceButton::Go {
            for &child in children {
                if let Ok(mut text) = texts.get_mut(child) {
                    text.set_if_neq(Text::new(if race.is_running() { "Stop" } else { "Race" }));
                }
            }
        }
    }
}

fn dialog_appears(boxes: Query<(), Added<RacerBox>>) -> bool {
    !boxes.is_empty()
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            show,
            (show_chosen, show_boxes, show_buttons)
                .run_if(resource_changed::<Race>.or_else(dialog_appears)),
        )
            .in_set(FrameSystems::Views),
    );
}
