//! What people have: texts of puzzles in all the ways in which they are written, mangled at
//! random. Each is read as the puzzle that was meant, or refused; never as another one.

use mondrian::puzzle::{
    Anchor, Draft, Grid, Palette, Random, Size, Square, classic, parse_any, plain_text, share_code,
    shuffled, write_text,
};
use mondrian::trial::any_draft;

use crate::support::fast_or_slow;

/// How a text is written.
struct Style {
    gap: &'static str,
    wall: &'static str,
    /// Between the cells of a row.
    between: &'static str,
    /// Around a row, and what stands between two rows.
    row: (&'static str, &'static str, &'static str),
    /// Around a board.
    board: (&'static str, &'static str),
    /// Between start and goal.
    middle: &'static str,
    /// Around the whole.
    whole: (&'static str, &'static str),
}

type Around = (&'static str, &'static str);

const GAPS: [&str; 6] = [".", "0", "_", "x", "X", " "];
const WALLS: [&str; 3] = ["#", "X", "x"];
const BETWEEN: [&str; 8] = ["", " ", ",", ", ", ";", "\t", "  ", " | "];
const ROWS: [(&str, &str, &str); 9] = [
    ("", "", "\n"),
    ("", "", "\r\n"),
    ("  ", "  ", "\n"),
    ("[", "]", ",\n"),
    ("[", "]", ","),
    ("(", ")", ","),
    ("\"", "\"", ",\n"),
    ("| ", " |", "\n"),
    ("", "", " / "),
];
const BOARDS: [Around; 4] = [("", ""), ("[", "]"), ("\n", "\n"), ("{", "}")];
const MIDDLES: [&str; 6] = ["\n\n", "\n\n\n", "\r\n\r\n", "\n---\n", " -> ", "\ngoal:\n"];
const WHOLES: [Around; 5] =
    [("", ""), ("```\n", "\n```\n"), ("\u{feff}", "\n"), ("start:\n", "\n"), ("\n\n", "   \n")];

impl Style {
    fn random(random: &mut Random) -> Self {
        fn one<T: Copy>(random: &mut Random, all: &[T]) -> T {
            // The plain way is the most frequent.
            if random.bool() { all[0] } else { all[random.usize(..all.len())] }
        }
        Self {
            gap: GAPS[random.usize(..GAPS.len())],
            wall: one(random, &WALLS),
            between: BETWEEN[random.usize(..BETWEEN.len())],
            row: one(random, &ROWS),
            board: one(random, &BOARDS),
            middle: one(random, &MIDDLES),
            whole: one(random, &WHOLES),
        }
    }

    /// Writes a board; the names of tiles are labels where there are any.
    fn board(&self, grid: &Grid<Square>, palette: &Palette) -> Vec<String> {
        let cell = |square: &Square| match square {
            Square::Empty => self.gap.to_owned(),
            Square::Wall => self.wall.to_owned(),
            Square::Tile(colour) => {
                let swatch = palette.swatch(*colour);
                swatch.label.clone().unwrap_or_else(|| swatch.symbol.to_string())
            }
        };
        let row = |row: &[Square]| row.iter().map(cell).collect::<Vec<_>>().join(self.between);
        grid.rows().map(|squares| format!("{}{}{}", self.row.0, row(squares), self.row.1)).collect()
    }

