//! The listing at work on keys of one width: layer by layer from the start (or from the
//! goal), then the distances from the goal backwards, then the shortest solutions.

use std::ops::RangeInclusive;

use super::meeting::{Meeting, Within};
use super::round::{Round, Way};
use super::states::{Shard, arrangements, shard_count, shard_of};
use super::ways::{Count, Ways, shortest};
use super::{Farthest, Listed, Measured, Phase};
use crate::puzzle::random::mixed;
use crate::puzzle::{Move, Position};
use crate::search::base::clock::Deadline;
use crate::search::base::goal_states;
use crate::search::base::heuristic::distance::NO_WAY;
use crate::search::base::key::Key;
use crate::search::base::pool::Pool;
use crate::search::base::space::{Scratch, Space};

/// What [`super::Explore`] asks of the listing, whatever the width of its keys.
pub(super) trait Explorer: Send + Sync {
    /// Does one round of work, which may take about so many bytes more.
    ///
    /// # Errors
    /// Says why it cannot go on.
    fn advance(&mut self, room: u64) -> Result<(), Halt>;
    fn phase(&self) -> Phase;
    fn positions(&self) -> u64;
    fn generated(&self) -> u64;
    fn memory_bytes(&self) -> u64;
    fn by_depth(&self) -> &[u64];
    fn listed(&self) -> Option<&Listed>;
    fn measured(&self) -> Option<&Measured>;
    /// Returns the distance to the goal, [`NO_WAY`] when it cannot be reached; `None` when
    /// the position is not listed or nothing is measured yet.
    fn to_goal(&self, position: &Position, passed: usize) -> Option<u16>;
    fn path_to_goal(&self, position: &Position, passed: usize) -> Option<Vec<Move>>;
    /// Returns what a search forward over so many states finds: see [`Lister::met_from`].
    fn met_from(&self, position: &Position, within: &Within) -> Meeting;
    /// Returns shortest solutions, `most` at most; none before the distances are known.
    fn shortest_solutions(&self, most: usize) -> Vec<Vec<Move>>;
    /// Returns the position at one of these distances to the goal that comes first in an
    /// order given by `seed`.
    fn pick(&self, distances: RangeInclusive<u16>, seed: u64) -> Option<Position>;
}

/// Why a listing cannot go on.
pub(super) enum Halt {
    /// A distance does not fit its 16 bits.
    TooFar,
    /// There is not so much room.
    Full,
    /// The deadline has come in the middle of a round.
    Over,
}

/// All states met so far.
pub(super) struct Lister<K> {
    pub(super) space: Space<K>,
    pool: Pool,
    shards: Vec<Shard<K>>,
    round: Round<K>,
    pub(super) way: Way,
    phase: Phase,
    /// Moves of the states to go on from.
    depth: usize,
    by_depth: Vec<u64>,
    /// States by their distance to the goal.
    by_distance: Vec<u64>,
    generated: u64,
    ways: Ways<K>,
    listed: Option<Listed>,
    measured: Option<Measured>,
}

impl<K: Key> Lister<K> {
    /// Makes ready to list what can be reached from the start, or, going backwards, from
    /// where the goal can be reached. Returns `None` when there are more than `most`
    /// states to begin with.
    pub fn new(
        space: Space<K>,
        way: Way,
        threads: usize,
        most: usize,
        deadline: &Deadline,
    ) -> Option<Self> {
        let first = match way {
            Way::Forward => vec![space.start],
            Way::Backward => goal_states::list(&space, &space.goal.placements, most)?,
        };
        let shards = shard_count(arrangements(&space));
        let mut lister = Self {
            pool: Pool::new(threads),
            shards: (0..shards).map(|_| Shard::new()).collect(),
            round: Round::new(&space, shards, deadline),
            way,
            phase: Phase::Listing,
            depth: 0,
            by_depth: Vec::new(),
            by_distance: Vec::new(),
            generated: 0,
            ways: Ways::new(&space),
            listed: None,
            measured: None,
            space,
        };
        lister.shards.iter_mut().for_each(Shard::begin_layer);
        for key in first {
            lister.shards[shard_of(&key, shards)].enter(key);
        }
        lister.turn();
        lister.shards.iter_mut().for_each(Shard::begin_layer);
        Some(lister)
    }

