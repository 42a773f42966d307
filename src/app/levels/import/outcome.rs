//! What has become of a collection that was imported, in words.

use std::io;
use std::path::{Path, PathBuf};

use crate::app::levels::packs::name_of;
use crate::puzzle::{Collection, Imported, LEVEL_ENDING, SameGame};
use crate::words::figures;

/// Lines that are shown of one kind: hundreds would be read by nobody.
const MOST_LINES: usize = 100;

/// What has become of the levels.
pub(super) struct Outcome {
    /// Where they are now.
    pub(super) folder: PathBuf,
    /// Level files that are there now.
    written: usize,
    all: usize,
    /// What should be known of the others, and of some of these.
    pub(super) lines: Vec<String>,
}

impl Outcome {
    pub(super) fn new(
        collection: &Collection,
        folder: PathBuf,
        imported: io::Result<Vec<Imported>>,
    ) -> Self {
        let all = collection.entries.len();
        let imported = match imported {
            Ok(imported) => imported,
            Err(error) => {
                let lines = vec![format!("The folder cannot be made: {error}")];
                return Self { folder, written: 0, all, lines };
            }
        };
        let mut written = 0;
        let [mut refused, mut kept, mut failed, mut same, mut remarks] = [const { Vec::new() }; 5];
        for one in &imported {
            match one {
                Imported::Written(_) => written += 1,
                Imported::Remark(remark) => remarks.push(remark.to_string()),
                Imported::Refused(error) => refused.push(error.to_string()),
                Imported::Occupied(path) => kept.push(name_of(path)),
                Imported::Failed(path, error) => failed.push(format!("{}: {error}", name_of(path))),
                Imported::Same(found) => same.push(same_words(found, &folder)),
            }
        }
        let parts = [
            ("Refused:", refused),
            ("Left as they are, for other levels are in these files:", kept),
            ("Not written:", failed),
            ("The same game as another level:", same),
            ("Read with a remark:", remarks),
        ];
        let mut lines = Vec::new();
        for (title, mut part) in parts.into_iter().filter(|(_, part)| !part.is_empty()) {
            let more = part.len().saturating_sub(MOST_LINES);
            part.truncate(MOST_LINES);
            lines.push(title.to_owned());
            lines.extend(part.into_iter().map(|line| format!("    {line}")));
            if more > 0 {
                lines.push(format!("    and {more} more"));
            }
        }
        Self { folder, written, all, lines }
    }

    /// Says whether any level is there now.
    pub(super) const fn is_there(&self) -> bool {
        self.written > 0
    }

    /// Says whether there is nothing to be said but that all went well.
    pub(super) const fn is_plain(&self) -> bool {
        self.lines.is_empty() && self.is_there()
    }

    pub(super) fn headline(&self) -> String {
        let folder = self.folder.display();
        if self.written == self.all {
            format!("{} in {folder}", are(self.written))
        } else {
            format!("{} of {} in {folder}", self.written, figures::levels(self.all as u64))
        }
    }
}

/// Says of which level one is a likeness; files of the same folder are named without it.
fn same_words(found: &SameGame, folder: &Path) -> String {
    let short = |path: &Path| {
        let path = path.strip_prefix(folder).unwrap_or(path);
        path.display().to_string().trim_end_matches(LEVEL_ENDING).to_owned()
    };
    let (one, other) = (short(&found.path), short(Path::new(&found.other)));
    format!("{one}: {other}{}", found.alike.suffix())
}

/// Returns how many levels a collection has, and what is wrong with those that are refused.
pub(super) fn counts(collection: &Collection) -> (usize, Vec<String>) {
    let errors = collection.entries.iter().filter_map(|entry| entry.level.as_ref().err());
    let mut lines: Vec<String> = errors.map(ToString::to_string).collect();
    lines.truncate(MOST_LINES);
    (collection.entries.len(), lines)
}

/// Returns the begin of a sentence about a number of levels.
pub(super) fn are(count: usize) -> String {
    format!("{} {}", figures::levels(count as u64), if count == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{GapPlace, Importer, parse_collection};

    #[test]
    fn whatever_is_not_plain_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let collection = |text| parse_collection(text, "list", GapPlace::default()).unwrap();
        let outcome = |text| {
            let collection = collection(text);
            let mut importer = Importer::new(folder.path());
            let into = importer.folder_of(&collection);
            Outcome::new(&collection, into, importer.import(&collection))
        };
        let first = outcome("1 1 2 0 3\n2 3 1 2 0\n");
        assert!(first.is_plain() && first.is_there(), "{:?}", first.lines);
        let into = folder.path().join("list");
        assert_eq!(first.headline(), format!("2 levels are in {}", into.display()));
        // Another list of that name.
        let second = outcome("1 3 1 2 0\n2 3 1 2 0\n");
        assert!(!second.is_plain() && second.is_there());
        assert_eq!(second.headline(), format!("1 of 2 levels in {}", into.display()));
        assert!(second.lines[0].starts_with("Left as they are"), "{:?}", second.lines);
    }
}
