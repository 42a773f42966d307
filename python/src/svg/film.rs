//! A solution that moves: each tile is a group whose place is animated, over and over. A tile that changes,
//! in colour or in what is written on it, has a picture for each thing that it is, of which one is seen.

use std::fmt::Write as _;

use mondrian_core::puzzle::{Cell, Colour, Draft, Move, Position, Puzzle};
use pyo3::prelude::*;

use super::{Drawing, Theme, corner, draw_goals, draw_sign};
use crate::errors::illegal;

/// Seconds before the first move, of a slide, from a move to the next, and at the end.
const START: f64 = 1.0;
const SLIDE: f64 = 0.2;
const STEP: f64 = 0.5;
const END: f64 = 2.5;

/// What a tile looks like: its colour, and how often it must still be pushed.
type Face = (Colour, u8);

/// A tile on its way: what happens to it, by the number of the move from 0.
struct Track {
    start: Cell,
    at: Cell,
    slides: Vec<(usize, Cell)>,
    faces: Vec<(usize, Face)>,
}

impl Track {
    fn new(position: &Position, cell: Cell, colour: Colour) -> Self {
        let face = (colour, position.left(cell));
        Self { start: cell, at: cell, slides: Vec::new(), faces: vec![(0, face)] }
    }

    /// Takes note of what a move has made of the tile.
    fn follow(&mut self, number: usize, push: Move, landing: Cell, after: &Position) {
        if self.at == push.from {
            self.at = landing;
            self.slides.push((number, landing));
        }
        let colour = after.tile(self.at).expect("tiles stay on the board");
        let face = (colour, after.left(self.at));
        if self.faces.last().is_some_and(|(_, last)| *last != face) {
            self.faces.push((number + 1, face));
        }
    }
}

/// Draws the solution, and the goal beside it.
pub(crate) fn film(
    draft: &Draft,
    rules: &Puzzle,
    moves: &[Move],
    cell: u32,
    theme: Theme,
) -> PyResult<String> {
    let positions = rules.replay(moves).map_err(illegal)?;
    let tiles = rules.start().tiles();
    let mut tracks: Vec<Track> =
        tiles.map(|(cell, colour)| Track::new(rules.start(), cell, colour)).collect();
    for (number, (&push, pair)) in moves.iter().zip(positions.windows(2)).enumerate() {
        let landing = rules.landing(&pair[0], push).expect("it has been replayed");
        tracks.iter_mut().for_each(|track| track.follow(number, push, landing, &pair[1]));
    }
    let mut drawing = Drawing::new(cell, theme)?;
    let length = START + STEP * moves.len() as f64 + END;
    let mut body = String::new();
    for track in &tracks {
        draw_track(&mut body, draft, track, cell, length);
    }
    drawing.board(draft, rules.size(), &draft.start, &body, true);
    draw_goals(&mut drawing, draft, rules);
    Ok(drawing.finish())
}

/// Returns the part of the whole at which a move begins.
fn begin(number: usize, length: f64) -> f64 {
    (START + STEP * number as f64) / length
}

fn draw_track(body: &mut String, draft: &Draft, track: &Track, side: u32, length: f64) {
    let (x, y) = corner(track.start, side);
    let _ = write!(body, "<g transform=\"translate({x},{y})\">");
    for (nth, &(from, (colour, left))) in track.faces.iter().enumerate() {
        let swatch = draft.palette.swatch(colour);
        body.push_str("<g>");
        if track.faces.len() > 1 {
            let until = track.faces.get(nth + 1).map(|&(until, _)| until);
            draw_visibility(body, from, until, length);
        }
        let _ = write!(body, "<rect width=\"{side}\" height=\"{side}\" fill=\"{}\"/>", swatch.rgb);
        draw_sign(body, swatch, left, side);
        body.push_str("</g>");
    }
    if !track.slides.is_empty() {
        let (mut values, mut times) = (format!("{x},{y}"), "0".to_owned());
        let mut last = (x, y);
        for &(number, to) in &track.slides {
            let (at, (x, y)) = (begin(number, length), corner(to, side));
            let _ = write!(values, ";{},{};{x},{y}", last.0, last.1);
            let _ = write!(times, ";{at:.5};{:.5}", at + SLIDE / length);
            last = (x, y);
        }
        let _ = write!(
            body,
            "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{length}s\" \
             repeatCount=\"indefinite\" values=\"{values};{},{}\" keyTimes=\"{times};1\"/>",
            last.0, last.1
        );
    }
    body.push_str("</g>");
}

/// Shows a face from the end of one move to the end of another.
fn draw_visibility(body: &mut String, from: usize, until: Option<usize>, length: f64) {
    // The face after move n, counted from 1, is seen when its slide is over.
    let end_of = |number: usize| begin(number - 1, length) + SLIDE / length;
    let (mut values, mut times) = (String::new(), String::new());
    if from == 0 {
        values.push_str("visible");
        times.push('0');
    } else {
        values.push_str("hidden;visible");
        let _ = write!(times, "0;{:.5}", end_of(from));
    }
    if let Some(until) = until {
        values.push_str(";hidden");
        let _ = write!(times, ";{:.5}", end_of(until));
    }
    let _ = write!(
        body,
        "<animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{length}s\" \
         repeatCount=\"indefinite\" values=\"{values}\" keyTimes=\"{times}\"/>"
    );
}
