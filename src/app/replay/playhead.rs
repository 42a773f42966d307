//! A solution to be watched and where the watching stands: the model of the
//! replay, without Bevy. Time is given to it, so that tests need no clock.

use std::time::Duration;

use crate::app::boards::view::Face;
use crate::puzzle::{Board, Cell, Colour, Move, Palette, Position, Puzzle, ReplayError};

/// How fast a replay plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Speed {
    /// To follow each move with a finger.
    Slow,
    /// To follow with the eyes.
    #[default]
    Normal,
    /// To see the whole.
    Fast,
}

impl Speed {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Slow, Self::Normal, Self::Fast];

    /// Returns the word on the screen.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
        }
    }

    /// Returns how much longer everything takes than at normal speed.
    const fn stretch(self) -> f32 {
        match self {
            Self::Slow => 2.5,
            Self::Normal => 1.0,
            Self::Fast => 0.35,
        }
    }
}

/// A solution with every tile followed from cell to cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// What it is a solution of.
    pub puzzle: Puzzle,
    /// Size and walls.
    pub board: Board,
    /// The colours.
    pub palette: Palette,
    /// The moves.
    pub moves: Vec<Move>,
    /// The positions after 0, 1, 2, … moves.
    positions: Vec<Position>,
    /// The cell of each tile after 0, 1, 2, … moves; tiles are numbered row by row
    /// as at the start.
    places: Vec<Vec<Cell>>,
    /// The tile that each move pushes.
    pushed: Vec<usize>,
}

impl Track {
    /// Follows `moves` from the start of `puzzle`.
    ///
    /// # Errors
    /// Names the first move that is not legal.
    pub fn new(puzzle: &Puzzle, palette: Palette, moves: &[Move]) -> Result<Self, ReplayError> {
        let positions = puzzle.replay(moves)?;
        let mut places = vec![puzzle.start().tiles().map(|(cell, _)| cell).collect::<Vec<_>>()];
        let mut pushed = Vec::with_capacity(moves.len());
        for (push, position) in moves.iter().zip(&positions) {
            let mut next = places[pushed.len()].clone();
            let is_pushed = |&cell: &Cell| cell == push.from;
            let tile = next.iter().position(is_pushed).expect("a legal move pushes a tile");
            next[tile] = puzzle.landing(position, *push).expect("the move has been replayed");
            pushed.push(tile);
            places.push(next);
        }
        let board = puzzle.board().clone();
        Ok(Self {
            puzzle: puzzle.clone(),
            board,
            palette,
            moves: moves.to_vec(),
            positions,
            places,
            pushed,
        })
    }

    /// Returns the number of moves.
    pub const fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Returns the cell of each tile after `at` moves.
    pub fn places(&self, at: usize) -> &[Cell] {
        &self.places[at]
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns what tile `tile` is after `at` moves.
    fn face(&self, at: usize, tile: usize) -> Face {
        let colour = |at: usize| {
            let cell = self.places[at][tile];
            self.positions[at].tile(cell).expect("a tile stands on each place")
        };
        let left = self.positions[at].left(self.places[at][tile]);
        Face::now(colour(at), left, colour(0), &self.palette)
    }

    /// Returns the colour of the tile that move `index`, from 0, pushes.
    pub fn pushed_colour(&self, index: usize) -> Colour {
        self.face(index, self.pushed[index]).colour
    }

    /// Returns how far the tile of move `index`, from 0, slides, in cells.
    fn distance(&self, index: usize) -> u8 {
        let tile = self.pushed[index];
        let (from, to) = (self.places[index][tile], self.places[index + 1][tile]);
        from.x.abs_diff(to.x) + from.y.abs_diff(to.y)
    }
}

/// A tile on its way between two places of the track.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Slide {
    /// The place it comes from: one more or one less than where the playhead stands.
    from: usize,
    gone: Duration,
    whole: Duration,
}

/// Where on a track the watching stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Playhead {
    /// The track.
    pub track: Track,
    /// How fast it plays.
    pub speed: Speed,
    at: usize,
    playing: bool,
    slide: Option<Slide>,
    /// How long the board has rested since the last move.
    rested: Duration,
}

