//! The subcommands that read and write levels without searching them.

pub mod export;
pub mod import;
pub mod levels;
pub mod manual;
pub mod share;
pub mod show;
