//! What moves on the board of the game: tiles that slide, a tile that cannot and jerks, the
//! picture of a win that unfolds.
//! Without Bevy; time is given to it.

use std::time::Duration;

use crate::puzzle::{Cell, Direction};

/// How far a tile that cannot move jerks, in cells.
const JERK: f32 = 0.09;
/// How long that takes; the red frame around it stays as long.
const JERK_TIME: Duration = Duration::from_millis(260);

/// How long the picture of a win unfolds.
const WIN_TIME: Duration = Duration::from_millis(250);

/// A tile on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Slide {
    tile: usize,
    /// Column and row where it began.
    from: (f32, f32),
    gone: Duration,
    whole: Duration,
}

/// A push that moves nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Jerk {
    tile: usize,
    direction: Direction,
    gone: Duration,
}

/// Everything that is on its way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion {
    slides: Vec<Slide>,
    jerk: Option<Jerk>,
    /// How long the picture of the win has unfolded, while it does.
    win: Option<Duration>,
}

impl Motion {
    /// Lets `tile` slide from where it is drawn to where it stands now, `before` being
    /// where it stood; at once where nothing slides.
    pub fn slide(&mut self, tile: usize, before: Cell, to: Cell, slides: bool) {
        let from = self.drawn(tile, before);
        self.slides.retain(|slide| slide.tile != tile);
        self.jerk = None;
        if slides {
            let far = (f32::from(to.x) - from.0).abs() + (f32::from(to.y) - from.1).abs();
            let whole = Duration::from_secs_f32(0.02_f32.mul_add(far, 0.1));
            self.slides.push(Slide { tile, from, gone: Duration::ZERO, whole });
        }
    }

    /// Shows that `tile` cannot move so.
    pub const fn jerk(&mut self, tile: usize, direction: Direction) {
        self.jerk = Some(Jerk { tile, direction, gone: Duration::ZERO });
    }

    /// Lets the picture of a win unfold once all tiles are at rest; where nothing slides it is
    /// there at once.
    pub fn begin_win(&mut self, slides: bool) {
        self.win = slides.then_some(Duration::ZERO);
    }

    /// Shows the whole picture of a win.
    pub const fn end_win(&mut self) {
        self.win = None;
    }

    /// Returns how much of the picture of a win is to be seen, 0 to 1.
    pub fn win_part(&self) -> f32 {
        let Some(gone) = self.win else { return 1.0 };
        let left = 1.0 - (gone.as_secs_f32() / WIN_TIME.as_secs_f32()).min(1.0);
        (left * left).mul_add(-left, 1.0)
    }

    /// Puts everything where it goes.
    pub fn stop(&mut self) {
        *self = Self::default();
    }

    /// Lets time pass.
    pub fn advance(&mut self, time: Duration) {
        if let Some(gone) = self.win.filter(|_| !self.is_sliding()) {
            self.win = Some(gone + time).filter(|&gone| gone < WIN_TIME);
        }
        for slide in &mut self.slides {
            slide.gone += time;
        }
        self.slides.retain(|slide| slide.gone < slide.whole);
        if let Some(jerk) = &mut self.jerk {
            jerk.gone += time;
        }
        self.jerk = self.jerk.filter(|jerk| jerk.gone < JERK_TIME);
    }

    /// Says whether time changes anything.
    pub const fn is_moving(&self) -> bool {
        self.is_sliding() || self.jerk.is_some() || self.win.is_some()
    }

    /// Says whether a tile is on its way.
    pub const fn is_sliding(&self) -> bool {
        !self.slides.is_empty()
    }

    /// Returns the tile that could not move.
    pub fn blocked(&self) -> Option<usize> {
        self.jerk.map(|jerk| jerk.tile)
    }

    /// Returns column and row where a tile is drawn that stands on `cell`.
    pub fn drawn(&self, tile: usize, cell: Cell) -> (f32, f32) {
        let to = (f32::from(cell.x), f32::from(cell.y));
        if let Some(slide) = self.slides.iter().find(|slide| slide.tile == tile) {
            let left = 1.0 - (slide.gone.as_secs_f32() / slide.whole.as_secs_f32()).min(1.0);
            // Starts fast and comes to rest softly: a pushed tile.
            let left = left * left * left;
            return (to.0 + (slide.from.0 - to.0) * left, to.1 + (slide.from.1 - to.1) * left);
        }
        match self.jerk.filter(|jerk| jerk.tile == tile) {
            Some(jerk) => {
                let part = jerk.gone.as_secs_f32() / JERK_TIME.as_secs_f32();
                // There and back in the first half.
                let far = JERK * (std::f32::consts::TAU * part.min(0.5)).sin();
                let (dx, dy) = jerk.direction.offset();
                (to.0 + f32::from(dx) * far, to.1 + f32::from(dy) * far)
            }
            None => to,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A1: Cell = Cell::new(0, 0);
    const D1: Cell = Cell::new(3, 0);

    #[test]
    fn a_tile_slides_and_comes_to_rest() {
        let mut motion = Motion::default();
        motion.slide(0, A1, D1, true);
        assert_eq!(motion.drawn(0, D1), (0.0, 0.0));
        motion.advance(Duration::from_millis(40));
        let (x, _) = motion.drawn(0, D1);
        assert!(x > 0.5 && x < 3.0);
        // Pushed back on its way it turns where it is.
        motion.slide(0, D1, A1, true);
        assert_eq!(motion.drawn(0, A1).0, x);
        motion.advance(Duration::from_secs(1));
        assert_eq!((motion.drawn(0, A1), motion.is_moving()), ((0.0, 0.0), false));
        motion.slide(0, A1, D1, false);
        assert_eq!(motion.drawn(0, D1), (3.0, 0.0));
    }

    #[test]
    fn the_picture_of_a_win_unfolds_when_all_tiles_are_at_rest() {
        let mut motion = Motion::default();
        motion.slide(0, A1, D1, true);
        motion.begin_win(true);
        motion.advance(Duration::from_millis(100));
        assert_eq!((motion.is_sliding(), motion.win_part()), (true, 0.0));
        motion.advance(Duration::from_millis(100));
        assert_eq!((motion.is_sliding(), motion.win_part()), (false, 0.0));
        motion.advance(Duration::from_millis(100));
        assert!(motion.win_part() > 0.5 && motion.win_part() < 1.0);
        motion.advance(Duration::from_millis(150));
        assert_eq!((motion.win_part(), motion.is_moving()), (1.0, false));
        motion.begin_win(true);
        motion.end_win();
        assert_eq!((motion.win_part(), motion.is_moving()), (1.0, false), "it is skipped");
        motion.begin_win(false);
        assert_eq!(motion.win_part(), 1.0);
    }

    #[test]
    fn a_tile_that_cannot_move_jerks_and_is_back() {
        let mut motion = Motion::default();
        motion.jerk(1, Direction::Up);
        motion.advance(Duration::from_millis(60));
        let (x, y) = motion.drawn(1, D1);
        assert!(x == 3.0 && y < 0.0 && y > -0.2);
        assert_eq!(motion.blocked(), Some(1));
        motion.advance(Duration::from_millis(140));
        assert!(motion.drawn(1, D1).1.abs() < 0.001);
        motion.advance(Duration::from_secs(1));
        assert_eq!(motion.blocked(), None);
    }
}
