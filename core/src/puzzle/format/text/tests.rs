//! Tests of texts: what is read as meant, and what is refused.

use super::*;
use crate::puzzle::{Anchor, Cell, Palette, Size, classic, default_swatch};

#[track_caller]
fn same(text: &str, plain: &str) {
    let read = parse_text(text, None).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let meant = parse_text(plain, None).unwrap();
    assert!(write::is_same_but_letters(&read, &meant), "{text:?}:\n{}", write_text(&read));
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    match parse_text(text, None) {
        Ok(draft) => panic!("{text:?} is read as\n{}", write_text(&draft)),
        Err(error) => assert!(error.to_string().contains(expected), "{text:?}: {error}"),
    }
}

const EIGHT: &str = "123\n456\n7.8\n\n123\n456\n78.\n";

#[test]
fn text_round_trips() {
    let text = "BG..\nRO.#\n\n....\n..BG\n";
    let draft = parse_text(text, None).unwrap();
    assert_eq!(draft.start.size(), Size::new(4, 2));
    assert_eq!(draft.anchor, Anchor::Fixed);
    assert_eq!(write_text(&draft), text);
    let all = "B..\n.#.\n\nfloating\nB..\n...\n\nwaypoint:\n...\n.#B\n\nwaypoint:\n..B\n.#.\n\nopening: a1R c1D\n";
    let draft = parse_text(all, None).unwrap();
    assert_eq!((draft.waypoints.len(), draft.opening.len()), (2, 2));
    assert_eq!(draft.anchor, Anchor::Floating);
    assert_eq!(write_text(&draft), all);
}

#[test]
fn a_label_is_no_row_though_its_letters_are_colours() {
    let mut palette = Palette::default();
    for letter in "waypointsflge:".chars() {
        palette.push(default_swatch(letter, 0));
    }
    let text = "wapo\nyf..\n\nfloating :\nw\n\npasses :\nl...\n....\n\nwaypoint :\nw...\n....\n";
    let draft = parse_text(text, Some(&palette)).unwrap();
    assert_eq!((draft.anchor, draft.waypoints.len()), (Anchor::Floating, 1));
    assert_eq!(draft.terrain.passes.len(), 1);
    assert_eq!(write_text(&draft), text);
    // Without the space it is a row.
    let row = parse_text("waypoint:\n.........\n\n.........\nwaypoint:", Some(&palette)).unwrap();
    assert_eq!(row.start.size(), Size::new(9, 2));
}

#[test]
fn the_ancestors_letters_are_understood() {
    let draft = parse_text("  B X\r\n. .\r\n\r\n\r\n. X\n. B\n\n", None).unwrap();
    assert_eq!(write_text(&draft), "B#\n..\n\n.#\n.B\n");
    let mut palette = Palette::default();
    palette.push(default_swatch('X', 0));
    let draft = parse_text("X.\n\n.X", Some(&palette)).unwrap();
    assert_eq!(draft.start[Cell::new(0, 0)].colour(), palette.find('X'));
}

#[test]
fn a_goal_that_lacks_a_row_is_an_error() {
    refused("B.\n..\n\nB.", "goal: 2 × 1 cells, the start has 2 × 2; a floating goal is said by");
    refused("B.\n..\n\nB.\n..\n..", "goal: 2 × 3 cells");
    let draft = parse_text("B.\n..\n\nfloating\nB", None).unwrap();
    assert_eq!((draft.anchor, draft.goal.size()), (Anchor::Floating, Size::new(1, 1)));
    refused("B.\n..\n\nfloating\n", "rows are missing");
}

