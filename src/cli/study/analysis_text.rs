//! What `analyse` prints for people.

use std::io::{self, Write};

use super::analyse::{Analysis, farthest_from_goal};
use crate::puzzle::{Position, format_moves, position_text};
use crate::search::explore::{Farthest, Phase};
use crate::search::what_if::{WallEffect, WithoutWall};
use crate::search::{CounterIntuitive, Stop};
use crate::words::{self, figures};

/// Names of figures stand in a column of this width.
const COLUMN: usize = 22;

/// Up to so many farthest positions are all printed.
const ALL_PRINTED: u64 = 3;

pub(super) fn write(out: &mut impl Write, analysis: &Analysis, depths: bool) -> io::Result<()> {
    figure(out, "solution", &words::verdict(&analysis.outcome, None))?;
    if let Some(solution) = analysis.outcome.verdict.solution() {
        continued(out, &format_moves(solution.moves()))?;
        write_surprises(out, analysis)?;
    }
    write_positions(out, analysis)?;
    if depths {
        write_depths(out, analysis)?;
    }
    if let Some(walls) = &analysis.walls {
        write_walls(out, analysis, walls)?;
    }
    Ok(())
}

fn figure(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    writeln!(out, "{}", format!("{name:COLUMN$}{value}").trim_end())
}

fn continued(out: &mut impl Write, lines: &str) -> io::Result<()> {
    lines.lines().try_for_each(|line| figure(out, "", line))
}

fn write_surprises(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    let moves = analysis.outcome.verdict.solution().map_or(0, crate::puzzle::Solution::cost);
    let count = format!("{} of {}", analysis.surprises.len(), figures::moves(moves));
    figure(out, "counter-intuitive", &count)?;
    for surprise in &analysis.surprises {
        continued(out, &surprise_text(analysis, surprise))?;
    }
    Ok(())
}

/// Returns a line such as `3. b1R: a tile leaves its goal, estimate 4 -> 5`.
fn surprise_text(analysis: &Analysis, surprise: &CounterIntuitive) -> String {
    let solution = analysis.outcome.verdict.solution().expect("its moves surprise");
    let leaves = surprise.leaves_goal.then(|| "a tile leaves its goal".to_owned());
    let rises = surprise.rises.map(|(before, after)| format!("estimate {before} -> {after}"));
    let why: Vec<String> = leaves.into_iter().chain(rises).collect();
    let push = solution.moves()[surprise.index];
    format!("{}. {push}: {}", surprise.index + 1, why.join(", "))
}

fn write_positions(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    let explore = &analysis.explore;
    let progress = explore.progress();
    let cost = format!(
        "({}, {})",
        figures::time(progress.elapsed),
        figures::memory(progress.memory_bytes)
    );
    let Some(listed) = explore.listed() else {
        let why = why(explore.stop());
        figure(out, "positions", &format!("not all listed: {why} {cost}"))?;
        let (count, moves) = (figures::grouped(progress.positions), progress.moves);
        let moves = figures::moves(moves);
        return continued(out, &format!("at least {count}; all within {moves} are among them"));
    };
    figure(out, "positions", &format!("{} {cost}", figures::grouped(listed.positions)))?;
    write_farthest(out, "farthest from start", analysis, &listed.farthest)?;
    let Some(measured) = explore.measured() else {
        debug_assert_ne!(progress.phase, Phase::Done);
        return figure(out, "distance to the goal", &format!("not known: {}", why(explore.stop())));
    };
    match farthest_from_goal(explore) {
        Some(farthest) => write_farthest(out, "farthest from goal", analysis, farthest)?,
        None => figure(out, "farthest from goal", "the goal cannot be reached")?,
    }
    figure(out, "dead positions", &figures::grouped(measured.dead))?;
    figure(out, "shortest solutions", &format_ways(measured.shortest_solutions))?;
    let solutions = analysis.solutions.iter().flatten();
    solutions.into_iter().try_for_each(|moves| continued(out, &format_moves(moves)))
}

fn why(stop: Option<Stop>) -> &'static str {
    stop.and_then(words::stopped).unwrap_or("stopped")
}

/// Writes a number of solutions.
pub(super) fn format_ways(ways: u128) -> String {
    match u64::try_from(ways) {
        Ok(ways) => figures::grouped(ways),
        Err(_) if ways == u128::MAX => "more than can be counted".to_owned(),
        Err(_) => ways.to_string(),
    }
}

fn write_farthest(
    out: &mut impl Write,
    name: &str,
    analysis: &Analysis,
    farthest: &Farthest,
) -> io::Result<()> {
    let moves = figures::moves(farthest.moves);
    let many = match farthest.count {
        1 => "one position".to_owned(),
        count if count <= ALL_PRINTED => {
            format!("{count} positions, the moves are those of the first")
        }
        count => format!("{} positions, such as", figures::grouped(count)),
    };
    figure(out, name, &format!("{moves}: {many}"))?;
    let others = farthest.others.iter().filter(|_| farthest.count <= ALL_PRINTED);
    for (nth, position) in [&farthest.position].into_iter().chain(others).enumerate() {
        if nth > 0 {
            figure(out, "", "")?;
        }
        continued(out, &text_of(analysis, position))?;
    }
    continued(out, &format_moves(&farthest.path))
}

pub(super) fn text_of(analysis: &Analysis, position: &Position) -> String {
    position_text(analysis.puzzle.board(), position, &analysis.draft.palette)
}

fn write_depths(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    let explore = &analysis.explore;
    let from_start = explore.listed().map_or(explore.by_moves(), |listed| &listed.by_moves);
    let to_goal = explore.measured().map_or(&[][..], |measured| &measured.by_distance);
    let first = if explore.listed().is_some() { 0 } else { analysis.puzzle.opening().len() };
    writeln!(out, "\nmoves  {:>16}  {:>16}", "from the start", "to the goal")?;
    for moves in 0..(first + from_start.len()).max(to_goal.len()) {
        let count = |counts: &[u64], at: Option<usize>| {
            at.and_then(|at| counts.get(at)).copied().map(figures::grouped).unwrap_or_default()
        };
        let (start, goal) =
            (count(from_start, moves.checked_sub(first)), count(to_goal, Some(moves)));
        writeln!(out, "{}", format!("{moves:>5}  {start:>16}  {goal:>16}").trim_end())?;
    }
    writeln!(out)
}

fn write_walls(out: &mut impl Write, analysis: &Analysis, walls: &[WithoutWall]) -> io::Result<()> {
    let with = &analysis.outcome.verdict;
    let matter: Vec<_> =
        walls.iter().filter(|wall| wall.effect(with) == WallEffect::Matters).collect();
    let undecided = walls.iter().filter(|wall| wall.effect(with) == WallEffect::Undecided).count();
    let mut count = match walls.len() {
        0 => "there are none".to_owned(),
        all => format!("{} of {all} matter", matter.len()),
    };
    if undecided > 0 {
        count += &format!(", {undecided} not decided");
    }
    figure(out, "walls", &count)?;
    for wall in matter {
        let text = wall.verdict.as_ref();
        let text = text.map_or_else(|| "the opening cannot be played".to_owned(), words::found);
        continued(out, &format!("without {}: {text}", wall.cell))?;
    }
    Ok(())
}
