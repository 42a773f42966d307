//! Tests of chameleons and numbered tiles: rules, validation, play, files, codes.

use crate::puzzle::game::Pushed;
use crate::puzzle::{
    Direction, Draft, Game, Issue, ReplayError, TileKind, parse_level, parse_moves,
    parse_share_code, position_text, share_code, write_level,
};

const PALETTE: &str = r##"{
    'R': (color: "#e45125"), 'B': (color: "#0057a0"), 'c': (kind: chameleon),
    '1': (color: "#289449", moves: 1), '2': (color: "#289449", moves: 2)}"##;

/// Returns the text of a level with these rows, separated by spaces.
fn text(start: &str, goal: &str, rest: &str) -> String {
    let rows = |rows: &str| format!("{:?}", rows.split(' ').collect::<Vec<_>>());
    let (start, goal) = (rows(start), rows(goal));
    format!("(version: 2, title: \"\", palette: {PALETTE}, start: {start}, goal: {goal}, {rest})")
}

#[track_caller]
fn level(start: &str, goal: &str, rest: &str) -> Draft {
    parse_level(&text(start, goal, rest)).unwrap_or_else(|error| panic!("{error}")).draft
}

/// Returns the level with some goal.
#[track_caller]
fn board(start: &str, rest: &str) -> Draft {
    let tile = start.chars().find(|c| !".# ".contains(*c)).unwrap();
    let goal: String = start.chars().map(|c| if " #".contains(c) { c } else { '.' }).collect();
    level(start, &goal.replacen('.', &tile.to_string(), 1), rest)
}

/// Plays moves and compares the last position.
#[track_caller]
fn check(start: &str, rest: &str, moves: &str, expected: &str) {
    let draft = board(start, rest);
    let puzzle = draft.validate().unwrap();
    let positions = puzzle.replay(&parse_moves(moves).unwrap()).unwrap();
    let last = position_text(puzzle.board(), positions.last().unwrap(), &draft.palette);
    assert_eq!(last.trim_end().replace('\n', " "), expected);
}

#[test]
fn a_chameleon_takes_the_colour_of_what_stops_it_first() {
    check("c.R", "", "a1R", ".RR");
    check("..R. c..B", "", "a2R", "..R. ..BB");
    // The edge stops it, or a tile without a colour: then up, right, down, left.
    check("..R c.. ..B", "", "a2R", "..R ..R ..B");
    check(".R. c.2", "", "a2R", ".R. .R2");
    check("R.. ... B.c", "", "c3U c1L", "RR. ... B..");
}

#[test]
fn colours_spread_through_chameleons_alone() {
    check("R..cc ....c", "", "a1R", "..RRR ....R");
    check("R..cc ....c", "thin_walls: \"d1R\"", "a1R", "..RRc ....c");
    // A numbered tile gives no colour and lets none through.
    check("1.c", "", "a1R", ".1c");
    check("R..2c", "", "a1R", "..R2c");
}

#[test]
fn a_colour_once_taken_stays_and_opens_its_passes() {
    check("c.R", "", "a1R b1L", "R.R");
    let rest = "passes: [\"...\", \"R..\"]";
    let puzzle = board("c.R ...", rest).validate().unwrap();
    assert_eq!(puzzle.landing(puzzle.start(), "a1D".parse().unwrap()), None);
    check("c.R ...", rest, "a1R b1L a1D", "..R R..");
}

#[test]
fn issues_name_the_cells() {
    let issues = |draft: &Draft| -> Vec<String> {
        let issues = draft.validate().err().unwrap_or_default();
        issues.iter().map(Issue::to_string).collect()
    };
    let touching = "start, a1 b1: a chameleon beside a coloured tile";
    assert_eq!(issues(&board("cR.", "")), [touching]);
    assert_eq!(issues(&board("cR.", "thin_walls: \"a1R\"")), [""; 0]);
    assert_eq!(issues(&board("c1.", "")), [""; 0], "a number is no colour");
    let pass = issues(&board("c.R ...", "passes: [\"...\", \"c12\"]"));
    let expected = [
        "passes, a2: a pass is for tiles of a colour, 'c' is none",
        "passes, b2: a pass is for tiles of a colour, '1' is none",
        "passes, c2: a pass is for tiles of a colour, '2' is none",
    ];
    assert_eq!(pass, expected);
    assert_eq!(issues(&level("R.c.", "RR..", "")), [""; 0], "a chameleon may serve");
    let wanted = issues(&level("R.c.", "RRcc", ""));
    assert_eq!(wanted, ["goal, c1 d1: asks for 2 of 'c', the start has 1"]);
    let wanted = issues(&level("R.c.", "RRR.", ""));
    assert_eq!(wanted, ["goal, a1 b1 c1: asks for 3 of 'R', the start has 2"]);
    let many = format!("{}..", "1".repeat(30));
    let rows = [many.as_str(); 3].join(" ");
    let found = issues(&board(&rows, ""));
    assert_eq!(found, ["start: 90 tiles, allowed are 80 with chameleons or numbered tiles"]);
}

