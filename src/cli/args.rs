//! What may be written on the command line, and its help.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

use super::common::goal::no_goal;
use super::common::output::{Output, output};
use super::common::source::Source;
use super::common::units::{number_from, number_within, parse_size};
use super::files::manual::{CompletionsArgs, ManArgs};
use super::study::args::{AnalyseArgs, EvolveArgs, ExplainArgs, GenerateArgs, GraphArgs};
use crate::picture::{CELL_RANGE, Look};
use crate::puzzle::GapPlace;
use crate::search::{Aim, Heuristic, MAX_LOOK_AHEAD, Method, Options, TieBreak};

/// Design and solve sliding-tile puzzles in the manner of Mondrian2.
///
/// Without a subcommand the designer is opened.
#[derive(Parser, Debug)]
#[command(name = "mondrian", version, args_conflicts_with_subcommands = true, after_help = EXIT_CODES)]
pub(super) struct Cli {
    /// Level to open in the designer: a file, builtin:NAME, a share code, a text, or - for standard
    /// input
    #[arg(value_name = "FILE", value_parser = source())]
    pub(super) level: Option<Source>,
    /// Where the goal of a numbered puzzle that is given without one has its gap: after the last
    /// number (gap-last) or before 1 (gap-first) [default: gap-last]
    #[arg(long, global = true, value_name = "PLACE",
          value_parser = named(&GapPlace::ALL, GapPlace::name))]
    pub(super) goal: Option<GapPlace>,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

const EXIT_CODES: &str = "\
Exit codes: 0 every level reached the aim; 1 internal error; 2 bad usage, a bad file or no display; \
3 solved, but stopped before the proof; 10 proved unsolvable; 11 stopped by a limit without \
a solution. With several levels the highest is returned.";

const BATCH_EXIT_CODES: &str = "\
Exit codes: 0 every input is answered, whatever the answer; 1 the answers cannot be written; 2 bad \
usage, or an input that cannot be read; 11 a signal left inputs without an answer.";

const VERIFY_EXIT_CODES: &str = "\
Exit codes: 0 the moves solve the level; 1 internal error; 2 bad usage, a bad file or no moves; \
3 with --best: they solve it and are not proved the best; 4 they do not solve it.";

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Solve levels
    #[command(after_help = EXIT_CODES)]
    Solve(SolveArgs),
    /// Solve lines of JSON or the levels of collections, many at once, a line for each
    #[command(
        after_help = BATCH_EXIT_CODES,
        mut_arg("threads", |threads| threads.hide(true)),
        mut_arg("memory", |memory| memory
            .help("Stop a level before more memory than this is held [default: 1GiB]"))
    )]
    Batch(BatchArgs),
    /// Report every issue of each level
    Check(CheckArgs),
    /// Print the boards of a level as text
    Show(ShowArgs),
    /// Replay moves: whether they solve a level, in how many moves, and whether fewer are enough
    #[command(after_help = VERIFY_EXIT_CODES)]
    Verify(VerifyArgs),
    /// Run the methods one after the other on a level and print a table
    #[command(mut_arg("time", |time| time.help("Stop each method after so long, such as 30s or 10m [default: 1m]")))]
    Compare(CompareArgs),
    /// Solve all levels of folders and print a table
    #[command(after_help = EXIT_CODES)]
    Bench(BenchArgs),
    /// Tell all that can be known of a level: its positions, the farthest ones, its walls
    #[command(
        after_help = EXIT_CODES,
        mut_arg("states", |states| states.help("List no more positions than this")),
        mut_arg("time", |time| time.help("Stop after so long in all, such as 30s or 10m \
            [default: 1m to solve it, 10m to list the positions, 3m for the walls]"))
    )]
    Analyse(AnalyseArgs),
    /// Make levels of a wanted size and difficulty, solvable and rated
    #[command(arg(no_goal()))]
    Generate(GenerateArgs),
    /// Change a level stroke by stroke until its best solution has the moves that are wanted
    Evolve(EvolveArgs),
    /// Tell a search step by step: what is taken, why, and what becomes of its successors
    Explain(ExplainArgs),
    /// Draw all positions of a small level as a graph
    Graph(GraphArgs),
    /// Print a level as one line to be shared, its best solution included
    Share(ShareArgs),
    /// Write levels as a web page, a set of KAtomic, a planning problem, the boards as PNG, a solution as GIF
    Export(ExportArgs),
    /// Read collections (KAtomic, GNOME Atomix, jsatomix, lists of numbered puzzles) into level files
    #[command(override_usage = "mondrian import [OPTIONS] <FILE>... <FOLDER>")]
    Import(ImportArgs),
    /// List the built-in levels
    #[command(arg(no_goal()))]
    Levels,
    /// Print the JSON Schema of what --json and batch print
    #[command(arg(no_goal()))]
    Schema,
    /// Check the solver: random levels by every method, against plain breadth-first search
    #[command(arg(no_goal()))]
    SelfCheck(SelfCheckArgs),
    /// Print the completions for a shell
    #[command(arg(no_goal()))]
    Completions(CompletionsArgs),
    /// Write the manual pages into a folder
    #[command(arg(no_goal()))]
    Man(ManArgs),
}

