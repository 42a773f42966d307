//! `mondrian analyse`: all that can be known of a level: its best solution and how many
//! there are, its positions, the farthest ones, which walls matter.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::args::AnalyseArgs;
use super::what_if::what_if;
use super::{analysis_json, analysis_text};
use crate::cli::common::exit::Exit;
use crate::cli::common::goal::Goal;
use crate::cli::common::interrupt;
use crate::cli::common::output::{Output, Outputs};
use crate::cli::common::progress::{LiveLine, run_to_end};
use crate::cli::common::say::say;
use crate::puzzle::{Best, Draft, Move, Puzzle, write_level};
use crate::search::allowance::{LIST_TIME, PROVE_TIME, WALLS_TIME};
use crate::search::explore::{Explore, Farthest, Limits, Phase};
use crate::search::what_if::{WithoutWall, without_each_wall};
use crate::search::{
    Aim, CounterIntuitive, Options, Outcome, Progress, Search, Status, Stop, counter_intuitive,
};
use crate::words::figures;

/// Of the time of all, solving may take one part in so many, and listing the positions of what
/// is then left.
const SOLVING_SHARE: u32 = 3;
const LISTING_SHARE: u32 = 2;

/// How often the live line is drawn.
const SLICE: Duration = Duration::from_millis(100);

/// What has been found out.
pub(super) struct Analysis<'a> {
    pub(super) level: String,
    pub(super) draft: &'a Draft,
    pub(super) puzzle: &'a Puzzle,
    pub(super) outcome: Outcome,
    pub(super) solved: Progress,
    /// Of the best solution.
    pub(super) surprises: Vec<CounterIntuitive>,
    pub(super) explore: Explore,
    /// Shortest ones, so many as were asked for.
    pub(super) solutions: Option<Vec<Vec<Move>>>,
    /// `None` when it was not asked for.
    pub(super) walls: Option<Vec<WithoutWall>>,
}

/// Analyses the level and prints what is known. The exit code is that of solving it.
pub(in crate::cli) fn analyse(
    args: &AnalyseArgs,
    goal: &Goal,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let source = &args.level;
    let named = [("--save-farthest", args.save_farthest.as_ref())];
    if !(Outputs { level: source, named: &named, prints: true, binary: false }.are_usable()) {
        return Ok(Exit::Usage);
    }
    let Some((loaded, puzzle)) = source.read_puzzle(goal, args.json.then_some(out))? else {
        return Ok(Exit::Usage);
    };
    if let Some(strokes) = args.what_if {
        return what_if(args, &loaded.draft, strokes, out);
    }
    let mut options = crate::cli::options::with_limits(&args.limits);
    // Some parts never end.
    let together = options.limits.time;
    let share = |parts| move |left: Duration| left / parts;
    options.limits.time = Some(together.map_or(PROVE_TIME, share(SOLVING_SHARE)));
    let mut live = LiveLine::new(!args.json);
    // `--states` limits the positions listed: solving stops by itself or by time.
    let positions = options.limits.states.take();
    let stop = interrupt::watch();
    let (outcome, solved) = solve(&puzzle, &options, &stop, &mut live)?;
    let solution = outcome.verdict.solution();
    let surprises = solution.map(|solution| counter_intuitive(&puzzle, solution));
    let left = together.map(|together| together.saturating_sub(solved.elapsed));
    let parts = if args.no_walls { 1 } else { LISTING_SHARE };
    options.limits.time = Some(left.map_or(LIST_TIME, share(parts)));
    let explore = list(&puzzle, &options, positions, &stop, &mut live);
    let left = left.map(|left| left.saturating_sub(explore.progress().elapsed));
    options.limits.time = Some(left.unwrap_or(WALLS_TIME));
    let analysis = Analysis {
        level: source.name(),
        draft: &loaded.draft,
        puzzle: &puzzle,
        surprises: surprises.unwrap_or_default(),
        outcome,
        solved,
        solutions: args.list.map(|most| explore.shortest_solutions(most)),
        explore,
        walls: (!args.no_walls).then(|| walls(&loaded.draft, &options, &stop, &mut live)),
    };
    live.clear();
    if args.json {
        analysis_json::write(out, &analysis, args.depths)?;
    } else {
        analysis_text::write(out, &analysis, args.depths)?;
    }
    out.flush()?;
    let exit = Exit::of_verdict(&analysis.outcome.verdict, Aim::Prove);
    match &args.save_farthest {
        Some(output) => Ok(save_farthest(output, &analysis)?.unwrap_or(exit)),
        None => Ok(exit),
    }
}

fn solve(
    puzzle: &Puzzle,
    options: &Options,
    stop: &Arc<AtomicBool>,
    live: &mut LiveLine,
) -> io::Result<(Outcome, Progress)> {
    let mut search = Search::new(puzzle, options);
    run_to_end(&mut search, live, stop, |_| Ok(()))?;
    let outcome = search.outcome().expect("a finished search has one");
    Ok((outcome.clone(), search.progress()))
}

fn list(
    puzzle: &Puzzle,
    options: &Options,
    positions: Option<u64>,
    stop: &Arc<AtomicBool>,
    live: &mut LiveLine,
) -> Explore {
    let (time, memory_bytes) = (options.limits.time, options.limits.memory_bytes);
    let limits = Limits { time, memory_bytes, positions };
    let mut explore = Explore::from_start(puzzle, limits, options.threads);
    explore.cancel_when(Arc::clone(stop));
    while explore.step_for(SLICE) == Status::Running {
        let progress = explore.progress();
        let what = match progress.phase {
            Phase::Listing => "listed",
            Phase::Measuring => "listed, their distances are measured",
            Phase::Counting | Phase::Done => "listed, solutions are counted",
        };
        live.draw(|| {
            format!(
                "{} positions within {} moves {what}, {}",
                figures::grouped(progress.positions),
                progress.moves,
                figures::memory(progress.memory_bytes)
            )
        });
    }
    explore
}

fn walls(
    draft: &Draft,
    options: &Options,
    stop: &Arc<AtomicBool>,
    live: &mut LiveLine,
) -> Vec<WithoutWall> {
    live.draw(|| "solving without each wall".to_owned());
    without_each_wall(draft, options.limits, options.threads, stop)
}

/// Returns the farthest position from the goal, if it is known.
pub(super) fn farthest_from_goal(explore: &Explore) -> Option<&Farthest> {
    explore.measured().and_then(|measured| measured.farthest.as_ref())
}

/// Writes the position farthest from the goal as a level. Says why not when it cannot, and
/// returns the exit code that this calls for.
fn save_farthest(output: &Output, analysis: &Analysis) -> io::Result<Option<Exit>> {
    let Some(farthest) = farthest_from_goal(&analysis.explore) else {
        let (why, exit) = if analysis.explore.stop() == Some(Stop::Finished) {
            ("the goal cannot be reached", Exit::Unsolvable)
        } else {
            ("not all positions could be listed", Exit::Unknown)
        };
        say(format_args!("{}: the farthest position is not saved: {why}", analysis.level));
        return Ok(Some(exit));
    };
    let mut draft = analysis.draft.with_start(&farthest.position);
    draft.waypoints.drain(..farthest.passed);
    draft.title = match analysis.draft.title.as_str() {
        "" => "As far from the goal as it goes".to_owned(),
        title => format!("{title}, as far from the goal as it goes"),
    };
    draft.best = Some(Best::found(farthest.path.clone(), true));
    let text = write_level(&draft);
    match output.write(|out| out.write_all(text.as_bytes())) {
        Ok(()) => Ok(None),
        Err(error) => output.failed(error).map(Some),
    }
}
