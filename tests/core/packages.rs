//! What is given away, and what says so: the packages for crates.io, their names in scripts, the metainfo.

use std::path::Path;

use crate::support::repository;

/// The manifests of what is published.
const PUBLISHED: [&str; 2] = ["Cargo.toml", "core/Cargo.toml"];

fn text(path: &str) -> String {
    std::fs::read_to_string(repository(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the value of the first line `key = …`, without quotation marks.
#[track_caller]
fn value<'a>(manifest: &'a str, key: &str) -> &'a str {
    let mut values =
        manifest.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
    values.next().unwrap_or_else(|| panic!("no {key}")).trim_matches('"')
}

#[test]
fn what_is_published_says_where_its_documents_are_and_what_it_is_found_by() {
    for path in PUBLISHED {
        let manifest = text(path);
        let name = value(&manifest, "name");
        assert_eq!(value(&manifest, "documentation"), format!("https://docs.rs/{name}"));
        let folder = Path::new(path).parent().unwrap();
        let readme = folder.join(value(&manifest, "readme"));
        assert!(repository(&readme.to_string_lossy()).is_file(), "{path}: {}", readme.display());
        // The registry takes no more, and no longer ones.
        let keywords: Vec<_> = value(&manifest, "keywords").split('"').skip(1).step_by(2).collect();
        assert!((1..=5).contains(&keywords.len()), "{path}: {keywords:?}");
        assert!(keywords.iter().all(|word| word.len() <= 20), "{path}: {keywords:?}");
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(repository(&folder.join(licence).to_string_lossy()).is_file(), "{path}");
        }
    }
    let manifest = text(PUBLISHED[0]);
    let version = value(&manifest, "version");
    for other in [PUBLISHED[1], "python/Cargo.toml", "python/pyproject.toml"] {
        assert_eq!(version, value(&text(other), "version"), "{other}");
    }
    assert!(text("CITATION.cff").contains(&format!("\nversion: {version}\n")));
    let metainfo = text("packaging/org.mondrian_puzzles.Mondrian.metainfo.xml");
    assert!(metainfo.contains(&format!("<release version=\"{version}\"")), "{metainfo}");
}

#[test]
fn scripts_name_packages_that_exist() {
    let lock = text("Cargo.lock");
    let mut named = 0;
    for path in [".ci/run", "web/check", "web/build", "packaging/publish"] {
        let script = text(path);
        let words: Vec<_> = script.split_whitespace().collect();
        for pair in words.windows(2).filter(|pair| ["--package", "-p"].contains(&pair[0])) {
            if pair[1].starts_with("mondrian") {
                assert!(lock.contains(&format!("name = \"{}\"\n", pair[1])), "{path}: {pair:?}");
                named += 1;
            }
        }
    }
    assert!(named >= 8, "they name packages: {named}");
}

/// Nothing names an address before there is one, and then everything that asks for one does.
#[cfg(unix)]
#[test]
fn the_address_of_the_repository_is_written_once_to_all_that_ask_for_it() {
    const FILES: [&str; 4] = [
        "Cargo.toml",
        "core/Cargo.toml",
        "packaging/org.mondrian_puzzles.Mondrian.metainfo.xml",
        "packaging/address",
    ];
    let folder = tempfile::tempdir().unwrap();
    for path in FILES {
        let copy = folder.path().join(path);
        std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
        std::fs::copy(repository(path), copy).unwrap();
    }
    let address = |words: &[&str]| {
        let mut command = std::process::Command::new(folder.path().join("packaging/address"));
        command.args(words).output().unwrap().status.success()
    };
    let read = |path: &str| std::fs::read_to_string(folder.path().join(path)).unwrap();
    assert!(!address(&["not an address"]));
    for forge in ["https://one.example/mondrian", "https://two.example/mondrian"] {
        assert!(address(&[forge, "https://files.example"]));
        for path in PUBLISHED {
            assert_eq!(value(&read(path), "repository"), forge);
        }
        let metainfo = read(FILES[2]);
        assert_eq!(metainfo.matches("<url type=\"homepage\">").count(), 1, "{metainfo}");
        assert!(metainfo.contains(&format!("<url type=\"homepage\">{forge}</url>")));
        let pictures: Vec<_> = metainfo.split("<image>https://files.example/").skip(1).collect();
        assert_eq!(pictures.len(), 3, "{metainfo}");
        for picture in pictures {
            let (path, _) = picture.split_once("</image>").unwrap();
            assert!(repository(path).is_file(), "{path}");
        }
    }
}

/// What a forge calls is there: the scripts, and what they are asked to make.
#[test]
fn workflows_call_what_exists() {
    let scripts = text("packaging/archives");
    let mut called = 0;
    for workflow in [".github/workflows/ci.yml", ".github/workflows/release.yml"] {
        for line in text(workflow).lines() {
            for word in line.split(|c: char| c.is_whitespace() || c == '"') {
                let is_script = word.starts_with("packaging/") || word == ".ci/run";
                assert!(!is_script || repository(word).is_file(), "{workflow}: {word}");
                called += usize::from(is_script);
            }
            let asked =
                line.split_once("what: ").map_or("", |(_, rest)| rest.trim_end_matches(" }"));
            for what in asked.split_whitespace() {
                assert!(scripts.contains(&format!("| {what} |")), "{workflow}: {what}");
                called += 1;
            }
        }
    }
    assert!(called >= 8, "{called}");
}
