//! What a file or folder is asked for, and what follows from that for the question.

use std::path::{Path, PathBuf};

use crate::app::document::Document;
use crate::puzzle::{self, Draft, LEVEL_ENDING, parse_level, write_level};

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A level file to open.
    #[default]
    Open,
    /// A level file to write to.
    Save,
    /// A picture of the boards to write to.
    Png,
    /// A picture of the best solution to write to.
    Gif,
    /// A web page that plays the level, to write to.
    Page,
    /// A picture of the race to write to.
    Race,
    /// A folder whose levels are to be listed as a pack.
    Folder,
    /// A collection to make levels of.
    Import,
}

impl Purpose {
    /// Returns the title of our dialog.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Open => "Open a level",
            Self::Save => "Save the level",
            Self::Png => "Export the boards",
            Self::Gif => "Export the solution",
            Self::Page => "Export as a page",
            Self::Race => "Export the table",
            Self::Folder => "Add a folder of levels",
            Self::Import => "Import levels",
        }
    }

    /// Returns what is written on the button that goes on.
    pub(super) const fn caption(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Save => "Save",
            Self::Png | Self::Gif | Self::Page | Self::Race => "Export",
            Self::Folder => "Add",
            Self::Import => "Read",
        }
    }

    /// Returns the ending that files get which are named without one.
    const fn ending(self) -> &'static str {
        match self {
            Self::Png | Self::Race => ".png",
            Self::Gif => ".gif",
            Self::Page => ".html",
            Self::Open | Self::Save | Self::Folder | Self::Import => LEVEL_ENDING,
        }
    }

    /// Returns what the desktop's dialog lists: a name and the last parts of the endings.
    pub(super) const fn filter(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Png | Self::Race => ("Pictures", &["png"]),
            Self::Gif => ("Animated pictures", &["gif"]),
            Self::Page => ("Web pages", &["html"]),
            Self::Open | Self::Save | Self::Folder => ("Mondrian levels", &["ron"]),
            Self::Import => ("Collections of levels", &["dat", "xml", "json", "js", "txt"]),
        }
    }

    /// Says whether a file is written, perhaps over another one.
    pub(super) const fn writes(self) -> bool {
        matches!(self, Self::Save | Self::Png | Self::Gif | Self::Page | Self::Race)
    }

    /// Says whether our dialog lists a file of this name.
    pub(super) fn lists(self, name: &Path) -> bool {
        let ending = name.extension().unwrap_or_default();
        self != Self::Folder
            && self.filter().1.iter().any(|known| ending.eq_ignore_ascii_case(known))
    }

    /// Returns `path` with the ending where a file is written that the dialogs would not
    /// list: `puzzle 2.1` has none.
    pub(in crate::app) fn completed(self, path: PathBuf) -> PathBuf {
        if !self.writes() || self.lists(&path) {
            return path;
        }
        let mut name = path.into_os_string();
        name.push(self.ending());
        name.into()
    }

    /// Says whether to ask before a file is written: it is there already and holds
    /// something else than the level as it was saved there.
    pub(super) fn replaces(self, path: &Path, document: &Document) -> bool {
        let is_own = self == Self::Save && document.path() == Some(path);
        let is_known = is_own && document.saved().is_some_and(|saved| !is_changed(path, saved));
        self.writes() && path.exists() && !is_known
    }

    /// Returns the path that the question begins with.
    pub(super) fn suggestion(self, document: &Document) -> String {
        let folder = document.path().and_then(Path::parent).map(Path::to_owned);
        let folder = folder.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let stem = || file_stem(&document.display_name());
        let path = match (self, document.path()) {
            (Self::Save, Some(path)) => path.to_owned(),
            _ if self.writes() => folder.join(stem() + self.ending()),
            _ => folder.join(""),
        };
        path.display().to_string()
    }
}

/// Says whether the file holds something else than `saved`. One that is not there any
/// more loses nothing.
pub(in crate::app) fn is_changed(path: &Path, saved: &Draft) -> bool {
    if !path.exists() {
        return false;
    }
    // What was saved, as it is read.
    let saved = parse_level(&write_level(saved)).map(|loaded| loaded.draft);
    let found = puzzle::load(path).map(|loaded| loaded.draft);
    !matches!((saved, found), (Ok(saved), Ok(found)) if saved == found)
}

/// Returns a title as the name of a file, one that is not hidden.
fn file_stem(title: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let words = title.to_lowercase().chars().map(plain).collect::<String>();
    let stem = words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    if stem.is_empty() { "untitled".to_owned() } else { stem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_names_of_files() {
        assert_eq!(file_stem("Mondrian2, the first puzzle"), "mondrian2-the-first-puzzle");
        assert_eq!(file_stem("../x"), "x");
        assert_eq!(file_stem("???"), "untitled");
    }

    #[test]
    fn names_get_the_ending_of_what_is_written() {
        let completed = |purpose: Purpose, name: &str| purpose.completed(name.into());
        assert_eq!(completed(Purpose::Save, "a"), PathBuf::from("a.mondrian.ron"));
        assert_eq!(
            completed(Purpose::Save, "puzzle 2.1"),
            PathBuf::from("puzzle 2.1.mondrian.ron")
        );
        assert_eq!(completed(Purpose::Save, "a.ron"), PathBuf::from("a.ron"));
        assert_eq!(completed(Purpose::Gif, "a"), PathBuf::from("a.gif"));
        assert_eq!(completed(Purpose::Gif, "a.png"), PathBuf::from("a.png.gif"));
        assert_eq!(completed(Purpose::Png, "a.PNG"), PathBuf::from("a.PNG"));
        assert_eq!(completed(Purpose::Open, "a"), PathBuf::from("a"));
    }
}