#[derive(Args, Debug)]
pub(super) struct SolveArgs {
    /// Levels: files, builtin:NAME, share codes, texts, or - for standard input
    #[arg(required = true, value_name = "FILE", value_parser = source())]
    pub(super) levels: Vec<Source>,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    /// Print one JSON object a line
    #[arg(long)]
    pub(super) json: bool,
    /// Write the solution back to the level file when it is better than the one there
    #[arg(long)]
    pub(super) save: bool,
}

/// How a level is searched.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct SearchArgs {
    /// When to stop: at the first solution, at a limit, or when the best is proved [default: prove]
    #[arg(long, value_parser = named(&Aim::ALL, Aim::name))]
    pub(super) aim: Option<Aim>,
    /// How to search [default: engine]
    #[arg(long, value_name = "NAME", value_parser = named(&Method::ALL, Method::name))]
    pub(super) method: Option<Method>,
    /// The estimate that the method goes by; its own unless said
    #[arg(long, value_name = "NAME", value_parser = named(&Heuristic::ALL, Heuristic::name))]
    pub(super) heuristic: Option<Heuristic>,
    /// Weight of the heuristic for weighted-astar, at least 1 [default: 2]
    #[arg(long, value_name = "W", value_parser = |text: &str| number_from(1.0, text))]
    pub(super) weight: Option<f64>,
    /// What each move adds to the score for the method mondrian, at least 0 [default: 0.2]
    #[arg(long, value_name = "P", value_parser = |text: &str| number_from(0.0, text))]
    pub(super) move_penalty: Option<f64>,
    /// Rank each state by the best within so many moves of it, for the method mondrian
    /// [default: 0]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_LOOK_AHEAD)))]
    pub(super) look_ahead: Option<u32>,
    /// Which of several states that look equally good comes first, for the methods with an
    /// open list [default: low-h]
    #[arg(long, value_name = "NAME", value_parser = named(&TieBreak::ALL, TieBreak::name))]
    pub(super) tie_break: Option<TieBreak>,
    /// Look for solutions of at most so many moves
    #[arg(long, value_name = "N")]
    pub(super) max_moves: Option<u32>,
    /// Begin with nothing: do not take the best solution of the level for the first one
    #[arg(long)]
    pub(super) fresh: bool,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
}

impl SearchArgs {
    /// Says whether the search begins with the best solution of its level.
    pub(super) fn begins_with_known(&self, options: &Options) -> bool {
        !self.fresh && options.begins_with_known()
    }

    /// Returns what is said here, and for the rest what `default` says.
    pub(super) fn or(self, default: &Self) -> Self {
        Self {
            aim: self.aim.or(default.aim),
            method: self.method.or(default.method),
            heuristic: self.heuristic.or(default.heuristic),
            weight: self.weight.or(default.weight),
            move_penalty: self.move_penalty.or(default.move_penalty),
            look_ahead: self.look_ahead.or(default.look_ahead),
            tie_break: self.tie_break.or(default.tie_break),
            max_moves: self.max_moves.or(default.max_moves),
            fresh: self.fresh || default.fresh,
            limits: LimitArgs {
                time: self.limits.time.or(default.limits.time),
                memory: self.limits.memory.or(default.limits.memory),
                states: self.limits.states.or(default.limits.states),
                threads: self.limits.threads.or(default.limits.threads),
            },
        }
    }
}

