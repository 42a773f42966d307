//! What the signs of a text mean: which are empty, which are walls, which tiles. Asked of
//! all its boards at once, since a letter means the same in each.

use std::collections::BTreeSet;

use super::TextError;
use super::cells::{Rows, Sign, Token};
use crate::puzzle::advice::classic;
use crate::puzzle::rules::{Colour, Palette, Square, Swatch, default_swatch};

/// What `X` and `x` mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cross {
    Wall,
    Gap,
    Tile,
}

/// The signs of one text.
pub(super) struct Meaning {
    palette: Palette,
    crosses: Vec<(char, Cross)>,
}

/// Letters and numbers of a text that its palette does not know.
struct Census<'a> {
    given: &'a Palette,
    boards: &'a [&'a Rows],
    letters: BTreeSet<char>,
    numbers: BTreeSet<u32>,
}

impl<'a> Census<'a> {
    fn new(boards: &'a [&'a Rows], given: &'a Palette) -> Result<Self, TextError> {
        let mut census = Self { given, boards, letters: BTreeSet::new(), numbers: BTreeSet::new() };
        for (rows, token) in boards.iter().flat_map(|rows| rows.tokens().map(|t| (*rows, t))) {
            match &token.sign {
                Sign::Letter(c) if given.find(*c).is_none() && !".#_".contains(*c) => {
                    census.letters.insert(*c);
                }
                Sign::Number(text) if known_number(text, token, rows, given)?.is_none() => {
                    census.numbers.insert(value(text, token, rows)?);
                }
                _ => {}
            }
        }
        Ok(census)
    }

    fn first(&self, wanted: impl Fn(&Token) -> bool) -> Option<(&'a Rows, &'a Token)> {
        let all = self.boards.iter().flat_map(|rows| rows.tokens().map(move |t| (*rows, t)));
        all.into_iter().find(|(_, token)| wanted(token))
    }

    fn is_gap(&self, token: &Token) -> bool {
        match &token.sign {
            Sign::Letter(c) => *c == '.' || *c == '_' && self.given.find('_').is_none(),
            Sign::Nothing => true,
            Sign::Number(text) => self.is_zero(text),
            Sign::Word(_) => false,
        }
    }

    /// Says whether a number is 0 and no colour of the palette.
    fn is_zero(&self, text: &str) -> bool {
        text.bytes().all(|byte| byte == b'0')
            && self.given.find('0').is_none()
            && labelled(self.given, text).is_none()
    }

    /// Returns what `cross`, which stands in the text, means.
    fn meaning_of(&self, cross: char) -> Result<Cross, TextError> {
        let (rows, token) =
            self.first(|t| t.sign == Sign::Letter(cross)).expect("it stands in the text");
        let either = |what: &str| {
            let message = format!("{cross:?} may be a wall or {what}: write `#` for a wall, {}", {
                if what.contains("empty") {
                    "`.` for an empty cell"
                } else {
                    "other letters for tiles"
                }
            });
            Err(token.at.error(rows.reading, message))
        };
        let other = if cross == 'X' { 'x' } else { 'X' };
        if self.letters.contains(&other) {
            return either("a tile");
        }
        let last = char::from(cross as u8 - 1);
        let first = if cross == 'X' { 'A' } else { 'a' };
        let same_case = |c: &char| *c != cross && c.is_uppercase() == cross.is_uppercase();
        let has_numbers = self.numbers.iter().any(|&number| number > 0);
        let letters_count = self.letters.iter().any(same_case) && has_numbers;
        if letters_count || self.letters.contains(&last) {
            let all = (first..=last).all(|c| self.letters.contains(&c));
            return if all { Ok(Cross::Tile) } else { either("a tile") };
        }
        let start = self.boards[0];
        let count = |wanted: &dyn Fn(&Token) -> bool| start.tokens().filter(|t| wanted(t)).count();
        let crosses = count(&|t| t.sign == Sign::Letter(cross));
        let zeros = count(&|t| matches!(&t.sign, Sign::Number(text) if self.is_zero(text)));
        let numbers_alone = has_numbers && self.letters.len() == 1;
        match (count(&|t| self.is_gap(t)), crosses) {
            (0, 1) if numbers_alone => Ok(Cross::Gap),
            (0, _) => either("an empty cell"),
            // Which of the two is the gap?
            (1, 1) if zeros == 1 && numbers_alone => either("an empty cell"),
            _ => Ok(Cross::Wall),
        }
    }

    /// Refuses strokes and brackets that may end rows or stand around numbers.
    fn check_marks(&self) -> Result<(), TextError> {
        let is_mark = |t: &Token| matches!(t.sign, Sign::Letter(c) if "()/".contains(c) && self.given.find(c).is_none());
        for rows in self.boards {
            let at_end = |row: &Vec<Token>| row.last().is_some_and(is_mark);
            let all = rows.rows.len() > 1 && rows.rows.iter().all(at_end);
            let mark = rows.tokens().find(|t| is_mark(t));
            if let Some(mark) = mark.filter(|_| all || !self.numbers.is_empty()) {
                let message = "a tile, or a mark of no meaning? write letters for tiles";
                return Err(mark.at.error(rows.reading, message));
            }
        }
        Ok(())
    }

    /// Refuses what has more than one meaning beside the crosses.
    fn check(&self) -> Result<(), TextError> {
        self.check_marks()?;
        for rows in self.boards {
            let zero =
                rows.tokens().find(|t| matches!(&t.sign, Sign::Number(n) if self.is_zero(n)));
            let others =
                || rows.tokens().filter(|t| self.is_gap(t) && !matches!(t.sign, Sign::Number(_)));
            if let Some(zero) = zero.filter(|_| others().next().is_some()) {
                let message = "0 is an empty cell or the number of a tile: others are empty too";
                return Err(zero.at.error(rows.reading, message));
            }
            let nothing = rows.tokens().find(|t| t.sign == Sign::Nothing);
            if let Some(nothing) = nothing.filter(|_| others().count() > 1) {
                let message = "nothing stands between two separators: write `.` for an empty cell";
                return Err(nothing.at.error(rows.reading, message));
            }
        }
        let is_tile = |c: char| !"Xx".contains(c);
        let letter = self.letters.iter().copied().find(|&c| is_tile(c));
        let start = self.boards[0];
        if let Some(letter) = letter {
            let (rows, token) =
                self.first(|t| t.sign == Sign::Letter(letter)).expect("it is there");
            if self.numbers.iter().any(|&number| number > 9) {
                let message = format!("the letter {letter:?} among numbers of several digits");
                return Err(token.at.error(rows.reading, message));
            }
        }
        let tiles = self.numbers.iter().any(|&number| number > 0);
        let crosses = self.letters.iter().any(|&c| !is_tile(c));
        if tiles && !crosses && !start.tokens().any(|t| self.is_gap(t)) {
            let at = letter.and_then(|c| self.first(|t| t.sign == Sign::Letter(c)));
            let at = at.map_or_else(|| start.place(), |(_, t)| t.at);
            let message = "no cell of the start is empty: `.`, `0` or `_` stands for that";
            return Err(at.error(start.reading, message));
        }
        Ok(())
    }
}

