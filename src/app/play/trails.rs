//! The ways that tiles have gone, as bands: beside each other where several have gone the same
//! way. When the level is solved they are its picture.

use bevy::prelude::*;

use super::Game;
use super::overlay::{Patch, UNDER};

/// How wide a band is, in cells: while one plays, and as the picture of a win.
pub(super) const PLAYING: f32 = 0.07;
pub(super) const WON: f32 = 0.1;

/// Between the lanes of two tiles, in cells.
const LANE: f32 = 0.1;
/// The lanes of a cell: tiles that follow each other are two lanes apart.
const LANES: usize = 5;

/// A longer way is not drawn by itself: it would be a knot, and slow.
pub(super) const MOST: usize = 1_000;

/// Returns the tiles that have moved, each with its way: a square where it begins, and a band for each move.
/// `ink` gives tiles their colours. Of each way only the first `part` is drawn, 0 to 1.
pub(super) fn trails(
    game: &Game,
    (width, part): (f32, f32),
    ink: impl Fn(usize) -> Color,
) -> Vec<(usize, Vec<Patch>)> {
    let mut trails = Vec::new();
    for tile in 0..game.cells().len() {
        let lane = ((tile * 2) % LANES) as f32 - (LANES / 2) as f32;
        let middle = Vec2::splat(lane.mul_add(LANE, 0.5));
        let mut ends = vec![game.start()[tile]];
        ends.extend(game.steps().iter().filter(|step| step.tile == tile).map(|step| step.to));
        let points: Vec<_> =
            ends.iter().map(|cell| Vec2::new(cell.x.into(), cell.y.into()) + middle).collect();
        if points.len() < 2 {
            continue;
        }
        let whole: f32 = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
        let mut left = whole * part;
        let mut trail = vec![band(points[0], points[0], width * 2.4, ink(tile))];
        for ends in points.windows(2) {
            if left <= 0.0 {
                break;
            }
            let far = ends[0].distance(ends[1]);
            let to = ends[0].lerp(ends[1], (left / far).min(1.0));
            trail.push(band(ends[0], to, width, ink(tile)));
            left -= far;
        }
        trails.push((tile, trail));
    }
    trails
}

/// Returns a band between two points of one row or column.
fn band(from: Vec2, to: Vec2, width: f32, ink: Color) -> Patch {
    let (corner, end) = (from.min(to) - width / 2.0, from.max(to) + width / 2.0);
    let extent = end - corner;
    Patch::new(corner.into(), extent.into(), ink, UNDER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Direction, parse_text};

    #[test]
    fn each_tile_has_a_lane_and_a_way_grows_from_its_beginning() {
        let draft = parse_text("BR..\n....\n\n...R\n...B", None).unwrap();
        let mut game = Game::new(draft.validate().unwrap(), draft.palette);
        for (tile, direction) in
            [(1, Direction::Right), (0, Direction::Down), (0, Direction::Right)]
        {
            game.push(tile, direction);
        }
        let drawn = |part| trails(&game, (WON, part), |_| Color::BLACK);
        assert!(drawn(0.0).iter().all(|(_, trail)| trail.len() == 1), "where they began");
        let [(0, first), (1, second)] = &drawn(1.0)[..] else { panic!("two tiles have moved") };
        assert_eq!((first.len(), second.len()), (3, 2));
        let is_near = |one: f32, other: f32| (one - other).abs() < 0.001;
        // The first tile has gone down and to the right, the second to the right in another lane.
        assert!(is_near(first[1].extent.1, 1.0 + WON) && is_near(first[2].extent.0, 3.0 + WON));
        assert!(is_near(second[1].extent.0, 2.0 + WON));
        assert!(!is_near(first[1].corner.1, second[1].corner.1));
        // An eighth of its four cells.
        let (_, some) = &drawn(0.125)[0];
        assert_eq!(some.len(), 2);
        assert!(is_near(some[1].extent.1, 0.5 + WON));
    }
}
