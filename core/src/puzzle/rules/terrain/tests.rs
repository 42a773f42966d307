//! Tests of passes and thin walls: rules, validation, changes of a draft, files, texts, codes.

use super::*;
use crate::puzzle::{
    Clip, Draft, Grid, Issue, Layout, Region, Square, Transform, builtin, format_moves,
    parse_level, parse_moves, parse_text, share_code, write_level, write_text,
};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn region(from: &str, to: &str) -> Region {
    Region::between(cell(from), cell(to))
}

#[track_caller]
fn draft(text: &str) -> Draft {
    parse_text(text, None).unwrap_or_else(|error| panic!("{error}"))
}

/// A board with a pass of red in the middle, a thin wall beside it and one below a1.
const BOARD: &str = "R..\nB..\n\n..R\n..B\n\nthin: a1D b2R\n\npasses:\n...\n.R.\n";

#[test]
fn two_names_of_a_side_are_one_side() {
    let thin_walls = parse_sides(" c2D b1R\nc1L c3U a1L").unwrap();
    let terrain = Terrain { thin_walls, ..Terrain::default() };
    assert_eq!(terrain.thin_walls_text(), "a1L b1R c2D");
    assert!(terrain.has_thin_wall(cell("c1"), Direction::Left));
    assert!(terrain.has_thin_wall(cell("c3"), Direction::Up));
    assert!(!terrain.has_thin_wall(cell("c1"), Direction::Right));
    let size = Size::new(3, 3);
    let within = terrain.thin_walls.iter().filter(|side| side.between(size).is_some());
    assert_eq!(within.count(), 2, "a1L is the edge");
    let error = parse_sides("b1R d9").unwrap_err();
    assert!(error.to_string().starts_with("`d9` is not a side"));
}

#[test]
fn a_pass_lets_its_own_colour_through_and_stops_all_others() {
    let puzzle = draft("R...\nB...\n\n...R\nB...\n\npasses:\n..R.\n..R.").validate().unwrap();
    let landing = |push: &str| {
        puzzle.landing(puzzle.start(), push.parse().unwrap()).map(|cell| cell.to_string())
    };
    assert_eq!(landing("a1R").as_deref(), Some("d1"));
    assert_eq!(landing("a2R").as_deref(), Some("b2"));
    let stopped = draft("RB..\n....\n\n.R..\n....\n\nthin: b1R a2U").validate().unwrap();
    assert_eq!(format_moves(&stopped.moves(stopped.start())), "b1D");
}

fn issues(text: &str) -> Vec<String> {
    let issues = draft(text).validate().err().unwrap_or_default();
    issues.iter().map(Issue::to_string).collect()
}

#[test]
fn all_issues_come_at_once_with_their_cells() {
    let found = issues("RB#\n...\n\n.RB\n...\n\nthin: c1R a1L a3D\n\npasses:\nBRB\n...");
    let expected = [
        "passes, c1: a pass on a wall",
        "thin walls, a1L c1R a3D: on the edge of the board or outside",
        "start, a1 b1: a tile on a pass of another colour",
        "goal, c1: a tile where the start has a wall",
    ];
    assert_eq!(found, expected);
    assert_eq!(issues("R..\n\n.R.\n\npasses:\n.R."), [""; 0]);
    let on_pass = issues("RB.\n...\n\n...\n..R\n\nwaypoint:\n...\n.B.\n\npasses:\n...\n.RB");
    let expected = [
        "goal, c2: a tile on a pass of another colour",
        "waypoint 1, b2: a tile on a pass of another colour",
    ];
    assert_eq!(on_pass, expected);
    let floating = issues("RB.\n\nfloating\nBR\n\npasses:\n.RR");
    assert_eq!(floating, ["start, b1: a tile on a pass of another colour"]);
    let nowhere = issues("R.B\n\nfloating\nBR\n\npasses:\n.R.\n");
    assert_eq!(nowhere, [""; 0], "blue does not fit on b1, but on a1");
    let nowhere = issues("RB\n..\n\nfloating\nBR\n\npasses:\n..\nRR\n");
    assert_eq!(nowhere, [""; 0]);
    let nowhere = issues("R.B\n\nfloating\nRB\n\npasses:\n.R.\n");
    assert_eq!(nowhere, [""; 0]);
    let nowhere = issues("RB\n\nfloating\nBR\n\npasses:\nR.\n");
    assert_eq!(nowhere, ["goal: it fits nowhere between the walls of the board"]);
}