#[test]
fn gaps_are_points_zeros_lines_and_crosses() {
    for gap in ["0", "_", "x", "X", "."] {
        same(&EIGHT.replace('.', gap), EIGHT);
    }
    same("1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n", EIGHT);
    same("1,2,3\n4,5,6\n7,.,8\n\n1,2,3\n4,5,6\n7,8,.\n", EIGHT);
    same("1,2,3\n4,5,6\n7, ,8\n\n1,2,3\n4,5,6\n7,8, \n", EIGHT);
    same("1;2;3;\n4;5;6;\n7;;8;\n\n1;2;3;\n4;5;6;\n7;8;;\n", EIGHT);
    same("1\t2\t3\n4\t5\t6\n7\t\t8\n\n1\t2\t3\n4\t5\t6\n7\t8\t\n", EIGHT);
    same("| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 |   | 8 |\n\n|1|2|3|\n|4|5|6|\n|7|8| |\n", EIGHT);
    refused("1,,3\n4,,6\n\n1,2,3\n4,5,6", "nothing stands between two separators");
    refused("1,2,\n,3,4\n\n1,2,3\n4,.,.", "nothing stands between");
    refused("12\n3.\n10\n\n12\n3.\n1.", "0 is an empty cell or the number of a tile");
    let mixed = parse_text("123\n456\n780\n\n123\n456\n78x", None).unwrap();
    assert!(mixed.validate().is_err(), "a wall where the start has none");
    refused("12\n0x\n\n12\nx0", "a wall or an empty");
}

#[test]
fn separators_and_brackets_are_no_tiles() {
    same("[[1,2,3],[4,5,6],[7,0,8]]\n\n[[1,2,3],[4,5,6],[7,8,0]]", EIGHT);
    same("[[1 2 3]\n [4 5 6]\n [7 0 8]]\n\n[[1 2 3]\n [4 5 6]\n [7 8 0]]", EIGHT);
    same("(1,2,3),(4,5,6),(7,0,8)\n->\n(1,2,3),(4,5,6),(7,8,0)", EIGHT);
    same("[\"123\",\"456\",\"7.8\"]\n\n[\"123\",\"456\",\"78.\"]", EIGHT);
    same("\"123\",\n\"456\",\n\"7.8\",\n\n\"123\",\n\"456\",\n\"78.\",", EIGHT);
    same("[[\"1\",\"2\",\"3\"],[\"4\",\"5\",\"6\"],[\"7\",\"0\",\"8\"]]", EIGHT);
    same("1 2 3 / 4 5 6 / 7 0 8 -> 1 2 3 / 4 5 6 / 7 8 0", EIGHT);
    same("123/456/7.8\n\n123/456/78.", EIGHT);
    same("1 2 3; 4 5 6; 7 0 8\n\n1 2 3; 4 5 6; 7 8 0", EIGHT);
    same("```\n123\n456\n7.8\n\n123\n456\n78.\n```", EIGHT);
    same("> 123\n> 456\n> 7.8\n>\n> 123\n> 456\n> 78.", EIGHT);
    same("Start:\n123\n456\n7.8\nGoal:\n123\n456\n78.", EIGHT);
    refused("[1,2\n3,.\n\n1,2\n3,.", "the bracket '[' has no partner");
    refused("12\n3-\n\n12\n3-", "'-' stands for nothing here");
    refused("BR,G.\n\nG.,BR", "\"BR\" is neither");
}

#[test]
fn a_bracket_or_a_stroke_may_be_a_tile() {
    let draft = parse_text("(B.\n...\n\n...\n.(B", None).unwrap();
    assert_eq!((draft.start.size(), draft.palette.len()), (Size::new(3, 2), 2));
    refused("12/\n3./\n\n12/\n3./", "a mark of no meaning");
    refused("B R /\n. . /\n\nR B /\n. . /", "'/' stands for nothing here");
    refused("BR/\n../\n\n../\nBR/", "a mark of no meaning");
    let draft = parse_text("/B.\n...\n\n...\n./B", None).unwrap();
    assert_eq!((draft.start.size(), draft.palette.len()), (Size::new(3, 2), 2));
}

#[test]
fn numbers_of_several_digits_are_tiles_with_labels() {
    let text =
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0";
    let draft = parse_text(text, None).unwrap();
    let labels: Vec<_> =
        draft.palette.swatches().iter().map(|s| s.label.clone().unwrap()).collect();
    assert_eq!(labels, (1..=15).map(|n| n.to_string()).collect::<Vec<_>>());
    let fifteen = classic(Size::new(4, 4)).unwrap();
    assert_eq!((draft.goal, draft.palette), (fifteen.goal, fifteen.palette));
    refused("12 34\n56 70\n\n12 34\n56 07", "write commas between cells");
    same("10 2\n3 .\n\n10 2\n. 3", "A2\n3.\n\nA2\n.3");
    refused("1,2,3\n4,A,5\n\n1,2,3\n4,A,5", "no cell of the start");
    refused("1,2,3\n.,A,10\n\n1,2,3\n.,A,10", "the letter 'A' among numbers");
}

