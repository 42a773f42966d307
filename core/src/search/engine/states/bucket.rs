//! Search directions, the two estimates of a state, and the buckets (f, b) into which the prover
//! sorts its states.

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the start, by successors.
    Forward,
    /// From the goal, by predecessors.
    Backward,
}

impl Way {
    pub const fn other(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// The two heuristic values of a state, in moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimates {
    pub to_goal: u16,
    pub to_start: u16,
}

impl Estimates {
    /// Returns the estimate of the moves ahead in direction `way`.
    pub const fn ahead(self, way: Way) -> u16 {
        match way {
            Way::Forward => self.to_goal,
            Way::Backward => self.to_start,
        }
    }

    pub const fn after(self, delta: Delta) -> Self {
        Self {
            to_goal: self.to_goal.wrapping_add_signed(delta.goal),
            to_start: self.to_start.wrapping_add_signed(delta.start),
        }
    }
}

/// How a push changes the two estimates: each by −1, 0 or 1, but **far** where it gives chameleons
/// their colours, which may raise the one or lower the other by more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta {
    pub goal: i16,
    pub start: i16,
}

impl Delta {
    /// Returns all nine.
    pub fn all() -> impl Iterator<Item = Self> {
        (-1..=1).flat_map(|goal| (-1..=1).map(move |start| Self { goal, start }))
    }

    /// Returns the change from one to the other.
    #[inline]
    pub const fn between(before: Estimates, after: Estimates) -> Self {
        Self {
            goal: after.to_goal as i16 - before.to_goal as i16,
            start: after.to_start as i16 - before.to_start as i16,
        }
    }

    /// Says whether it is in no set: see [`Deltas::FAR`].
    #[inline]
    pub const fn is_far(self) -> bool {
        self.goal < -1 || self.goal > 1 || self.start < -1 || self.start > 1
    }

    const fn bit(self) -> u16 {
        debug_assert!(-1 <= self.goal && self.goal <= 1 && -1 <= self.start && self.start <= 1);
        1 << ((self.goal + 1) * 3 + self.start + 1)
    }
}

/// A set of [`Delta`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Deltas(u16);

impl Deltas {
    /// Bits that a set takes.
    pub const BITS: u32 = 9;
    pub const ALL: Self = Self(0b1_1111_1111);

    /// Where tiles change, what stands for a set with far changes: such states are always examined.
    pub const FAR: Self = Self::ALL;

    /// Reads a set from the low bits; higher bits are ignored.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & Self::ALL.0)
    }

    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub const fn contains(self, delta: Delta) -> bool {
        self.0 & delta.bit() != 0
    }

    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    #[inline]
    pub const fn with(self, delta: Delta) -> Self {
        Self(self.0 | delta.bit())
    }

    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The priorities of a state: f = g + h ahead, and b = 2g + h ahead − h back (see
/// [`crate::search::engine::prover`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bucket {
    pub f: u16,
    pub b: u16,
}

impl Bucket {
    /// Returns the bucket of the child that a push in direction `way` leads to. A search from one
    /// end only keeps b = 0.
    #[inline]
    pub const fn after(self, way: Way, delta: Delta, two_sided: bool) -> Self {
        let (own, other) = match way {
            Way::Forward => (delta.goal, delta.start),
            Way::Backward => (delta.start, delta.goal),
        };
        let f = self.f + (1 + own) as u16;
        let b = if two_sided { self.b + (2 + own - other) as u16 } else { 0 };
        Self { f, b }
    }
}

/// What a raise of a side does with the states of a bucket.
#[derive(Clone, Copy)]
pub struct Purpose {
    /// Store them.
    pub keep: bool,
    /// Look them up on the other side.
    pub probe: bool,
}

/// The changes of the estimates by which pushes lead to wanted children.
#[derive(Clone, Copy, Default)]
pub struct WantedPushes {
    pub keep: Deltas,
    pub probe: Deltas,
}

/// For each bucket of one side, the pushes that lead to wanted children.
pub struct PushFilter {
    least: Bucket,
    columns: usize,
    pushes: Vec<WantedPushes>,
}

impl PushFilter {
    /// Tabulates the buckets from `least` to `most`; `purpose` says what is done with the bucket that
    /// a push leads to.
    pub fn new(
        way: Way,
        two_sided: bool,
        least: Bucket,
        most: Bucket,
        purpose: impl Fn(Bucket) -> Purpose,
    ) -> Self {
        let columns = usize::from(most.b - least.b) + 1;
        let mut pushes = Vec::new();
        for f in least.f..=most.f {
            for b in least.b..=most.b {
                let mut wanted = WantedPushes::default();
                for delta in Delta::all() {
                    let purpose = purpose(Bucket { f, b }.after(way, delta, two_sided));
                    wanted.keep = if purpose.keep { wanted.keep.with(delta) } else { wanted.keep };
                    wanted.probe =
                        if purpose.probe { wanted.probe.with(delta) } else { wanted.probe };
                }
                pushes.push(wanted);
            }
        }
        Self { least, columns, pushes }
    }

    /// Returns the wanted pushes of a state of `bucket`.
    #[inline]
    pub fn from(&self, bucket: Bucket) -> WantedPushes {
        let row = usize::from(bucket.f - self.least.f);
        self.pushes[row * self.columns + usize::from(bucket.b - self.least.b)]
    }
}
