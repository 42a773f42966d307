//! What `analyse` prints for people.

use std::io::{self, Write};

use super::analyse::{Analysis, farthest_from_goal};
use crate::cli::report::verdict_text;
use crate::cli::units::{format_count, format_moves_count, format_seconds, format_size};
use crate::puzzle::{Position, format_moves, position_text};
use crate::search::explore::{Farthest, Phase};
use crate::search::{CounterIntuitive, Stop, Verdict, WithoutWall};

/// Names of figures stand in a column of this width.
const COLUMN: usize = 22;

/// Up to so many farthest positions are all printed.
const FEW: u64 = 3;

pub(super) fn write(out: &mut impl Write, analysis: &Analysis, depths: bool) -> io::Result<()> {
    figure(out, "solution", &verdict_text(&analysis.outcome))?;
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
    let count = format!("{} of {}", analysis.surprises.len(), format_moves_count(moves));
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
    let cost =
        format!("({}, {})", format_seconds(progress.elapsed), format_size(progress.memory_bytes));
    let Some(listed) = explore.listed() else {
        let why = why(explore.stop());
        figure(out, "positions", &format!("not all listed: {why} {cost}"))?;
        let (count, moves) = (format_count(progress.positions), progress.moves);
        let moves = format_moves_count(moves);
        return continued(out, &format!("at least {count}; all within {moves} are among them"));
    };
    figure(out, "positions", &format!("{} {cost}", format_count(listed.positions)))?;
    write_farthest(out, "farthest from start", analysis, &listed.farthest)?;
    let Some(measured) = explore.measured() else {
        debug_assert_ne!(progress.phase, Phase::Done);
        return figure(out, "distance to the goal", &format!("not known: {}", why(explore.stop())));
    };
    match farthest_from_goal(explore) {
        Some(farthest) => write_farthest(out, "farthest from goal", analysis, farthest)?,
        None => figure(out, "farthest from goal", "the goal cannot be reached")?,
    }
    figure(out, "dead positions", &format_count(measured.dead))?;
    figure(out, "shortest solutions", &format_ways(measured.shortest_solutions))
}

const fn why(stop: Option<Stop>) -> &'static str {
    match stop {
        Some(Stop::Time) => "stopped by the time limit",
        Some(Stop::Memory) => "stopped by the memory limit",
        Some(Stop::States) => "stopped by the limit of states",
        _ => "stopped",
    }
}

/// Writes a number of solutions.
pub(super) fn format_ways(ways: u128) -> String {
    match u64::try_from(ways) {
        Ok(ways) => format_count(ways),
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
    let moves = format_moves_count(farthest.moves);
    let many = match farthest.count {
        1 => "one position".to_owned(),
        count if count <= FEW => format!("{count} positions, the moves are those of the first"),
        count => format!("{} positions, such as", format_count(count)),
    };
    figure(out, name, &format!("{moves}: {many}"))?;
    let others = farthest.others.iter().filter(|_| farthest.count <= FEW);
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
            at.and_then(|at| counts.get(at)).copied().map(format_count).unwrap_or_default()
        };
        let (start, goal) =
            (count(from_start, moves.checked_sub(first)), count(to_goal, Some(moves)));
        writeln!(out, "{}", format!("{moves:>5}  {start:>16}  {goal:>16}").trim_end())?;
    }
    writeln!(out)
}

fn write_walls(out: &mut impl Write, analysis: &Analysis, walls: &[WithoutWall]) -> io::Result<()> {
    let changes: Vec<_> =
        walls.iter().map(|wall| (wall.cell, change(&analysis.outcome.verdict, wall))).collect();
    let count_of =
        |wanted: fn(&Change) -> bool| changes.iter().filter(|(_, change)| wanted(change)).count();
    let matter = count_of(|change| matches!(change, Change::Matters(_)));
    let undecided = count_of(|change| *change == Change::Undecided);
    let mut count = match walls.len() {
        0 => "there are none".to_owned(),
        all => format!("{matter} of {all} matter"),
    };
    if undecided > 0 {
        count += &format!(", {undecided} not decided");
    }
    figure(out, "walls", &count)?;
    for (cell, change) in changes {
        if let Change::Matters(text) = change {
            continued(out, &format!("without {cell}: {text}"))?;
        }
    }
    Ok(())
}

/// What the level becomes without a wall.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    /// What it was.
    None,
    /// Nothing is proved of the one or the other.
    Undecided,
    /// Something else, in words.
    Matters(String),
}

fn change(with: &Verdict, wall: &WithoutWall) -> Change {
    let Some(outcome) = &wall.outcome else {
        return Change::Matters("the opening cannot be played".to_owned());
    };
    match (settled(with), settled(&outcome.verdict)) {
        (Some(one), Some(other)) if one == other => Change::None,
        (Some(_), Some(_)) => Change::Matters(verdict_text(outcome)),
        _ => Change::Undecided,
    }
}

/// Returns the moves of the shortest solution, `None` where none exists; nothing when that
/// is not proved.
fn settled(verdict: &Verdict) -> Option<Option<u32>> {
    match verdict {
        Verdict::Optimal { solution } => Some(Some(solution.cost())),
        Verdict::Unsolvable => Some(None),
        Verdict::Feasible { .. } | Verdict::Unknown { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, parse_text};
    use crate::search::Outcome;

    fn wall(verdict: Verdict) -> WithoutWall {
        let outcome = Some(Outcome { verdict, stop: Stop::Time });
        WithoutWall { cell: Cell { x: 0, y: 0 }, outcome }
    }

    #[test]
    fn a_wall_matters_only_where_that_is_proved() {
        let puzzle = parse_text("B.\n..\n\n.B\n..", None).unwrap().validate().unwrap();
        let solution = puzzle.verify(vec!["a1R".parse().unwrap()]).unwrap();
        let with = Verdict::Optimal { solution: solution.clone() };
        let change = |verdict| super::change(&with, &wall(verdict));
        assert_eq!(change(Verdict::Optimal { solution: solution.clone() }), Change::None);
        assert!(matches!(change(Verdict::Unsolvable), Change::Matters(_)));
        assert_eq!(change(Verdict::Feasible { solution, lower_bound: 0 }), Change::Undecided);
        assert_eq!(change(Verdict::Unknown { lower_bound: 5 }), Change::Undecided);
    }
}