impl Playhead {
    /// Returns the playhead at the start of `track`.
    pub const fn new(track: Track, speed: Speed) -> Self {
        let rested = Duration::ZERO;
        Self { track, speed, at: 0, playing: false, slide: None, rested }
    }

    /// Returns how many moves have been made, the one on its way included.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Says whether it plays by itself.
    pub const fn is_playing(&self) -> bool {
        self.playing
    }

    /// Says whether time changes anything: whether frames are needed.
    pub const fn is_moving(&self) -> bool {
        self.playing || self.slide.is_some()
    }

    /// Goes to the place after `at` moves: a neighbouring one by a slide, any
    /// other at once.
    pub fn seek(&mut self, at: usize) {
        let at = at.min(self.track.move_count());
        self.slide = (at.abs_diff(self.at) == 1).then(|| {
            let whole = self.slide_time(self.track.distance(at.min(self.at)));
            Slide { from: self.at, gone: Duration::ZERO, whole }
        });
        self.at = at;
        self.rested = Duration::ZERO;
    }

    /// Goes one move forward.
    pub fn forward(&mut self) {
        self.seek(self.at + 1);
    }

    /// Goes one move back.
    pub fn back(&mut self) {
        self.seek(self.at.saturating_sub(1));
    }

    /// Stops playing.
    pub const fn pause(&mut self) {
        self.playing = false;
    }

    /// Plays on, from the start when it stands at the end; or stops playing.
    pub fn toggle_play(&mut self) {
        self.playing = !self.playing && self.track.move_count() > 0;
        if !self.playing {
            return;
        }
        if self.at == self.track.move_count() {
            self.slide = None;
            self.at = 0;
            self.rested = Duration::ZERO;
        } else {
            // The first move follows the click at once.
            self.rested = self.rest_time();
        }
    }

    /// Puts a tile that is on its way where it goes.
    pub const fn skip_slide(&mut self) {
        self.slide = None;
    }

    /// Lets time pass.
    pub fn advance(&mut self, time: Duration) {
        if let Some(slide) = &mut self.slide {
            slide.gone += time;
            if slide.gone >= slide.whole {
                self.slide = None;
            }
        } else if self.playing {
            self.rested += time;
            if self.rested >= self.rest_time() {
                self.forward();
            }
        }
        if self.at == self.track.move_count() && self.slide.is_none() {
            self.playing = false;
        }
    }

    /// Returns where tile `tile` is drawn, as column and row from the top left.
    pub fn drawn(&self, tile: usize) -> (f32, f32) {
        let point = |at: usize| {
            let cell = self.track.places(at)[tile];
            (f32::from(cell.x), f32::from(cell.y))
        };
        let to = point(self.at);
        let Some(slide) = self.slide else { return to };
        let from = point(slide.from);
        let part = ease(slide.gone.as_secs_f32() / slide.whole.as_secs_f32());
        (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    }

    /// Returns what tile `tile` is as it is drawn: a tile that is on its way changes when it
    /// lands, and when it is taken back at once.
    pub fn face(&self, tile: usize) -> Face {
        let at = self.slide.map_or(self.at, |slide| slide.from.min(self.at));
        self.track.face(at, tile)
    }

    fn slide_time(&self, distance: u8) -> Duration {
        let seconds = 0.02_f32.mul_add(f32::from(distance), 0.11);
        Duration::from_secs_f32(seconds * self.speed.stretch())
    }

    fn rest_time(&self) -> Duration {
        Duration::from_secs_f32(0.2 * self.speed.stretch())
    }
}

/// Starts fast and comes to rest softly: a pushed tile.
fn ease(part: f32) -> f32 {
    let left = 1.0 - part.clamp(0.0, 1.0);
    1.0 - left * left * left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_moves, parse_text};

    const LONG: Duration = Duration::from_secs(5);

