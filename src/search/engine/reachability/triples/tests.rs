//! Three tiles by rows of bits against a search of one state at a time.

use std::collections::HashSet;

use super::super::single::tests::on_all_boards;
use super::*;
use crate::search::engine::stops::transitions::LEVELS;
use crate::search::random::Random;

/// Says whether three tiles arrive with no more detours than they have.
fn arrive_one_by_one(case: Case<'_>, tiles: [&Tile; 3], others: Sites) -> bool {
    let lines = case.tables.lines();
    let start = (tiles.map(Tile::site), [0; 3]);
    let (mut seen, mut left) = (HashSet::from([start]), vec![start]);
    while let Some((sites, detours)) = left.pop() {
        if (0..3).all(|nth| case.tables.ends(tiles[nth].first) >> sites[nth] & 1 == 1) {
            return true;
        }
        for (nth, tile) in tiles.iter().enumerate() {
            let mates =
                (0..3).filter(|&mate| mate != nth).fold(0, |all, mate| all | 1 << sites[mate]);
            for detour in 0..DETOURS.min(tile.has() + 1 - detours[nth]) {
                let barred = !(others | mates);
                for to in each(case.onward(tile.first, sites[nth], detour, barred)) {
                    let (mut sites, mut detours) = (sites, detours);
                    if lines.swept(sites[nth], to) & mates == 0 {
                        (sites[nth], detours[nth]) = (to, detours[nth] + detour);
                        left.extend(seen.insert((sites, detours)).then_some((sites, detours)));
                    }
                }
            }
        }
    }
    false
}

#[test]
fn three_arrive_as_in_the_search_of_one_state_at_a_time() {
    let (mut random, mut three, mut found) = (Random::new(5), Three::default(), [0, 0]);
    on_all_boards(|case, groups, target| {
        for _ in 0..300 {
            let mut sites: Vec<usize> = (0..case.tables.sites()).collect();
            random.shuffle(&mut sites);
            let others = sites[..random.below(4)].iter().fold(0, |all, site| all | 1 << site);
            let has: [usize; 3] = std::array::from_fn(|_| random.below(3));
            let tiles: [Tile; 3] = std::array::from_fn(|nth| {
                let first = case.tables.first_row(target, nth.min(groups - 1));
                Tile::new(case.tables, (first + sites[4 + nth] as u32, first), has[nth] as u8)
            });
            let tiles = [&tiles[0], &tiles[1], &tiles[2]];
            let arrives = three.arrive(case, tiles, others);
            let expected = arrive_one_by_one(case, tiles, others);
            assert_eq!(arrives, expected, "{target} {has:?}");
            let trio = three.trio(case, tiles, others);
            assert_eq!(trio.may(has), expected || has.iter().sum::<usize>() > MOST);
            found[usize::from(arrives)] += 1;
        }
    });
    assert!(found[0] > 1_000 && found[1] > 1_000, "{found:?}");
}

#[test]
fn the_ways_are_those_that_need_all_their_detours() {
    let mut random = Random::new(3);
    for _ in 0..1_000 {
        let mut trio = Trio::WITH_MORE;
        for _ in 0..random.below(4) {
            // With more detours than enough they arrive too.
            let enough: [usize; 3] = std::array::from_fn(|_| random.below(WIDTH));
            for bit in 0..WIDTH * WIDTH * WIDTH {
                let all = [bit / (WIDTH * WIDTH), bit / WIDTH % WIDTH, bit % WIDTH];
                if (0..3).all(|nth| all[nth] >= enough[nth]) {
                    trio.0 |= Trio::bit(all);
                }
            }
        }
        let (mut has, mut can) = (Detours::default(), Detours::default());
        for slot in 0..3 {
            has[slot] = random.below(3) as u8;
            can[slot] = has[slot] + random.below(LEVELS - 2) as u8;
        }
        let together = random.below(2 * LEVELS) as u8;
        let most = |slot: usize| has[slot]..=can[slot];
        let mut expected = Vec::new();
        for all in most(0)
            .flat_map(|one| most(1).flat_map(move |two| most(2).map(move |last| [one, two, last])))
        {
            let may = |all: [u8; 3]| trio.may(all.map(usize::from));
            let needs = |nth: usize| {
                let mut fewer = all;
                fewer[nth] = fewer[nth].saturating_sub(1);
                all[nth] == has[nth] || !may(fewer)
            };
            let more = (0..3).map(|nth| all[nth] - has[nth]).sum::<u8>();
            let is_way = more <= together && may(all) && (0..3).all(needs);
            expected.extend(is_way.then_some(all));
        }
        let ways = trio.ways([0, 1, 2], (&has, &can), together);
        assert_eq!(ways.collect::<Vec<_>>(), expected);
    }
}
