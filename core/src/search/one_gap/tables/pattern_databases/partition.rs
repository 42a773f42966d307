//! Which tiles share a pattern database: compact groups of goal sites.
//!
//! A database gains over the distances of single tiles by the conflicts among its
//! own tiles, and tiles that belong close together conflict most. So a partition is
//! good when close pairs are together; it is grown from the corners, then improved by
//! swaps while there is one that helps.
//!
//! The partition depends on the goal alone, so that levels with one goal share
//! their databases.

use super::super::instance::Unit;
use super::super::symmetry::Graph;

/// Groups of units, by their places in the list of units.
pub type Partition = Vec<Vec<usize>>;

/// Divides `units` into groups of at most `largest` tiles each; no unit may have more.
pub fn divide(graph: &Graph, units: &[Unit], largest: usize) -> Partition {
    let distances: Vec<Vec<u8>> = graph.all().map(|site| graph.distances(site, |_| true)).collect();
    let nearness = Nearness::new(units, &distances);
    let mut partition = grow(units, largest, &nearness);
    while improve(&mut partition, units, largest, &nearness) {}
    partition.iter_mut().for_each(|group| group.sort_unstable_by_key(|&unit| &units[unit].goals));
    partition.sort_unstable_by_key(|group| units[group[0]].goals[0]);
    partition
}

/// How much is gained when two units are together.
struct Nearness {
    units: usize,
    /// By `unit * units + unit`.
    gains: Vec<u32>,
}

impl Nearness {
    fn new(units: &[Unit], distances: &[Vec<u8>]) -> Self {
        let gain = |a: &Unit, b: &Unit| -> u32 {
            let pairs = a.goals.iter().flat_map(|&a| b.goals.iter().map(move |&b| (a, b)));
            pairs.map(|(a, b)| pair_gain(distances[usize::from(a)][usize::from(b)])).sum()
        };
        let gains = units.iter().flat_map(|a| units.iter().map(move |b| gain(a, b))).collect();
        Self { units: units.len(), gains }
    }

    /// Returns what `unit` gains from the units of `group`, itself aside.
    fn of(&self, unit: usize, group: &[usize]) -> u32 {
        let others = group.iter().filter(|&&other| other != unit);
        others.map(|&other| self.gains[unit * self.units + other]).sum()
    }
}

/// Returns the gain of two goal sites so far apart.
fn pair_gain(distance: u8) -> u32 {
    720 / u32::from(distance.max(1)).pow(2)
}

fn tiles_of(group: &[usize], units: &[Unit]) -> usize {
    group.iter().map(|&unit| units[unit].tiles.len()).sum()
}

/// Grows one group after the other from the unit that has least around it.
fn grow(units: &[Unit], largest: usize, nearness: &Nearness) -> Partition {
    let mut left: Vec<usize> = (0..units.len()).collect();
    left.sort_unstable_by_key(|&unit| &units[unit].goals);
    let mut partition = Vec::new();
    while !left.is_empty() {
        let lonely = |&&unit: &&usize| {
            (std::cmp::Reverse(units[unit].tiles.len()), nearness.of(unit, &left))
        };
        let first = *left.iter().min_by_key(lonely).expect("some are left");
        let mut group = Vec::new();
        let mut next = Some(first);
        while let Some(unit) = next {
            group.push(unit);
            left.retain(|&other| other != unit);
            let room = largest - tiles_of(&group, units);
            let fitting = left.iter().filter(|&&unit| units[unit].tiles.len() <= room);
            // Among the nearest that which the rest will miss least.
            let key = |&&unit: &&usize| {
                let rest = nearness.of(unit, &left);
                i64::from(nearness.of(unit, &group)) * 2 - i64::from(rest)
            };
            next = fitting.max_by_key(key).copied();
        }
        partition.push(group);
    }
    partition
}

/// Makes the first swap or move between two groups that gains something.
fn improve(partition: &mut Partition, units: &[Unit], largest: usize, nearness: &Nearness) -> bool {
    for from in 0..partition.len() {
        for to in (0..partition.len()).filter(|&to| to != from) {
            for i in 0..partition[from].len() {
                let unit = partition[from][i];
                let lost = nearness.of(unit, &partition[from]);
                let gained = nearness.of(unit, &partition[to]);
                let room = largest - tiles_of(&partition[to], units);
                if units[unit].tiles.len() <= room && gained > lost {
                    partition[from].remove(i);
                    partition[to].push(unit);
                    partition.retain(|group| !group.is_empty());
                    return true;
                }
                for j in 0..partition[to].len() {
                    let other = partition[to][j];
                    if units[other].tiles.len() != units[unit].tiles.len() {
                        continue;
                    }
                    let between = 2 * nearness.gains[unit * nearness.units + other];
                    let now = lost + nearness.of(other, &partition[to]);
                    let then = gained + nearness.of(other, &partition[from]) - between;
                    if then > now {
                        partition[from][i] = other;
                        partition[to][j] = unit;
                        return true;
                    }
                }
            }
        }
    }
    false
}
