//! Three tiles by rows of bits against a search of one state at a time.

use std::collections::HashSet;

use super::super::tests::on_all_boards;
use super::*;
use crate::puzzle::random::Random;

/// Says whether three tiles arrive within their extra moves.
fn arrive_one_by_one(context: Context<'_>, tiles: [&TileReach; 3], others: SiteSet) -> bool {
    let lines = context.tables.lines();
    let start = (tiles.map(TileReach::site), [0; 3]);
    let (mut seen, mut left) = (HashSet::from([start]), vec![start]);
    while let Some((sites, extra)) = left.pop() {
        if (0..3).all(|nth| context.tables.ends(tiles[nth].first) >> sites[nth] & 1 == 1) {
            return true;
        }
        for (nth, tile) in tiles.iter().enumerate() {
            let mates =
                (0..3).filter(|&mate| mate != nth).fold(0, |all, mate| all | 1 << sites[mate]);
            for cost in 0..EXTRA_COSTS.min(tile.extra() + 1 - extra[nth]) {
                let barred = !(others | mates);
                for to in sites_in(context.destinations(tile.first, sites[nth], cost, barred)) {
                    let (mut sites, mut extra) = (sites, extra);
                    if lines.swept(sites[nth], to) & mates == 0 {
                        (sites[nth], extra[nth]) = (to, extra[nth] + cost);
                        left.extend(seen.insert((sites, extra)).then_some((sites, extra)));
                    }
                }
            }
        }
    }
    false
}

#[test]
fn three_arrive_as_in_the_search_of_one_state_at_a_time() {
    let (mut random, mut three, mut found) =
        (Random::new(5), JointReachability::<3>::default(), [0, 0]);
    on_all_boards(|context, groups, target| {
        for _ in 0..300 {
            let mut sites: Vec<usize> = (0..context.tables.sites()).collect();
            random.shuffle(&mut sites);
            let others = sites[..random.below(4)].iter().fold(0, |all, site| all | 1 << site);
            let has: [usize; 3] = std::array::from_fn(|_| random.below(3));
            let tiles: [TileReach; 3] = std::array::from_fn(|nth| {
                let first = context.tables.first_row(target, nth.min(groups - 1));
                TileReach::new(
                    context.tables,
                    (first + sites[4 + nth] as u32, first),
                    has[nth] as u8,
                )
            });
            let tiles = [&tiles[0], &tiles[1], &tiles[2]];
            let arrives = three.arrive(context, tiles, others);
            let expected = arrive_one_by_one(context, tiles, others);
            assert_eq!(arrives, expected, "{target} {has:?}");
            let threshold = three.threshold(context, tiles, others);
            assert_eq!(threshold.may(has), expected || has.iter().sum::<usize>() > MAX_EXTRA);
            found[usize::from(arrives)] += 1;
        }
    });
    assert!(found[0] > 1_000 && found[1] > 1_000, "{found:?}");
}