    fn text(&self, start: &[String], goal: &[String]) -> String {
        let board =
            |rows: &[String]| format!("{}{}{}", self.board.0, rows.join(self.row.2), self.board.1);
        let (before, after) = self.whole;
        format!("{before}{}{}{}{after}", board(start), self.middle, board(goal))
    }
}

/// Checks that `text` is read as `draft` or refused. Says whether it is read.
#[track_caller]
fn check(text: &str, draft: &Draft) -> bool {
    let Ok(loaded) = parse_any(text, None) else { return false };
    let Ok(puzzle) = loaded.draft.validate() else { return false };
    let meant = draft.validate().expect("a level");
    let read = write_text(&loaded.draft);
    assert_eq!(puzzle.identity(), meant.identity(), "{text}\nis read as\n{read}");
    true
}

/// Returns a numbered puzzle of any size, shuffled.
fn numbered(random: &mut Random) -> Draft {
    let size = Size::new(random.u8(2..=5), random.u8(2..=5));
    shuffled(&classic(size).expect("a classic size"), random).expect("it can be shuffled")
}

#[test]
fn ten_thousand_mangled_texts_are_read_as_meant_or_refused() {
    let mut random = Random::new(38);
    let (mut read, mut all) = (0, 0);
    for nth in 0..fast_or_slow(10_000, 200_000) {
        let draft = if nth % 2 == 0 { numbered(&mut random) } else { any_draft(&mut random) };
        let style = Style::random(&mut random);
        let mut start = style.board(&draft.start, &draft.palette);
        let mut goal = style.board(&draft.goal, &draft.palette);
        if draft.anchor == Anchor::Floating {
            goal.insert(0, "floating".to_owned());
        }
        let is_whole = draft.opening.is_empty() && draft.waypoints.is_empty();
        // A floating goal may have any size: with a row less it is another puzzle, as good.
        let damage = if draft.anchor == Anchor::Floating { u8::MAX } else { random.u8(..8) };
        match damage {
            // A goal, or a start, that lacks rows.
            0 if goal.len() > 1 => drop(goal.remove(random.usize(..goal.len()))),
            1 if start.len() > 1 => drop(start.remove(random.usize(..start.len()))),
            // A cell too few or too many, a letter gone.
            2 => {
                let row = random.usize(..start.len());
                let at = random.usize(..=start[row].chars().count());
                let without = start[row].chars().enumerate().filter(|&(index, _)| index != at);
                start[row] = without.map(|(_, c)| c).collect();
            }
            _ if is_whole => {
                all += 1;
                read += usize::from(check(&style.text(&start, &goal), &draft));
                continue;
            }
            _ => continue,
        }
        // What is damaged may be read as it was, if nothing that counts is gone.
        if is_whole {
            check(&style.text(&start, &goal), &draft);
        }
    }
    // Not only by refusing everything.
    assert!(read * 2 > all, "{read} of {all} are read");
}

#[test]
fn numbers_on_one_line_are_the_puzzle_or_refused() {
    let mut random = Random::new(39);
    let mut read = 0;
    for _ in 0..2_000 {
        let draft = numbered(&mut random);
        let size = draft.start.size();
        let gap = ["0", ".", "_"][random.usize(..3)];
        let style = Style { gap, between: " ", ..Style::random(&mut random) };
        let between = [" ", ",", ", ", ";", "\t"][random.usize(..5)];
        let cells: Vec<String> = style
            .board(&draft.start, &draft.palette)
            .iter()
            .flat_map(|row| row.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '_'))
            .filter(|cell| !cell.is_empty())
            .map(str::to_owned)
            .collect();
        let line = cells.join(between);
        let text = match random.u8(..6) {
            0 => line,
            1 => format!("{}x{} {line}", size.width, size.height),
            2 => format!("{} {}\n{line}\n", size.width, size.height),
            3 => format!("[{line}]"),
            4 => format!("{}x{}: ({line})", size.width, size.height),
            _ => {
                let rows: Vec<String> = cells
                    .chunks(size.width.into())
                    .map(|row| format!("[{}]", row.join(between)))
                    .collect();
                format!("[{}]", rows.join(","))
            }
        };
        read += usize::from(check(&text, &draft));
    }
    assert!(read > 1_000, "{read} of 2,000 are read");
}

#[test]
fn share_codes_are_the_level_or_refused() {
    let mut random = Random::new(40);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..1_000 {
        let draft = any_draft(&mut random);
        let mut code = share_code(&draft);
        let body = "mondrian1:".len();
        match random.u8(..8) {
            0 => code = code.to_lowercase(),
            1 => code = code.to_uppercase(),
            2 => code = format!("MONDRIAN1:{}", &code[body..]),
            3 => drop(code.remove(random.usize(body..code.len()))),
            4 => code.insert(random.usize(body..code.len()), 'q'),
            _ => {}
        }
        for _ in 0..random.usize(..4) {
            let at = random.usize(body..code.len());
            code.insert_str(at, ["\n", " ", "\r\n  ", "\n> "][random.usize(..4)]);
        }
        let around =
            [("", ""), ("`", "`."), ("\"", "\""), ("(", ")"), ("<", ">"), ("see ", ". Nice!")];
        let (before, after) = around[random.usize(..around.len())];
        let is_read = check(&format!("{before}{code}{after}"), &draft);
        read += usize::from(is_read);
        refused += usize::from(!is_read);
    }
    assert!(read > 450 && refused > 150, "{read} read, {refused} refused");
}

#[test]
fn what_is_shown_is_read_again_as_the_same_level() {
    let mut random = Random::new(41);
    for _ in 0..fast_or_slow(1_000, 50_000) {
        let mut draft = any_draft(&mut random);
        if random.bool() {
            // Letters that mean something else.
            for colour in draft.palette.colours() {
                let symbol = random
                    .choice("0_xXwW,;[](){}/|\"'`-:123AB".chars().collect::<Vec<_>>())
                    .expect("one");
                if draft.palette.find(symbol).is_none() {
                    draft.palette.swatch_mut(colour).symbol = symbol;
                }
            }
        }
        let text = plain_text(&draft);
        assert!(check(&text, &draft), "{text}");
        let same = parse_any(&write_text(&draft), Some(&draft.palette)).expect("its own letters");
        let same = same.draft;
        assert_eq!((&same.start, &same.goal), (&draft.start, &draft.goal));
        assert_eq!((&same.waypoints, &same.opening), (&draft.waypoints, &draft.opening));
        assert_eq!(same.anchor, draft.anchor);
    }
}

#[test]
fn lines_of_a_text_do_not_depend_on_how_they_end() {
    let mut random = Random::new(42);
    for _ in 0..200 {
        let text = plain_text(&any_draft(&mut random));
        let read = |text: &str| parse_any(text, None).expect("a text").draft;
        for ending in ["\r\n", "\r"] {
            assert_eq!(read(&text.replace('\n', ending)), read(&text));
        }
    }
}
