//! What every subcommand needs: where levels come from, how results are told and written, exit codes.
//!
//! - `source`: where a level comes from; `goal`: the option `--goal`; `output`: where something is written by name.
//! - `save`: what is written back (`best_edit`: every other byte stays); `report`: the JSON and the sentences.
//! - `exit`: the exit codes; `interrupt`: the signals.

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
