//! A best solution is put into the text of a level and every other byte stays: levels that
//! are written in all the ways that the format allows.

use fastrand::Rng;
use mondrian::puzzle::{Best, Draft, builtin, format_moves, parse_level, with_best};

use crate::support::fast_or_slow;

/// Writes a part of a level.
type Part<'a> = Box<dyn FnOnce(&mut Writer) + 'a>;

/// Writes a level with random blanks and comments between all its parts.
struct Writer {
    random: Rng,
    text: String,
    newline: &'static str,
    comments: usize,
}

/// What a comment may hold that looks like something else.
const TRAPS: [&str; 8] = ["best: (", "\"", "'", ")", ",", "r#\"", "]", "é→"];

impl Writer {
    fn blank(&mut self) {
        while self.random.u8(..3) == 0 {
            let trap = TRAPS[self.random.usize(..TRAPS.len())];
            let number = self.comments;
            match self.random.u8(..5) {
                0 => self.text += " ",
                1 => self.text += "\t",
                2 => self.text += self.newline,
                3 => {
                    self.text += &format!("//{trap} <{number}>{}", self.newline);
                    self.comments += 1;
                }
                _ => {
                    self.text += &format!("/*{trap} /* nested */ <{number}>*/");
                    self.comments += 1;
                }
            }
        }
    }

    fn put(&mut self, token: &str) {
        self.blank();
        self.text += token;
        self.blank();
    }

    fn string(&mut self, text: &str) {
        let literal = match self.random.u8(..3) {
            0 if !text.contains("\"##") => format!("r##\"{text}\"##"),
            1 => {
                text.chars().fold("\"".to_owned(), |all, c| match c {
                    'A'..='Z' => format!("{all}\\u{{{:x}}}", u32::from(c)),
                    '"' | '\\' => format!("{all}\\{c}"),
                    _ => all + c.encode_utf8(&mut [0; 4]),
                }) + "\""
            }
            _ => format!("{text:?}"),
        };
        self.put(&literal);
    }

    /// Writes what `items` write between brackets, with commas, the last one perhaps.
    fn list(&mut self, brackets: [&str; 2], items: Vec<Part<'_>>) {
        self.put(brackets[0]);
        let count = items.len();
        for (nth, item) in items.into_iter().enumerate() {
            item(self);
            if nth + 1 < count || self.random.bool() {
                self.put(",");
            }
        }
        self.put(brackets[1]);
    }

    fn field<'a>(name: &'static str, value: impl FnOnce(&mut Self) + 'a) -> Part<'a> {
        Box::new(move |writer| {
            let is_raw = writer.random.u8(..9) == 0;
            let name = if is_raw { ["r#", name].concat() } else { name.to_owned() };
            writer.put(&name);
            writer.put(":");
            value(writer);
        })
    }

    fn rows(&mut self, rows: &str) {
        let row = |row: &'_ str| -> Part<'_> {
            let row = row.to_owned();
            Box::new(move |writer| writer.string(&row))
        };
        self.list(["[", "]"], rows.lines().map(row).collect());
    }

    fn best(&mut self, best: &Best) {
        if self.random.u8(..8) == 0 {
            return self.put("None");
        }
        let wrapped = self.random.u8(..8) == 0;
        self.put(if wrapped { "Some(" } else { "" });
        let moves = format_moves(&best.moves);
        let mut fields = vec![Self::field("moves", move |writer| writer.string(&moves))];
        match self.random.u8(..3) {
            0 => {}
            1 => fields.push(Self::field("proved", |writer| writer.put("false"))),
            _ => fields.insert(0, Self::field("proved", |writer| writer.put("false"))),
        }
        if self.random.u8(..4) == 0 {
            self.put("Best");
        }
        self.list(["(", ")"], fields);
        self.put(if wrapped { ")" } else { "" });
    }

