//! Where tiles that change come with the moves that a state has to spare, and what the goal costs
//! then.
//!
//! 1. Each way to divide the tiles among the cells of the goal costs the moves of each tile to its
//!    cell. Those within the bound say what the others need, at least, when a tile serves a cell,
//!    or none; the rest is the tile's own.
//! 2. With so many moves of its own a tile comes to some sites: nothing is in its way and nothing is
//!    undone, but it stops only where the board ends its slide or where another tile may stand
//!    behind. A chameleon goes through every pass and stops before each, for it may have any colour.
//! 3. The moves after which the tiles come to the cells take the place of those before, and all
//!    begins anew, until nothing changes or no way is left.
//!
//! What is moved by each tile is counted once, and a colour that is taken only forbids: so no state
//! is refuted that has a solution within the bound.
//!
//! Sites are bits of a word ([`sites`]), so what a tile reaches with one move more is a few words.
//!
//! Reference: Hoffmann, Nebel, *The FF Planning System*, 2001 (the delete relaxation).

mod division;
mod sites;
mod tables;

use std::sync::Arc;

use self::division::Division;
use self::sites::Sites;
use self::tables::{Board, DIRECTIONS, Goal, Tables};
use crate::puzzle::TileKind;
use crate::search::base::heuristic::ChangeEstimator;
use crate::search::base::heuristic::distance::NO_WAY;
use crate::search::base::key::Key;
use crate::search::base::space::{Scratch, Space};

/// Cells that are served in listing all ways to divide the tiles, at most. Many equal tiles have
/// more, and are not checked.
const MAX_STEPS: u32 = 1_000;

/// The check, with words as wide as the board asks for.
#[derive(Clone)]
pub enum Relaxed {
    Narrow(Check<u64>),
    Wide(Check<u128>),
}

impl Relaxed {
    /// Prepares the check. `None` for boards of more sites or tiles than a word has bits.
    pub fn new<K: Key>(space: &Space<K>, estimator: &ChangeEstimator) -> Option<Self> {
        let board = Board::new(space)?;
        let narrow = Check::new(&board, estimator).map(Self::Narrow);
        narrow.or_else(|| Check::new(&board, estimator).map(Self::Wide))
    }

    /// The same with the words of large boards.
    #[cfg(test)]
    pub fn wide<K: Key>(space: &Space<K>, estimator: &ChangeEstimator) -> Option<Self> {
        Check::new(&Board::new(space)?, estimator).map(Self::Wide)
    }

    /// Says whether the state in `scratch` cannot reach the goal within so many moves.
    pub fn refutes(&mut self, scratch: &Scratch, within: u16) -> bool {
        match self {
            Self::Narrow(check) => check.refutes(scratch, within),
            Self::Wide(check) => check.refutes(scratch, within),
        }
    }
}

/// Tables, which copies share, and working memory.
#[derive(Clone)]
pub struct Check<S> {
    tables: Arc<Tables<S>>,
    tiles: Vec<Tile<S>>,
    /// By slot, then by goal.
    roles: Vec<Role>,
    chosen: Vec<usize>,
}

/// A tile of the state.
#[derive(Clone, Copy)]
struct Tile<S> {
    group: usize,
    site: u16,
    /// Pushes left, if it is numbered.
    left: Option<u8>,
    /// The moves of the others, at least, if it serves no goal.
    spare: u16,
    stops: [S; DIRECTIONS],
    reached: S,
    /// Where others stop that slide towards it.
    before: [S; DIRECTIONS],
}

/// A tile at a goal.
#[derive(Clone, Copy)]
struct Role {
    /// The tile's own moves to the goal, at least.
    moves: u16,
    /// The same before tiles have been followed.
    before: u16,
    /// Those of the others, at least, then.
    rest: u16,
}

impl<S: Sites> Check<S> {
    fn new(board: &Board, estimator: &ChangeEstimator) -> Option<Self> {
        let tables = Arc::new(Tables::new(board, estimator)?);
        Some(Self { tables, tiles: Vec::new(), roles: Vec::new(), chosen: Vec::new() })
    }

    /// Says whether the state in `scratch` cannot reach the goal within so many moves.
    pub fn refutes(&mut self, scratch: &Scratch, within: u16) -> bool {
        self.load(scratch);
        let pushes: u16 = self.tiles.iter().filter_map(|tile| tile.left).map(u16::from).sum();
        let Some(within) = within.checked_sub(pushes) else { return true };
        let mut before = None;
        loop {
            let Some(is_possible) = self.divide(within) else { return false };
            let costs = self.costs();
            if !is_possible || before == Some(costs) {
                return !is_possible;
            }
            before = Some(costs);
            self.begin();
            while (0..self.tiles.len()).fold(false, |grows, slot| self.grow(slot, within) | grows) {
            }
            self.forbid_colours();
            // A chameleon goes through passes that the colour it shall have does not enter. What was
            // needed before still is, so it only rises, and this ends.
            let roles = self.roles.iter_mut();
            roles.for_each(|role| role.moves = role.moves.max(role.before));
        }
    }

    /// Returns a sum that rises with what tiles need, and only then.
    fn costs(&self) -> u64 {
        let spare = self.tiles.iter().map(|tile| u64::from(tile.spare));
        spare.chain(self.roles.iter().map(|role| u64::from(role.rest))).sum()
    }