#[test]
fn crosses_are_walls_where_they_can_be_nothing_else() {
    same("12x\n4.6\n\n12x\n46.", "12#\n4.6\n\n12#\n46.");
    same(
        "1234\n56x8\n9ABC\nDEF.\n\n1234\n56x8\n9ABC\nDE.F",
        "1234\n56#8\n9ABC\nDEF.\n\n1234\n56#8\n9ABC\nDE.F",
    );
    refused("1234\n56X8\n9ABC\nDEF.\n\n1234\n56X8\n9ABC\nDE.F", "may be a wall or a tile");
    same(
        "ABCDE\nFGHIJ\nKLMNO\nPQRST\nUVWX.\n\nABCDE\nFGHIJ\nKLMNO\nPQRST\nUVW.X",
        "ABCDE\nFGHIJ\nKLMNO\nPQRST\nUVWZ.\n\nABCDE\nFGHIJ\nKLMNO\nPQRST\nUVW.Z",
    );
    refused("VW.\n.X.\n\nV.W\n.X.", "may be a wall or a tile");
    refused("Bx.\nX..\n\n.x.\nX.B", "may be a wall or a tile");
    refused("BX\nRX\n\nRX\nBX", "may be a wall or an empty cell");
    refused("12\n3A\n\n12\n3A", "no cell of the start is empty");
}

#[test]
fn a_line_of_numbers_is_a_numbered_puzzle() {
    let goal_last = "12\n3.\n\n12\n3.";
    for text in [
        "[[1,2],[3,0]]",
        "1 2 3 0",
        "1,2,3,0",
        "2 2 1 2 3 0",
        "2x2: 1 2 3 0",
        "2\n1 2\n3 0",
        "123.",
        "(1 2 3 0)",
    ] {
        same(text, goal_last);
    }
    let first = parse_text_with("[[1,2],[3,0]]", None, GapPlace::First).unwrap();
    assert_eq!(write_text(&first.draft), "12\n3.\n\n.1\n23\n");
    same("3x2 3 1 2 0 4 5", "312\n.45\n\n123\n45.");
    same("3 2\n3 1 2\n0 4 5", "312\n.45\n\n123\n45.");
    same("3\n1 2 3\n4 5 6\n7 0 8\n", EIGHT);
    same("3x3\n1 2 3 4 5 6 7 0 8\n\n1 2 3 4 5 6 7 8 0", EIGHT);
    same("1 2 3 4 5 6 7 0 8\n\n123\n456\n78.", EIGHT);
    refused("3 1 2 0 4 5", "6 cells are no square: write the size before them");
    refused("1 2 3 4 5 6 7 0 8\n\n1 2 3 4 5 6 7 8 0", "one row, or a board of several");
    refused("1 2 3 0\n3 1 2 0\n2 0 1 3", "each line is a puzzle of its own");
    refused("1\n2\n3\n0", "4 numbers below each other");
    refused("1 2 2 0", "the goal is missing");
    // A size whose cells cannot be counted is none.
    refused("17777777777777777777777 2,3", "the goal is missing");
    refused("7777777777777777777 2,3", "the goal is missing");
    refused("7777777777777777777x7777777777777777777: 2,3", "");
}

