//! Levels as a web page: the player of `web/`, built and one file, with levels in it. Knows the
//! puzzle alone.
//!
//! ```text
//!   assets/player.html  --+-->  one page that plays them anywhere, from a disk too
//!   drafts --share codes--'
//! ```

use crate::puzzle::{Draft, share_code};

/// The player: `web/build --commit` renews it.
const PLAYER: &str = include_str!("../../assets/player.html");

/// What stands before and after the levels in it; at first they are the built-in ones.
const LEVELS: (&str, &str) = (r#"<script type="application/json" id="levels">"#, "</script>");

/// Where its title stands.
const TITLE: &str = "<title>Mondrian</title>";

/// Levels under one title.
#[derive(Clone, Debug)]
pub struct Pack {
    /// What they are called together; one level alone needs no title.
    pub title: String,
    /// The levels.
    pub levels: Vec<Draft>,
}

/// Returns the page that plays these packs, without any level an empty player.
pub fn page(packs: &[Pack]) -> String {
    let objects: Vec<_> = packs
        .iter()
        .map(|pack| {
            let levels: Vec<_> = pack.levels.iter().map(share_code).collect();
            serde_json::json!({"title": pack.title, "levels": levels})
        })
        .collect();
    // Neither the end of the element nor the beginning of a comment may stand in it.
    let levels = serde_json::json!({ "packs": objects }).to_string().replace('<', "\\u003c");
    let (before, after) = around_levels();
    let html = [before, &levels, after].concat();
    match title(packs) {
        Some(title) => html.replacen(TITLE, &format!("<title>{}</title>", escaped(title)), 1),
        None => html,
    }
}

/// Returns what stands in the player before and after its levels.
fn around_levels() -> (&'static str, &'static str) {
    let (begin, end) = LEVELS;
    let from = PLAYER.find(begin).map(|at| at + begin.len());
    let until = from.and_then(|from| PLAYER[from..].find(end).map(|length| from + length));
    // A test holds that they are there.
    let (from, until) = from.zip(until).expect("the player has a place for levels");
    (&PLAYER[..from], &PLAYER[until..])
}

/// Returns what the page is called: its level or its only pack.
fn title(packs: &[Pack]) -> Option<&str> {
    let [pack] = packs else { return None };
    let title = match pack.levels.as_slice() {
        [level] => &level.title,
        _ => &pack.title,
    };
    (!title.is_empty()).then_some(title)
}

/// Says whether this may be the address of a player.
pub fn is_address(text: &str) -> bool {
    ["https://", "http://", "file://"].iter().any(|begin| {
        text.trim().strip_prefix(begin).is_some_and(|rest| {
            !rest.is_empty() && !rest.contains(|c: char| c == '#' || c.is_whitespace())
        })
    })
}

/// Returns the address that opens this level in the player at `address`, if that is one.
pub fn link(address: &str, draft: &Draft) -> Option<String> {
    is_address(address).then(|| format!("{}#{}", address.trim(), share_code(draft)))
}

/// Returns a text as it stands in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::builtin;

    #[test]
    fn the_player_has_a_place_for_levels_and_one_for_its_title() {
        for place in [LEVELS.0, TITLE] {
            assert_eq!(PLAYER.matches(place).count(), 1, "{place}");
        }
        assert!(PLAYER.len() <= 740_000, "{} bytes are too many", PLAYER.len());
        assert!(PLAYER.contains("sources "), "it says what it was built from");
    }

    #[test]
    fn levels_and_titles_stand_in_the_page_and_nothing_else_changes() {
        let mut draft = builtin::find("exchange").unwrap().draft();
        draft.title = "</title><script>&".into();
        let pack = Pack { title: "</script>".into(), levels: vec![draft.clone()] };
        let html = page(std::slice::from_ref(&pack));
        assert!(html.contains(&share_code(&draft)));
        assert!(html.contains("<title>&lt;/title&gt;&lt;script&gt;&amp;</title>"));
        assert!(html.contains(r#""title":"\u003c/script>"#));
        assert_eq!(html.matches("</script>").count(), PLAYER.matches("</script>").count());
        let (before, after) = around_levels();
        assert_eq!(page(&[]), format!("{before}{{\"packs\":[]}}{after}"));
        let two = Pack { levels: vec![draft.clone(), draft], ..pack };
        assert!(page(&[two]).contains("<title>&lt;/script&gt;</title>"));
    }

    #[test]
    fn a_link_is_an_address_and_a_code() {
        let draft = builtin::find("exchange").unwrap().draft();
        let link = |address| super::link(address, &draft);
        let code = share_code(&draft);
        assert_eq!(link(" https://a.b/c "), Some(format!("https://a.b/c#{code}")));
        for address in ["", "https://", "a.b/c", "javascript:x", "https://a b", "https://a#b"] {
            assert_eq!(link(address), None, "{address}");
        }
    }
}
