//! The symmetries of a board with one empty cell.

use crate::puzzle::Cell;
use crate::puzzle::one_gap::{self, Site};
use crate::search::base::key::Key;
use crate::search::base::space::{NO_SITE, Space};

/// No site, and no tile.
pub const NONE: u8 = u8::NONE;

/// More sites than this are not for the tables.
pub const MAX_SITES: usize = 128;

/// Sites and edges of a board of at most [`MAX_SITES`] sites.
pub type Graph = one_gap::Graph<u8>;

/// A map of sites onto sites that keeps edges: a reflection or a turn of the board.
pub type Symmetry = Vec<u8>;

/// Returns the reflections and turns of the board that map sites onto sites and edges onto edges.
pub fn symmetries<K: Key>(graph: &Graph, space: &Space<K>) -> Vec<Symmetry> {
    let size = space.sites.size();
    let (right, bottom) = (size.width - 1, size.height - 1);
    let maps = (1..8).filter(|map| map & 4 == 0 || size.width == size.height);
    let image = |map: u8, cell: Cell| {
        let x = if map & 1 > 0 { right - cell.x } else { cell.x };
        let y = if map & 2 > 0 { bottom - cell.y } else { cell.y };
        let (x, y) = if map & 4 > 0 { (y, x) } else { (x, y) };
        let site = space.sites[Cell::new(x, y)];
        (site != NO_SITE).then_some(site as u8)
    };
    let images = maps.filter_map(|map| space.cells.iter().map(|&cell| image(map, cell)).collect());
    images.filter(|image| is_kept_by(graph, image)).collect()
}

/// Says whether a map takes each edge to an edge: thin walls may have no image.
fn is_kept_by(graph: &Graph, image: &Symmetry) -> bool {
    graph.all().all(|site| {
        let to = image[usize::from(site)];
        graph
            .neighbours(site)
            .all(|next| graph.neighbours(to).any(|other| other == image[usize::from(next)]))
    })
}