#[test]
fn a_numbered_board_needs_no_goal_however_it_is_laid_out() {
    let meant = "867\n254\n3.1\n\n123\n456\n78.";
    for text in [
        "8 6 7\n2 5 4\n3 0 1",
        "867\n254\n301",
        "867\n254\n3.1\n",
        "8,6,7\n2,5,4\n3,0,1",
        "8,6,7\n2,5,4\n3,,1",
        "8;6;7\r\n2;5;4\r\n3;0;1\r\n",
        "8\t6\t7\n2\t5\t4\n3\t\t1",
        "| 8 | 6 | 7 |\n| 2 | 5 | 4 |\n| 3 |   | 1 |",
        "| 8 | 6 | 7 |\n|---|:-:|--:|\n| 2 | 5 | 4 |\n| 3 | 0 | 1 |"
            .replace(":-:", ":---:")
            .replace("--:", "---:")
            .as_str(),
        "|   |   |   |\n| --- | --- | --- |\n| 8 | 6 | 7 |\n| 2 | 5 | 4 |\n| 3 | _ | 1 |",
        "+---+---+---+\n| 8 | 6 | 7 |\n+---+---+---+\n| 2 | 5 | 4 |\n+---+---+---+\n| 3 |   | 1 |\n+---+---+---+",
        "┌─┬─┬─┐\n│8│6│7│\n├─┼─┼─┤\n│2│5│4│\n├─┼─┼─┤\n│3│ │1│\n└─┴─┴─┘",
        "```\n8 6 7\n2 5 4\n3 0 1\n```",
        "> 8 6 7\n> 2 5 4\n> 3 0 1",
        "8 6 7 2 5 4 3 0 1",
        "867254301",
        "8 6 7 / 2 5 4 / 3 0 1",
        "[8 6 7\n 2 5 4\n 3 0 1]",
        "[[8,6,7],[2,5,4],[3,0,1]]",
        "[8, 6, 7],\n[2, 5, 4],\n[3, 0, 1]",
        "start:\n8 6 7\n2 5 4\n3 x 1",
        "3x3:8,6,7,2,5,4,3,0,1",
    ] {
        same(text, meant);
        let read = |gap| parse_text_with(text, None, gap).unwrap();
        assert_eq!(read(GapPlace::Last).implied_goal, Some(GapPlace::Last), "{text}");
        assert_eq!(write_text(&read(GapPlace::First).draft), "867\n254\n3.1\n\n.12\n345\n678\n");
    }
    let rows = "5 1 2\n3 4 0";
    same(rows, "512\n34.\n\n123\n45.");
    let fifteen = classic(Size::new(4, 4)).unwrap();
    let letters = "84FA\n1C65\n79E3\nBD2.";
    let known = parse_text_with(letters, Some(&fifteen.palette), GapPlace::Last).unwrap();
    assert_eq!((known.implied_goal, &known.draft.goal), (Some(GapPlace::Last), &fifteen.goal));
    // A goal that is written is the goal; other boards have none.
    for text in
        [meant, "B.#\n...", "8 6 7\n2 5 9\n3 0 1", "8 6 7\n2 5 4\n0 0 1", "8 6 7\n2 5 4\n3 0 #"]
    {
        let read = parse_text_with(text, None, GapPlace::First);
        assert!(read.is_ok_and(|loaded| loaded.implied_goal.is_none()), "{text}");
    }
    // An empty row of a drawn board is a row.
    let drawn = "+---+---+\n| R | G |\n+---+---+\n|   |   |\n+---+---+";
    refused(&format!("{drawn}\n\n{drawn}"), "nothing stands between two separators");
    refused("| R | - |\n| - | - |\n\n| - | R |\n| - | - |", "'-' stands for nothing here");
}

#[test]
fn start_and_goal_on_one_line_each_need_no_size() {
    let meant = "867\n254\n3.1\n\n123\n456\n78.";
    same("8 6 7 2 5 4 3 0 1 -> 1 2 3 4 5 6 7 8 0", meant);
    same("8,6,7,2,5,4,3,0,1\n\n1,2,3,4,5,6,7,8,0", meant);
    same("[8,6,7,2,5,4,3,0,1] => [1,2,3,4,5,6,7,8,0]", meant);
    refused("1 2 3 4 5 6 7 0 8 -> 1 2 3 4 5 6 7 8 0", "one row, or a board of several");
    refused("3 1 2 0 4 5 -> 1 2 3 4 5 0", "6 cells are no square");
}

