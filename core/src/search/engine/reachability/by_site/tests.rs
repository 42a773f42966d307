//! Tables for all sites against searches from single sites.

use super::super::joint::JointReachability;
use super::super::tests::on_all_boards;
use super::*;
use crate::puzzle::random::Random;

/// Calls `check` for the ways to the goal and back on all boards, with the rows of two tiles and some
/// barred sites.
fn each_case(mut check: impl FnMut(Context<'_>, [u32; 2], SiteSet)) {
    let mut random = Random::new(11);
    on_all_boards(|context, groups, target| {
        let site = |_| 1 << random.below(context.tables.sites());
        let barred = (0..5).map(site).fold(0, |all, site: SiteSet| all | site);
        check(
            context,
            [0, groups - 1].map(|group| context.tables.first_row(target, group)),
            barred,
        );
    });
}

#[test]
fn extra_moves_by_site_are_those_of_each_site() {
    let mut comes_from = [0; EXTRA_LEVELS];
    each_case(|context, [first, _], barred| {
        let goals = barred & barred.wrapping_sub(1);
        let levels = sites_within(context, first, barred, goals);
        for site in 0..context.tables.sites() {
            for has in 0..EXTRA_LEVELS {
                let tile = TileReach::new(context.tables, (first + site as u32, first), has as u8);
                let is_there = can_reach(context, &tile, barred, goals);
                assert_eq!(is_there, levels[has] >> site & 1 == 1, "{first} {site} {has}");
                comes_from[has] += u32::from(is_there);
            }
        }
    });
    assert!(comes_from.is_sorted() && comes_from[0] > 100, "{comes_from:?}");
    assert!(comes_from[0] < comes_from[EXTRA_LEVELS - 1]);
}

#[test]
fn two_arrive_by_the_table_as_in_the_search() {
    let (mut together, mut found) = (JointReachability::<2>::default(), [0, 0]);
    each_case(|context, firsts, barred| {
        let sites = context.tables.sites();
        for (both, joint) in pair_thresholds(context, firsts, barred).into_iter().enumerate() {
            let at = [both / sites, both % sites];
            if at[0] == at[1] {
                continue;
            }
            for [first, second] in [[0, 0], [0, 2], [1, 1], [2, 0], [1, 3]] {
                let tile = |nth: usize, has: u8| {
                    TileReach::new(context.tables, (firsts[nth] + at[nth] as u32, firsts[nth]), has)
                };
                let tiles = [tile(0, first), tile(1, second)];
                let arrives = together.arrive(context, [&tiles[0], &tiles[1]], !barred);
                let is_told = joint.second(first.into()) <= second;
                assert_eq!(arrives, is_told, "{firsts:?} {at:?} {first} {second}");
                found[usize::from(arrives)] += 1;
            }
        }
    });
    assert!(found[0] > 1_000 && found[1] > 1_000, "{found:?}");
}