/// What makes a search stop early; each level and each method has them anew.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct LimitArgs {
    /// Stop after so long, such as 30s or 10m
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub(super) time: Option<Duration>,
    /// Stop before more memory than this is held, such as 512MiB or 4GB [default: half of what
    /// is available]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(super) memory: Option<u64>,
    /// Stop after so many states have been expanded
    #[arg(long, value_name = "N")]
    pub(super) states: Option<u64>,
    /// Threads for the methods that use several [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
}

#[derive(Args, Debug)]
pub(super) struct BatchArgs {
    /// Inputs: lines of JSON objects, or collections; standard input when none is named, or for -
    #[arg(value_name = "FILE", value_parser = source())]
    pub(super) files: Vec<Source>,
    /// Levels to search at once, with one thread each [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: Option<u16>,
    /// Answer the I-th of N parts of the inputs alone, divided by their ids
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    pub(super) shard: Option<Shard>,
    /// Append to this file what it does not answer yet, instead of printing; half a last line is
    /// dropped
    #[arg(long, value_name = "OUT")]
    pub(super) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(super) search: SearchArgs,
}

/// A part of all inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    /// Which part, from 1.
    pub(super) nth: u32,
    /// How many parts there are.
    pub(super) of: u32,
}

/// Reads `2/8`.
fn parse_shard(text: &str) -> Result<Shard, String> {
    let numbers =
        text.split_once('/').and_then(|(nth, of)| Some((nth.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((nth, of)) if (1..=of).contains(&nth) => Ok(Shard { nth, of }),
        _ => Err("expected a part and their number, such as 2/8".into()),
    }
}

#[derive(Args, Debug)]
pub(super) struct CheckArgs {
    /// Levels: files, builtin:NAME, share codes, texts, or - for standard input
    #[arg(required = true, value_name = "FILE", value_parser = source())]
    pub(super) levels: Vec<Source>,
    /// Print JSON objects: one for each issue, then one for the level
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct ShowArgs {
    /// Level: a file, builtin:NAME, a share code, a text, or - for standard input
    #[arg(value_name = "FILE", value_parser = source())]
    pub(super) level: Source,
    /// Print the best solution known, board by board
    #[arg(long)]
    pub(super) solution: bool,
}

#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    /// Level: a file, builtin:NAME, a share code, a text, or - for standard input
    #[arg(value_name = "LEVEL", value_parser = source())]
    pub(super) level: Source,
    /// The moves, such as "c8U d1L", or - for standard input
    #[arg(long, value_name = "MOVES", required_unless_present = "plan")]
    pub(super) solution: Option<String>,
    /// A plan for the problem that `export --pddl` writes: a file, or - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "solution")]
    pub(super) plan: Option<PathBuf>,
    /// Be content with nothing but the proved best: exit code 3 for any other solution
    #[arg(long)]
    pub(super) best: bool,
    /// Print a JSON object instead
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct CompareArgs {
    /// Level: a file, builtin:NAME, a share code, a text, or - for standard input
    #[arg(value_name = "FILE", value_parser = source())]
    pub(super) level: Source,
    /// Write the table as a picture too, with a bar for the states looked at
    #[arg(long, value_name = "OUT", value_parser = output())]
    pub(super) png: Option<Output>,
    /// Write the title of the level above the picture
    #[arg(long, requires = "png")]
    pub(super) title: bool,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
}

#[derive(Args, Debug)]
pub(super) struct BenchArgs {
    /// Folders with level files (not those within), level files, or builtin:NAME
    #[arg(required = true, value_name = "FOLDER", value_parser = source())]
    pub(super) levels: Vec<Source>,
    /// How to search
    #[arg(long, value_name = "NAME", default_value = "engine",
          value_parser = named(&Method::ALL, Method::name))]
    pub(super) method: Method,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// Print comma-separated values instead, times in seconds and memory in bytes
    #[arg(long)]
    pub(super) csv: bool,
}

#[derive(Args, Debug)]
pub(super) struct ShareArgs {
    /// Level: a file, builtin:NAME, a share code, a text, or - for standard input
    #[arg(value_name = "FILE", value_parser = source())]
    pub(super) level: Source,
}

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("outputs").required(true).multiple(true))]
#[command(group = clap::ArgGroup::new("packs").multiple(true))]
pub(super) struct ExportArgs {
    /// Levels: files, builtin:NAME, share codes, texts, or - for standard input; several go into
    /// one page or one set
    #[arg(value_name = "FILE", required = true, value_parser = source())]
    pub(super) levels: Vec<Source>,
    /// Write a web page that plays the levels to this file, - for standard output
    #[arg(long, value_name = "OUT", groups = ["outputs", "packs"], value_parser = output())]
    pub(super) html: Option<Output>,
    /// Write the levels as a level set of KAtomic to this file, - for standard output
    #[arg(long, value_name = "OUT", groups = ["outputs", "packs"], value_parser = output())]
    pub(super) katomic: Option<Output>,
    /// Write the level as a planning problem, in PDDL: the domain to the first file, the problem to
    /// the second
    #[arg(long, value_names = ["DOMAIN", "PROBLEM"], num_args = 2, group = "outputs", value_parser = output())]
    pub(super) pddl: Option<Vec<Output>>,
    /// What several levels are called together, in the page or the set
    #[arg(long, value_name = "TITLE", requires = "packs", default_value = "Levels")]
    pub(super) pack: String,
    /// Write start and goal side by side to this file, - for standard output
    #[arg(long, value_name = "OUT", group = "outputs", value_parser = output())]
    pub(super) png: Option<Output>,
    /// Write the best solution known as an animated picture to this file, - for standard
    /// output
    #[arg(long, value_name = "OUT", group = "outputs", value_parser = output())]
    pub(super) gif: Option<Output>,
    /// Side of a cell in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = Look::default().cell,
          value_parser = clap::value_parser!(u32).range(cell_range()))]
    pub(super) cell: u32,
    /// Write the letter of each colour on its tiles
    #[arg(long)]
    pub(super) letters: bool,
    /// Write the title of the level above the boards
    #[arg(long)]
    pub(super) title: bool,
}

