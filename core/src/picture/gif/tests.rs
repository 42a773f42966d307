//! Films are read back frame by frame and compared with pictures that are drawn anew.

use super::*;
use crate::puzzle::{builtin, parse_text};

/// A film played: what is seen after each frame, with its delay and its number of pixels.
fn play(bytes: &[u8], mut seen: impl FnMut(&[u8], u16, u32)) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let width = usize::from(decoder.width());
    let mut screen = vec![0; width * usize::from(decoder.height()) * 3];
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (index, pixel) in frame.buffer.chunks(4).enumerate() {
            let (dx, dy) = (index % usize::from(frame.width), index / usize::from(frame.width));
            let at = (usize::from(frame.top) + dy) * width + usize::from(frame.left) + dx;
            screen[3 * at..3 * at + 3].copy_from_slice(&pixel[..3]);
        }
        seen(&screen, frame.delay, u32::from(frame.width) * u32::from(frame.height));
    }
}

fn film(draft: &Draft, look: Look) -> Vec<u8> {
    let mut bytes = Vec::new();
    solution_gif(draft, look, &mut bytes).unwrap();
    bytes
}

/// Draws a position from nothing.
fn drawn(draft: &Draft, at: &Position, made: usize, look: Look) -> Vec<u8> {
    let puzzle = draft.validate().unwrap();
    let mut film = Film::new(draft, &puzzle, draft.best.as_ref().unwrap().moves.len(), look);
    film.screen = film.empty.clone();
    for (cell, _) in at.tiles() {
        film.draw_tile(at, cell);
    }
    film.draw_caption(made);
    film.screen.rgb_bytes()
}

#[test]
fn every_rest_shows_the_position_and_nothing_else() {
    for (name, cell) in [("four-across", 16), ("fifteen-scrambled", 24), ("first-puzzle", 5)] {
        let draft = builtin::find(name).unwrap().draft();
        let look = Look { cell, letters: true, title: cell == 16, ..Look::default() };
        let moves = &draft.best.as_ref().unwrap().moves;
        let positions = draft.validate().unwrap().replay(moves).unwrap();
        let (mut made, mut time, mut frames) = (0, 0, 0);
        play(&film(&draft, look), |screen, delay, pixels| {
            (time, frames) = (time + u32::from(delay), frames + 1);
            if delay == SLIDE_FRAME_CS {
                assert!(pixels <= (cell + 3) * cell * 8, "{pixels} pixels for one tile");
            } else {
                let expected = drawn(&draft, &positions[made], made, look);
                assert!(screen == expected, "{name}: after {made} moves");
                made += 1;
            }
        });
        assert_eq!(made, positions.len());
        assert!(frames > 4 * moves.len(), "{frames} frames");
        let rests = START_CS + (moves.len() as u16 - 1) * REST_CS + END_CS;
        let slides = (frames - 1 - 2 * moves.len()) as u32 * u32::from(SLIDE_FRAME_CS);
        assert_eq!(time, u32::from(rests) + slides);
    }
}