    fn playhead() -> Playhead {
        let puzzle = parse_text("BR.\n...\n\n..R\n..B", None).unwrap().validate().unwrap();
        let moves = parse_moves("b1R a1D a2R").unwrap();
        let track = Track::new(&puzzle, Palette::ancestral(), &moves).unwrap();
        Playhead::new(track, Speed::Normal)
    }

    #[test]
    fn tiles_keep_their_number() {
        let track = playhead().track;
        let names = |at: usize| track.places(at).iter().map(Cell::to_string).collect::<Vec<_>>();
        assert_eq!(names(0), ["a1", "b1"]);
        assert_eq!(names(1), ["a1", "c1"]);
        assert_eq!(names(2), ["a2", "c1"]);
        assert_eq!(names(3), ["c2", "c1"]);
    }

    #[test]
    fn a_step_slides_and_a_jump_does_not() {
        let mut playhead = playhead();
        playhead.forward();
        assert_eq!((playhead.at(), playhead.drawn(1)), (1, (1.0, 0.0)), "still where it was");
        playhead.advance(Duration::from_millis(60));
        let (x, y) = playhead.drawn(1);
        assert!(x > 1.0 && x < 2.0 && y == 0.0, "on its way at {x}, {y}");
        playhead.advance(LONG);
        assert_eq!(playhead.drawn(1), (2.0, 0.0));
        assert!(!playhead.is_moving());
        playhead.back();
        playhead.advance(LONG);
        assert_eq!((playhead.at(), playhead.drawn(1)), (0, (1.0, 0.0)));
        playhead.seek(99);
        assert_eq!((playhead.at(), playhead.drawn(0)), (3, (2.0, 1.0)));
        assert!(!playhead.is_moving());
    }

    #[test]
    fn a_number_goes_down_when_the_tile_has_landed_and_up_at_once() {
        let text = r##"(version: 2, title: "", palette: {
            'R': (color: "#e45125"), 'c': (kind: chameleon), '2': (color: "#0057a0", moves: 2),
        }, start: ["R..c", "2..."], goal: ["...R", "...."])"##;
        let draft = crate::puzzle::parse_level(text).unwrap().draft;
        let puzzle = draft.validate().unwrap();
        let moves = parse_moves("a2R d2L a1R").unwrap();
        let track = Track::new(&puzzle, draft.palette, &moves).unwrap();
        let mut playhead = Playhead::new(track, Speed::Normal);
        let number = |playhead: &Playhead| playhead.face(2).left;
        playhead.forward();
        assert_eq!(number(&playhead), 2, "still on its way");
        playhead.advance(LONG);
        assert_eq!(number(&playhead), 1);
        playhead.back();
        assert_eq!(number(&playhead), 2);
        playhead.seek(2);
        assert_eq!(number(&playhead), 0);
        let chameleon = |playhead: &Playhead| playhead.face(1);
        assert_eq!(chameleon(&playhead).colour.0, 1);
        playhead.seek(3);
        playhead.advance(LONG);
        assert_eq!((chameleon(&playhead).colour.0, chameleon(&playhead).was_chameleon), (0, true));
    }

    #[test]
    fn playing_stops_at_the_end_and_starts_again() {
        let mut playhead = playhead();
        playhead.toggle_play();
        for _ in 0..6 {
            assert!(playhead.is_playing());
            playhead.advance(LONG);
        }
        assert!(!playhead.is_moving());
        assert_eq!(playhead.at(), 3);
        playhead.toggle_play();
        assert_eq!(playhead.at(), 0);
        assert!(playhead.is_playing());
        playhead.toggle_play();
        assert!(!playhead.is_playing());
    }

    #[test]
    fn an_empty_track_never_plays() {
        let puzzle = parse_text("B.\n\nB.", None).unwrap().validate().unwrap();
        let track = Track::new(&puzzle, Palette::ancestral(), &[]).unwrap();
        let mut playhead = Playhead::new(track, Speed::Fast);
        playhead.toggle_play();
        playhead.forward();
        assert_eq!((playhead.at(), playhead.is_moving()), (0, false));
    }
}
