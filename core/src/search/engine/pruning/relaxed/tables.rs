//! What the check needs to know of a board.

use std::ops::Range;

use super::sites::Sites;
use super::{Role, Tile};
use crate::puzzle::{Direction, TileKind};
use crate::search::base::heuristic::ChangeEstimator;
use crate::search::base::heuristic::distance::NO_WAY;
use crate::search::base::key::Key;
use crate::search::base::space::Space;
use crate::search::engine::states::sets::MAX_TILES;

pub(super) const DIRECTIONS: usize = Direction::ALL.len();

/// Moves of one tile that are told apart, at most: with more it may stand anywhere.
const MAX_DISTANCE: u16 = 64;

/// What does not change.
pub(super) struct Tables<S> {
    /// By class, then by site: the runs.
    pub runs: Vec<Vec<[S; DIRECTIONS]>>,
    /// By class: where the board ends slides.
    pub ends: Vec<[S; DIRECTIONS]>,
    /// By site: where a tile stops that slides towards a tile on it.
    pub before: Vec<[S; DIRECTIONS]>,
    /// By group.
    pub groups: Vec<Group>,
    pub goals: Vec<Goal<S>>,
    /// By placement: its goals.
    pub placements: Vec<Range<usize>>,
}

pub(super) struct Group {
    pub kind: TileKind,
    /// The class of colours whose slides end as the tile's do.
    pub stops: usize,
    /// The class whose slides go as far as any of the tile's.
    pub runs: usize,
}

/// A cell of the goal.
pub(super) struct Goal<S> {
    pub group: usize,
    pub site: u16,
    /// By moves: the sites from which so many or fewer lead to it, or just so many if the tile is
    /// numbered.
    pub near: Vec<S>,
    /// By site, if it is not numbered.
    pub moves: Vec<u16>,
}

/// What the tables are made from.
pub(super) struct Board {
    /// By class, then by site: the sites on each run.
    runs: Vec<Vec<[Vec<u16>; DIRECTIONS]>>,
    /// By group: what it is, and its class.
    groups: Vec<(TileKind, usize)>,
}

impl Board {
    /// Returns the board of `space`. `None` if nothing changes there or it has more tiles than a
    /// word has bits.
    pub fn new<K: Key>(space: &Space<K>) -> Option<Self> {
        let changing = space.changing().filter(|_| space.tile_count() <= MAX_TILES)?;
        let of_class = |class| {
            let run = |site, nth| space.ray(class, site, nth).collect();
            (0..space.cells.len()).map(|site| std::array::from_fn(|nth| run(site, nth))).collect()
        };
        let groups = space.groups.iter().enumerate();
        Some(Self {
            runs: (0..=space.freest_class()).map(of_class).collect(),
            groups: groups.map(|(nth, group)| (changing.kind(nth), group.class)).collect(),
        })
    }
}

impl<S: Sites> Tables<S> {
    /// Returns the tables of a board. `None` if it has more sites than a word has bits.
    pub fn new(board: &Board, estimator: &ChangeEstimator) -> Option<Self> {
        let freest = board.runs.len() - 1;
        let sites = board.runs[freest].len();
        if sites > S::BITS {
            return None;
        }
        let mut before = vec![[S::NONE; DIRECTIONS]; sites];
        let (mut runs, mut ends) = (Vec::new(), Vec::new());
        for class in &board.runs {
            let mut end = [S::NONE; DIRECTIONS];
            let mut of_class = vec![end; sites];
            for (site, all) in class.iter().enumerate() {
                for (nth, run) in all.iter().enumerate() {
                    of_class[site][nth] = S::of(run);
                    // The runs of the freest class are the last.
                    match run.first() {
                        Some(&next) => before[usize::from(next)][nth] = S::bit(site),
                        None => end[nth] = end[nth] | S::bit(site),
                    }
                }
            }
            runs.push(of_class);
            ends.push(end);
        }
        let group = |&(kind, class): &(TileKind, usize)| {
            let is_open = kind == TileKind::Chameleon;
            Group { kind, stops: class, runs: if is_open { freest } else { class } }
        };
        let groups: Vec<Group> = board.groups.iter().map(group).collect();
        let (mut goals, mut placements) = (Vec::new(), Vec::new());
        for placement in estimator.goals() {
            let first = goals.len();
            let goal = |(group, site): (usize, u16)| {
                Goal::new(group, (site, sites), groups[group].kind, estimator)
            };
            goals.extend(placement.map(goal));
            placements.push(first..goals.len());
        }
        Some(Self { runs, ends, before, groups, goals, placements })
    }

    /// Returns the sites from which the bound may be kept by a tile that comes there after so many
    /// moves.
    pub fn wanted(&self, tile: &Tile<S>, roles: &[Role], within: u16, moves: u16) -> S {
        let spared = |rest: u16| within.checked_sub(rest.saturating_add(moves));
        if spared(tile.spare).is_some() {
            return S::ALL;
        }
        let near = |(goal, role): (&Goal<S>, &Role)| {
            spared(role.rest)
                .map_or(S::NONE, |left| *goal.near.get(usize::from(left)).unwrap_or(&S::ALL))
        };
        self.goals.iter().zip(roles).map(near).fold(S::NONE, |all, sites| all | sites)
    }

    /// Returns the sites from which a numbered tile may walk to a goal after so many moves.
    pub fn walking(&self, tile: &Tile<S>, roles: &[Role], left: u8, moves: u16) -> S {
        if tile.spare != NO_WAY {
            return S::ALL;
        }
        let goals = self.goals.iter().zip(roles).filter(|(_, role)| role.rest != NO_WAY);
        let near = |goal: &Goal<S>| goal.near[usize::from(u16::from(left) - moves)];
        goals.map(|(goal, _)| near(goal)).fold(S::NONE, |all, sites| all | sites)
    }
}

impl<S: Sites> Goal<S> {
    fn new(
        group: usize,
        (site, sites): (u16, usize),
        kind: TileKind,
        estimator: &ChangeEstimator,
    ) -> Self {
        let all = |is_near: &dyn Fn(u16) -> bool| {
            let some = (0..sites).filter(|&from| is_near(from as u16));
            some.fold(S::NONE, |all, from| all | S::bit(from))
        };
        let distance = |from| estimator.distance(group, from, site);
        let near = match kind {
            TileKind::Numbered(most) => (0..=most)
                .map(|moves| all(&|from| estimator.walk_leads(moves, from, site)))
                .collect(),
            TileKind::Plain | TileKind::Chameleon => {
                (0..MAX_DISTANCE).map(|moves| all(&|from| distance(from) <= moves)).collect()
            }
        };
        Self { group, site, near, moves: (0..sites as u16).map(distance).collect() }
    }
}