#[test]
fn two_boards_in_brackets_are_start_and_goal() {
    let meant = "867\n254\n3.1\n\n123\n456\n78.";
    for text in [
        "[[8,6,7],[2,5,4],[3,0,1]] [[1,2,3],[4,5,6],[7,8,0]]",
        "[[8,6,7],[2,5,4],[3,0,1]]\n[[1,2,3],[4,5,6],[7,8,0]]",
        "[[8,6,7],[2,5,4],[3,0,1]],\n[[1,2,3],[4,5,6],[7,8,0]]",
        "[[[8,6,7],[2,5,4],[3,0,1]],[[1,2,3],[4,5,6],[7,8,0]]]",
        "[[8 6 7]\n [2 5 4]\n [3 0 1]]\n[[1 2 3]\n [4 5 6]\n [7 8 0]]",
        "[8,6,7,2,5,4,3,0,1]\n[1,2,3,4,5,6,7,8,0]",
        "(8,6,7,2,5,4,3,0,1) (1,2,3,4,5,6,7,8,0)",
    ] {
        same(text, meant);
    }
    same("[[R,.],[.,#]] [[.,R],[.,#]]", "R.\n.#\n\n.R\n.#");
    refused("[[1,2],[3,0]] [[1,2],[4,0]]", "two boards that hold different tiles");
    refused("[[1,2],[3,0]] [[1,2,3],[4,5,0]]", "two boards that hold different tiles");
    refused("[[1,2],[3,0]] [[3,1],[2,0]] [[1,3],[2,0]]", "3 boards in brackets");
    refused("3 1 2 0\n0 1 2 3", "start and goal, or two puzzles?");
}

#[test]
fn a_column_of_numbers_is_no_rows_of_digits() {
    same("12\n30", "12\n3.\n\n12\n3.");
    refused("11\n12\n10\n13", "numbers one below the other, or a tile for each digit?");
    refused("11\n22\n\n22\n11", "numbers one below the other");
    refused("9\n10\n11", "numbers one below the other");
    same("1 1\n2 0\n\n2 0\n1 1", "AA\nB.\n\nB.\nAA");
}

#[test]
fn a_board_alone_is_a_start_without_a_goal() {
    let draft = parse_text("B.#\n...", None).unwrap();
    assert_eq!(write_text(&draft), "B.#\n...\n\n..#\n...\n");
    assert_eq!(write_text(&parse_text("1 2\n4 0", None).unwrap()), "12\n4.\n\n..\n..\n");
    refused("hello", "the goal is missing");
    refused("what is\nnot now", "the goal is missing");
    refused("what is\nthis now", "7 cells, the first row has 6");
}

#[test]
fn a_palette_is_believed() {
    let mut palette = Palette::default();
    for symbol in ['0', '_', 'x', ',', '('] {
        palette.push(default_swatch(symbol, 0));
    }
    let text = "0_x,\n(...\n\n(,x_\n0...\n";
    let draft = parse_text(text, Some(&palette)).unwrap();
    assert_eq!(write_text(&draft), text);
    let fifteen = classic(Size::new(4, 4)).unwrap();
    let spaced =
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 . 15\n\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 .";
    let draft = parse_text(spaced, Some(&fifteen.palette)).unwrap();
    assert_eq!((&draft.goal, &draft.palette), (&fifteen.goal, &fifteen.palette));
    let plain = plain_text(&parse_text(text, Some(&palette)).unwrap());
    assert_eq!(plain, "ABCD\nE...\n\nEDCB\nA...\n");
}

#[test]
fn bad_texts_say_where_and_why() {
    refused("", "there are no rows");
    refused("B.\n\n.B\n\n.B", "line 5, column 1: one board too many");
    refused("B.\n.\n\n.B\n..", "line 2, column 1: start, row 2: 1 cells, the first row has 2");
    refused("B.\n\n.B\n\nopening: a9", "line 5, column 1: opening: ");
    refused(&"B".repeat(33), "goal is missing");
    // A board in brackets without a cell.
    refused("[[3,1,0]] [[;]]", "different tiles");
    // Empty cells, or indented?
    refused(" BR\n RB\n\nfloating\nB", "spaces that may be cells");
    refused("BR\nRB \n\nfloating\nB", "spaces that may be cells");
    refused("G\n \n\nG", "spaces that may be cells");
    refused("|    R |\n\n| R    |", "spaces that may be cells");
    same(" BR\n RB\n\nfloating\n B", "BR\nRB\n\nfloating\nB");
    same("  BR.\n.RB \n\n BRR\nRB.", "BR.\n.RB\n\nBRR\nRB.");
}