#[test]
fn numbered_tiles_are_pushed_as_often_as_they_say() {
    let puzzle = level("2.. ...", "..2 ...", "").validate().unwrap();
    let verify = |moves: &str| puzzle.verify(parse_moves(moves).unwrap()).map(|s| s.cost());
    assert_eq!(verify("a1R"), Err(ReplayError::GoalNotReached), "one push is left");
    let puzzle = level("2.. ...", "... ..2", "").validate().unwrap();
    let verify = |moves: &str| puzzle.verify(parse_moves(moves).unwrap()).map(|s| s.cost());
    assert_eq!(verify("a1R c1D"), Ok(2));
    let push = "c2U".parse().unwrap();
    assert_eq!(verify("a1R c1D c2U"), Err(ReplayError::IllegalMove { number: 3, push }));
    assert_eq!(puzzle.start().left("a1".parse().unwrap()), 2);
    // All of the board, asked for or not, and two that are alike each for itself.
    let puzzle = level("R1. ..1", "..R ...", "").validate().unwrap();
    let verify = |moves: &str| puzzle.verify(parse_moves(moves).unwrap()).map(|s| s.cost());
    assert_eq!(verify("b1D a1R"), Err(ReplayError::GoalNotReached));
    assert_eq!(verify("b1D a1R c2U"), Err(ReplayError::IllegalMove { number: 3, push }));
}

#[test]
fn a_waypoint_does_not_wait_for_numbers() {
    let rest = "waypoints: [[\"..2\", \"...\"]]";
    let puzzle = level("2.. ...", "... ..2", rest).validate().unwrap();
    assert_eq!(puzzle.verify(parse_moves("a1R c1D").unwrap()).map(|s| s.cost()), Ok(2));
    assert!(!puzzle.leg(puzzle.start().clone(), 0).goal().is_last());
}

#[test]
fn a_game_takes_back_colours_and_pushes() {
    let draft = level("c.R 1..", "RR. ..1", "");
    let mut game = Game::new(draft.validate().unwrap(), draft.palette.clone());
    let before = game.position();
    let colour = game.colour(0);
    assert!(matches!(game.push(0, Direction::Right), Pushed::Moved(_)));
    assert_ne!(game.colour(0), colour);
    assert!(matches!(game.push(2, Direction::Right), Pushed::Moved(_)));
    assert_eq!(game.push(2, Direction::Left), Pushed::Blocked, "no push is left");
    game.restart();
    assert_eq!((game.position(), game.colour(0)), (before, colour));
}

#[test]
fn files_and_codes_bring_them_back() {
    let draft = level("c.R 2..", "RR. ..2", "");
    let kinds: Vec<TileKind> = draft.palette.swatches().iter().map(|s| s.kind).collect();
    let expected = [
        TileKind::Plain,
        TileKind::Plain,
        TileKind::Chameleon,
        TileKind::Numbered(1),
        TileKind::Numbered(2),
    ];
    assert_eq!(kinds, expected);
    let file = write_level(&draft);
    assert!(
        file.starts_with("(\n    version: 2,") && file.contains("'c': (kind: chameleon)"),
        "{file}"
    );
    assert!(file.contains("moves: 2)"), "{file}");
    assert_eq!(parse_level(&file).unwrap().draft, draft);
    let code = share_code(&draft);
    assert!(code.starts_with("mondrian2:"));
    assert_eq!(parse_share_code(&code).unwrap().draft, draft);
    let identity = |draft: &Draft| draft.validate().unwrap().identity();
    let mut other = draft.clone();
    other.palette.swatch_mut(crate::puzzle::Colour(4)).kind = TileKind::Numbered(3);
    assert_ne!(identity(&draft), identity(&other));
}

#[test]
fn what_is_wrong_in_a_palette_is_named() {
    let error = |version: u32, entry: &str| {
        let text = format!(
            "(version: {version}, title: \"\", palette: {{'R': {entry}}}, start: [\"R.\"], goal: [\".R\"])"
        );
        parse_level(&text).unwrap_err().to_string()
    };
    let color = "color: \"#e45125\"";
    let later = |field| format!("`{field}` is of version 2 of the format, the file says version 1");
    assert_eq!(error(1, "(kind: chameleon)"), later("kind"));
    assert_eq!(error(1, &format!("({color}, moves: 3)")), later("moves"));
    for moves in [0, 100, 1000] {
        let expected = format!("palette, 'R': {moves} moves, allowed are 1 to 99");
        assert_eq!(error(2, &format!("({color}, moves: {moves})")), expected);
    }
    assert_eq!(
        error(2, "(kind: chameleon, moves: 3)"),
        "palette, 'R': a chameleon has no number of moves"
    );
    assert_eq!(error(2, "(name: \"red\")"), "palette, 'R': the colour is missing");
    assert!(error(2, "(kind: gecko)").starts_with("line 1"));
}