    /// Goes on from the states met last. Returns their number.
    fn turn(&mut self) -> u64 {
        let met: usize = self.shards.iter().map(Shard::last_len).sum();
        self.shards.iter_mut().for_each(Shard::turn);
        self.round.rewind();
        if met > 0 {
            match self.phase {
                Phase::Listing => self.by_depth.push(met as u64),
                _ => self.by_distance.push(met as u64),
            }
        }
        met as u64
    }

    fn list(&mut self) -> Result<(), Halt> {
        if self.round.load(&self.shards) > 0 {
            let (space, shards) = (&self.space, &mut self.shards);
            let enter = |shard: &mut Shard<K>, key: &K| shard.enter(*key);
            let made = self.round.run(space, &self.pool, shards, self.way, enter);
            self.generated += made.ok_or(Halt::Over)?;
            return Ok(());
        }
        if self.turn() > 0 {
            self.depth += 1;
            self.shards.iter_mut().for_each(Shard::begin_layer);
            return Ok(());
        }
        self.listed = Some(self.summed_up());
        if self.way == Way::Backward {
            self.phase = Phase::Done;
            return Ok(());
        }
        self.phase = Phase::Measuring;
        let space = &self.space;
        self.pool.each(&mut self.shards, |shard| shard.mark_goals(|key| space.is_goal(key)));
        self.depth = 0;
        self.turn();
        Ok(())
    }

    fn measure(&mut self) -> Result<(), Halt> {
        if self.round.load(&self.shards) > 0 {
            let (space, shards) = (&self.space, &mut self.shards);
            let distance = u16::try_from(self.depth + 1).unwrap_or(NO_WAY);
            if distance == NO_WAY {
                return Err(Halt::TooFar);
            }
            let mark = |shard: &mut Shard<K>, key: &K| shard.mark(key, distance);
            let made = self.round.run(space, &self.pool, shards, Way::Backward, mark);
            self.generated += made.ok_or(Halt::Over)?;
            return Ok(());
        }
        if self.turn() > 0 {
            self.depth += 1;
            return Ok(());
        }
        self.phase = Phase::Counting;
        Ok(())
    }

    /// Goes on along some of the shortest solutions.
    fn count(&mut self, room: u64) -> Result<(), Halt> {
        let (space, shards) = (&self.space, &self.shards);
        let distance = |key: &K| distance(shards, key);
        match self.ways.step(space, distance, room) {
            Count::More => return Ok(()),
            Count::Full => return Err(Halt::Full),
            Count::Done => {}
        }
        self.measured = Some(self.measured_up());
        self.phase = Phase::Done;
        Ok(())
    }

    fn summed_up(&self) -> Listed {
        let last = self.by_depth.len() - 1;
        let keys = least(self.shards.iter().flat_map(|shard| shard.layer(last)));
        let opening = if self.way == Way::Forward { self.space.opening.len() } else { 0 };
        Listed {
            positions: self.by_depth.iter().sum(),
            by_moves: std::iter::repeat_n(0, opening)
                .chain(self.by_depth.iter().copied())
                .collect(),
            farthest: Farthest {
                moves: (last + opening) as u32,
                path: self.path(keys[0]),
                ..self.farthest(&keys, self.by_depth[last])
            },
        }
    }

    /// Returns the positions of `keys`, still without the moves to them.
    fn farthest(&self, keys: &[K], count: u64) -> Farthest {
        let position = |key: &K| self.space.position_of(key);
        Farthest {
            moves: 0,
            count,
            position: position(&keys[0]),
            others: keys[1..].iter().map(position).collect(),
            passed: self.space.stage(&keys[0]),
            path: Vec::new(),
        }
    }

