//! `--save`: writes the best solution back to the level file when it is better than
//! the one there, or newly proved.

use std::fs::File;

use super::say::say;
use super::source::Source;
use crate::puzzle::{
    Best, Draft, ReadError, TextKind, parse_level, read_text, with_best, write_file,
};
use crate::search::Verdict;

/// Writes what `verdict` adds to the file of the level, every other byte as it was, and says
/// on standard error what was done. Returns false when a file should have been written and could not be.
pub(in crate::cli) fn save_if_better(source: &Source, solved: &Draft, verdict: &Verdict) -> bool {
    let path = match source {
        // What comes through a pipe cannot be read again.
        Source::File(path) if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) => {
            say(format_args!("{source}: not saved, there is no file"));
            return true;
        }
        // The file itself, also where it is named as one that is open, such as `/dev/stdin`.
        Source::File(path) => path.canonicalize().unwrap_or_else(|_| path.clone()),
        Source::Builtin(_) => {
            say(format_args!("{source}: not saved, built-in levels stay as they are"));
            return true;
        }
        Source::Text(_) | Source::Stdin => {
            say(format_args!("{source}: not saved, there is no file"));
            return true;
        }
    };
    // A search may take hours, and the designer may be open beside it.
    let read = || -> Result<(String, Option<Draft>), ReadError> {
        let text = read_text(File::open(&path)?)?;
        let is_level = TextKind::of(&text) == TextKind::Level;
        let draft = is_level.then(|| parse_level(&text)).transpose()?;
        Ok((text, draft.map(|loaded| loaded.draft)))
    };
    let (text, draft) = match read() {
        Ok((text, Some(draft))) => (text, draft),
        Ok((_, None)) => {
            say(format_args!("{source}: not saved, it is no level file"));
            return true;
        }
        Err(error) => {
            say(source.blame(format_args!("not saved, {error}")));
            return false;
        }
    };
    if !is_same_level(&draft, solved) {
        say(format_args!("{source}: not saved, the file has been changed meanwhile"));
        return false;
    }
    let Some(best) = better(draft.best.as_ref(), verdict) else { return true };
    let Some(text) = with_best(&text, &best) else {
        say(format_args!("{source}: not saved, the place of its best solution cannot be told"));
        return false;
    };
    match write_file(&path, |out| out.write_all(text.as_bytes())) {
        Ok(()) => say(format_args!("{source}: saved")),
        Err(error) => {
            say(format_args!("{source}: not saved, it cannot be written: {error}"));
            return false;
        }
    }
    true
}

fn is_same_level(one: &Draft, other: &Draft) -> bool {
    let without_best = |draft: &Draft| Draft { best: None, ..draft.clone() };
    without_best(one) == without_best(other)
}

/// Returns what to keep instead of `known`, or `None` when nothing is gained.
fn better(known: Option<&Best>, verdict: &Verdict) -> Option<Best> {
    let proves = |moves: usize| verdict.lower_bound().is_some_and(|bound| bound as usize >= moves);
    if let Some(solution) = verdict.solution()
        && known.is_none_or(|known| known.moves.len() > solution.moves().len())
    {
        let moves = solution.moves().to_vec();
        let proved = proves(moves.len());
        return Some(Best::found(moves, proved));
    }
    // A bound that reaches the known solution proves it, whoever found it.
    known
        .filter(|known| !known.is_said_to_be_best() && proves(known.moves.len()))
        .map(|known| Best::found(known.moves.clone(), true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_moves, parse_text};

    #[test]
    fn only_what_is_gained_is_kept() {
        let puzzle = parse_text("R..\n...\n\n..R\n...", None).unwrap().validate().unwrap();
        let best = |moves: &str, proved| Best::found(parse_moves(moves).unwrap(), proved);
        let solution = puzzle.verify(best("a1R", false).moves).unwrap();
        let optimal = Verdict::Optimal { solution: solution.clone() };
        let feasible = Verdict::Feasible { solution, lower_bound: 0 };
        let (one, three) = ("a1R", "a1D a2R c2U");
        assert_eq!(better(None, &feasible), Some(best(one, false)));
        assert_eq!(better(None, &optimal), Some(best(one, true)));
        assert_eq!(better(Some(&best(three, false)), &feasible), Some(best(one, false)));
        assert_eq!(better(Some(&best(one, false)), &optimal), Some(best(one, true)));
        assert_eq!(better(Some(&best(one, false)), &feasible), None);
        assert_eq!(better(Some(&best(one, true)), &optimal), None);
        let bound = Verdict::Unknown { lower_bound: 3 };
        assert_eq!(better(Some(&best(three, false)), &bound), Some(best(three, true)));
        assert_eq!(better(None, &bound), None);
        assert_eq!(better(Some(&best(one, false)), &Verdict::Unsolvable), None);
    }
}
