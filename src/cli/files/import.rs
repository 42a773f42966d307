//! `mondrian import`: the levels of collections as level files, a folder for each set.

use std::io::{self, Write};
use std::path::Path;

use crate::cli::args::ImportArgs;
use crate::cli::common::exit::Exit;
use crate::cli::common::goal::Goal;
use crate::cli::common::say::{say, shown_path};
use crate::cli::common::source::Source;
use crate::puzzle::{Collection, Imported, Importer};
use crate::words::figures;

/// Writes the levels of each collection and prints the files that are there now.
pub(in crate::cli) fn import(
    args: &ImportArgs,
    goal: &Goal,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let Some((folder, files)) = args.paths.split_last().filter(|(_, files)| !files.is_empty())
    else {
        say("mondrian: name the files, and behind them the folder for their levels");
        return Ok(Exit::Usage);
    };
    let mut importer = Importer::new(Path::new(folder));
    let mut exit = Exit::Success;
    for source in files.iter().cloned().map(Source::from) {
        exit = exit.max(match source.read_collection(goal) {
            Ok(collection) => import_one(&mut importer, &source, &collection, out)?,
            Err(error) => {
                say(source.blame(error));
                Exit::Usage
            }
        });
    }
    Ok(exit)
}

/// Writes the levels of one collection and says what has become of them.
fn import_one(
    importer: &mut Importer,
    source: &Source,
    collection: &Collection,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let imported = match importer.import(collection) {
        Ok(imported) => imported,
        Err(error) => {
            let folder = importer.folder_of(collection);
            say(format_args!("mondrian: cannot make the folder {}: {error}", folder.display()));
            return Ok(Exit::Internal);
        }
    };
    let (mut exit, mut refused) = (Exit::Success, 0);
    for one in imported {
        match one {
            Imported::Remark(remark) => say(source.blame(format_args!("warning: {remark}"))),
            Imported::Refused(error) => {
                say(source.blame(error));
                refused += 1;
            }
            Imported::Written(path) => writeln!(out, "{}", shown_path(&path))?,
            Imported::Occupied(path) => {
                say(format_args!("{}: not written, there is such a file", path.display()));
                exit = exit.max(Exit::Internal);
            }
            Imported::Failed(path, error) => {
                say(format_args!("mondrian: cannot write {}: {error}", path.display()));
                exit = exit.max(Exit::Internal);
            }
            Imported::Same(same) => say(format_args!("{}: {same}", same.path.display())),
        }
    }
    if refused > 0 {
        let all = figures::levels(collection.entries.len() as u64);
        say(source.blame(format_args!("{refused} of {all} refused")));
        exit = exit.max(Exit::Usage);
    }
    Ok(exit)
}
