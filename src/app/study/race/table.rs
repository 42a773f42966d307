//! The table of the race: what each method has shown in words, and a bar for the
//! positions that it has looked at.

use bevy::prelude::*;

use super::{Race, RaceRow};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::picture::{RACE_TITLES, RaceLine};
use crate::search::{Racer, Row, Stop};
use crate::words::figures;

/// A cell of the table.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RaceCell {
    /// The method, by its place in [`Racer::ALL`].
    pub racer: usize,
    /// The column, from 0, as in [`RACE_TITLES`] without the first.
    pub column: usize,
}

/// The title of a column.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RaceTitle(pub usize);

/// The bar of a method.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct RaceBar(pub usize);

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
                Children [ ( theme::label_dim(RACE_TITLES[column + 1]) RaceTitle({column}) ) ]
            }
        })
        .collect();
    bsn! {
        Node { flex_shrink: 0.0, border: UiRect::bottom(px(1)), padding: UiRect::bottom(px(4)) }
        BorderColor::all(theme::BLACK)
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
            let marker = RaceCell { racer, column };
            Box::new(bsn! {
                cell(column)
                Children [ ( theme::label("") template_value(marker) ) ]
            }) as Box<dyn Scene>
        })
        .collect();
    cells.push(Box::new(bsn! {
        Node { flex_grow: 1.0, height: px(12), margin: UiRect::left(px(16)) }
        Children [ (
            Node { width: percent(0), height: percent(100) }
            BackgroundColor(theme::BLUE)
            RaceBar({racer})
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

fn show_table(
    race: Res<Race>,
    mut cells: Query<(&RaceCell, &mut Text, &mut TextColor)>,
    mut bars: Query<(&RaceBar, &mut Node, &mut BackgroundColor)>,
) {
    for (cell, mut text, mut color) in &mut cells {
        let line = race.row(cell.racer).map(|row| line(&race, cell.racer, row));
        let words = line.map(|line| line.cells[cell.column].clone()).unwrap_or_default();
        let is_proved = cell.column == 2 && words == "proved";
        color.set_if_neq(TextColor(if is_proved { theme::BLUE } else { theme::BLACK }));
        text.set_if_neq(Text(words));
    }
    for (bar, mut node, mut ground) in &mut bars {
        let row = race.row(bar.0);
        let part = row.map_or(0.0, |row| line(&race, bar.0, row).part);
        let is_proved = matches!(row, Some(RaceRow::Shown(row)) if row.is_proved());
        ground.set_if_neq(BackgroundColor(if is_proved { theme::BLUE } else { theme::YELLOW }));
        let width = percent(100.0 * part);
        if node.width != width {
            node.width = width;
            // The shortest can still be seen.
            node.min_width = px(if part > 0.0 { 2 } else { 0 });
        }
    }
}

fn table_appears(cells: Query<(), Added<RaceCell>>) -> bool {
    !cells.is_empty()
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_table
            .run_if(resource_changed::<Race>.or_else(table_appears))
            .in_set(FrameSystems::Views),
    );
}
