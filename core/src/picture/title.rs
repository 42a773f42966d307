//! The title of a level above its picture, on wish.

use super::canvas::BLACK;
use super::lettering::{self, Place};
use super::{Look, Picture};
use crate::puzzle::Draft;

/// Smaller letters than these cannot be read, in pixels.
const SMALLEST: f32 = 12.0;

/// The title of a level, and how large it is written.
pub(super) struct Title<'a> {
    text: &'a str,
    /// The height of its line, in pixels.
    size: f32,
}

impl<'a> Title<'a> {
    /// Returns the title of `draft` for boards of this look. There is none where the look
    /// wants none or the level has none.
    pub(super) fn of(draft: &'a Draft, look: Look) -> Self {
        let text = if look.title { draft.title.trim() } else { "" };
        Self { text, size: (look.cell as f32 * 0.6).max(SMALLEST) }
    }

    /// Returns the room that it takes above the picture, in pixels; 0 without a title.
    pub(super) fn height(&self) -> u32 {
        if self.text.is_empty() { 0 } else { (self.size * 1.5).ceil() as u32 }
    }

    /// Writes it in one line, from `left` to as far from the right edge, its room at `top`.
    /// A long one is written smaller, down to what can be read; then its end is left out.
    pub(super) fn write(&self, picture: &mut Picture, left: u32, top: u32) {
        if self.text.is_empty() {
            return;
        }
        let room = picture.width().saturating_sub(2 * left) as f32;
        let width = lettering::width(self.text, self.size);
        let size = (self.size * (room / width).min(1.0)).max(SMALLEST);
        let y = top as f32 + self.height() as f32 / 2.0;
        let place = Place { x: left as f32, y, size, centred: false };
        lettering::write(picture, &cut(self.text, size, room), place, BLACK);
    }
}

/// Returns as much of `text` as fits into `room`, with dots for what is left out.
fn cut(text: &str, size: f32, room: f32) -> String {
    if lettering::width(text, size) <= room {
        return text.to_owned();
    }
    let mut short = text.to_owned();
    while short.pop().is_some() {
        let dotted = format!("{}...", short.trim_end());
        if lettering::width(&dotted, size) <= room {
            return dotted;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Rgb, parse_text};

    fn titled(title: &str) -> Draft {
        Draft { title: title.to_owned(), ..parse_text("B..\n\n..B", None).unwrap() }
    }

    #[test]
    fn it_is_written_on_wish_alone() {
        let (plain, wanted) = (Look::default(), Look { title: true, ..Look::default() });
        assert_eq!(Title::of(&titled("First"), plain).height(), 0);
        assert_eq!(Title::of(&titled("  "), wanted).height(), 0);
        assert_eq!(Title::of(&titled("First"), wanted).height(), 36);
    }

    #[test]
    fn a_long_one_stays_within_the_picture() {
        let white = Picture::new(200, 40, Rgb(255, 255, 255));
        for title in ["First", "A title that is as long as a sentence", &"endless ".repeat(40)] {
            let mut picture = white.clone();
            let draft = titled(title);
            let title = Title::of(&draft, Look { title: true, ..Look::default() });
            title.write(&mut picture, 10, 0);
            let area = picture.difference((0, 0), &white).expect("something is written");
            assert!(area.left >= 10 && area.left + area.width <= 190, "{area:?}");
            assert!(area.top + area.height <= title.height(), "{area:?}");
        }
        assert_eq!(cut("abcdef", 20.0, lettering::width("ab...", 20.0)), "ab...");
    }
}