    fn measured_up(&self) -> Measured {
        let optimum = self.distance(&self.space.start);
        let can_reach: u64 = self.by_distance.iter().sum();
        let farthest = self.by_distance.len().checked_sub(1).map(|last| {
            let distances = last as u16..=last as u16;
            let shards = self.shards.iter();
            let keys = least(shards.flat_map(|shard| shard.at_distance(distances.clone())));
            Farthest {
                moves: last as u32,
                path: self.way_to_goal(keys[0]),
                ..self.farthest(&keys, self.by_distance[last])
            }
        });
        let opening = self.space.opening.len() as u32;
        Measured {
            by_distance: self.by_distance.clone(),
            dead: self.by_depth.iter().sum::<u64>() - can_reach,
            farthest,
            optimum: (optimum != NO_WAY).then(|| u32::from(optimum) + opening),
            shortest_solutions: self.ways.counted(),
        }
    }

    fn shard(&self, key: &K) -> &Shard<K> {
        &self.shards[shard_of(key, self.shards.len())]
    }

    fn distance(&self, key: &K) -> u16 {
        distance(&self.shards, key)
    }

    /// Returns how many layers are complete; `None` when all states are listed.
    pub(super) fn complete_layers(&self) -> Option<u32> {
        (self.phase != Phase::Done).then_some(self.by_depth.len() as u32)
    }

    /// Returns the layer of a state.
    pub(super) fn layer(&self, key: &K) -> Option<usize> {
        let shard = self.shard(key);
        shard.find(key).map(|place| shard.depth(place))
    }

    /// Returns the moves that lead to the state from the start, or, when the listing
    /// goes backwards, from the state to the goal.
    fn path(&self, key: K) -> Vec<Move> {
        match self.way {
            Way::Forward => {
                let mut path = self.descend(key, Way::Backward, |key| self.layer(key));
                path.reverse();
                self.space.moves_along(&path)
            }
            Way::Backward => {
                let path = self.descend(key, Way::Forward, |key| self.layer(key));
                self.without_opening(&path)
            }
        }
    }

    fn way_to_goal(&self, key: K) -> Vec<Move> {
        let level = |key: &K| Some(self.distance(key)).filter(|&distance| distance != NO_WAY);
        self.without_opening(&self.descend(key, Way::Forward, |key| level(key).map(usize::from)))
    }

    pub(super) fn without_opening(&self, path: &[K]) -> Vec<Move> {
        self.space.moves_along(path).split_off(self.space.opening.len())
    }

    /// Returns the states from `key` to one of level 0, each one lower than the one before.
    pub(super) fn descend(&self, key: K, way: Way, level: impl Fn(&K) -> Option<usize>) -> Vec<K> {
        let mut scratch = Scratch::new(&self.space);
        let mut path = vec![key];
        let mut at = level(&key).expect("a path begins at a listed state");
        while at > 0 {
            let from = *path.last().expect("it begins with one");
            let mut lower = None;
            let mut look = |key: K| {
                if lower.is_none() && level(&key) == Some(at - 1) {
                    lower = Some(key);
                }
            };
            match way {
                Way::Forward => {
                    self.space.for_each_successor(&from, &mut scratch, |_, key| look(key));
                }
                Way::Backward => self.space.for_each_predecessor(&from, &mut scratch, look),
            }
            path.push(lower.expect("every state was met from one a level lower"));
            at -= 1;
        }
        path
    }
}

/// Returns the distance to the goal of a state.
fn distance<K: Key>(shards: &[Shard<K>], key: &K) -> u16 {
    let shard = &shards[shard_of(key, shards.len())];
    shard.find(key).map_or(NO_WAY, |place| shard.to_goal(place))
}

/// How many of the farthest positions are reported.
const TOLD: usize = 8;

