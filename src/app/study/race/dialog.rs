//! The dialog of the race: who takes part, where each ends, and the table.

use bevy::feathers::controls::FeathersCheckbox;
use bevy::feathers::theme::ThemedText;
use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, ValueChange};

use super::{Race, RaceCommand, TIMES, table};
use crate::app::document::Document;
use crate::app::kit::bound::{caption_of, checked_if, chosen_if, enabled_if, sends};
use crate::app::kit::dialog::{Dialog, button_row, closing, dialog, open};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{button, label, label_dim, primary_button};
use crate::app::kit::tooltip::Tooltip;
use crate::app::levels::choose_file::{ChooseFile, Purpose};
use crate::app::work::ShowRace;
use crate::search::{Aim, Racer};
use crate::words;

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
            sends(ChooseFile(Purpose::Race))
            enabled_if(|race: Res<Race>| (0..Racer::ALL.len()).any(|racer| race.row(racer).is_some()))
        ),
        (
            primary_button("Race")
            #Race
            Node { min_width: px(110) }
            caption_of(|race: Res<Race>| if race.is_running() { "Stop" } else { "Race" }.to_owned())
            enabled_if(can_start)
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
    open(&mut commands, &dialogs, dialog("Methods side by side", 1040.0, Box::new(content)));
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
                    template_value(Name::new(name))
                    checked_if(move |race: Res<Race>| race.is_chosen(racer))
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
        template_value(Tooltip::new(tip, ""))
        sends(RaceCommand::Aim(aim))
        chosen_if(move |race: Res<Race>| race.aim() == aim)
    }
}

fn time_button(seconds: u64) -> impl Scene {
    let words = if seconds < 60 { format!("{seconds} s") } else { format!("{} min", seconds / 60) };
    bsn! {
        button(words)
        template_value(Tooltip::new("The longest time that each method gets", ""))
        sends(RaceCommand::Seconds(seconds))
        chosen_if(move |race: Res<Race>| race.seconds() == seconds)
    }
}

fn can_start(race: Res<Race>, document: Res<Document>) -> bool {
    document.puzzle().is_some() && (0..Racer::ALL.len()).any(|racer| race.is_chosen(racer))
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(FrameSystems::Views));
}
