//! Share codes, `-` and pictures, as scripts see them.

use mondrian::puzzle::{Best, builtin, parse_share_code, share_code};

use crate::support::{piped, run, run_words};

#[test]
fn a_code_is_one_line_and_stands_wherever_a_level_does() {
    let shared = run_words("share builtin:four-across");
    assert_eq!((shared.code, shared.out.lines().count()), (Some(0), 1), "{shared:?}");
    let code = shared.out.trim_end();
    let draft = builtin::find("four-across").unwrap().draft();
    let mut read = parse_share_code(code).unwrap().draft;
    read.best.iter_mut().for_each(Best::confirm);
    assert_eq!(read, draft);
    assert_eq!(run(["check", code]).out, "share code: ok, 15 moves, claimed the best\n");
    assert_eq!(run(["show", code]).out, run_words("show builtin:four-across").out);
    let solution = run(["show", code, "--solution"]);
    assert_eq!(solution.out, run_words("show builtin:four-across --solution").out);
    let again = run(["share", code]);
    assert_eq!(again.out.trim_end(), code);
    let solved = run(["solve", code, "--save"]);
    assert!(solved.err.contains("share code: not saved, there is no file"), "{solved:?}");
}

#[test]
fn standard_input_may_hold_any_text_of_a_level() {
    let level = builtin::find("exchange").unwrap();
    let shown = run_words("show builtin:exchange").out;
    for text in [level.text, &share_code(&level.draft()), &shown] {
        let run = piped("show -", text);
        assert_eq!((run.code, run.out.as_str()), (Some(0), shown.as_str()), "{run:?}");
    }
    assert_eq!(piped("solve - --aim any --method greedy", &shown).code, Some(0));
}

#[test]
fn a_bad_code_is_an_error_that_says_why() {
    let code = share_code(&builtin::find("exchange").unwrap().draft());
    let cut = run(["check", &code[..code.len() - 1]]);
    assert_eq!(cut.code, Some(2));
    assert!(cut.out.starts_with("share code: error: the share code has been cut off"), "{cut:?}");
    let newer = run(["solve", "mondrian9:AAAA"]);
    assert!(newer.err.contains("version 9 of share codes is not known"), "{newer:?}");
    for (text, message) in
        [("", "there is nothing to read"), ("(version: 1", "line 1"), ("mondrian1:", "cut off")]
    {
        let run = piped("check -", text);
        assert_eq!(run.code, Some(2));
        assert!(run.out.starts_with("-: ") && run.out.contains(message), "{run:?}");
    }
}

#[test]
fn levels_are_written_as_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let code = |name: &str| run_words(&format!("share builtin:{name}")).out.trim().to_owned();
    let one = run(["export", "builtin:exchange", "--html", &path("one.html")]);
    assert_eq!((one.code, one.out.as_str(), one.err.as_str()), (Some(0), "", ""));
    let html = std::fs::read_to_string(path("one.html")).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("<title>Exchange</title>"));
    assert!(html.contains(&code("exchange")) && !html.contains(&code("four-across")));
    let levels = ["builtin:exchange", &code("four-across")];
    let words = ["export", levels[0], levels[1], "--pack", "Mine", "--html", &path("two.html")];
    assert_eq!(run(words).code, Some(0));
    let html = std::fs::read_to_string(path("two.html")).unwrap();
    let codes = format!("\"{}\",\"{}\"", code("exchange"), code("four-across"));
    assert!(html.contains(&codes) && html.contains("<title>Mine</title>"));

    let png = run(["export", levels[0], levels[1], "--png", &path("a.png")]);
    assert_eq!(png.code, Some(2));
    assert!(png.err.contains("a picture shows one level"), "{png:?}");
    let words = ["export", "builtin:all-together", "--html", &path("parts.html")];
    assert_eq!(run(words).code, Some(0));
    let html = std::fs::read_to_string(path("parts.html")).unwrap();
    let all = code("all-together");
    assert!(all.starts_with("mondrian2:") && html.contains(&all));
    let html = path("b.html");
    assert_eq!(piped(&format!("export - --html {html}"), "R.\n\nRR").code, Some(2));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (png, gif) = (path("a.png"), path("a.gif"));
    let words = ["export", "builtin:exchange", "--png", &png, "--gif", &gif, "--cell", "20"];
    let written = run(words);
    assert_eq!((written.code, written.err.as_str()), (Some(0), ""), "{written:?}");
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert!(std::fs::read(&gif).unwrap().starts_with(b"GIF89a"));
    assert_eq!(run_words("export builtin:exchange").code, Some(2), "nothing is asked for");
    let zero = run(["export", "builtin:exchange", "--png", &png, "--cell", "0"]);
    assert_eq!(zero.code, Some(2));
    let unsolved = piped(&format!("export - --gif {gif}"), "R.\n\n.R");
    assert_eq!(unsolved.code, Some(2));
    assert!(unsolved.err.contains("no solution is known; `mondrian solve"), "{unsolved:?}");
    let nowhere = run(["export", "builtin:exchange", "--png", &path("none/a.png")]);
    assert_eq!(nowhere.code, Some(1));
    assert!(nowhere.err.contains("cannot write"), "{nowhere:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}