    fn load(&mut self, scratch: &Scratch) {
        let Self { tables, tiles, roles, .. } = self;
        tiles.clear();
        roles.clear();
        for (slot, &site) in scratch.sites().iter().enumerate() {
            let group = scratch.faces().of(slot);
            let kind = tables.groups[group].kind;
            let left = matches!(kind, TileKind::Numbered(_)).then(|| scratch.faces().left(slot));
            let moves = |goal: &Goal<S>| {
                let may_serve = goal.group == group
                    || kind == TileKind::Chameleon
                        && tables.groups[goal.group].kind == TileKind::Plain;
                match left {
                    _ if !may_serve => NO_WAY,
                    None => goal.moves[usize::from(site)],
                    Some(left) if goal.near[usize::from(left)] & S::bit(site.into()) != S::NONE => {
                        0
                    }
                    Some(_) => NO_WAY,
                }
            };
            let role = |goal| Role { moves: moves(goal), before: 0, rest: NO_WAY };
            roles.extend(tables.goals.iter().map(role));
            let stops = [S::NONE; DIRECTIONS];
            let (reached, before) = (S::NONE, stops);
            tiles.push(Tile { group, site, left, spare: NO_WAY, stops, reached, before });
        }
    }

    /// Begins with all tiles where they are.
    fn begin(&mut self) {
        for tile in &mut self.tiles {
            tile.stops = [S::NONE; DIRECTIONS];
            tile.reached = S::bit(tile.site.into());
            tile.before = self.tables.before[usize::from(tile.site)];
        }
        let goals = self.tables.goals.len();
        for (nth, role) in self.roles.iter_mut().enumerate() {
            let (tile, goal) = (&self.tiles[nth / goals], &self.tables.goals[nth % goals]);
            let is_there = goal.site == tile.site && tile.left.unwrap_or(0) == 0;
            role.before = role.moves;
            role.moves = if role.moves != NO_WAY && is_there { 0 } else { NO_WAY };
        }
    }

    /// Finds where a tile comes as the others may stand now. Says whether that is more, or earlier,
    /// than before.
    fn grow(&mut self, slot: usize, within: u16) -> bool {
        let tables = &*self.tables;
        let group = &tables.groups[self.tiles[slot].group];
        let mut stops = tables.ends[group.stops];
        for (nth, other) in self.tiles.iter().enumerate() {
            if nth != slot {
                for (stops, before) in stops.iter_mut().zip(other.before) {
                    *stops = *stops | before;
                }
            }
        }
        let tile = &mut self.tiles[slot];
        if stops == tile.stops {
            return false;
        }
        tile.stops = stops;
        let roles = &mut self.roles[slot * tables.goals.len()..][..tables.goals.len()];
        let runs = &tables.runs[group.runs];
        let (mut reached, mut last) = (S::bit(tile.site.into()), S::bit(tile.site.into()));
        for moves in 1_u16.. {
            let mut next = S::NONE;
            for site in last.each() {
                let runs = runs[site].iter().zip(stops);
                next = runs.fold(next, |all, (&run, stops)| all | run & stops);
            }
            match tile.left {
                Some(left) if moves > left.into() => break,
                Some(left) => next = next & tables.walking(tile, roles, left, moves),
                None => next = next & tables.wanted(tile, roles, within, moves) & !reached,
            }
            if next == S::NONE {
                break;
            }
            for (goal, role) in tables.goals.iter().zip(&mut *roles) {
                let counts =
                    role.rest != NO_WAY && tile.left.is_none_or(|left| moves == u16::from(left));
                if counts && next & S::bit(goal.site.into()) != S::NONE {
                    role.moves = role.moves.min(if tile.left.is_some() { 0 } else { moves });
                }
            }
            reached = reached | next;
            last = next;
        }
        for site in (reached & !tile.reached).each() {
            for (before, more) in tile.before.iter_mut().zip(tables.before[site]) {
                *before = *before | more;
            }
        }
        tile.reached = reached;
        true
    }

    /// Forbids chameleons the colours that come nowhere beside them.
    fn forbid_colours(&mut self) {
        let Self { tables, tiles, roles, .. } = self;
        let kind = |group: usize| tables.groups[group].kind;
        for (slot, tile) in tiles.iter().enumerate() {
            if kind(tile.group) != TileKind::Chameleon {
                continue;
            }
            let roles = &mut roles[slot * tables.goals.len()..][..tables.goals.len()];
            for (goal, role) in tables.goals.iter().zip(roles) {
                let paints = |(nth, other): (usize, &Tile<S>)| {
                    let may = other.group == goal.group || kind(other.group) == TileKind::Chameleon;
                    let near = other.before.into_iter().fold(S::NONE, |all, sites| all | sites);
                    nth != slot && may && near & tile.reached != S::NONE
                };
                if goal.group != tile.group && !tiles.iter().enumerate().any(paints) {
                    role.moves = NO_WAY;
                }
            }
        }
    }

    /// Finds what the others need for each tile and goal, over all ways to divide the tiles among
    /// the goals within so many moves. Says whether there is one; `None` if there are too many.
    fn divide(&mut self, within: u16) -> Option<bool> {
        let Self { tables, tiles, roles, chosen, .. } = self;
        tiles.iter_mut().for_each(|tile| tile.spare = NO_WAY);
        roles.iter_mut().for_each(|role| role.rest = NO_WAY);
        let mut division = Division {
            tiles,
            roles,
            goals: tables.goals.len(),
            placement: 0..0,
            within,
            chosen,
            is_possible: false,
            steps: MAX_STEPS,
        };
        for placement in &tables.placements {
            division.placement = placement.clone();
            division.serve(placement.start, 0, 0);
        }
        (division.steps > 0).then_some(division.is_possible)
    }
}
