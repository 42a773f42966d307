//! What a generated level is to be like, and what is known of one.

use std::ops::RangeInclusive;

use crate::puzzle::{Cell, Draft, MAX_SIDE, MAX_TILES, Side, Size, Symmetry};

/// What the levels are to be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Width and height of the board.
    pub size: Size,
    /// Tiles on it.
    pub tiles: usize,
    /// Colours of the tiles, as even as can be: from 1 to the number of tiles, at most 26.
    pub colours: usize,
    /// Walls on it.
    pub walls: usize,
    /// Passes on it, of one colour after the other.
    pub passes: usize,
    /// Thin walls on it.
    pub thin_walls: usize,
    /// Mirrors by which the walls stand.
    pub symmetry: Symmetry,
    /// Whether the goal floats: then its tiles stand together.
    pub floating: bool,
    /// How many moves the shortest solution may have; the hardest start within is taken.
    pub moves: RangeInclusive<u32>,
    /// What decides everything else.
    pub seed: u64,
    /// Boards that are tried for one level before it is given up.
    pub attempts: u32,
    /// Positions listed for one board, and states expanded for one proof.
    pub positions: u64,
}

/// The most colours: as many as there are letters.
pub const MAX_GENERATED_COLOURS: usize = 26;

impl Default for Recipe {
    fn default() -> Self {
        Self {
            size: Size::new(5, 5),
            tiles: 3,
            colours: 3,
            walls: 4,
            passes: 0,
            thin_walls: 0,
            symmetry: Symmetry::default(),
            floating: false,
            moves: 8..=12,
            seed: 1,
            attempts: 200,
            positions: 1_000_000,
        }
    }
}

/// Why nothing can be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// The size is out of range.
    #[error("a board has 1 to {MAX_SIDE} cells each way")]
    Size,
    /// There is no tile, or too many.
    #[error("a level has 1 to {MAX_TILES} tiles")]
    Tiles,
    /// No cell would stay empty.
    #[error("tiles and walls leave no cell empty: the board has {cells}")]
    NoRoom {
        /// Cells of the board.
        cells: usize,
    },
    /// The passes do not fit beside walls and tiles.
    #[error("there is room for 0 to {most} passes beside these tiles and walls")]
    Passes {
        /// The most that there can be.
        most: usize,
    },
    /// The board has fewer sides between two cells.
    #[error("there is room for 0 to {most} thin walls on this board")]
    ThinWalls {
        /// The most that there can be.
        most: usize,
    },
    /// Colours and tiles do not go together.
    #[error("there are 1 to {most} colours for these tiles")]
    Colours {
        /// The most that there can be.
        most: usize,
    },
    /// The walls cannot be symmetric.
    #[error("so many walls cannot stand symmetrically on this board; try a multiple of 4")]
    Symmetry,
    /// No number of moves is asked for.
    #[error("the number of moves is a range from at least 1, such as 10..15")]
    Moves,
}

impl Recipe {
    /// Says what keeps a level from being made.
    ///
    /// # Errors
    /// The first thing that does.
    pub fn check(&self) -> Result<(), RecipeError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&self.size.width) || !sides.contains(&self.size.height) {
            return Err(RecipeError::Size);
        }
        if !(1..=MAX_TILES).contains(&self.tiles) {
            return Err(RecipeError::Tiles);
        }
        if self.tiles + self.walls >= self.size.area() {
            return Err(RecipeError::NoRoom { cells: self.size.area() });
        }
        let most = self.size.area() - self.tiles - self.walls;
        if self.passes > most {
            return Err(RecipeError::Passes { most });
        }
        let most = Side::inner(self.size).count();
        if self.thin_walls > most {
            return Err(RecipeError::ThinWalls { most });
        }
        let most = self.tiles.min(MAX_GENERATED_COLOURS);
        if !(1..=most).contains(&self.colours) {
            return Err(RecipeError::Colours { most });
        }
        if !self.walls_can_be_symmetric() {
            return Err(RecipeError::Symmetry);
        }
        if *self.moves.start() == 0 || self.moves.is_empty() {
            return Err(RecipeError::Moves);
        }
        Ok(())
    }

    /// Says whether so many cells can be chosen together with all their mirror images.
    fn walls_can_be_symmetric(&self) -> bool {
        let images = |cell: Cell| self.symmetry.spread(&[cell], self.size).len();
        let cells_with = |count: usize| self.size.cells().filter(|&c| images(c) == count).count();
        // Largest first: what is left must be made up of smaller ones.
        let mut lacking = self.walls;
        for count in [4, 2, 1] {
            lacking -= count * (lacking / count).min(cells_with(count) / count);
        }
        lacking == 0
    }
}

/// How hard and how interesting a level is. What is `None` could not be counted within the
/// recipe's limit of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// Moves of the shortest solution, proved.
    pub moves: u32,
    /// How many solutions are as short.
    pub shortest_solutions: Option<u128>,
    /// Counter-intuitive moves of the one that is kept.
    pub counter_intuitive: usize,
    /// Positions that can be reached.
    pub positions: Option<u64>,
    /// Of these, positions from which the goal cannot be reached any more.
    pub dead: Option<u64>,
}

/// A level that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Its place in the series of the seed, from 0.
    pub number: u32,
    /// The level, with its best solution.
    pub draft: Draft,
    /// What is known of it.
    pub rating: Rating,
    /// How many boards were tried until it came.
    pub attempts: u32,
}
