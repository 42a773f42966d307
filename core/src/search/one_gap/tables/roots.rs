//! Where the rounds of the depth-first search begin.

use super::instance::Instance;

/// Roots, about, unless the board has fewer positions or memory is scarce: enough to balance the
/// threads.
pub const ROOTS: usize = 1500;

/// A position at a certain distance from the start.
#[derive(Clone)]
pub struct Root {
    pub tiles: Box<[u8]>,
    /// The sites that the empty cell passed, from that of the start.
    pub path: Vec<u8>,
    /// Moves and estimate, when it was last looked up.
    pub least: u32,
}

/// Returns the positions at some distance from the start, or a shortest solution.
pub fn roots(instance: &Instance, most: usize) -> (Vec<Root>, Option<Vec<u8>>) {
    let start = Root { tiles: instance.tiles.clone().into(), path: vec![instance.empty], least: 0 };
    let mut seen = rustc_hash::FxHashSet::from_iter([start.tiles.clone()]);
    let mut layer = vec![start];
    while layer.len() < most && !layer.is_empty() {
        let mut next_layer = Vec::new();
        for root in &layer {
            let empty = *root.path.last().expect("the start at least");
            for site in instance.graph.neighbours(empty) {
                let mut tiles = root.tiles.clone();
                tiles.swap(usize::from(empty), usize::from(site));
                if seen.insert(tiles.clone()) {
                    let mut path = root.path.clone();
                    path.push(site);
                    if instance.is_goal(&tiles) {
                        return (Vec::new(), Some(path));
                    }
                    next_layer.push(Root { tiles, path, least: 0 });
                }
            }
        }
        layer = next_layer;
    }
    (layer, None)
}