#[test]
fn warnings_know_what_each_colour_can_reach() {
    let warnings =
        |text| -> Vec<String> { draft(text).warnings().iter().map(Issue::to_string).collect() };
    // Red goes through, blue does not.
    let text = "R.B..#.\n\n...R.#B\n\npasses:\n...R...";
    assert!(issues(text).is_empty());
    let walled = "goal, g1: walled off, no tile of the colour can get there";
    let closed = "start, g1: closed off, no tile can get there";
    assert_eq!(warnings(text), [walled, closed]);
    let walled = "goal, b1: walled off, no tile of the colour can get there";
    let closed = "start, b1: closed off, no tile can get there";
    assert_eq!(warnings("R.\n..\n\n.R\n..\n\nthin: a1R b1D"), [walled, closed]);
    // A slide ends at a thin wall, and before a pass.
    assert_eq!(
        warnings("R...\n\n.R..\n\nthin: b1R"),
        ["start, c1 d1: closed off, no tile can get there"]
    );
    assert_eq!(
        warnings("R...\n\n.R..\n\npasses:\n..B."),
        ["start, c1 d1: closed off, no tile can get there"]
    );
    assert_eq!(
        warnings("R...\n\n.R..\n\npasses:\n.R.."),
        [
            "goal, b1: 'R' can never stop there, only on a1 d1; a stopper on c1 would make it stop there"
        ]
    );
}

#[test]
fn the_file_is_as_the_format_says() {
    let file = write_level(&draft(BOARD));
    assert!(file.contains("    passes: [\n        \"...\",\n        \".R.\",\n    ],\n"), "{file}");
    assert!(file.contains("    thin_walls: \"a1D b2R\",\n"), "{file}");
    // All four sides are read, and walls of the start may be drawn among the passes.
    let text = r##"(version: 2, title: "", start: ["R.#", "B.."], goal: ["..#", ".R."],
        passes: ["..#", ".R."], thin_walls: "a2U c2L")"##;
    let read = parse_level(text).unwrap().draft;
    assert_eq!(read.terrain, draft(BOARD).terrain);
    let written = write_text(&draft(BOARD));
    assert_eq!(written, BOARD);
}

#[test]
fn levels_without_any_stay_version_1() {
    for draft in builtin::levels().iter().map(|level| level.draft()).filter(Draft::is_plain) {
        assert!(write_level(&draft).starts_with("(\n    version: 1,"));
        assert!(share_code(&draft).starts_with("mondrian1:"));
        assert!(!write_level(&draft).contains("passes"));
    }
    let mut with = draft(BOARD);
    with.terrain = Terrain::default();
    assert!(write_level(&with).starts_with("(\n    version: 1,"));
    assert!(share_code(&with).starts_with("mondrian1:"));
    // A file of version 2 may say nothing of it.
    let text = r#"(version: 2, title: "", start: ["R."], goal: [".R"])"#;
    assert!(parse_level(text).unwrap().draft.terrain.is_plain());
}

#[test]
fn what_is_wrong_in_a_file_is_named() {
    let error = |rest: &str| {
        let text =
            format!("(title: \"\", start: [\"R.#\", \"...\"], goal: [\"..#\", \"..R\"], {rest})");
        parse_level(&text).unwrap_err().to_string()
    };
    assert_eq!(
        error("version: 1, thin_walls: \"a1R\""),
        "`thin_walls` is of version 2 of the format, the file says version 1"
    );
    assert_eq!(error("version: 3"), "version 3 of the format is not known, only 1 and 2");
    assert_eq!(
        error("version: 2, thin_walls: \"a1R a7\""),
        "thin_walls: `a7` is not a side (a cell and one of U D L R, such as b1R)"
    );
    assert_eq!(error("version: 2, passes: [\"...\"]"), "passes: 3 × 1 cells, the start has 3 × 2");
    let all = error(
        "version: 2, palette: {'R': (color: \"#ff0000\")}, passes: [\"#R..\", \".Q.\"], thin_walls: \"b2D\"",
    );
    let expected = "passes, row 1: 4 cells, the start has 3\n\
        passes, b2: 'Q' is not in the palette\n\
        passes, a1: a wall where the start has none\n\
        thin walls, b2D: on the edge of the board or outside";
    assert_eq!(all, expected);
}

