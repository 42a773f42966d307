//! Rows: what the tiles of a group cost, by the set of chameleons that serve the group.
//!
//! The least sum over all ways to divide the chameleons among the groups is found set by set. More
//! than [`MOST_DIVIDED`] chameleons serve all groups at the same time, and then the dearest group counts
//! alone: one push of a chameleon brings all nearer. A push of a tile changes the row of its group
//! alone, one of a chameleon all rows.

use super::walks::Walks;
use super::{Assignment, NEVER, UNREACHABLE};
use crate::puzzle::TileKind;
use crate::search::base::space::{Placed, SiteGoal};

/// Chameleons that are divided among the colours.
const MOST_DIVIDED: usize = 3;

/// Sets of chameleons.
pub(super) const SETS: usize = 1 << MOST_DIVIDED;

/// By the set of chameleons that may serve a group, what its tiles cost, in moves. Where chameleons
/// are not divided the second set is that of all, and the third entry says how many tiles the group
/// lacks.
pub(super) type Row = [u16; SETS];

/// The entry of tiles that a group lacks.
const LACKING: usize = 2;

/// A chameleon without colour: its group and its site.
pub(super) type Open = (u8, u16);

/// Where the tiles of a state stand.
#[derive(Clone, Default)]
pub(super) struct Tiles {
    /// In the order of groups.
    pub placed: Vec<Placed>,
    /// By group: its first tile; one more at the end.
    pub firsts: Vec<usize>,
    pub open: Vec<Open>,
}

impl Tiles {
    /// Takes tiles in the order of their groups.
    pub fn fill(&mut self, tables: &Tables, tiles: impl Iterator<Item = Placed>) {
        self.placed.clear();
        self.placed.extend(tiles);
        self.firsts.clear();
        self.open.clear();
        let mut at = 0;
        for (group, &kind) in tables.kinds.iter().enumerate() {
            self.firsts.push(at);
            while self.placed.get(at).is_some_and(|tile| usize::from(tile.0) == group) {
                if kind == TileKind::Chameleon {
                    self.open.push((group as u8, self.placed[at].1));
                }
                at += 1;
            }
        }
        self.firsts.push(at);
    }

    pub fn of(&self, group: usize) -> &[Placed] {
        &self.placed[self.firsts[group]..self.firsts[group + 1]]
    }
}

/// One end of the search: the start, or a placement of a goal.
pub(super) struct End {
    /// As tiles; where they must not have pushes left these have none.
    pub tiles: Tiles,
    pub is_start: bool,
    /// No pushes may be left.
    pub is_last: bool,
}

/// What copies share.
pub(super) struct Tables {
    pub kinds: Vec<TileKind>,
    pub class_of: Vec<usize>,
    /// By class, then by `goal site * sites + site`, in moves.
    pub costs: Vec<Vec<u16>>,
    pub sites: usize,
    pub walks: Walks,
    /// The start, then the placements of the waypoints and of the goal.
    pub ends: Vec<End>,
    /// By goal, waypoints first: its first end; one more at the end.
    pub goals: Vec<usize>,
}

impl Tables {
    pub fn add_goal(&mut self, goal: &SiteGoal, is_last: bool) {
        for placement in &goal.placements {
            let sites = placement
                .iter()
                .flat_map(|(group, sites)| sites.iter().map(move |&site| (*group as u8, site, 0)));
            let mut tiles = Tiles::default();
            tiles.fill(self, sites);
            self.ends.push(End { tiles, is_start: false, is_last });
        }
    }

    /// Returns what the tiles of `group` cost.
    pub fn row(&self, assignment: &mut Assignment, end: &End, tiles: &Tiles, group: usize) -> Row {
        // Back to the start the tiles of the state are what is asked for.
        let (asked, given) = if end.is_start { (tiles, &end.tiles) } else { (&end.tiles, tiles) };
        let kind = self.kinds[group];
        let (asked, open) = (asked.of(group), &given.open[..]);
        let is_divided = open.len() <= MOST_DIVIDED;
        if let TileKind::Numbered(_) = kind {
            let pushes = self.pushes(assignment, end, tiles, group);
            let mut row = [pushes; SETS];
            row[LACKING] = if is_divided { pushes } else { 0 };
            return row;
        }
        if asked.is_empty() {
            return [0; SETS];
        }
        let given = if kind == TileKind::Chameleon { &[][..] } else { given.of(group) };
        let costs = &self.costs[self.class_of[group]];
        let may = |one: &Open| kind == TileKind::Plain || usize::from(one.0) == group;
        let mut row = [NEVER; SETS];
        if let [(_, goal, _)] = asked {
            let costs = &costs[usize::from(*goal) * self.sites..][..self.sites];
            let least = |sites: &mut dyn Iterator<Item = u16>| {
                sites.map(|site| costs[usize::from(site)]).min().unwrap_or(NEVER)
            };
            row[0] = least(&mut given.iter().map(|tile| tile.1));
            if is_divided {
                for (nth, one) in open.iter().enumerate() {
                    let moves = if may(one) { costs[usize::from(one.1)] } else { NEVER };
                    for set in 1 << nth..2 << nth {
                        row[set] = row[set ^ 1 << nth].min(moves);
                    }
                }
            } else {
                let of_open = least(&mut open.iter().filter(|one| may(one)).map(|one| one.1));
                row[1] = row[0].min(of_open);
                row[LACKING] = u16::from(given.is_empty());
            }
            return row;
        }
        let goals: Vec<u16> = asked.iter().map(|tile| tile.1).collect();
        let cost = |goal: u16, tile: usize| match costs[usize::from(goal) * self.sites + tile] {
            NEVER => UNREACHABLE,
            moves => f64::from(moves),
        };
        let sets = if is_divided { 1 << open.len() } else { 2 };
        for (set, moves) in row[..sets].iter_mut().enumerate() {
            let serves = |nth: usize| if is_divided { set >> nth & 1 == 1 } else { set == 1 };
            let some = open.iter().enumerate().filter(|(nth, one)| may(one) && serves(*nth));
            let sites = given.iter().map(|tile| tile.1).chain(some.map(|(_, one)| one.1));
            let least = assignment.least_cost(&cost, &goals, sites.map(usize::from));
            *moves = if least.is_finite() { least as u16 } else { NEVER };
        }
        if !is_divided {
            row[LACKING] = asked.len().saturating_sub(given.len()) as u16;
        }
        row
    }

