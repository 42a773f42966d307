//! The documents say what is so: examples in them work, every subcommand, option, exit code and
//! key is described, every page is listed, and links lead somewhere. The example of the library
//! in the README is a test of its own (`src/lib.rs`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Command;
use mondrian::puzzle::{builtin, parse_level, parse_share_code};
use mondrian::search::{Aim, Heuristic, Method, TieBreak};

use crate::support::{files_below, repository, run_words};

fn document(name: &str) -> String {
    std::fs::read_to_string(repository(name)).expect(name)
}

/// Returns the pages of `docs/` and those at the top.
fn documents() -> Vec<PathBuf> {
    let mut all = files_below(&repository("docs"), ".md");
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    all.extend(top.map(repository));
    all.push(repository("web/PROTOCOL.md"));
    all
}

/// Returns the lines of a page that are not within a fence, with their numbers from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        (!is_fence && !fenced).then_some((number, line))
    })
}

/// Returns the text under the heading that begins with `title`, up to the next heading that is as
/// high.
fn section<'a>(text: &'a str, title: &str) -> Option<&'a str> {
    let mut starts =
        text.match_indices('#').filter(|(at, _)| *at == 0 || text[..*at].ends_with('\n'));
    let (start, _) =
        starts.find(|(at, _)| text[*at..].trim_start_matches('#').starts_with(title))?;
    let level = text[start..].find(' ')?;
    let ends = (1..=level).filter_map(|level| {
        text[start + 1..].find(&format!("\n{} ", "#".repeat(level))).map(|at| start + 1 + at)
    });
    Some(&text[start..ends.min().unwrap_or(text.len())])
}

/// Returns all words that begin with two dashes.
fn options_in(text: &str) -> BTreeSet<&str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = text.split(|c| !is_plain(c));
    let names = words.filter_map(|word| word.strip_prefix("--"));
    names.filter(|name| name.starts_with(|c: char| c.is_ascii_alphanumeric())).collect()
}

/// Says whether the help of a subcommand shows an argument that is not one of all.
fn is_shown(argument: &&clap::Arg) -> bool {
    !argument.is_global_set() && !argument.is_hide_set()
}

fn command() -> Command {
    let mut command = mondrian::cli::command();
    command.build();
    command
}

#[test]
fn the_readme_is_a_front_page() {
    let lines = document("README.md").lines().count();
    assert!(lines <= 150, "{lines} lines: what is more belongs into docs/");
}

#[test]
fn the_level_of_the_level_files_is_one() {
    let page = document("docs/formats/levels.md");
    let (_, rest) = page.split_once("```ron\n").expect("a level");
    let (text, _) = rest.split_once("```").expect("its end");
    let loaded = parse_level(text).unwrap();
    assert_eq!(loaded.warnings, []);
    loaded.draft.validate().unwrap();
    assert!(loaded.draft.best.is_some());
}

#[test]
fn the_share_code_of_the_share_codes_is_one() {
    let page = document("docs/formats/share-codes.md");
    let codes = page.lines().map(str::trim).filter(|line| line.starts_with("mondrian1:"));
    let codes: Vec<_> = codes.map(|code| parse_share_code(code).unwrap().draft).collect();
    let level = builtin::find("exchange").unwrap().text;
    assert_eq!(codes, [parse_level(level).unwrap().draft]);
}

#[test]
fn the_solution_in_the_readme_is_one() {
    let readme = document("README.md");
    let mut lines = readme.lines().skip_while(|line| !line.contains("mondrian solve --fresh"));
    let level = lines.next().unwrap().rsplit(' ').next().unwrap();
    let said = lines.next().unwrap();
    let moves = lines.next().unwrap();
    let run = crate::support::run(["verify", level, "--best", "--solution", moves]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let (count, _) = said.split_once(", proved the best").expect("a proof");
    assert!(run.out.starts_with(&format!("{count}, proved")), "{run:?}");
}

/// Returns whether a page holds this word.
fn names(page: &str, word: &str) -> bool {
    page.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|it| it == word)
}

/// A page of `docs/cli`: its name and its text.
type Page = (String, String);

/// Returns what describes a subcommand: its section, and the pages that this leads to.
fn described<'a>(pages: &'a [Page], name: &str) -> (&'a str, Vec<&'a str>) {
    let own = pages.iter().find_map(|(_, page)| {
        [" ", "`"].iter().find_map(|end| section(page, &format!(" `mondrian {name}{end}")))
    });
    let own = own.unwrap_or_else(|| panic!("no page of docs/cli describes {name}"));
    let linked = links(own).filter_map(|(_, link)| {
        let file = link.split('#').next()?;
        pages.iter().find(|(name, _)| name == file).map(|(_, page)| &**page)
    });
    (own, std::iter::once(own).chain(linked).collect())
}

