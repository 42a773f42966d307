//! The states of a beam, layer by layer, and their moves.

/// A state; where its tiles are stands in a row beside it.
#[derive(Clone, Copy)]
pub struct State {
    pub gap: u16,
    /// Where the gap was before, in this stage.
    pub before: u16,
    /// Where the tile is that this stage brings.
    pub carried: u16,
    /// Moves to the end of the stage, at least, and the most with those so far that it may have.
    pub left: u16,
    pub until: u32,
    /// The place of its last move in the list of all, and the moves so far.
    pub link: u32,
    pub moves: u32,
    /// The sum of the tiles' distances from their sites.
    pub distance: u32,
    pub hash: u64,
}

/// A state that may be kept: it comes from a state of the last layer by a move of its gap.
#[derive(Clone, Copy)]
pub struct Candidate {
    pub parent: usize,
    pub state: State,
}

/// States with the tile on each site of each.
#[derive(Default)]
pub struct Layer {
    pub states: Vec<State>,
    pub rows: Vec<u16>,
}

impl Layer {
    pub fn push(&mut self, state: State, row: &[u16]) {
        self.states.push(state);
        self.rows.extend_from_slice(row);
    }

    pub fn row(&self, at: usize) -> &[u16] {
        let sites = self.rows.len() / self.states.len();
        &self.rows[at * sites..][..sites]
    }

    pub fn iter(&self) -> impl Iterator<Item = (State, &[u16])> {
        (0..self.states.len()).map(|at| (self.states[at], self.row(at)))
    }
}

/// A move: where the gap went, and the place of the move before.
#[derive(Clone, Copy)]
pub struct Link {
    pub before: u32,
    pub to: u16,
}
