//! The table of the race: what each method has shown in words, and a bar for the
//! positions that it has looked at.

use bevy::prelude::*;

use super::{Race, RaceRow};
use crate::app::kit::bound::{bound, ground_of, ink_of, text_of};
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::picture::{RACE_TITLES, RaceLine};
use crate::search::{Racer, Row, Stop};
use crate::words::figures;

/// Widths of the columns without the first, in logical pixels.
const WIDTHS: [f32; RACE_TITLES.len() - 1] = [52.0, 48.0, 84.0, 88.0, 88.0, 70.0, 78.0];
/// What the columns without the first tell.
const EXPLAINED: [&str; RACE_TITLES.len() - 1] = [
    "Moves of the first solution that the method has found",
    "Moves of the shortest solution that it has found",
    "Whether no solution can be shorter, or how many moves are needed at least",
    "Positions from which it has tried all moves",
    "Different positions that it keeps in memory",
    "How long it has taken; ! where a limit has stopped it",
    "The most memory that it has held",
];
/// Width of the names with their boxes.
pub(super) const NAME: f32 = 186.0;

/// Returns the titles of the columns.
pub(super) fn titles() -> impl Scene {
    let titles: Vec<_> = (0..WIDTHS.len())
        .map(|column| {
            bsn! {
                cell(column)
                template_value(Tooltip::new(EXPLAINED[column], ""))
                Children [ theme::label_dim(RACE_TITLES[column + 1]) ]
            }
        })
        .collect();
    bsn! {
        Node { flex_shrink: 0.0, border: UiRect::bottom(px(1)), padding: UiRect::bottom(px(4)) }
        theme::Frame(theme::INK)
        Children [
            ( Node { width: px(NAME), flex_shrink: 0.0 } Children [ theme::label_dim(RACE_TITLES[0]) ] ),
            {titles},
        ]
    }
}

/// Returns the cells of one method, its name left out.
pub(super) fn cells(racer: usize) -> Vec<Box<dyn Scene>> {
    let mut cells: Vec<Box<dyn Scene>> = (0..WIDTHS.len())
        .map(|column| {
            let name = format!("race {racer} {column}");
            let is_proved = move |race: Res<Race>| column == 2 && shown(&race, racer, 2) == "proved";
            Box::new(bsn! {
                cell(column)
                Children [ (
                    theme::label("")
                    template_value(Name::new(name))
                    text_of(move |race: Res<Race>| shown(&race, racer, column))
                    ink_of(move |race: Res<Race>| if is_proved(race) { theme::BLUE } else { theme::INK })
                ) ]
            }) as Box<dyn Scene>
        })
        .collect();
    let part = move |race: Res<Race>| part(&race, racer);
    cells.push(Box::new(bsn! {
        Node { flex_grow: 1.0, height: px(12), margin: UiRect::left(px(16)) }
        Children [ (
            Node { width: percent(0), height: percent(100) }
            ground_of(move |race: Res<Race>| if part(race).1 { theme::BLUE } else { theme::YELLOW })
            bound(move |race: Res<Race>| part(race).0, fill)
        ) ]
    }));
    cells
}

fn cell(column: usize) -> impl Scene {
    bsn! {
        Node { width: px(WIDTHS[column]), flex_shrink: 0.0, justify_content: JustifyContent::End }
    }
}

/// Returns the lines of all that take part, for the picture.
pub(super) fn chart_rows(race: &Race) -> Vec<RaceLine> {
    let racers = (0..Racer::ALL.len()).filter_map(|racer| Some((racer, race.row(racer)?)));
    racers.map(|(racer, row)| line(race, racer, row)).collect()
}

fn line(race: &Race, racer: usize, row: &RaceRow) -> RaceLine {
    let name = Racer::ALL[racer].name.to_owned();
    let (cells, expanded) = match row {
        RaceRow::Shown(row) => (words(row), row.progress.expanded),
        RaceRow::Waiting => (Default::default(), 0),
        RaceRow::Failed => {
            let mut cells: [String; 7] = Default::default();
            "failed".clone_into(&mut cells[2]);
            (cells, 0)
        }
    };
    let part = expanded as f32 / (race.most_expanded() as f32).max(1.0);
    let proved = matches!(row, RaceRow::Shown(row) if row.is_proved());
    RaceLine { name, cells, part, proved }
}

fn words(row: &Row) -> [String; 7] {
    let none = || "-".to_owned();
    let progress = &row.progress;
    let stopped = row.outcome.as_ref().is_some_and(|outcome| outcome.stop != Stop::Finished);
    let is_proved = row.is_proved();
    let proof = match (is_proved, row.moves()) {
        (true, Some(_)) => "proved".to_owned(),
        (true, None) => "unsolvable".to_owned(),
        (false, _) if row.outcome.is_none() && progress.expanded == 0 => none(),
        (false, _) => format!("at least {}", progress.lower_bound),
    };
    let time = figures::time(progress.elapsed);
    [
        row.first.map_or_else(none, |first| first.moves.to_string()),
        row.moves().map_or_else(none, |moves| moves.to_string()),
        proof,
        figures::short_count(progress.expanded),
        figures::short_count(progress.stored),
        if stopped { format!("{time} !") } else { time },
        figures::memory(progress.peak_memory_bytes),
    ]
}

/// Returns what a method has shown in a column.
fn shown(race: &Race, racer: usize, column: usize) -> String {
    let line = race.row(racer).map(|row| line(race, racer, row));
    line.map_or_else(String::new, |line| line.cells[column].clone())
}

/// How much of its width a bar fills, and whether it is proved.
fn part(race: &Race, racer: usize) -> (f32, bool) {
    let line = race.row(racer).map(|row| line(race, racer, row));
    line.map_or((0.0, false), |line| (line.part, line.proved))
}

fn fill(mut bar: EntityWorldMut, part: f32) {
    let width = percent(100.0 * part);
    if let Some(mut node) = bar.get_mut::<Node>()
        && node.width != width
    {
        node.width = width;
        // The shortest can still be seen.
        node.min_width = px(if part > 0.0 { 2 } else { 0 });
    }
}
