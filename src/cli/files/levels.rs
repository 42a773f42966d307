//! `mondrian levels`: the levels that come with the program.

use std::io::{self, Write};

use crate::cli::common::exit::Exit;
use crate::puzzle::builtin;
use crate::words::figures;

/// Prints a line for each built-in level: name, size, fewest moves, title.
pub(in crate::cli) fn levels(out: &mut impl Write) -> io::Result<Exit> {
    let width = builtin::levels().iter().map(|level| level.name.len()).max().unwrap_or(0);
    for level in builtin::levels() {
        let draft = level.draft();
        let size = draft.start.size().to_string();
        let moves = draft.best.map(|best| figures::moves(best.moves.len() as u32));
        let (name, title) = (level.name, draft.title);
        writeln!(out, "{name:width$}  {size:7}  {:>8}  {title}", moves.unwrap_or_default())?;
    }
    Ok(Exit::Success)
}
