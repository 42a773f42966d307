//! A board of atoms and the molecule that is to be put together: what the formats of Atomix
//! have in common.

use super::atoms::{Atom, palette};
use crate::puzzle::advice::likeness::{is_near, reached, trimmed};
use crate::puzzle::rules::{Anchor, Colour, Draft, Grid, MAX_SIDE, Size, Square, Terrain};

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Empty,
    Wall,
    /// An atom, by its place in [`Scene::atoms`].
    Atom(usize),
}

/// A level as the formats of Atomix have it. Rows are of one length each.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub title: String,
    pub author: String,
    pub note: String,
    /// The kinds of atoms, each with the letter that is to stand for it.
    pub atoms: Vec<(char, Atom)>,
    pub board: Vec<Vec<Spot>>,
    pub molecule: Vec<Vec<Spot>>,
}

impl Scene {
    /// Returns the level with walls wherever no atom can come, and without what lies beyond the
    /// walls that stop atoms.
    ///
    /// # Errors
    /// Says what our rules have no words for.
    pub fn draft(&self) -> Result<Draft, String> {
        let palette = palette(&self.atoms)
            .map_err(|symbol| format!("{symbol:?} cannot stand for an atom, or does so twice"))?;
        let mut board = grid(&self.board, "board")?;
        let reached = reached(&board, &Terrain::default());
        for cell in board.size().cells().filter(|&cell| !reached[cell]) {
            board[cell] = Square::Wall;
        }
        // The walls around what is reached, where they are drawn.
        let start = trimmed(&board, |cell, _| is_near(&reached, cell));
        let start = start.ok_or("the board is empty")?;
        let goal =
            trimmed(&grid(&self.molecule, "molecule")?, |_, square| square.colour().is_some());
        let goal = goal.ok_or("the molecule has no atoms")?;
        let widest = u8::max(start.size().width, start.size().height);
        if widest > MAX_SIDE {
            return Err(format!(
                "the board is {}; at most {MAX_SIDE} each way are possible",
                start.size()
            ));
        }
        let draft = Draft {
            title: self.title.clone(),
            author: self.author.clone(),
            note: self.note.clone(),
            palette,
            start,
            terrain: Terrain::default(),
            goal,
            anchor: Anchor::Floating,
            opening: Vec::new(),
            waypoints: Vec::new(),
            best: None,
        };
        match draft.validate() {
            Ok(_) => Ok(draft),
            Err(issues) => {
                let issues: Vec<String> = issues.iter().map(ToString::to_string).collect();
                Err(issues.join("; "))
            }
        }
    }

    /// Says which atoms the board has more or fewer of than the molecule.
    pub fn uneven(&self) -> Option<String> {
        let count = |rows: &[Vec<Spot>], kind: usize| {
            rows.iter().flatten().filter(|&&spot| spot == Spot::Atom(kind)).count()
        };
        let mut kinds = 0..self.atoms.len();
        kinds.find_map(|kind| {
            let (has, asks) = (count(&self.board, kind), count(&self.molecule, kind));
            let symbol = self.atoms[kind].0;
            (has != asks).then(|| {
                format!("the board has {has} of the atom {symbol}, the molecule asks for {asks}")
            })
        })
    }
}

/// Returns the rows as a grid, up to its widest.
fn grid(rows: &[Vec<Spot>], what: &str) -> Result<Grid<Square>, String> {
    let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
    let side = |cells: usize| u8::try_from(cells).ok().filter(|&side| side > 0);
    let (Some(columns), Some(lines)) = (side(width), side(height)) else {
        return Err(format!(
            "the {what} is {width}×{height}; at most {MAX_SIDE} each way are possible"
        ));
    };
    let mut grid = Grid::new(Size::new(columns, lines), Square::Empty);
    let spots = rows.iter().flatten();
    for (cell, spot) in grid.size().cells().zip(spots) {
        grid[cell] = match *spot {
            Spot::Empty => Square::Empty,
            Spot::Wall => Square::Wall,
            Spot::Atom(kind) => Square::Tile(Colour(kind as u8)),
        };
    }
    Ok(grid)
}
