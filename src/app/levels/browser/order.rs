//! Which levels of a pack are shown, and in which order.

use super::super::packs::PackLevel;

/// What levels are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sort {
    /// The order of the pack.
    #[default]
    AsListed,
    /// The moves of the best solution known; those without one come last.
    Moves,
    /// The cells of the board.
    Size,
}

impl Sort {
    pub(super) const ALL: [Self; 3] = [Self::AsListed, Self::Moves, Self::Size];

    pub(super) const fn caption(self) -> &'static str {
        match self {
            Self::AsListed => "As listed",
            Self::Moves => "Moves",
            Self::Size => "Size",
        }
    }

    pub(super) const fn explained(self) -> &'static str {
        match self {
            Self::AsListed => "In the order of the pack",
            Self::Moves => "Those with the shortest solutions first",
            Self::Size => "Those with the smallest boards first",
        }
    }
}

/// Returns the places in `levels` of those that `query` finds, in the order asked for. It finds
/// what has all its words in title or author, whatever their case.
pub(super) fn found(levels: &[PackLevel], query: &str, sort: Sort) -> Vec<usize> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let is_found = |level: &PackLevel| {
        let text = format!("{}\n{}", level.title, level.draft.author).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let mut found: Vec<usize> = (0..levels.len()).filter(|&nth| is_found(&levels[nth])).collect();
    let key = |nth: &usize| {
        let level = &levels[*nth];
        match sort {
            Sort::AsListed => 0,
            Sort::Moves => level.known.as_ref().map_or(usize::MAX, |known| known.moves as usize),
            Sort::Size => {
                let size = level.draft.start.size();
                usize::from(size.width) * usize::from(size.height)
            }
        }
    };
    found.sort_by_key(key);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::levels::packs::{Known, LevelPlace};
    use crate::progress::Progress;
    use crate::puzzle::parse_text;

    fn level(title: &str, author: &str, text: &str, moves: Option<u32>) -> PackLevel {
        let mut draft = parse_text(text, None).unwrap();
        draft.author = author.into();
        let known = moves.map(|moves| Known { moves, proved: false, words: String::new() });
        let (place, progress) = (LevelPlace::default(), Progress::Open);
        PackLevel { place, title: title.into(), draft, known, progress }
    }

    #[test]
    fn levels_are_found_by_words_and_sorted() {
        let levels = [
            level("Formic Acid", "Jo", "B...\n\n...B", None),
            level("Acetic acid", "Ann", "B..\n...\n\n...\n..B", Some(2)),
            level("Water", "Jo", "B..\n\n..B", Some(1)),
        ];
        let order = |query, sort| found(&levels, query, sort);
        assert_eq!(order("", Sort::AsListed), [0, 1, 2]);
        assert_eq!(order("  ACID ", Sort::AsListed), [0, 1]);
        assert_eq!(order("acid jo", Sort::AsListed), [0]);
        assert_eq!(order("acids", Sort::AsListed), [0; 0]);
        assert_eq!(order("", Sort::Moves), [2, 1, 0]);
        assert_eq!(order("", Sort::Size), [2, 0, 1]);
    }
}