impl Meaning {
    /// Finds out what the signs of `boards` mean, the start first, where `given` does not
    /// say it.
    pub(super) fn new(boards: &[&Rows], given: &Palette) -> Result<Self, TextError> {
        let census = Census::new(boards, given)?;
        census.check()?;
        let crosses = census.letters.iter().filter(|c| "Xx".contains(**c));
        let crosses: Result<Vec<_>, _> = crosses.map(|&c| Ok((c, census.meaning_of(c)?))).collect();
        let mut meaning = Self { palette: given.clone(), crosses: crosses? };
        meaning.add_numbers(&census);
        meaning.add_letters(&census)?;
        Ok(meaning)
    }

    pub(super) fn into_palette(self) -> Palette {
        self.palette
    }

    /// Gives the numbers of the text colours: those of the classic puzzles where each
    /// stands once.
    fn add_numbers(&mut self, census: &Census) {
        let start = census.boards[0];
        let width = start.rows[0].len() as u32;
        let tiles =
            start.tokens().filter(|t| matches!(&t.sign, Sign::Number(n) if !census.is_zero(n)));
        let is_numbered = tiles.count() == census.numbers.iter().filter(|&&n| n > 0).count();
        for &number in census.numbers.iter().filter(|&&number| number > 0) {
            let usual = classic::symbols().nth(number as usize - 1);
            let free = |c: &char| self.palette.find(*c).is_none() && !census.letters.contains(c);
            let Some(symbol) = usual.filter(free).or_else(|| classic::symbols().find(|c| free(c)))
            else {
                continue;
            };
            let default = default_swatch(symbol, self.palette.len());
            let row = classic::ROWS[((number - 1) / width) as usize % classic::ROWS.len()];
            let rgb = if is_numbered { row } else { default.rgb };
            self.palette.push(Swatch {
                rgb,
                name: None,
                label: Some(number.to_string()),
                ..default
            });
        }
    }

