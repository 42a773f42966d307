//! Databases that have been built, for the next search in this process: levels with
//! one board and one goal need the same. What a search uses counts as held by that
//! search, whether it was built by it or found here; beyond that, the last ones used
//! are kept up to [`MOST_BYTES`].

use std::sync::{Arc, Mutex, PoisonError};

use super::database::Shape;

/// The values of a database by index.
pub type Values = Arc<[u8]>;

/// Bytes kept at most: the largest databases for one 15- or 24-puzzle.
const MOST_BYTES: usize = 80 << 20;

/// The last used is the last.
static CACHE: Mutex<Vec<(Shape, Values)>> = Mutex::new(Vec::new());

/// Returns the database of `shape` if it is kept.
pub fn find(shape: &Shape) -> Option<Values> {
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let nth = cache.iter().position(|(known, _)| known == shape)?;
    let found = cache.remove(nth);
    let values = found.1.clone();
    cache.push(found);
    Some(values)
}

/// Keeps the database of `shape`, and drops the least recently used ones when there are too many.
pub fn keep(shape: &Shape, values: &Values) {
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    cache.retain(|(known, _)| known != shape);
    cache.push((shape.clone(), values.clone()));
    let mut bytes: usize = cache.iter().map(|(_, values)| values.len()).sum();
    let mut forgotten = 0;
    while bytes > MOST_BYTES {
        bytes -= cache[forgotten].1.len();
        forgotten += 1;
    }
    cache.drain(..forgotten);
}
