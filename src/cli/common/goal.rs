//! `--goal`: where numbered puzzles that are written without a goal have their gap in it, and
//! what is said of it. An option that nothing goes by is an error.

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Arg;

use super::source::SourceError;
use crate::cli::args::{Cli, Command, named};
use crate::puzzle::GapPlace;

/// What the command line says of goals, which holds for all its levels.
#[derive(Debug, Default)]
pub(in crate::cli) struct Goal {
    /// `--goal`: where numbered puzzles without a goal have their gap in it.
    said: Option<GapPlace>,
    /// It is for several inputs, and need not be for all.
    is_for_many: bool,
    is_used: AtomicBool,
}

/// Returns `--goal` of the commands that read no level: their help does not name it, and whoever says
/// it learns that it has no effect.
pub(in crate::cli) fn no_goal() -> Arg {
    let goal = Arg::new("goal").long("goal").global(true).hide(true);
    goal.value_parser(named(&GapPlace::ALL, GapPlace::name))
}

impl Goal {
    /// Returns what a command line says.
    ///
    /// # Errors
    /// `--goal` is there, and the command reads no level.
    pub(in crate::cli) fn new(cli: &Cli) -> Result<Self, SourceError> {
        let levels = cli.command.as_ref().map_or(cli.level.iter().len(), levels_named);
        if cli.goal.is_some() && levels == 0 {
            return Err(SourceError::UnusedGoal);
        }
        Ok(Self { said: cli.goal, is_for_many: levels > 1, is_used: AtomicBool::new(false) })
    }

    /// Returns where the gap is if nothing else says so.
    pub(in crate::cli) fn gap(&self) -> GapPlace {
        self.said.unwrap_or_default()
    }

    /// Says whether `--goal` is there.
    #[cfg(feature = "app")]
    pub(in crate::cli) const fn is_said(&self) -> bool {
        self.said.is_some()
    }

    /// Says whether `--goal` is there and nothing has gone by it. Of a part of the inputs of `batch`
    /// nothing need.
    pub(in crate::cli) fn is_unused(&self, command: &Command) -> bool {
        let is_part = matches!(command, Command::Batch(args) if args.shard.is_some() || args.resume.is_some());
        !is_part && self.said.is_some() && !self.is_used.load(Ordering::Relaxed)
    }

    /// Returns what is to be said of a level whose goal goes without saying where it does not.
    ///
    /// # Errors
    /// `--goal` is there for this level alone, and it has a goal of its own.
    pub(in crate::cli) fn note(
        &self,
        implied: Option<GapPlace>,
    ) -> Result<Option<String>, SourceError> {
        match (implied, self.said) {
            (Some(_), Some(_)) => {
                self.is_used.store(true, Ordering::Relaxed);
                Ok(None)
            }
            (None, Some(_)) if self.is_for_many => Ok(Some(SourceError::UnusedGoal.to_string())),
            (None, Some(_)) => Err(SourceError::UnusedGoal),
            (None, None) => Ok(None),
            (Some(gap), None) => {
                let other = if gap == GapPlace::Last { GapPlace::First } else { GapPlace::Last };
                let (own, name, words) = (gap.words(), other.name(), other.words());
                Ok(Some(format!("no goal is written, so it is {own} (--goal {name}: {words})")))
            }
        }
    }
}

/// Returns how many levels or files of levels are named; several where it cannot be told.
const fn levels_named(command: &Command) -> usize {
    match command {
        Command::Solve(args) => args.levels.len(),
        Command::Check(args) => args.levels.len(),
        Command::Export(args) => args.levels.len(),
        Command::Import(args) => args.paths.len().saturating_sub(1),
        Command::Batch(_) | Command::Bench(_) => usize::MAX,
        Command::Generate(_)
        | Command::Levels
        | Command::Schema
        | Command::SelfCheck(_)
        | Command::Completions(_)
        | Command::Man(_) => 0,
        Command::Show(_)
        | Command::Verify(_)
        | Command::Compare(_)
        | Command::Analyse(_)
        | Command::Evolve(_)
        | Command::Explain(_)
        | Command::Graph(_)
        | Command::Share(_) => 1,
    }
}
