//! What may be written after `analyse`, `generate`, `explain` and `graph`.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::what_if::Strokes;

use crate::cli::args::{LimitArgs, named, source};
use crate::cli::common::output::{Output, output};
use crate::cli::common::source::Source;
use crate::cli::common::units::parse_size;
use crate::puzzle::{Cell, Size, StrokeKind, Symmetry};
use crate::search::explore::MOST_DRAWN;
use crate::search::{Heuristic, Method, TieBreak, allowance};

#[derive(Args, Debug)]
pub(in crate::cli) struct AnalyseArgs {
    /// Level: a file, builtin:NAME, a share code, a text, or - for standard input
    #[arg(value_name = "FILE", value_parser = source())]
    pub(in crate::cli) level: Source,
    /// Print how many positions there are by their moves from the start and to the goal
    #[arg(long)]
    pub(in crate::cli) depths: bool,
    /// Skip the test of which walls matter, which solves the level once for each wall
    #[arg(long)]
    pub(in crate::cli) no_walls: bool,
    /// List up to so many of the shortest solutions
    #[arg(long, value_name = "N")]
    pub(in crate::cli) list: Option<usize>,
    /// Tell instead what every stroke of a kind would make of the level
    #[arg(long, value_name = "KIND", value_parser = named(&Strokes::ALL, Strokes::name),
          conflicts_with_all = ["depths", "no_walls", "list", "save_farthest"])]
    pub(in crate::cli) what_if: Option<Strokes>,
    /// Only strokes that begin at this cell, such as those of the tile on a1
    #[arg(long, value_name = "CELL", requires = "what_if")]
    pub(in crate::cli) at: Option<Cell>,
    /// Write the position farthest from the goal to this file, as a level with its solution
    #[arg(long, value_name = "OUT", value_parser = output())]
    pub(in crate::cli) save_farthest: Option<Output>,
    /// Print one JSON object instead
    #[arg(long)]
    pub(in crate::cli) json: bool,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct GenerateArgs {
    /// Width and height of the board
    #[arg(long, value_name = "W×H", default_value = "5x5", value_parser = parse_board_size)]
    pub(in crate::cli) size: Size,
    /// Tiles on it
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(in crate::cli) tiles: usize,
    /// Colours of the tiles [default: one for each tile]
    #[arg(long, value_name = "N")]
    pub(in crate::cli) colours: Option<usize>,
    /// Walls on it
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(in crate::cli) walls: usize,
    /// Passes: cells that only tiles of one colour enter, one colour after the other
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(in crate::cli) passes: usize,
    /// Thin walls, on sides between two cells
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(in crate::cli) thin_walls: usize,
    /// How the walls stand
    #[arg(long, value_name = "NAME", default_value = "none",
          value_parser = named(&Mirrors::ALL, Mirrors::name))]
    pub(in crate::cli) symmetry: Mirrors,
    /// Let the goal float: its tiles then stand together
    #[arg(long)]
    pub(in crate::cli) floating: bool,
    /// Moves of the shortest solution: 12, or a range such as 10..15; the hardest start within
    /// is taken
    #[arg(long, value_name = "MOVES", default_value = "8..12", value_parser = parse_moves_range)]
    pub(in crate::cli) moves: RangeInclusive<u32>,
    /// How many levels to make
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) count: u32,
    /// The number of the first: levels have numbers from 1 in the endless list of their seed
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) first: u32,
    /// What decides everything else: the same seed makes the same levels
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Boards to try for one level before it is given up
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(in crate::cli) attempts: u32,
    /// Positions to list for one board, and states to expand for one proof
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(in crate::cli) positions: u64,
    #[command(flatten)]
    pub(in crate::cli) making: MakingArgs,
    /// Print one JSON object for each level, with its rating and its share code
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// With how many threads levels are made, and where they go.
#[derive(Args, Debug)]
pub(in crate::cli) struct MakingArgs {
    /// Threads; the levels do not depend on them [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the levels to files in this folder, which is made if need be [default: to standard
    /// output]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl MakingArgs {
    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(allowance::threads, usize::from)
    }

    /// Returns the folder for the levels; without one, or with `-`, they are printed.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.out.as_deref().filter(|folder| folder.as_os_str() != "-")
    }
}