#[derive(Args, Debug)]
pub(super) struct ImportArgs {
    /// Collections, which are files or - for standard input; and last the folder for the levels,
    /// which is made if it is not there. What a file holds is told by its content; each set gets a
    /// folder of its own
    #[arg(value_name = "PATH", required = true, num_args = 1..,
          value_parser = PathBufValueParser::new().map(PathBuf::into_os_string))]
    pub(super) paths: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(super) struct SelfCheckArgs {
    /// How long to go on
    #[arg(long, value_name = "N", default_value_t = 1.0, conflicts_with_all = ["levels", "level"],
          value_parser = |text: &str| number_within(0.0, MOST_MINUTES, text))]
    pub(super) minutes: f64,
    /// How many levels to check, instead of how long
    #[arg(long, value_name = "N")]
    pub(super) levels: Option<u64>,
    /// The one level to check: repeats what was reported
    #[arg(long, value_name = "NTH", conflicts_with = "levels")]
    pub(super) level: Option<u64>,
    /// The same seed makes the same levels
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// Levels to check at once [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
}

/// A year.
const MOST_MINUTES: f64 = 525_600.0;

fn cell_range() -> std::ops::RangeInclusive<i64> {
    i64::from(*CELL_RANGE.start())..=i64::from(*CELL_RANGE.end())
}

pub(super) fn source() -> impl TypedValueParser<Value = Source> {
    PathBufValueParser::new().map(|path: PathBuf| Source::from(path.into_os_string()))
}

/// Returns the parser of one of `values` by its name, which the help then lists.
pub(super) fn named<T, const N: usize>(
    values: &'static [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(values.map(name)).map(move |text| {
        let found = values.iter().find(|&&value| name(value) == text);
        *found.expect("one of the possible values")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        crate::cli::command().debug_assert();
    }

    #[test]
    fn without_a_subcommand_a_file_may_be_named() {
        let cli = Cli::try_parse_from(["mondrian", "a.mondrian.ron"]).unwrap();
        assert_eq!(cli.level, Some(Source::File("a.mondrian.ron".into())));
        let cli = Cli::try_parse_from(["mondrian", "builtin:twins"]).unwrap();
        assert_eq!(cli.level, Some(Source::Builtin("twins".into())));
        assert!(Cli::try_parse_from(["mondrian"]).unwrap().level.is_none());
        assert!(Cli::try_parse_from(["mondrian", "a", "solve", "b"]).is_err());
    }
}
