//! The levels that come with the program, embedded from `levels/<pack>/`. The
//! command line reads them as `builtin:NAME`, the designer lists them by pack.

use super::{Loaded, parse_level};
use crate::puzzle::rules::{Best, Draft};

/// A level that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Pack and file name without its ending, such as `mondrian/01-first-puzzle`.
    pub name: &'static str,
    /// The folder in `levels/`.
    pub pack: &'static str,
    /// The text of the level file.
    pub text: &'static str,
}

impl Builtin {
    /// Returns the level, read. What it says to be the best is: a test proves all of them.
    ///
    /// # Panics
    /// Never: a test reads them all.
    pub fn draft(&self) -> Draft {
        match parse_level(self.text) {
            Ok(Loaded { mut draft, .. }) => {
                draft.best.iter_mut().for_each(Best::confirm);
                draft
            }
            Err(error) => panic!("the built-in level {}: {error}", self.name),
        }
    }

    /// Returns the file name without number and ending, such as `first-puzzle`.
    pub fn slug(&self) -> &'static str {
        let file = self.file();
        file.split_once('-').map_or(file, |(_, slug)| slug)
    }

    /// Returns the file name without its ending, such as `01-first-puzzle`.
    fn file(&self) -> &'static str {
        self.name.rsplit('/').next().unwrap_or(self.name)
    }
}

macro_rules! embed {
    ($($pack:literal: $($file:literal),+;)+) => {
        &[$($(Builtin {
            name: concat!($pack, "/", $file),
            pack: $pack,
            text: include_str!(concat!("../../../levels/", $pack, "/", $file, ".mondrian.ron")),
        }),+),+]
    };
}

/// In the order in which they are offered.
const LEVELS: &[Builtin] = embed! {
    "mondrian": "01-first-puzzle", "02-four-across", "03-doors", "04-screens", "05-grey-between", "06-four-times";
    "lessons": "01-two-doors", "02-ruled-paper", "03-behind-the-screens", "04-whose-colour", "05-three-pushes", "06-all-together";
    "studies": "01-exchange", "02-twins", "03-pinwheel", "04-black-square", "05-by-way-of-the-middle", "06-yellow-falls-first", "07-the-long-way";
    "evolved": "01-four-rooms", "02-round-the-tower", "03-the-lawn", "04-six-on-a-field";
    "classics": "01-eight", "02-eight-hardest", "03-fifteen", "04-fifteen-scrambled", "05-eight-hard", "06-eight-hardest-too";
};

/// Returns all levels that come with the program, pack by pack.
pub const fn levels() -> &'static [Builtin] {
    LEVELS
}

/// Returns the level of that name: `mondrian/01-first-puzzle` in full, or
/// `01-first-puzzle` or `first-puzzle` where only one level is called so.
pub fn find(name: &str) -> Option<&'static Builtin> {
    find_index(name).map(|index| &LEVELS[index])
}

/// Returns the place of the level of that name in [`levels`].
pub fn find_index(name: &str) -> Option<usize> {
    if let Some(index) = LEVELS.iter().position(|level| level.name == name) {
        return Some(index);
    }
    let is_called_so = |level: &Builtin| level.file() == name || level.slug() == name;
    let mut called_so = (0..LEVELS.len()).filter(|&index| is_called_so(&LEVELS[index]));
    match (called_so.next(), called_so.next()) {
        (Some(index), None) => Some(index),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::puzzle::{LEVEL_ENDING, write_level};

    fn names_of_files() -> BTreeSet<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
        let entries = |path: &Path| {
            let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
            entries.collect::<Vec<_>>()
        };
        let name_of = |path: &Path| {
            let relative = path.strip_prefix(&folder).unwrap().to_str().unwrap();
            relative.replace('\\', "/").strip_suffix(LEVEL_ENDING).expect(relative).to_owned()
        };
        let packs = entries(&folder).into_iter().filter(|path| path.is_dir());
        packs.flat_map(|pack| entries(&pack)).map(|path| name_of(&path)).collect()
    }

    #[test]
    fn every_file_is_embedded_once() {
        let names: Vec<_> = levels().iter().map(|level| level.name.to_owned()).collect();
        assert_eq!(names.iter().cloned().collect::<BTreeSet<_>>(), names_of_files());
        assert_eq!(names.len(), names_of_files().len());
    }

    #[test]
    fn every_level_is_valid_and_written_as_the_program_writes_it() {
        for level in levels() {
            let loaded = parse_level(level.text).unwrap_or_else(|e| panic!("{}: {e}", level.name));
            assert_eq!(loaded.warnings, [], "{}", level.name);
            assert!(!loaded.draft.title.is_empty(), "{}", level.name);
            loaded.draft.validate().unwrap_or_else(|e| panic!("{}: {e:?}", level.name));
            assert_eq!(write_level(&loaded.draft), level.text, "{}", level.name);
        }
    }

    #[test]
    fn a_level_is_found_by_its_full_name_and_by_its_slug() {
        for level in levels() {
            assert_eq!(find(level.name), Some(level));
        }
        assert_eq!(find("four-across"), find("mondrian/02-four-across"));
        assert_eq!(find("02-four-across"), find("four-across"));
        assert_eq!(find("mondrian"), None);
        assert_eq!(find(""), None);
    }
}