    fn level(&mut self, draft: &Draft, best: Option<&Best>) {
        use mondrian::puzzle::{Anchor, Layout, layout_text};
        let boards = |layout| layout_text(draft, layout);
        let (start, goal) = (boards(Layout::Start), boards(Layout::Goal));
        let mut fields = vec![
            Self::field("version", |writer| writer.put("1")),
            Self::field("title", |writer| writer.string("best: (moves: \\ \"A\", proved)")),
            Self::field("note", |writer| writer.string("/* no comment")),
            Self::field("start", |writer| writer.rows(&start)),
            Self::field("goal", |writer| writer.rows(&goal)),
            Self::field("opening", |writer| writer.string(&format_moves(&draft.opening))),
            Self::field("palette", |writer| writer.palette(draft)),
            Self::field("waypoints", |writer| {
                let texts = (0..draft.waypoints.len()).map(|nth| boards(Layout::Waypoint(nth)));
                let rows =
                    |text: String| -> Part<'static> { Box::new(move |writer| writer.rows(&text)) };
                writer.list(["[", "]"], texts.map(rows).collect());
            }),
            Self::field("goal_anchor", |writer| {
                writer.put(if draft.anchor == Anchor::Fixed { "fixed" } else { "floating" });
            }),
        ];
        fields.extend(best.map(|best| Self::field("best", |writer| writer.best(best))));
        self.random.shuffle(&mut fields);
        if self.random.u8(..4) == 0 {
            self.put("\u{feff}");
            self.text.retain(|c| c != '\u{feff}');
            self.text.insert(0, '\u{feff}');
        }
        if self.random.u8(..4) == 0 {
            self.put("#![enable(implicit_some)]");
        }
        if self.random.u8(..4) == 0 {
            self.put("Level");
        }
        self.list(["(", ")"], fields);
    }

    fn palette(&mut self, draft: &Draft) {
        let swatch = |swatch: &mondrian::puzzle::Swatch| -> Part<'static> {
            let (symbol, rgb) = (swatch.symbol, swatch.rgb.to_string());
            Box::new(move |writer| {
                let code = format!("'\\u{{{:x}}}'", u32::from(symbol));
                // Three quotes in a row are the character between two of them.
                let plain = format!("'{symbol}'");
                let is_code = writer.random.bool();
                writer.put(if is_code { &code } else { &plain });
                writer.put(":");
                writer.list(
                    ["(", ")"],
                    vec![Self::field("color", move |writer| writer.string(&rgb))],
                );
            })
        };
        let swatches = draft.palette.swatches().iter().map(swatch).collect();
        self.list(["{", "}"], swatches);
    }
}

/// Says whether all of `old` stands in `new`, in its order.
fn is_within(old: &str, new: &str) -> bool {
    let mut rest = new.chars();
    old.chars().all(|c| rest.any(|found| found == c))
}

#[test]
fn the_best_alone_is_changed() {
    let levels: Vec<Draft> =
        builtin::levels().iter().map(|level| level.draft()).filter(Draft::is_plain).collect();
    for seed in 0..fast_or_slow(600, 20_000) {
        let mut random = Rng::with_seed(seed);
        let mut draft = levels[random.usize(..levels.len())].clone();
        for (colour, symbol) in draft.palette.colours().zip(['\'', '"', '(', ',', '}', '/']) {
            if random.bool() {
                draft.palette.swatch_mut(colour).symbol = symbol;
            }
        }
        let best = draft.best.take().expect("each has one");
        let newline = if random.bool() { "\n" } else { "\r\n" };
        let mut writer = Writer { random, text: String::new(), newline, comments: 0 };
        let known = writer.random.bool().then_some(&best);
        writer.level(&draft, known);
        let Writer { text, comments, .. } = writer;
        let old = parse_level(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let new = with_best(&text, &best).unwrap_or_else(|| panic!("seed {seed}:\n{text}"));
        let read = parse_level(&new).unwrap().draft;
        let said = Best::read(best.moves.clone(), true);
        assert_eq!(read, Draft { best: Some(said), ..old.draft.clone() }, "seed {seed}");
        if known.is_none() {
            assert!(is_within(&text, &new), "seed {seed}: something is gone\n{text}\n{new}");
        }
        // `None` and `Some(…)` are replaced whole, comments and all.
        let whole = known.is_some() && (text.contains("None") || text.contains("Some("));
        for number in (0..comments).filter(|_| !whole) {
            let comment = format!("<{number}>");
            assert_eq!(new.matches(&comment).count(), 1, "seed {seed}: {comment}\n{text}\n{new}");
        }
        if newline == "\r\n" {
            assert!(!new.replace("\r\n", "").contains('\n'), "seed {seed}: a line end of its own");
        }
    }
}
