//! The page has the colours of the table in `docs/look.md`, in the light and in the dark, and its sizes
//! of type; window and page have one logo. What the window has is compared beside its theme; here,
//! that it has no other colours.

use std::fs::read_to_string;

use crate::support::{files_below, repository};

/// Returns the value of a variable in a rule of a style sheet, in six digits.
fn variable(rule: &str, name: &str) -> Option<String> {
    let at = rule.find(&format!("--{name}: #"))?;
    let value = rule[at..].split([':', ';']).nth(1)?.trim();
    let digits = value.strip_prefix('#')?;
    let twice = |digit: char| [digit, digit];
    Some(match digits.len() {
        3 => digits.chars().flat_map(twice).collect(),
        _ => digits.to_owned(),
    })
}

#[test]
fn the_page_has_the_colours_of_the_table() {
    let read = |path| read_to_string(repository(path)).unwrap();
    let style = read("web/src/style/base.css");
    let (light, rest) = style.split_once('}').unwrap();
    let dark = rest.split_once('}').unwrap().0;
    assert!(dark.contains("[data-theme=\"dark\"]"));
    let mut seen = 0;
    for line in read("docs/look.md").lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[_, name, in_light, in_dark, "both", ..] = cells.as_slice() else { continue };
        let name = name.trim_matches('`');
        let found = variable(light, name);
        assert_eq!(found.as_deref(), in_light.strip_prefix('#'), "{name} in the light");
        // What is alike in both is said once.
        let found = variable(dark, name).or(found);
        assert_eq!(found.as_deref(), in_dark.strip_prefix('#'), "{name} in the dark");
        seen += 1;
    }
    assert!(seen >= 10, "only {seen} colours");
}

#[test]
fn the_page_has_the_sizes_of_the_table() {
    let table = read_to_string(repository("docs/look.md")).unwrap();
    let table = table.split("## Type").nth(1).unwrap().split("## Space").next().unwrap();
    let first = |line: &str| line.split('|').nth(1)?.trim().parse::<f32>().ok();
    let sizes: Vec<f32> = table.lines().filter_map(first).collect();
    assert!(sizes.len() >= 5, "{sizes:?}");
    for path in files_below(&repository("web/src/style"), ".css") {
        let text = read_to_string(&path).unwrap();
        for part in text.split("font-size: ").skip(1) {
            // What is drawn on boards is as large as its cell lets it be.
            let Some((size, _)) = part.split_once("rem") else { continue };
            let Ok(size) = size.parse::<f32>() else { continue };
            assert!(sizes.contains(&(size * 16.0)), "{}: {size}rem", path.display());
        }
    }
}

/// The rectangles of a path of SVG: `M2 13h8v6H2z` is 8 wide and 6 high.
fn rectangles(path: &str) -> Vec<[u8; 4]> {
    let numbers = |part: &str| -> Vec<u8> {
        part.split([' ', 'h', 'v', 'H']).take(4).map(|number| number.parse().unwrap()).collect()
    };
    let parts = path.split_terminator('z').map(|part| numbers(part.strip_prefix('M').unwrap()));
    parts.map(|it| [it[0], it[1], it[2], it[3]]).collect()
}

#[test]
fn window_and_page_have_the_same_logo() {
    let page = read_to_string(repository("web/src/frame.js")).unwrap();
    let window = read_to_string(repository("src/app/shell/logo.rs")).unwrap();
    let mark = page.split("const mark = ").nth(1).unwrap().split(";\n").next().unwrap();
    let paths = mark.split(" d: \"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let fields: Vec<_> = paths.skip(1).flat_map(rectangles).collect();
    assert_eq!(fields.len(), 6, "{mark}");
    for [left, top, width, height] in fields {
        let field = format!("[{left}.0, {top}.0, {width}.0, {height}.0]");
        assert!(window.contains(&field), "{field}");
    }
}

#[test]
fn the_window_says_its_colours_by_name() {
    let folder = repository("src/app");
    let files = files_below(&folder, ".rs");
    let files = files.iter().filter(|path| !path.starts_with(folder.join("kit/theme")));
    // A colour by its numbers, and one of the theme given to what does not follow the theme.
    let numbers = ["Color::srgb", "Color::hsl", "Color::linear"];
    let deaf = ["BackgroundColor(", "BorderColor::all(", "TextColor("];
    let is_named = |rest: &str| {
        rest.trim_start_matches('{')
            .strip_prefix("theme::")
            .is_some_and(|name| name.starts_with(|first: char| first.is_ascii_uppercase()))
    };
    for path in files {
        let text = read_to_string(path).unwrap();
        for number in numbers {
            assert!(!text.contains(number), "{}: {number}", path.display());
        }
        for part in deaf {
            let named = text.split(part).skip(1).find(|rest| is_named(rest));
            assert!(named.is_none(), "{}: {part}{named:.30?}", path.display());
        }
    }
}
