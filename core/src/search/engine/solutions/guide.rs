//! The guide of the beams: in which order they take states. Never a reason to drop one.
//!
//! The guide of a tile is the length of its cheapest way where a stop costs more if nothing fixed
//! holds the tile there. Beyond a stop there is a wall, a cell where a tile ends or begins, or an
//! empty cell, and each of the last three has its penalty. Which penalties are good differs from
//! level to level by a factor of two in the solutions found, so they are searched for, with some
//! more parameters, by evolution ([`super::population`]).

use super::board::Board;
use crate::puzzle::random::Random;
use crate::search::base::space::NO_SITE;
use crate::search::engine::states::bucket::Way;

/// The guide counts moves in units of this.
pub const UNIT: u32 = 32;

/// The guide of a site that cannot be reached.
pub const GUIDE_FAR: u32 = 1 << 20;

/// Penalties in moves for a stop without a wall behind it, by what is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penalties {
    /// A cell that the goal asks for.
    pub goal: f32,
    /// A cell where a tile begins.
    pub start: f32,
    pub empty: f32,
}

/// What determines the order of a beam.
#[derive(Clone, Debug)]
pub struct Parameters {
    pub way: Way,
    /// The placement of the goal.
    pub placement: usize,
    /// Backward from all placements.
    pub all_placements: bool,
    pub penalties: Penalties,
    /// Added for a tile that is not where it is wanted, in moves.
    pub away: f32,
    /// Added for each move that two tiles lose by being in each other's way, in moves.
    pub conflict: f32,
    /// The weight of each tile; empty if all are 1.
    pub weights: Vec<f32>,
    /// The most that chance adds, in units.
    pub noise: u32,
}

/// The amounts of noise to choose from.
const NOISES: [u32; 4] = [4, 8, 16, 32];

/// Returns an amount of noise for a beam.
pub fn some_noise(random: &mut Random) -> u32 {
    NOISES[random.below(NOISES.len())]
}

/// The deviation of a tile's weight, as a part of it.
const WEIGHT_SPREAD: f32 = 0.3;

impl Parameters {
    /// Returns the first ones: plain distances.
    pub fn first(board: &Board, way: Way, placement: usize) -> Self {
        let way = if board.ends.is_empty() { Way::Forward } else { way };
        Self {
            way,
            placement,
            all_placements: true,
            penalties: Penalties { goal: 0.1, start: 0.2, empty: 0.7 },
            away: 0.0,
            conflict: 0.5,
            weights: Vec::new(),
            noise: 8,
        }
    }

    /// Returns random ones. The ranges are those of the parameters that won on the levels of
    /// Atomix, with a third drawn from wider ones.
    pub fn random(board: &Board, random: &mut Random) -> Self {
        let mut part = |most: f32| most * random.f64() as f32;
        let most = [0.0, 0.5, 1.0][(part(3.0) as usize).min(2)];
        let penalties = if part(3.0) < 2.0 {
            Penalties { goal: part(0.2), start: part(0.5), empty: 0.3 + part(0.8) }
        } else {
            Penalties { goal: part(most), start: part(1.5 * most), empty: part(2.0 * most) }
        };
        let goal = if random.below(3) == 0 { 0.0 } else { penalties.goal };
        let way = if random.below(4) == 0 { Way::Forward } else { Way::Backward };
        let mut parameters = Self::first(board, way, random.below(board.goals.len()));
        parameters.all_placements = random.below(3) == 0;
        parameters.penalties = Penalties { goal, ..penalties };
        if random.bool() {
            parameters.away = 0.6 * random.f64() as f32;
        }
        if random.bool() {
            parameters.weigh(board, random, WEIGHT_SPREAD);
        }
        parameters.noise = some_noise(random);
        parameters.conflict = if random.bool() { random.f64() as f32 } else { 0.0 };
        parameters
    }

    /// Returns similar ones.
    pub fn mutated(&self, board: &Board, random: &mut Random) -> Self {
        let mut new = self.clone();
        for _ in 0..1 + random.below(3) {
            match random.below(12) {
                nth @ 0..3 => {
                    let Penalties { goal, start, empty } = &mut new.penalties;
                    let penalty = [goal, start, empty].into_iter().nth(nth).expect("one of three");
                    *penalty = 0.25f32.mul_add(normal(random), *penalty).clamp(0.0, 3.0);
                }
                3 => new.away = 0.3f32.mul_add(normal(random), new.away).clamp(-0.5, 2.0),
                4 | 5 => new.noise = some_noise(random),
                6 | 7 => new.weigh(board, random, WEIGHT_SPREAD / 2.0),
                8 => {
                    new.weights.resize(board.tiles(), 1.0);
                    for _ in 0..3 {
                        let weight = &mut new.weights[random.below(board.tiles())];
                        *weight = varied(*weight, 2.0 * WEIGHT_SPREAD, random);
                    }
                }
                9 | 10 => {
                    new.conflict = 0.2f32.mul_add(normal(random), new.conflict).clamp(0.0, 2.0);
                }
                _ if random.below(4) == 0 && !board.ends.is_empty() => new.way = new.way.other(),
                _ => {
                    new.placement = random.below(board.goals.len());
                    new.all_placements = random.bool();
                }
            }
        }
        new
    }

    /// Varies the weights of all tiles.
    fn weigh(&mut self, board: &Board, random: &mut Random, spread: f32) {
        self.weights.resize(board.tiles(), 1.0);
        self.weights.iter_mut().for_each(|weight| *weight = varied(*weight, spread, random));
    }

