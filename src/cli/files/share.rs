//! `mondrian share`: a level as one line that goes through a chat or a mail.

use std::io::{self, Write};

use crate::cli::args::ShareArgs;
use crate::cli::common::exit::Exit;
use crate::cli::common::goal::Goal;
use crate::cli::common::say::say;
use crate::puzzle::share_code;

/// Prints the share code of a level, its best solution included. A claim that it is the best
/// is passed on as what it is: who reads a code believes no such claim.
pub(in crate::cli) fn share(
    args: &ShareArgs,
    goal: &Goal,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let Some((loaded, _)) = args.level.read_puzzle(goal, None)? else {
        return Ok(Exit::Usage);
    };
    if let Some(best) = loaded.draft.best.as_ref() {
        say(args.level.blame(format_args!("with {best}")));
    }
    writeln!(out, "{}", share_code(&loaded.draft))?;
    Ok(Exit::Success)
}
