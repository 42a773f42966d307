//! The legend of a picture: what its signs and columns mean, in small text under it.

use super::Picture;
use super::canvas::DIM;
use super::lettering::{self, Place};
use crate::puzzle::Rgb;

/// Height of a line, and of the letters in it, in pixels.
const LINE: u32 = 26;
const LETTERS: f32 = 16.0;
/// Between two items, and between a sign and its words.
const GAP: u32 = 28;
const NEAR: u32 = 8;

/// One thing that is explained.
pub(super) struct Item {
    /// How it looks in the picture; what has a word there needs none.
    pub(super) sign: Option<Picture>,
    pub(super) text: String,
}

impl Item {
    /// Returns a colour and what it means.
    pub(super) fn colour(colour: Rgb, text: &str) -> Self {
        Self { sign: Some(Picture::new(14, 14, colour)), text: text.to_owned() }
    }

    /// Returns what a word means.
    pub(super) fn word(text: &str) -> Self {
        Self { sign: None, text: text.to_owned() }
    }

    fn sign_width(&self) -> u32 {
        self.sign.as_ref().map_or(0, |sign| sign.width() + NEAR)
    }

    fn width(&self) -> u32 {
        self.sign_width() + lettering::width(&self.text, LETTERS).ceil() as u32
    }
}

/// Items that follow each other like words, in as many lines as they need.
pub(super) struct Legend {
    items: Vec<Item>,
}

impl Legend {
    pub(super) const fn new(items: Vec<Item>) -> Self {
        Self { items }
    }

    /// Returns the width of the widest item, in pixels.
    pub(super) fn least_width(&self) -> u32 {
        self.items.iter().map(Item::width).max().unwrap_or(0)
    }

    /// Returns its height where it is at most so wide, in pixels.
    pub(super) fn height(&self, width: u32) -> u32 {
        self.places(width).last().map_or(0, |&(_, line)| (line + 1) * LINE)
    }

    /// Returns where each item begins: how far from the left, and in which line.
    fn places(&self, width: u32) -> Vec<(u32, u32)> {
        let (mut left, mut line) = (0, 0);
        let mut places = Vec::new();
        for item in &self.items {
            if left > 0 && left + item.width() > width {
                (left, line) = (0, line + 1);
            }
            places.push((left, line));
            left += item.width() + GAP;
        }
        places
    }

    /// Writes it, its upper left corner there.
    pub(super) fn write(&self, picture: &mut Picture, (left, top): (u32, u32), width: u32) {
        for (item, (along, line)) in self.items.iter().zip(self.places(width)) {
            let (x, middle) = (left + along, top + line * LINE + LINE / 2);
            if let Some(sign) = &item.sign {
                picture.paste((x, middle - sign.height() / 2), sign);
            }
            let place = Place {
                x: (x + item.sign_width()) as f32,
                y: middle as f32,
                size: LETTERS,
                centred: false,
            };
            lettering::write(picture, &item.text, place, DIM);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Legend {
        pub(in crate::picture) fn texts(&self) -> Vec<String> {
            self.items.iter().map(|item| item.text.clone()).collect()
        }
    }

    #[test]
    fn items_follow_each_other_and_none_leaves_the_picture() {
        let texts = ["the first", "the second item", "a third", "and a fourth one"];
        let mut items: Vec<Item> = texts.iter().map(|text| Item::word(text)).collect();
        items.push(Item::colour(Rgb(200, 0, 0), "red"));
        let legend = Legend::new(items);
        let width = legend.least_width() + 20;
        let height = legend.height(width);
        assert!(height > 2 * LINE, "{height}");
        assert_eq!(legend.height(10_000), LINE);
        let white = Picture::new(width + 20, height + 20, Rgb(255, 255, 255));
        let mut picture = white.clone();
        legend.write(&mut picture, (10, 10), width);
        let area = picture.difference((0, 0), &white).expect("something is written");
        assert!(area.left >= 10 && area.left + area.width <= width + 10, "{area:?}");
        assert!(area.top >= 10 && area.top + area.height <= height + 10, "{area:?}");
        let reds = picture.rgb_bytes().chunks(3).filter(|pixel| *pixel == [200, 0, 0]).count();
        assert_eq!(reds, 14 * 14);
    }
}
