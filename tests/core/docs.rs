//! The documents say what is so: the level in the README is one, and every option,
//! method and subcommand is there.

use mondrian::puzzle::{builtin, parse_level, parse_share_code};

use crate::support::{repository, run_words};

fn document(name: &str) -> String {
    std::fs::read_to_string(repository(name)).expect(name)
}

#[test]
fn the_level_in_the_readme_is_a_level() {
    let readme = document("README.md");
    let (_, rest) = readme.split_once("```ron\n").expect("a level in the README");
    let (text, _) = rest.split_once("```").expect("its end");
    let loaded = parse_level(text).unwrap();
    assert_eq!(loaded.warnings, []);
    loaded.draft.validate().unwrap();
    assert!(loaded.draft.best.is_some());
}

#[test]
fn the_share_code_in_the_readme_is_one() {
    let readme = document("README.md");
    let codes = readme.lines().map(str::trim).filter(|line| line.starts_with("mondrian1:"));
    let codes: Vec<_> = codes.map(|code| parse_share_code(code).unwrap().draft).collect();
    let level = builtin::find("exchange").unwrap().text;
    assert_eq!(codes, [parse_level(level).unwrap().draft]);
}

#[test]
fn the_readme_names_every_option_and_subcommand() {
    let readme = document("README.md");
    let help = run_words("solve --help").out + &run_words("show --help").out;
    let help = help + &run_words("export --help").out + &run_words("verify --help").out;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = help.split(|c| !is_plain(c)).filter(|word| word.starts_with("--"));
    for option in words.filter(|word| !["--", "--help"].contains(word)) {
        assert!(readme.contains(option), "README.md does not name {option}");
    }
    for command in
        ["solve", "check", "show", "verify", "compare", "share", "export", "import", "levels"]
    {
        assert!(readme.contains(&format!("`mondrian {command}")), "{command}");
        assert_eq!(run_words(&format!("{command} --help")).code, Some(0));
    }
    for method in mondrian::search::Method::ALL {
        assert!(readme.contains(&format!("`{}`", method.name())), "{}", method.name());
    }
    for heuristic in mondrian::search::Heuristic::ALL {
        assert!(readme.contains(&format!("`{}`", heuristic.name())), "{}", heuristic.name());
    }
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        let text = document(name);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("https://")) {
            assert!(repository(link).exists(), "{name}: {link}");
        }
    }
}