/// Checks that the section of a subcommand names this option, and its values there or where it
/// leads to.
#[track_caller]
fn check_described(pages: &[Page], name: &str, option: &clap::Arg) {
    let Some(long) = option.get_long().filter(|&long| long != "help") else { return };
    let (own, texts) = described(pages, name);
    assert!(options_in(own).contains(long), "the section of {name} does not name --{long}");
    if option.get_action().takes_values() {
        for value in option.get_possible_values() {
            let is_named = texts.iter().any(|text| names(text, value.get_name()));
            assert!(is_named, "no page for {name} names --{long} {}", value.get_name());
        }
    }
}

#[test]
fn every_subcommand_and_option_is_described() {
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    let pages: Vec<Page> =
        files_below(&repository("docs/cli"), ".md").into_iter().map(read).collect();
    let overview = document("docs/cli/commands.md");
    let command = command();
    for subcommand in command.get_subcommands().filter(|it| it.get_name() != "help") {
        let name = subcommand.get_name();
        assert_eq!(run_words(&format!("{name} --help")).code, Some(0));
        let is_listed =
            [" ", "`"].iter().any(|end| overview.contains(&format!("`mondrian {name}{end}")));
        assert!(is_listed, "docs/cli/commands.md does not list {name}");
        subcommand
            .get_arguments()
            .filter(is_shown)
            .for_each(|it| check_described(&pages, name, it));
    }
    for option in command.get_arguments().filter(|option| option.is_global_set()) {
        let long = option.get_long().unwrap();
        assert!(
            options_in(&overview).contains(long),
            "docs/cli/commands.md does not name --{long}"
        );
    }
}

#[test]
fn no_option_is_described_that_does_not_exist() {
    let command = command();
    let arguments = command.get_subcommands().flat_map(Command::get_arguments);
    let known: BTreeSet<_> =
        command.get_arguments().chain(arguments).filter_map(clap::Arg::get_long).collect();
    // Those of cargo, where the program is built.
    let others = BTreeSet::from(["release", "no-default-features"]);
    for page in files_below(&repository("docs/cli"), ".md") {
        let text = std::fs::read_to_string(&page).unwrap();
        let unknown: Vec<_> = options_in(&text)
            .into_iter()
            .filter(|it| !known.contains(it) && !others.contains(it))
            .collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", page.display());
    }
}

#[test]
fn every_exit_code_is_described() {
    let page = document("docs/cli/exit-codes.md");
    let source = document("src/cli/common/exit.rs");
    let codes = source.lines().filter_map(|line| line.trim().strip_suffix(',')?.split_once(" = "));
    let codes: Vec<_> =
        codes.map(|(_, code)| code).filter(|code| code.parse::<u8>().is_ok()).collect();
    assert!(codes.len() >= 7, "{codes:?}");
    for code in codes {
        assert!(page.contains(&format!("\n| {code} | ")), "{code}");
    }
}

#[test]
fn the_types_of_python_name_every_choice() {
    let types = document("python/lib/mondrian_puzzles/options.py");
    let names = Aim::ALL.iter().map(|it| it.name()).chain(Method::ALL.iter().map(|it| it.name()));
    let names = names.chain(Heuristic::ALL.iter().map(|it| it.name()));
    for name in names.chain(TieBreak::ALL.iter().map(|it| it.name())) {
        assert!(types.contains(&format!("\"{name}\"")), "options.py does not name {name}");
    }
}

#[test]
fn start_and_readme_name_the_same_packages() {
    let packages = |name: &str| -> Vec<Vec<String>> {
        let text = document(name).replace('\\', " ");
        let words = text.split("apt install ").skip(1).map(|rest| {
            let end = rest.find("\n\n").unwrap().min(rest.find("```").unwrap_or(rest.len()));
            rest[..end].split_whitespace().map(str::to_owned).collect()
        });
        words.collect()
    };
    assert_eq!(packages("docs/start.md"), packages("README.md"));
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = document("docs/SUMMARY.md");
    let mut listed: Vec<_> =
        links(&summary).map(|(_, link)| repository("docs").join(link)).collect();
    listed.sort();
    let mut pages = files_below(&repository("docs"), ".md");
    pages.retain(|page| !page.ends_with("SUMMARY.md"));
    assert_eq!(listed, pages);
}

/// Returns the targets of all links of a page with the numbers of their lines.
fn links(text: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(text).flat_map(|(number, line)| {
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        targets.map(move |target| (number, target))
    })
}

/// Returns the names by which the headings of a page are linked to.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter_map(|(_, line)| line.strip_prefix('#'));
    let plain = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(plain).collect()
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let docs = repository("docs");
    for page in documents() {
        let text = std::fs::read_to_string(&page).unwrap();
        for (line, link) in links(&text).filter(|(_, link)| !link.starts_with("https://")) {
            let place = format!("{}:{line}: {link}", page.display());
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let target = target.canonicalize().expect(&place);
            // A book holds what lies in its folder, and nothing else.
            let stays =
                !page.starts_with(&docs) || target.starts_with(docs.canonicalize().unwrap());
            assert!(stays, "{place} leads out of docs/");
            let is_there =
                |target: &Path| anchors(&std::fs::read_to_string(target).unwrap()).contains(anchor);
            assert!(anchor.is_empty() || is_there(&target), "{place}: no such heading");
        }
    }
}
