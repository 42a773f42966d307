//! What every subcommand needs: where levels come from, how results are told and written, exit codes.

pub mod exit;
pub mod goal;
pub mod interrupt;
pub mod output;
pub mod progress;
pub mod report;
pub mod save;
pub mod say;
pub mod source;
pub mod stdout;
pub mod units;
