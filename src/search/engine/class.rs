//! Classes of states by the two priorities of the prover, and how pushes lead from
//! one to another.

/// Along which way states are expanded.
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

/// The two estimates of a state, in moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimates {
    pub to_goal: u16,
    pub to_start: u16,
}

impl Estimates {
    /// Returns the estimate of what lies ahead when going `way`.
    pub const fn ahead(self, way: Way) -> u16 {
        match way {
            Way::Forward => self.to_goal,
            Way::Backward => self.to_start,
        }
    }

    pub const fn after(self, delta: Delta) -> Self {
        Self {
            to_goal: self.to_goal.wrapping_add_signed(delta.goal as i16),
            to_start: self.to_start.wrapping_add_signed(delta.start as i16),
        }
    }
}

/// How a push changes the estimate to the goal and the estimate to the start, each
/// by −1, 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta {
    pub goal: i8,
    pub start: i8,
}

impl Delta {
    /// All nine.
    pub fn all() -> impl Iterator<Item = Self> {
        (-1..=1).flat_map(|goal| (-1..=1).map(move |start| Self { goal, start }))
    }

    const fn bit(self) -> u16 {
        debug_assert!(-1 <= self.goal && self.goal <= 1 && -1 <= self.start && self.start <= 1);
        1 << ((self.goal + 1) * 3 + self.start + 1)
    }
}

/// A set of [`Delta`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deltas(u16);

impl Deltas {
    pub const ALL: Self = Self(0b1_1111_1111);

    #[inline]
    pub const fn contains(self, delta: Delta) -> bool {
        self.0 & delta.bit() != 0
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

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the changes of the estimate to the goal alone.
    #[inline]
    pub fn goal_changes(self) -> GoalChanges {
        let any = |shift: u32| (self.0 >> shift & 0b111 != 0) as u8;
        GoalChanges(any(0) | any(3) << 1 | any(6) << 2)
    }
}

/// A set of changes of the estimate to the goal alone.
#[derive(Clone, Copy)]
pub struct GoalChanges(u8);

impl GoalChanges {
    pub const ALL: Self = Self(0b111);

    #[inline]
    pub const fn contain(self, change: i8) -> bool {
        self.0 & 1 << (change + 1) != 0
    }
}

/// The class of a state: moves + own estimate, and 2 × moves + own estimate − other
/// estimate (see [`super::prover`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    pub f: u16,
    pub b: u16,
}

impl Class {
    /// Returns the class after a push going `way`. With one side only, b is always 0.
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

/// For each class of one side the pushes that lead to where they are wanted.
pub struct Wanted {
    least: Class,
    columns: usize,
    deltas: Vec<Deltas>,
}

impl Wanted {
    /// Tabulates, for the classes from `least` to `most`, the pushes going `way` to
    /// the classes that `is_wanted` names.
    pub fn new(
        way: Way,
        two_sided: bool,
        least: Class,
        most: Class,
        is_wanted: impl Fn(Class) -> bool,
    ) -> Self {
        let columns = usize::from(most.b - least.b) + 1;
        let mut deltas = Vec::new();
        for f in least.f..=most.f {
            for b in least.b..=most.b {
                let class = Class { f, b };
                let fits = |delta: &Delta| is_wanted(class.after(way, *delta, two_sided));
                deltas.push(Delta::all().filter(fits).fold(Deltas::default(), Deltas::with));
            }
        }
        Self { least, columns, deltas }
    }

    /// Returns the pushes wanted from a state of `class`.
    #[inline]
    pub fn from(&self, class: Class) -> Deltas {
        let row = usize::from(class.f - self.least.f);
        self.deltas[row * self.columns + usize::from(class.b - self.least.b)]
    }
}