/// Returns the first of `keys`, in order.
fn least<'a, K: Key>(keys: impl Iterator<Item = &'a K>) -> Vec<K> {
    let mut least: Vec<K> = Vec::new();
    for key in keys {
        if least.len() < TOLD || *key < least[TOLD - 1] {
            least.insert(least.partition_point(|other| other < key), *key);
            least.truncate(TOLD);
        }
    }
    least
}

impl<K: Key> Explorer for Lister<K> {
    fn advance(&mut self, room: u64) -> Result<(), Halt> {
        match self.phase {
            Phase::Listing => self.list(),
            Phase::Measuring => self.measure(),
            Phase::Counting => self.count(room),
            Phase::Done => Ok(()),
        }
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn positions(&self) -> u64 {
        self.shards.iter().map(|shard| shard.keys().len() as u64).sum()
    }

    fn generated(&self) -> u64 {
        self.generated
    }

    fn memory_bytes(&self) -> u64 {
        let shards: u64 = self.shards.iter().map(Shard::memory_bytes).sum();
        shards + self.round.memory_bytes() + self.ways.memory_bytes()
    }

    fn by_depth(&self) -> &[u64] {
        &self.by_depth
    }

    fn listed(&self) -> Option<&Listed> {
        self.listed.as_ref()
    }

    fn measured(&self) -> Option<&Measured> {
        self.measured.as_ref()
    }

    fn to_goal(&self, position: &Position, passed: usize) -> Option<u16> {
        let key = self.space.key_of(position, passed);
        match (self.way, self.phase) {
            (Way::Backward, phase) => {
                let far = (phase == Phase::Done).then_some(NO_WAY);
                self.layer(&key).map(|layer| layer as u16).or(far)
            }
            (Way::Forward, Phase::Counting | Phase::Done) => {
                let shard = self.shard(&key);
                shard.find(&key).map(|place| shard.to_goal(place))
            }
            (Way::Forward, Phase::Listing | Phase::Measuring) => None,
        }
    }

    fn path_to_goal(&self, position: &Position, passed: usize) -> Option<Vec<Move>> {
        self.to_goal(position, passed).filter(|&distance| distance != NO_WAY)?;
        let key = self.space.key_of(position, passed);
        Some(match self.way {
            Way::Forward => self.way_to_goal(key),
            Way::Backward => self.path(key),
        })
    }

    fn met_from(&self, position: &Position, within: &Within) -> Meeting {
        Self::met_from(self, position, within)
    }

    fn shortest_solutions(&self, most: usize) -> Vec<Vec<Move>> {
        if self.way == Way::Backward || self.measured.is_none() {
            return Vec::new();
        }
        let ways = shortest(&self.space, |key| self.distance(key), most);
        ways.iter().map(|way| self.space.moves_along(way)).collect()
    }

    fn pick(&self, distances: RangeInclusive<u16>, seed: u64) -> Option<Position> {
        let (first, last) = (*distances.start(), *distances.end());
        let rank = |key: &K| {
            // By the sites, not by the key, whose layout may change.
            let sites = (0..self.space.tile_count()).map(|slot| self.space.site(key, slot));
            let rank = sites.fold(seed, |rank, site| mixed(rank, site.into()));
            (mixed(rank, self.space.stage(key) as u64), *key)
        };
        let best = match self.way {
            Way::Backward => {
                let layers = usize::from(first)..(usize::from(last) + 1).min(self.by_depth.len());
                let keys = self
                    .shards
                    .iter()
                    .flat_map(|shard| layers.clone().flat_map(|layer| shard.layer(layer)));
                keys.map(rank).min()
            }
            Way::Forward if matches!(self.phase, Phase::Counting | Phase::Done) => {
                let keys =
                    self.shards.iter().flat_map(|shard| shard.at_distance(distances.clone()));
                keys.map(rank).min()
            }
            _ => None,
        };
        best.map(|(_, key)| self.space.position_of(&key))
    }
}
