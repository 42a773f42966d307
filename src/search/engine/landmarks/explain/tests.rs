//! What landmarks say by site against what is searched for one state at a time.

use super::*;
use crate::search::engine::reachability::single::tests::on_all_boards;
use crate::search::random::Random;

/// Calls `check` with the ways to the goal and back on all boards, the rows of two tiles there,
/// and some sites that are barred.
fn each_case(mut check: impl FnMut(Case<'_>, [u32; 2], Sites)) {
    let mut random = Random::new(11);
    on_all_boards(|case, groups, target| {
        let site = |_| 1 << random.below(case.tables.sites());
        let barred = (0..5).map(site).fold(0, |all, site: Sites| all | site);
        check(case, [0, groups - 1].map(|group| case.tables.first_row(target, group)), barred);
    });
}

#[test]
fn detours_by_site_are_those_of_each_site() {
    let mut comes_from = [0; LEVELS];
    each_case(|case, [first, _], barred| {
        let goals = barred & barred.wrapping_sub(1);
        let levels = levels(case, first, barred, goals);
        for site in 0..case.tables.sites() {
            for has in 0..LEVELS {
                let tile = Tile::new(case.tables, (first + site as u32, first), has as u8);
                let is_there = comes(case, &tile, barred, goals);
                assert_eq!(is_there, levels[has] >> site & 1 == 1, "{first} {site} {has}");
                comes_from[has] += u32::from(is_there);
            }
        }
    });
    assert!(comes_from.is_sorted() && comes_from[0] > 100, "{comes_from:?}");
    assert!(comes_from[0] < comes_from[LEVELS - 1]);
}

#[test]
fn two_arrive_by_the_table_as_in_the_search() {
    let (mut together, mut found) = (Together::default(), [0, 0]);
    each_case(|case, firsts, barred| {
        let sites = case.tables.sites();
        for (both, joint) in joint(case, firsts, barred).into_iter().enumerate() {
            let at = [both / sites, both % sites];
            if at[0] == at[1] {
                continue;
            }
            for [first, second] in [[0, 0], [0, 2], [1, 1], [2, 0], [1, 3]] {
                let tile = |nth: usize, has: u8| {
                    Tile::new(case.tables, (firsts[nth] + at[nth] as u32, firsts[nth]), has)
                };
                let tiles = [tile(0, first), tile(1, second)];
                let arrives = together.arrive(case, [&tiles[0], &tiles[1]], !barred);
                let is_told = joint.second(first.into()) <= second;
                assert_eq!(arrives, is_told, "{firsts:?} {at:?} {first} {second}");
                found[usize::from(arrives)] += 1;
            }
        }
    });
    assert!(found[0] > 1_000 && found[1] > 1_000, "{found:?}");
}