#[derive(Args, Debug)]
pub(in crate::cli) struct EvolveArgs {
    /// Level to begin with: a file, builtin:NAME, a share code, a text, or - for standard input
    #[arg(value_name = "FILE", value_parser = source())]
    pub(in crate::cli) level: Source,
    /// Moves of the shortest solution: 22, or a range such as 20..25
    #[arg(long, value_name = "MOVES", value_parser = parse_moves_range)]
    pub(in crate::cli) moves: RangeInclusive<u32>,
    /// Cells that stay as they are, such as "a1 b2"
    #[arg(long, value_name = "CELLS", default_value = "", value_parser = parse_cells,
          hide_default_value = true)]
    pub(in crate::cli) keep: Cells,
    /// What is changed, such as tiles,walls
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "tiles,goals,walls",
          value_parser = named(&StrokeKind::ALL, StrokeKind::name))]
    pub(in crate::cli) change: Vec<StrokeKind>,
    /// How walls and passes are put and taken away
    #[arg(long, value_name = "NAME", default_value = "none",
          value_parser = named(&Mirrors::ALL, Mirrors::name))]
    pub(in crate::cli) symmetry: Mirrors,
    /// What decides everything else: the same seed makes the same levels, unless --time ends it
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Stop after so many levels have been tried
    #[arg(long, value_name = "N")]
    pub(in crate::cli) strokes: Option<u64>,
    /// Stop after this time, such as 90s or 5m [default: 5m, unless --strokes is given]
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub(in crate::cli) time: Option<Duration>,
    /// States to expand for one proof
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(in crate::cli) states: u64,
    #[command(flatten)]
    pub(in crate::cli) making: MakingArgs,
    /// Print one JSON object for each level, with its share code
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Cells of a board.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Cells(pub(in crate::cli) Vec<Cell>);

pub(in crate::cli) fn parse_cells(text: &str) -> Result<Cells, String> {
    let cells = text.split([' ', ',']).filter(|name| !name.is_empty());
    let cell = |name: &str| name.parse().map_err(|_| format!("{name} is no cell, such as a1"));
    cells.map(cell).collect::<Result<_, _>>().map(Cells)
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ExplainArgs {
    /// Level: a file, builtin:NAME, a share code, a text, or - for standard input
    #[arg(value_name = "FILE", value_parser = source())]
    pub(in crate::cli) level: Source,
    /// The method to watch: one that keeps an open list
    #[arg(long, value_name = "NAME", default_value = "astar",
          value_parser = named(&WATCHED, Method::name))]
    pub(in crate::cli) method: Method,
    /// The estimate that the method goes by; its own unless said
    #[arg(long, value_name = "NAME", value_parser = named(&Heuristic::ALL, Heuristic::name))]
    pub(in crate::cli) heuristic: Option<Heuristic>,
    /// Which of several states that look equally good comes first [default: low-h]
    #[arg(long, value_name = "NAME", value_parser = named(&TieBreak::ALL, TieBreak::name))]
    pub(in crate::cli) tie_break: Option<TieBreak>,
    /// How many steps to tell
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(in crate::cli) steps: u64,
    /// Go so many steps before telling any
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(in crate::cli) skip: u64,
    /// Print one JSON object a step
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// The methods that keep an open list.
const WATCHED: [Method; 4] =
    [Method::Mondrian, Method::Astar, Method::WeightedAstar, Method::Greedy];

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("graphs").required(true).multiple(true))]
pub(in crate::cli) struct GraphArgs {
    /// Level: a file, builtin:NAME, a share code, a text, or - for standard input
    #[arg(value_name = "FILE", value_parser = source())]
    pub(in crate::cli) level: Source,
    /// Write the graph for Graphviz to this file, - for standard output
    #[arg(long, value_name = "OUT", group = "graphs", value_parser = output())]
    pub(in crate::cli) dot: Option<Output>,
    /// Write a picture of the graph to this file, a row for each distance from the start; - for
    /// standard output
    #[arg(long, value_name = "OUT", group = "graphs", value_parser = output())]
    pub(in crate::cli) png: Option<Output>,
    /// Write the title of the level above the picture
    #[arg(long, requires = "png")]
    pub(in crate::cli) title: bool,
    /// The most positions that are drawn
    #[arg(long, value_name = "N", default_value_t = MOST_DRAWN)]
    pub(in crate::cli) positions: u64,
    /// Stop before more memory than this is held, such as 512MiB or 4GB [default: half of what
    /// is available]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(in crate::cli) memory: Option<u64>,
}

/// The mirrors by which walls stand, by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Mirrors {
    None,
    LeftRight,
    UpDown,
    Both,
}

impl Mirrors {
    const ALL: [Self; 4] = [Self::None, Self::LeftRight, Self::UpDown, Self::Both];

    const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::LeftRight => "left-right",
            Self::UpDown => "up-down",
            Self::Both => "both",
        }
    }

    /// Returns the mirrors.
    pub(in crate::cli) const fn symmetry(self) -> Symmetry {
        Symmetry {
            left_right: matches!(self, Self::LeftRight | Self::Both),
            up_down: matches!(self, Self::UpDown | Self::Both),
        }
    }
}

/// Reads `6x4` or `6×4`.
fn parse_board_size(text: &str) -> Result<Size, String> {
    let sides = text.split_once(['x', '×', 'X']);
    let side = |text: &str| text.trim().parse::<u8>().ok();
    let size = sides.and_then(|(width, height)| Some(Size::new(side(width)?, side(height)?)));
    size.ok_or_else(|| "expected width and height, such as 6x4".to_owned())
}

/// Reads `12` or `10..15`, both ends included.
pub(in crate::cli) fn parse_moves_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let range = match text.split_once("..") {
        Some((first, last)) => number(first).zip(number(last)),
        None => number(text).map(|moves| (moves, moves)),
    };
    match range {
        Some((first, last)) if first <= last => Ok(first..=last),
        _ => Err("expected a number of moves or a range, such as 12 or 10..15".to_owned()),
    }
}
