//! What may be written after `analyse`, `generate`, `explain` and `graph`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{LimitArgs, source};
use crate::cli::source::Source;

#[derive(Args, Debug)]
pub(in crate::cli) struct AnalyseArgs {
    /// Level file, builtin:NAME, a share code, or - for standard input
    #[arg(value_name = "FILE", value_parser = source())]
    pub(in crate::cli) level: Source,
    /// Print how many positions there are by their moves from the start and to the goal
    #[arg(long)]
    pub(in crate::cli) depths: bool,
    /// Leave out which walls matter: it solves the level once for each wall
    #[arg(long)]
    pub(in crate::cli) no_walls: bool,
    /// Write the position farthest from the goal to this file, as a level with its solution
    #[arg(long, value_name = "OUT")]
    pub(in crate::cli) save_farthest: Option<PathBuf>,
    /// Print one JSON object instead
    #[arg(long)]
    pub(in crate::cli) json: bool,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
}
