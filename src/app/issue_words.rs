//! What is wrong with a level in the words of the screen: colours by their names,
//! and no names of cells where the boards mark them.

use crate::puzzle::{Issue, Palette};

/// Returns `issue` in words for whoever paints with `palette`.
pub fn issue_words(issue: &Issue, palette: &Palette) -> String {
    let Issue::TooFewTiles { layout, symbol, wanted, available, .. } = issue else {
        return issue.to_string();
    };
    let named = palette.find(*symbol).and_then(|colour| palette.swatch(colour).name.clone());
    let colour = named.unwrap_or_else(|| format!("'{symbol}'"));
    let asked = if *wanted == 1 { "tile is" } else { "tiles are" };
    let there = if *available == 0 { "none".to_owned() } else { available.to_string() };
    format!("{layout}: {wanted} {colour} {asked} asked for, the start has {there}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_text;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let draft = parse_text(text, None).unwrap();
        let issues = draft.validate().unwrap_err();
        assert_eq!(issue_words(&issues[0], &draft.palette), expected);
    }

    #[test]
    fn colours_have_their_names() {
        check("B..\n\n.BB", "goal: 2 blue tiles are asked for, the start has 1");
        check("B..\n\n..R", "goal: 1 red tile is asked for, the start has none");
        check("B..\n\n...", "goal: no tile is asked for");
    }
}