    /// Returns the pushes that the tiles of a numbered group need.
    fn pushes(&self, assignment: &mut Assignment, end: &End, tiles: &Tiles, group: usize) -> u16 {
        let (now, then) = (tiles.of(group), end.tiles.of(group));
        let costs = &self.costs[self.class_of[group]];
        let moves = |now: &Placed, then: &Placed| -> Option<u16> {
            if !end.is_start && !end.is_last {
                let moves = costs[usize::from(then.1) * self.sites + usize::from(now.1)];
                return (moves <= now.2.into()).then_some(moves);
            }
            let pushes = if end.is_start { then.2.checked_sub(now.2)? } else { now.2 };
            self.walks.lead(pushes, now.1, then.1).then_some(0)
        };
        let least = match (now, then) {
            (_, []) => 0.0,
            ([now], [then]) => moves(now, then).map_or(UNREACHABLE, f64::from),
            _ => {
                let goals: Vec<u16> = (0..then.len() as u16).collect();
                let cost = |goal: u16, tile: usize| {
                    moves(&now[tile], &then[usize::from(goal)]).map_or(UNREACHABLE, f64::from)
                };
                assignment.least_cost(&cost, &goals, 0..now.len())
            }
        };
        let left = |tiles: &[Placed]| tiles.iter().map(|tile| u16::from(tile.2)).sum::<u16>();
        match () {
            () if !least.is_finite() => NEVER,
            () if end.is_start => left(then) - left(now),
            () if end.is_last => left(now),
            () => least as u16,
        }
    }

    /// Returns the least sum of the rows of an end over all divisions of the chameleons, of which
    /// `tiles` have not taken colours. It is 0 only at this end.
    pub fn sum(&self, end: usize, tiles: &Tiles, rows: &[Row]) -> u16 {
        let rows = &rows[end * self.kinds.len()..][..self.kinds.len()];
        let End { tiles: target, is_start, .. } = &self.ends[end];
        let open = if *is_start { target.open.len() } else { tiles.open.len() };
        let total = |set: usize| {
            rows.iter().map(|row| row[set]).fold(0, |all, moves| NEVER.min(all + moves))
        };
        let moves = match open {
            0 => total(0),
            1 => {
                // By far the most frequent case.
                let add = |[none, one]: [u16; 2], row: &Row| {
                    let one = (one + row[0]).min(none + row[1]);
                    [NEVER.min(none + row[0]), NEVER.min(one)]
                };
                rows.iter().fold([0; 2], add)[1]
            }
            2..=MOST_DIVIDED => divided(rows, 1 << open),
            _ if usize::from(total(LACKING)) > open => NEVER,
            _ => {
                let (mut pushes, mut dearest) = (0, 0);
                for (kind, row) in self.kinds.iter().zip(rows) {
                    match kind {
                        TileKind::Numbered(_) => pushes = NEVER.min(pushes + row[1]),
                        TileKind::Plain | TileKind::Chameleon => dearest = row[1].max(dearest),
                    }
                }
                NEVER.min(pushes + dearest)
            }
        };
        // A chameleon may stand where a colour is asked for.
        let is_there = || {
            let mut plain = self.kinds.iter().zip(rows).filter(|one| *one.0 == TileKind::Plain);
            plain.all(|(_, row)| row[0] == 0)
        };
        if moves == 0 && !is_there() { 1 } else { moves }
    }
}

/// Returns the least sum over all divisions of a set of chameleons.
fn divided(rows: &[Row], sets: usize) -> u16 {
    let mut best = [0; SETS];
    for row in rows {
        let before = best;
        for set in 0..sets {
            let mut part = set;
            best[set] = before[set] + row[0];
            while part > 0 {
                best[set] = best[set].min(before[set ^ part] + row[part]);
                part = (part - 1) & set;
            }
            best[set] = best[set].min(NEVER);
        }
    }
    best[sets - 1]
}