#[test]
fn a_picture_of_many_colours_is_one_frame_and_all_tiles_have_theirs() {
    // 255 colours whose labels are drawn with shades between tile and ink.
    let mut draft = Draft::new(crate::puzzle::Size::new(17, 16));
    draft.palette = crate::puzzle::Palette::default();
    for nth in 0..255_u16 {
        let symbol = char::from_u32(0x4e00 + u32::from(nth)).unwrap();
        let rgb = Rgb((nth * 7 % 256) as u8, nth as u8, 200);
        let swatch = crate::puzzle::Swatch {
            rgb,
            label: Some("8".into()),
            ..crate::puzzle::default_swatch(symbol, 0)
        };
        let colour = draft.palette.push(swatch).unwrap();
        let cell = Cell::new((nth % 17) as u8, (nth / 17) as u8);
        draft.start[cell] = crate::puzzle::Square::Tile(colour);
        // All stay but the last, which goes down.
        let down = Cell::new((nth % 17) as u8, (nth / 17 + u16::from(nth == 254)) as u8);
        draft.goal[down] = crate::puzzle::Square::Tile(colour);
    }
    let moves = vec![Move { from: Cell::new(16, 14), direction: crate::puzzle::Direction::Down }];
    draft.best = Some(crate::puzzle::Best::found(moves.clone(), true));
    let look = Look { cell: 20, ..Look::default() };
    let positions = draft.validate().unwrap().replay(&moves).unwrap();
    let mut delays = Vec::new();
    play(&film(&draft, look), |screen, delay, _| {
        if delays.is_empty() {
            assert_eq!(delay, START_CS, "the whole picture at once");
            let exact = drawn(&draft, &positions[0], 0, look);
            let count =
                |pixels: &[u8]| pixels.chunks(3).map(<[u8]>::to_vec).collect::<BTreeSet<_>>().len();
            assert!(count(&exact) > MOST_COLOURS && count(screen) <= MOST_COLOURS);
            let other = screen.chunks(3).zip(exact.chunks(3)).filter(|(seen, meant)| seen != meant);
            let other = other.count();
            assert!(other * 6 < exact.len() / 3, "{other} pixels are not as drawn");
            // 255 colours, white and black are more than there can be.
            let rgb = |swatch: &crate::puzzle::Swatch| [swatch.rgb.0, swatch.rgb.1, swatch.rgb.2];
            let seen: BTreeSet<&[u8]> = screen.chunks(3).collect();
            let colours = draft.palette.colours().map(|colour| rgb(draft.palette.swatch(colour)));
            let exactly = colours.filter(|rgb| seen.contains(&rgb[..])).count();
            assert!(exactly >= 250, "{exactly} colours of tiles");
        }
        delays.push(delay);
    });
    // One move of one cell, and the rest behind it.
    let slides = vec![SLIDE_FRAME_CS; SLIDE_FRAMES as usize + 1];
    let end = END_CS - SLIDE_FRAME_CS;
    assert_eq!(delays, [vec![START_CS], slides, vec![end]].concat());
}

#[test]
fn no_frame_is_without_a_delay() {
    // A chameleon that takes a colour, and three that take it from one another.
    let text = "(version: 2, title: \"\", palette: {'R': (color: \"#e45125\"), 'c': (kind: chameleon)}, \
                start: [\"R..ccc\"], goal: [\"..RRRR\"], best: (moves: \"a1R\"))";
    let draft = crate::puzzle::parse_level(text).unwrap().draft;
    let mut frames = Vec::new();
    play(&film(&draft, Look::default()), |screen, delay, _| frames.push((screen.to_vec(), delay)));
    assert!(frames.iter().all(|(_, delay)| *delay >= SLIDE_FRAME_CS));
    let puzzle = draft.validate().unwrap();
    let end = puzzle.replay(&draft.best.as_ref().unwrap().moves).unwrap().pop().unwrap();
    assert!(frames.last().unwrap().0 == drawn(&draft, &end, 1, Look::default()));
    // The slide of two cells, the change, and the caption.
    assert_eq!(frames.len(), 1 + SLIDE_FRAMES as usize + 2 + 1 + 1);
}

#[test]
fn without_a_solution_there_is_no_film() {
    let error = |text| {
        let draft = parse_text(text, None).unwrap();
        solution_gif(&draft, Look::default(), &mut Vec::new()).unwrap_err().to_string()
    };
    assert_eq!(error("B.\n\n.B"), "no solution is known");
    assert!(error("B.\n\n.R").starts_with("the level has issues: "));
}

#[test]
fn a_writer_that_fails_is_heard() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let draft = builtin::find("exchange").unwrap().draft();
    let whole = film(&draft, Look::default()).len();
    for room in [0, 10, whole / 2, whole - 1] {
        let error = solution_gif(&draft, Look::default(), &mut Full(room)).unwrap_err();
        let PictureError::Write(error) = error else { panic!("{error}") };
        assert_eq!(error.kind(), std::io::ErrorKind::StorageFull, "room for {room} bytes");
    }
}