    /// Gives the other letters colours, in the order in which they are met.
    fn add_letters(&mut self, census: &Census) -> Result<(), TextError> {
        let is_tile = |c: char| {
            census.letters.contains(&c)
                && self.crosses.iter().all(|&(cross, m)| cross != c || m == Cross::Tile)
        };
        let tokens = census.boards.iter().flat_map(|rows| rows.tokens().map(|t| (*rows, t)));
        let met: Vec<_> = tokens
            .filter_map(|(rows, token)| match token.sign {
                Sign::Letter(c) if is_tile(c) => Some((rows, token, c)),
                _ => None,
            })
            .collect();
        for (rows, token, c) in met {
            let is_new = self.palette.find(c).is_none();
            if is_new && self.palette.push(default_swatch(c, self.palette.len())).is_none() {
                return Err(token.at.error(rows.reading, "more colours than a palette may hold"));
            }
        }
        Ok(())
    }

    /// Returns what stands in a cell.
    pub(super) fn square(&self, token: &Token, rows: &Rows) -> Result<Square, TextError> {
        let tile = |colour: Option<Colour>| {
            let too_many = || token.at.error(rows.reading, "more colours than a palette may hold");
            colour.map(Square::Tile).ok_or_else(too_many)
        };
        match &token.sign {
            Sign::Nothing => Ok(Square::Empty),
            Sign::Letter('.') => Ok(Square::Empty),
            Sign::Letter('#') => Ok(Square::Wall),
            Sign::Letter(c) => match (self.palette.find(*c), self.cross(*c)) {
                (Some(colour), _) => Ok(Square::Tile(colour)),
                (None, Some(Cross::Wall)) => Ok(Square::Wall),
                (None, Some(Cross::Gap)) => Ok(Square::Empty),
                (None, _) if *c == '_' => Ok(Square::Empty),
                (None, _) => tile(None),
            },
            Sign::Number(text) => match known_number(text, token, rows, &self.palette)? {
                Some(colour) => Ok(Square::Tile(colour)),
                None if text.bytes().all(|byte| byte == b'0') => Ok(Square::Empty),
                None => tile(labelled(&self.palette, text.trim_start_matches('0'))),
            },
            Sign::Word(_) => tile(None),
        }
    }

    fn cross(&self, c: char) -> Option<Cross> {
        self.crosses.iter().find(|(cross, _)| *cross == c).map(|&(_, meaning)| meaning)
    }
}

/// Returns the colour of this label.
fn labelled(palette: &Palette, label: &str) -> Option<Colour> {
    let is_it = |&colour: &Colour| palette.swatch(colour).label.as_deref() == Some(label);
    palette.colours().find(is_it)
}

/// Returns the colour that a number is in `palette`: by its label, or by its letter.
fn known_number(
    text: &str,
    token: &Token,
    rows: &Rows,
    palette: &Palette,
) -> Result<Option<Colour>, TextError> {
    let mut letters = text.chars();
    let by_letter = letters.next().filter(|_| text.len() == 1).and_then(|c| palette.find(c));
    let by_label = labelled(palette, text);
    match (by_letter, by_label) {
        (Some(one), Some(other)) if one != other => {
            let message = format!("{text:?} is the letter of one colour and the label of another");
            Err(token.at.error(rows.reading, message))
        }
        (one, other) => Ok(one.or(other)),
    }
}

fn value(text: &str, token: &Token, rows: &Rows) -> Result<u32, TextError> {
    let number = text.parse().ok().filter(|&number| number <= 9_999);
    number.ok_or_else(|| token.at.error(rows.reading, "a number of more than four digits"))
}
