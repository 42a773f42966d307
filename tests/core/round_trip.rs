//! What is written is read back the same: level files, texts of positions, moves.
//! And no text, however damaged, makes the reader panic.

use fastrand::Rng;
use mondrian::puzzle::{
    Anchor, Cell, Direction, Draft, Grid, Move, Palette, Rgb, Size, Square, Swatch, TileKind,
    builtin, format_moves, is_symbol, parse_level, parse_moves, parse_text, write_level,
    write_text,
};

use crate::support::fast_or_slow;

/// Characters that have a meaning somewhere, and some that have none.
const AWKWARD: [char; 20] = [
    '"', '\'', '\\', '/', '*', '(', ')', '[', ']', '{', '}', ':', ',', '#', '.', '\n', 'é', '漢',
    '🟥', '\u{200b}',
];

fn random_char(random: &mut Rng) -> char {
    match random.u8(..4) {
        0 => AWKWARD[random.usize(..AWKWARD.len())],
        1 => random.char(..),
        _ => random.alphanumeric(),
    }
}

fn random_text(random: &mut Rng) -> String {
    (0..random.usize(..12)).map(|_| random_char(random)).collect()
}

fn random_palette(random: &mut Rng) -> Palette {
    let mut palette = Palette::default();
    for _ in 0..random.usize(..8) {
        let symbol = random_char(random);
        if is_symbol(symbol) {
            let rgb = Rgb(random.u8(..), random.u8(..), random.u8(..));
            let name = random.bool().then(|| random_text(random));
            let label = random.bool().then(|| random_text(random));
            palette.push(Swatch { symbol, rgb, name, label, kind: TileKind::Plain });
        }
    }
    palette
}

fn random_grid(random: &mut Rng, size: Size, palette: &Palette) -> Grid<Square> {
    let colours: Vec<_> = palette.colours().collect();
    let mut grid = Grid::new(size, Square::Empty);
    for cell in size.cells() {
        grid[cell] = match random.u8(..4) {
            0 => Square::Wall,
            1 if !colours.is_empty() => Square::Tile(colours[random.usize(..colours.len())]),
            _ => Square::Empty,
        };
    }
    grid
}

fn random_moves(random: &mut Rng) -> Vec<Move> {
    let push = |random: &mut Rng| {
        let cell = Cell::new(random.u8(..32), random.u8(..32));
        Move::new(cell, Direction::ALL[random.usize(..4)])
    };
    (0..random.usize(..6)).map(|_| push(random)).collect()
}

/// Returns a draft that need not be valid, as the designer may save it.
fn random_draft(random: &mut Rng) -> Draft {
    let size = Size::new(random.u8(1..=32), random.u8(1..=32));
    let mut draft = Draft::new(size);
    draft.palette = random_palette(random);
    draft.title = random_text(random);
    draft.author = random_text(random);
    draft.note = random_text(random);
    draft.start = random_grid(random, size, &draft.palette);
    draft.goal = random_grid(random, size, &draft.palette);
    if random.bool() {
        let own = Size::new(random.u8(1..=32), random.u8(1..=32));
        draft.anchor = Anchor::Floating;
        draft.goal = random_grid(random, own, &draft.palette);
    }
    let waypoints = random.usize(..3);
    draft.waypoints = (0..waypoints).map(|_| random_grid(random, size, &draft.palette)).collect();
    draft.opening = random_moves(random);
    draft
}

#[test]
fn drafts_round_trip_through_level_files() {
    let mut random = Rng::with_seed(1);
    for _ in 0..fast_or_slow(1_000, 50_000) {
        let draft = random_draft(&mut random);
        let text = write_level(&draft);
        let read = parse_level(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.draft, draft, "{text}");
        assert_eq!(read.warnings, []);
        assert_eq!(write_level(&read.draft), text);
    }
}

#[test]
fn boards_round_trip_through_texts() {
    let mut random = Rng::with_seed(2);
    for _ in 0..fast_or_slow(1_000, 50_000) {
        let draft = random_draft(&mut random);
        let text = write_text(&draft);
        let read = parse_text(&text, Some(&draft.palette));
        let read = read.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((&read.start, &read.goal), (&draft.start, &draft.goal), "{text}");
        assert_eq!(write_text(&read), text);
    }
}

#[test]
fn moves_round_trip() {
    let mut random = Rng::with_seed(3);
    for _ in 0..fast_or_slow(1_000, 50_000) {
        let moves = random_moves(&mut random);
        assert_eq!(parse_moves(&format_moves(&moves)), Ok(moves));
    }
}

/// Returns `text` after one small piece of damage.
fn damaged(random: &mut Rng, text: &str) -> String {
    const PIECES: [&str; 12] =
        ["(", ")", "[", "\"", "'", ",", ":", "1", "-1", "Some(", "floating", "/*"];
    let chars: Vec<char> = text.chars().collect();
    let at = random.usize(..chars.len());
    let end = (at + random.usize(1..20)).min(chars.len());
    let part = |range: std::ops::Range<usize>| chars[range].iter().collect::<String>();
    let (before, cut, after) = (part(0..at), part(at..end), part(end..chars.len()));
    match random.u8(..6) {
        0 => before + &after,
        1 => before + &cut + &cut + &after,
        2 => before + &random_char(random).to_string() + &part(at + 1..chars.len()),
        3 => before + PIECES[random.usize(..PIECES.len())] + &cut + &after,
        4 => before + &cut.chars().rev().collect::<String>() + &after,
        _ => before,
    }
}

#[test]
fn damaged_level_files_are_read_or_refused() {
    let mut random = Rng::with_seed(4);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..fast_or_slow(5_000, 500_000) {
        let level = &builtin::levels()[random.usize(..builtin::levels().len())];
        let mut text = level.text.to_owned();
        for _ in 0..random.usize(1..4) {
            text = damaged(&mut random, &text);
            if text.is_empty() {
                break;
            }
        }
        match parse_level(&text) {
            Ok(loaded) => {
                read += 1;
                let written = write_level(&loaded.draft);
                assert_eq!(parse_level(&written).map(|again| again.draft).ok(), Some(loaded.draft));
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty(), "{text}");
            }
        }
    }
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}

#[test]
fn damaged_texts_and_moves_are_read_or_refused() {
    let mut random = Rng::with_seed(5);
    for _ in 0..fast_or_slow(5_000, 500_000) {
        let draft = builtin::levels()[random.usize(..builtin::levels().len())].draft();
        let text = damaged(&mut random, &write_text(&draft));
        if let Ok(read) = parse_text(&text, None) {
            // Whether it is a puzzle is a question that must have an answer.
            let _ = read.validate();
        }
        let moves = draft.best.map_or_else(String::new, |best| format_moves(&best.moves));
        if let Ok(moves) = parse_moves(&damaged(&mut random, &moves)) {
            assert_eq!(parse_moves(&format_moves(&moves)), Ok(moves));
        }
    }
}
