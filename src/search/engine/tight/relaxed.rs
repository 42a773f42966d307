//! Whether all tiles can arrive one after the other, however the moves that there are to spare
//! are given to them. Used by the test of tightness where the quicker one ([`super::arrive`])
//! says nothing.
//!
//! It is reachability where nothing is ever undone (the delete relaxation: Hoffmann, Nebel,
//! *The FF Planning System*, 2001): where a tile has come once, others may stop at it for
//! ever after, and nothing stands in the way. So it is a matter of order. Two tiles that could
//! each come only after the other never do, while the quicker test lets them hold each other.
//!
//! **What it says is right.** The moves of a solution come one after the other. Give every tile
//! as many moves as it makes there beyond its slide distance. Then by induction each comes here
//! to every site that it comes to there, with the same detours: before the move it was on a
//! site that it had come to here, and the tile that stopped it too. So all arrive. Backward,
//! from a state to the start, the same holds of the moves taken back, the last first.
//!
//! **Who is given moves.** Each part of a division makes its share at least, so what its tiles
//! make beyond their slide distances is above that too (its reserve), and all that is made
//! beyond the shares adds up to what there is to spare. A tile may be given a move from the
//! reserve of its part, or if that is used up from what is to spare; in each of the divisions.
//! Nothing is given at first, and all that can go, go. If some tile does not arrive then, one
//! of a few must be given a move: itself, or a tile that could come to where it is needed, by
//! moves given to it, or by going on when another comes to where that is needed; and so on
//! (the cut). All of these are tried, unless a tile has been tried before in their place, or
//! unless one move alone is left and something else fails that does not wait for that tile.
//!
//! **Together.** Where all arrive it can be asked more: whether each two do so together
//! ([`super::together`]). If two do not, one of a cut must be given a move too: one of the two, or
//! a tile that could come to where they need others.

use super::scene::{Case, Scene, Tile};
use super::shares::{ALL_DIVISIONS, Spare};
use super::steps::{LEVELS, each_tile};
use super::together::Together;

/// Where a tile would be given as many moves as [`LEVELS`] it is not said that it does not
/// arrive, nor where moves have been given in so many ways; more where each two tiles must arrive
/// together.
const MAX_TRIES: u32 = 100;
const MAX_TRIES_TOGETHER: u32 = 300;

/// The test: its working memory.
#[derive(Clone, Default)]
pub struct Relaxed {
    /// By the moves given.
    scenes: Vec<Scene>,
    /// By part, what is left of its reserve.
    reserves: Vec<i16>,
    /// By division, what is left to spare.
    slacks: [i16; ALL_DIVISIONS],
    tries: u32,
    /// Whether each two tiles must arrive together, and the test for that.
    by_pairs: bool,
    together: Together,
    effort: u64,
}

impl Relaxed {
    /// Says whether all tiles may arrive, or `by_pairs` also each two of them together, if they
    /// together make so many moves more than the estimate; their rows in the tables are given
    /// with those of the first site.
    #[inline(never)]
    pub fn passes(
        &mut self,
        case: Case<'_>,
        rows: impl Iterator<Item = (u32, u32)>,
        more: u8,
        by_pairs: bool,
    ) -> bool {
        self.reserves.clone_from(&case.spare.above);
        self.slacks = case.spare.slacks.map(|slack| slack + i16::from(more));
        self.tries = if by_pairs { MAX_TRIES_TOGETHER } else { MAX_TRIES };
        self.by_pairs = by_pairs;
        self.together.begin();
        self.reach(0);
        let tiles = rows.map(|(row, first)| Tile::new(case.tables, row, first));
        self.effort += self.scenes[0].begin(case.tables, tiles);
        self.all_arrive(case, 0) || self.arrive(case, 0, 0)
    }

    /// Says whether all tiles arrive with what they have been given.
    fn all_arrive(&mut self, case: Case<'_>, given: usize) -> bool {
        let scene = &mut self.scenes[given];
        self.effort += scene.go(case, false);
        scene.apart.clear();
        if scene.missing == 0 && self.by_pairs {
            self.effort += scene.go(case, true);
            let mut apart = std::mem::take(&mut scene.apart);
            self.together.list_failing(case, scene, &mut apart);
            scene.apart = apart;
            self.effort += self.together.take_effort();
        }
        scene.missing == 0 && scene.apart.is_empty()
    }

    /// Returns how many ways have been looked at since this was asked last.
    pub const fn take_effort(&mut self) -> u64 {
        std::mem::replace(&mut self.effort, 0)
    }

    /// Says whether all arrive if more moves are given, none to the tiles barred.
    fn arrive(&mut self, case: Case<'_>, given: usize, mut barred: u64) -> bool {
        let tiles = 0..self.scenes[given].tiles.len();
        let can = |nth: &usize| barred >> nth & 1 == 0 && self.most(case.spare, *nth) > 0;
        let can = tiles.filter(can).fold(0, |all, nth| all | 1 << nth);
        if can == 0 {
            return false;
        }
        self.reach(given + 1);
        for nth in 0..self.scenes[given].tiles.len() {
            let most = self.most(case.spare, nth);
            self.scenes[given].tiles[nth].allow(most);
        }
        let (cut, common) = self.scenes[given].cut(case.tables, can);
        for nth in each_tile(cut) {
            let slacks = self.slacks;
            let reserves = self.take(case.spare, nth);
            let is_last = each_tile(can & !barred).all(|nth| self.most(case.spare, nth) <= 0);
            // If no more can be given afterwards it must be one that all wait for.
            if !is_last || common >> nth & 1 == 1 {
                if self.tries == 0 || self.scenes[given].tiles[nth].has() + 1 == LEVELS {
                    return true;
                }
                self.tries -= 1;
                let [scene, next] =
                    self.scenes.get_disjoint_mut([given, given + 1]).expect("it was made");
                next.copy(scene);
                next.give(case, nth);
                // That, and the cuts.
                self.effort += next.tiles.len() as u64;
                if self.all_arrive(case, given + 1)
                    || !is_last && self.arrive(case, given + 1, barred)
                {
                    return true;
                }
            }
            self.slacks = slacks;
            for (&part, reserve) in case.spare.parts_of(nth).iter().zip(reserves) {
                self.reserves[usize::from(part)] = reserve;
            }
            // What more moves for it lead to has been tried, whoever else is given some.
            barred |= 1 << nth;
        }
        false
    }

    fn reach(&mut self, given: usize) {
        if self.scenes.len() <= given {
            self.scenes.push(Scene::default());
        }
    }

    /// Returns how many moves a tile may be given.
    #[inline]
    fn most(&self, spare: &Spare, nth: usize) -> i16 {
        let parts = spare.parts_of(nth).iter().zip(&self.slacks);
        parts.map(|(&part, slack)| slack + self.reserves[usize::from(part)]).min().unwrap_or(0)
    }

    /// Takes a move for a tile. Returns what the reserves of its parts were.
    fn take(&mut self, spare: &Spare, nth: usize) -> [i16; ALL_DIVISIONS] {
        let mut before = [0; ALL_DIVISIONS];
        let parts = spare.parts_of(nth);
        for (before, &part) in before.iter_mut().zip(parts) {
            *before = self.reserves[usize::from(part)];
        }
        // Outside the patterns a part belongs to all divisions.
        for ((&part, &before), slack) in parts.iter().zip(&before).zip(&mut self.slacks) {
            if before > 0 {
                self.reserves[usize::from(part)] = before - 1;
            } else {
                *slack -= 1;
            }
        }
        before
    }
}
