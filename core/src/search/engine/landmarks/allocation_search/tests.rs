//! Phase saving. The results of the search are tested by [`crate::search::engine::pruning::tests`].

use super::AllocationSearch;

#[test]
fn the_tile_that_kept_a_landmark_last_is_the_first_of_all() {
    let mut relaxed = AllocationSearch::new(2, 1 << 20);
    relaxed.sites = vec![0; 5];
    let order = |relaxed: &AllocationSearch, target, nth| -> Vec<usize> {
        relaxed.saved_slot_first(target, nth).collect()
    };
    assert_eq!(order(&relaxed, 1, 7), [0, 1, 2, 3, 4], "nothing is saved");
    relaxed.save_slot(1, 7, 4);
    relaxed.save_slot(1, 7, 3);
    assert_eq!(order(&relaxed, 1, 7), [3, 0, 1, 2, 4]);
    assert_eq!(order(&relaxed, 1, 6), [0, 1, 2, 3, 4], "of another landmark");
    assert_eq!(order(&relaxed, 0, 7), [0, 1, 2, 3, 4], "of another target");
}
