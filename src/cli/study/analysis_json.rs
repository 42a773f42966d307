//! What `analyse --json` prints: one object, whose fields and their order are part of the
//! format (docs/cli/analyse.md).

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::analyse::{Analysis, farthest_from_goal};
use super::analysis_text::text_of;
use crate::puzzle::format_moves;
use crate::search::CounterIntuitive;
use crate::search::explore::Farthest;
use crate::search::what_if::WithoutWall;

#[derive(JsonSchema, Serialize)]
pub(in crate::cli) struct AnalysisObject<'a> {
    #[schemars(extend("const" = "analysis"))]
    event: &'static str,
    level: &'a str,
    verdict: &'static str,
    moves: Option<u32>,
    lower_bound: Option<u32>,
    solution: Option<String>,
    seconds: f64,
    counter_intuitive: Option<Vec<SurpriseObject>>,
    /// All counts below are null when the listing was stopped before they were known.
    positions: Option<u64>,
    positions_stop: &'static str,
    positions_listed: u64,
    positions_seconds: f64,
    positions_memory_bytes: u64,
    by_moves: Option<&'a [u64]>,
    by_distance: Option<&'a [u64]>,
    farthest_from_start: Option<FarthestObject>,
    farthest_from_goal: Option<FarthestObject>,
    dead: Option<u64>,
    /// A text: it may be larger than the numbers of JSON.
    shortest_solutions: Option<String>,
    walls: Option<Vec<WallObject>>,
    solutions: Option<Vec<String>>,
}

#[derive(JsonSchema, Serialize)]
struct SurpriseObject {
    number: usize,
    #[serde(rename = "move")]
    push: String,
    leaves_goal: bool,
    estimate_before: Option<u32>,
    estimate_after: Option<u32>,
}

#[derive(JsonSchema, Serialize)]
struct FarthestObject {
    moves: u32,
    count: u64,
    /// Up to eight of them, each as its rows.
    positions: Vec<Vec<String>>,
    path: String,
}

#[derive(JsonSchema, Serialize)]
struct WallObject {
    wall: String,
    verdict: Option<&'static str>,
    moves: Option<u32>,
    lower_bound: Option<u32>,
}

pub(super) fn write(out: &mut impl Write, analysis: &Analysis, depths: bool) -> io::Result<()> {
    let explore = &analysis.explore;
    let progress = explore.progress();
    let (listed, measured) = (explore.listed(), explore.measured());
    let verdict = &analysis.outcome.verdict;
    let solution = verdict.solution();
    let object = AnalysisObject {
        event: "analysis",
        level: &analysis.level,
        verdict: verdict.name(),
        moves: solution.map(crate::puzzle::Solution::cost),
        lower_bound: verdict.lower_bound(),
        solution: solution.map(|solution| format_moves(solution.moves())),
        seconds: analysis.solved.elapsed.as_secs_f64(),
        counter_intuitive: solution.map(|solution| {
            let object = |surprise: &CounterIntuitive| SurpriseObject {
                number: surprise.index + 1,
                push: solution.moves()[surprise.index].to_string(),
                leaves_goal: surprise.leaves_goal,
                estimate_before: surprise.rises.map(|(before, _)| before),
                estimate_after: surprise.rises.map(|(_, after)| after),
            };
            analysis.surprises.iter().map(object).collect()
        }),
        positions: listed.map(|listed| listed.positions),
        positions_stop: explore.stop().map_or("", crate::search::Stop::name),
        positions_listed: progress.positions,
        positions_seconds: progress.elapsed.as_secs_f64(),
        positions_memory_bytes: progress.memory_bytes,
        by_moves: listed.filter(|_| depths).map(|listed| &listed.by_moves[..]),
        by_distance: measured.filter(|_| depths).map(|measured| &measured.by_distance[..]),
        farthest_from_start: listed.map(|listed| farthest(analysis, &listed.farthest)),
        farthest_from_goal: farthest_from_goal(explore).map(|at| farthest(analysis, at)),
        dead: measured.map(|measured| measured.dead),
        shortest_solutions: measured.map(|measured| measured.shortest_solutions.to_string()),
        walls: analysis.walls.as_ref().map(|walls| walls.iter().map(wall).collect()),
        solutions: analysis
            .solutions
            .as_ref()
            .filter(|_| measured.is_some())
            .map(|solutions| solutions.iter().map(|moves| format_moves(moves)).collect()),
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

fn farthest(analysis: &Analysis, farthest: &Farthest) -> FarthestObject {
    let positions = [&farthest.position].into_iter().chain(&farthest.others);
    let rows = |at| text_of(analysis, at).lines().map(str::to_owned).collect();
    FarthestObject {
        moves: farthest.moves,
        count: farthest.count,
        positions: positions.map(rows).collect(),
        path: format_moves(&farthest.path),
    }
}

fn wall(without: &WithoutWall) -> WallObject {
    let verdict = without.verdict.as_ref();
    WallObject {
        wall: without.cell.to_string(),
        verdict: verdict.map(crate::search::Verdict::name),
        moves: verdict.and_then(|verdict| verdict.solution()).map(crate::puzzle::Solution::cost),
        lower_bound: verdict.and_then(crate::search::Verdict::lower_bound),
    }
}