#[test]
fn what_is_wrong_in_a_text_is_named() {
    let error = |rest: &str| {
        parse_text(&format!("R.\n..\n\n.R\n..\n\n{rest}"), None).unwrap_err().to_string()
    };
    assert!(error("thin: a1R b").starts_with("line 7, column 1: thin: `b` is not a side"));
    assert!(error("thin: a1R\nthin: a1D").starts_with("line 8, column 1: a second list"));
    assert!(error("passes:\n..").contains("passes: 2 × 1 cells, the start has 2 × 2"));
    assert!(error("passes:\n#.\n..").contains("passes, a1: a wall where the start has none"));
    assert!(error("passes:\nR.\n..\n\npasses:\nR.\n..").contains("a second layer of passes"));
    assert!(error("passes:").contains("rows are missing"));
}

#[test]
fn turns_and_mirrors_take_them_along_and_shifts_bring_them_back() {
    let level = draft(BOARD);
    let check = |transform, expected: &str| {
        assert_eq!(write_text(&level.transformed(transform)), expected, "{transform:?}");
    };
    check(
        Transform::RotateRight,
        "BR\n..\n..\n\n..\n..\nBR\n\nthin: a1R a2D\n\npasses:\n..\nR.\n..\n",
    );
    check(
        Transform::FlipHorizontal,
        "..R\n..B\n\nR..\nB..\n\nthin: c1D a2R\n\npasses:\n...\n.R.\n",
    );
    check(
        Transform::Shift(Direction::Right),
        ".R.\n.B.\n\nR..\nB..\n\nthin: b1D c2R\n\npasses:\n...\n..R\n",
    );
    for direction in Direction::ALL {
        let there = level.transformed(Transform::Shift(direction));
        assert_eq!(there.transformed(Transform::Shift(direction.opposite())), level);
    }
}

#[test]
fn what_a_thin_wall_divides_is_another_level() {
    let identity = |text: &str| draft(text).validate().unwrap().identity();
    let plain = "R.#\n...\n\n..#\n..R";
    let ways = [
        "",
        "\n\nthin: a1R",
        "\n\nthin: a1D",
        "\n\npasses:\n.R#\n...",
        "\n\npasses:\n...\nR..",
        "\n\npasses:\n...\nB..",
    ];
    let all: BTreeSet<Vec<u8>> =
        ways.iter().map(|way| identity(&format!("{plain}{way}"))).collect();
    assert_eq!(all.len(), ways.len());
    assert_eq!(identity(plain), identity(&format!("{plain}\n\nthin: b1R")), "beside a wall");
}

#[test]
fn drawing_keeps_board_and_terrain_together() {
    let mut level = draft(BOARD);
    level.paint(Layout::Goal, cell("b2"), Square::Wall);
    assert!(level.terrain.passes.is_empty(), "a wall takes its place");
    level.paint_pass(cell("b2"), Some(Colour(0)));
    assert_eq!((level.start[cell("b2")], level.goal[cell("b2")]), (Square::Empty, Square::Empty));
    assert_eq!(level.terrain.pass(cell("b2")), Some(Colour(0)));
    level.paint(Layout::Start, cell("b2"), Square::Tile(Colour(0)));
    assert_eq!(level.terrain.pass(cell("b2")), Some(Colour(0)), "a tile stands on it");
    level.paint_pass(cell("b2"), None);
    level.paint_pass(cell("f9"), Some(Colour(0)));
    assert!(level.terrain.passes.is_empty());
    level.paint_thin_wall("c1R".parse().unwrap(), true);
    level.paint_thin_wall("a2U".parse().unwrap(), false);
    assert_eq!(level.terrain.thin_walls_text(), "b2R");
}

