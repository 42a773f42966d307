//! `mondrian share`: a level as one line that goes through a chat or a mail.

use std::io::{self, Write};

use super::args::ShareArgs;
use super::exit::Exit;
use crate::puzzle::share_code;

/// Prints the share code of a level, its best solution included.
pub(super) fn share(args: &ShareArgs, out: &mut impl Write) -> io::Result<Exit> {
    let Some((loaded, _)) = args.level.read_puzzle_or_say() else {
        return Ok(Exit::Usage);
    };
    writeln!(out, "{}", share_code(&loaded.draft))?;
    Ok(Exit::Success)
}
