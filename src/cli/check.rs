//! `mondrian check`: every issue of each level.

use std::io::{self, Write};

use super::args::CheckArgs;
use super::exit::Exit;
use super::say::say;
use super::source::Source;

/// Prints a line for each issue of each level, or that there is none.
pub(super) fn check(args: &CheckArgs, out: &mut impl Write) -> io::Result<Exit> {
    let mut bad = 0;
    for source in &args.levels {
        bad += usize::from(!is_level(source, out)?);
    }
    if bad == 0 {
        return Ok(Exit::Success);
    }
    out.flush()?;
    say(format_args!("mondrian: {bad} of {} cannot be used", args.levels.len()));
    Ok(Exit::Usage)
}

fn is_level(source: &Source, out: &mut impl Write) -> io::Result<bool> {
    match source.read_puzzle() {
        Ok((loaded, _)) => {
            for warning in &loaded.warnings {
                writeln!(out, "{}", source.blame(format_args!("warning: {warning}")))?;
            }
            writeln!(out, "{source}: ok")?;
            Ok(true)
        }
        Err(error) => {
            writeln!(out, "{}", source.blame(&error))?;
            Ok(false)
        }
    }
}