#[test]
fn resizing_takes_along_what_fits() {
    let level = draft(BOARD);
    let grown = level.resized(Size::new(4, 3), 1, 1);
    assert_eq!(grown.terrain.thin_walls_text(), "b2D c3R");
    assert_eq!(grown.terrain.passes, BTreeMap::from([(cell("c3"), Colour(0))]));
    let cut = level.resized(Size::new(2, 2), 0, 0);
    assert_eq!(cut.terrain.thin_walls_text(), "a1D", "the other lies on the edge");
    assert!(level.resized(Size::new(3, 1), 0, 0).terrain.is_plain());
    let mut bare = draft("...\n\n...\n\nthin: a1R");
    bare.best = Some(crate::puzzle::Best::found(parse_moves("a1R").unwrap(), false));
    assert_eq!(bare.resized(Size::new(3, 1), 1, 0).best, None, "another board");
}

#[test]
fn copies_take_their_part_along() {
    let mut level = draft("R...\n....\n\n...R\n....\n\nthin: a1R a1D b1R\n\npasses:\nR...\n....");
    let clip = level.clip(Layout::Start, region("a1", "b2")).unwrap();
    assert_eq!(
        clip.terrain.thin_walls_text(),
        "a1R a1D".split(' ').rev().collect::<Vec<_>>().join(" ")
    );
    let turned: Clip = clip.transformed(Transform::FlipHorizontal);
    level.paste(Layout::Start, &turned, cell("c1"));
    assert_eq!(
        write_text(&level),
        "R..R\n....\n\n...R\n....\n\nthin: a1D a1R b1R d1D c1R\n\npasses:\nR..R\n....\n"
            .replace("d1D c1R", "c1R d1D")
    );
    level.erase(Layout::Goal, region("a1", "b1"));
    assert_eq!(level.terrain.thin_walls_text(), "a1D b1R c1R d1D", "on both boards");
    assert_eq!(level.terrain.passes.len(), 1);
    level.move_region(Layout::Start, region("d1", "d2"), cell("a1"), false);
    assert_eq!(level.terrain.thin_walls_text(), "a1D b1R c1R");
    assert_eq!(level.terrain.passes.keys().copied().collect::<Vec<_>>(), [cell("a1")]);
    let other = draft("Q.\n\n.Q\n\npasses:\nQ.");
    let clip = other.clip(Layout::Goal, region("a1", "a1")).unwrap();
    level.paste(Layout::Start, &clip, cell("b2"));
    assert_eq!(level.terrain.pass(cell("b2")), level.palette.find('Q'), "the colour comes along");
}

#[test]
fn a_fill_stops_at_thin_walls_and_at_passes() {
    let level = draft("....\n\n....\n\nthin: a1R\n\npasses:\n...R");
    let filled = level.alike_from(Layout::Start, cell("b1"));
    assert_eq!(filled, [cell("b1"), cell("c1")]);
}

#[test]
fn passes_of_a_removed_colour_go_or_are_inherited() {
    let level = draft("RB..\n\n...R\n\npasses:\n..RB");
    let find = |symbol| level.palette.find(symbol).unwrap();
    assert_eq!(level.uses(find('R')), 3);
    let erased = level.without_colour(find('R'), None);
    assert_eq!(write_text(&erased), ".B..\n\n....\n\npasses:\n...B\n");
    let painted = level.without_colour(find('R'), Some(find('B')));
    assert_eq!(write_text(&painted), "BB..\n\n...B\n\npasses:\n..BB\n");
}

#[test]
fn the_empty_board_of_a_level_without_passes_is_one_class() {
    let board = draft("R..\n.#.\n\n..R\n.#.").board();
    assert_eq!((board.freest_class(), board.class(Colour(7))), (0, 0));
    let grid: Grid<bool> = Grid::new(board.size(), true);
    for (at, _) in grid.iter().filter(|(at, _)| !board.is_wall(*at)) {
        assert_eq!(board.reach(0, at), board.occupancy().runs(at));
    }
    let board = draft(BOARD).board();
    assert_eq!(board.freest_class(), 2, "red, others, one that enters all");
}