    /// Returns the guide of the tile of `slot` at so many units from where it is wanted.
    pub fn guide(&self, slot: usize, units: u32) -> u32 {
        if units == 0 || units >= GUIDE_FAR {
            return units;
        }
        let weight = self.weights.get(slot).copied().unwrap_or(1.0);
        (self.away.mul_add(UNIT as f32, units as f32).max(0.0) * weight) as u32
    }
}

/// Returns a weight larger or smaller by about the same factor. (No exponential: libraries do not
/// agree in its last bit, and the same seed must bring the same everywhere.)
fn varied(weight: f32, spread: f32, random: &mut Random) -> f32 {
    let by = spread * normal(random);
    let factor = if by >= 0.0 { 1.0 + by } else { (1.0 - by).recip() };
    (weight * factor).clamp(0.3, 3.0)
}

/// Returns a number with mean 0 and deviation 1, about normally distributed.
fn normal(random: &mut Random) -> f32 {
    let sum: f64 = (0..6).map(|_| random.f64()).sum();
    (std::f64::consts::SQRT_2 * (sum - 3.0)) as f32
}

/// What stops cost: cheapest ways by Dijkstra's algorithm, computed when they are asked for.
pub struct StopCosts {
    /// By class of colours, site and direction: the cost of a move in this direction that ends on
    /// the site.
    stops: Vec<Vec<[u32; 4]>>,
    /// By class and site: the costs from there to each site, and from each site to there.
    from: Vec<Option<Box<[u32]>>>,
    to: Vec<Option<Box<[u32]>>>,
    /// Rows that are there.
    rows: usize,
}

/// The memory for rows; all are dropped when they take more.
const ROWS_BYTES: usize = 1 << 20;

impl StopCosts {
    /// Takes the penalties; `goal` are the sites that the goal asks for.
    pub fn new(board: &Board, penalties: Penalties, goal: &[u16]) -> Self {
        let mut beyond = vec![penalties.empty; board.sites()];
        board.start.iter().for_each(|&site| beyond[usize::from(site)] = penalties.start);
        let goal = goal.iter().filter(|&&site| site != NO_SITE);
        goal.for_each(|&site| beyond[usize::from(site)] = penalties.goal);
        let cost = |&next: &u16| {
            let penalty = if next == NO_SITE { 0.0 } else { beyond[usize::from(next)] };
            UNIT + (penalty * UNIT as f32) as u32
        };
        let of_class =
            |sites: &Vec<[u16; 4]>| sites.iter().map(|next| next.each_ref().map(cost)).collect();
        let stops: Vec<_> = board.beyond.iter().map(of_class).collect();
        let none = || vec![None; stops.len() * board.sites()];
        let [from, to] = [none(), none()];
        Self { stops, from, to, rows: 0 }
    }

    /// Returns the costs of the ways of a class from each site to `site`, or of those from `site`
    /// to each site if the search goes backward and wants to arrive there.
    pub fn ahead(&mut self, board: &Board, way: Way, class: usize, site: u16) -> &[u32] {
        if self.memory_held() > ROWS_BYTES {
            self.from.fill(None);
            self.to.fill(None);
            self.rows = 0;
        }
        let rows = if way == Way::Forward { &mut self.to } else { &mut self.from };
        let (stops, count) = (&self.stops, &mut self.rows);
        rows[class * board.sites() + usize::from(site)].get_or_insert_with(|| {
            *count += 1;
            cheapest(board, &stops[class], way, class, site)
        })
    }

    /// Returns the memory of its rows.
    pub fn memory_held(&self) -> usize {
        self.rows * self.stops[0].len() * size_of::<u32>()
    }
}

/// Returns the memory that rows may take: those from each site and those to each.
pub fn most_rows_bytes(board: &Board) -> usize {
    (2 * board.beyond.len() * board.sites().pow(2) * size_of::<u32>()).min(ROWS_BYTES)
}

/// Computes one row by Dial's form of Dijkstra's algorithm. A ray is left where one the same way
/// along the same line has gone on before at no higher cost: that one went to the end.
fn cheapest(board: &Board, stops: &[[u32; 4]], way: Way, class: usize, site: u16) -> Box<[u32]> {
    let mut row = vec![GUIDE_FAR; board.sites()].into_boxed_slice();
    let widest = stops.iter().flatten().max().map_or(1, |&most| most as usize + 1);
    let mut buckets: Vec<Vec<u16>> = vec![Vec::new(); widest];
    // By site and direction: the least cost of the rays that have come along.
    let mut passed = vec![[u32::MAX; 4]; board.sites()];
    row[usize::from(site)] = 0;
    buckets[0].push(site);
    let (mut waiting, mut cost) = (1, 0);
    while waiting > 0 {
        let bucket = cost as usize % widest;
        while let Some(at) = buckets[bucket].pop() {
            waiting -= 1;
            if row[usize::from(at)] != cost {
                continue;
            }
            for (direction, ray) in board.rays.from(class, usize::from(at)).into_iter().enumerate()
            {
                // Backward in the moves: all moves that end here come along this ray, the other way.
                let before = match way {
                    Way::Forward => cost + stops[usize::from(at)][direction ^ 1],
                    Way::Backward => cost,
                };
                for &next in ray {
                    let least = &mut passed[usize::from(next)][direction];
                    if *least <= before {
                        if board.rays.go_to_the_end() {
                            break;
                        }
                        continue;
                    }
                    *least = before;
                    let there = match way {
                        Way::Forward => before,
                        Way::Backward => cost + stops[usize::from(next)][direction],
                    };
                    let place = &mut row[usize::from(next)];
                    if there < *place {
                        *place = there;
                        buckets[there as usize % widest].push(next);
                        waiting += 1;
                    }
                }
            }
        }
        cost += 1;
    }
    row
}
