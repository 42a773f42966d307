//! The page has the colours of the table in `docs/look.md`, in the light and in the dark, and its sizes
//! of type; pictures have its colours; window and page have one logo. What the window has is compared
//! beside its theme; here, that neither it nor the page has other colours.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;

use mondrian::puzzle::Palette;

use crate::support::{files_below, repository};

/// Returns the colours that a text writes by their digits: `#fff` as `ffffff`.
fn colours_in(text: &str) -> impl Iterator<Item = String> {
    text.split('#').skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        let digits = &rest[..end];
        let is_colour =
            matches!(end, 3 | 4 | 6 | 8) && digits.chars().all(|c| c.is_ascii_hexdigit());
        let twice = |digit: char| [digit, digit];
        is_colour.then(|| match end {
            3 | 4 => digits.chars().flat_map(twice).collect(),
            _ => digits.to_ascii_lowercase(),
        })
    })
}

/// Returns the variables of a rule of a style sheet that are colours.
fn variables(rule: &str) -> BTreeMap<&str, String> {
    let parts =
        rule.split([';', '{']).filter_map(|part| part.trim().strip_prefix("--")?.split_once(':'));
    parts.filter_map(|(name, value)| Some((name, colours_in(value).next()?))).collect()
}

/// A row of the table: a name, its colours in the light and in the dark, and where it is used.
type Row = [String; 4];

fn table() -> Vec<Row> {
    let text = read_to_string(repository("docs/look.md")).unwrap();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[_, name, light, dark, place, ..] = cells.as_slice() else { return None };
        let colour = |cell: &str| cell.strip_prefix('#').map(str::to_owned);
        Some([name.trim_matches('`').to_owned(), colour(light)?, colour(dark)?, place.to_owned()])
    });
    let rows: Vec<Row> = rows.collect();
    assert!(rows.len() >= 20, "only {} colours", rows.len());
    rows
}

#[test]
fn the_page_has_the_colours_of_the_table() {
    let style = read_to_string(repository("web/src/style/base.css")).unwrap();
    let mut rules = style.split('}');
    let light = variables(rules.next().unwrap());
    let dark = rules.next().unwrap();
    assert!(dark.contains("[data-theme=\"dark\"]"));
    let dark = variables(dark);
    let rows: Vec<Row> =
        table().into_iter().filter(|row| matches!(&*row[3], "both" | "page")).collect();
    for [name, in_light, in_dark, _] in &rows {
        assert_eq!(light.get(&**name), Some(in_light), "{name} in the light");
        // What is alike in both is said once.
        let found = dark.get(&**name).or_else(|| light.get(&**name));
        assert_eq!(found, Some(in_dark), "{name} in the dark");
    }
    assert_eq!(light.len(), rows.len(), "a colour of the page is not in the table: {light:?}");
    assert!(dark.keys().all(|name| light.contains_key(name)), "{dark:?}");
}

/// What makes a colour of numbers in a style sheet.
const COLOUR_FUNCTIONS: [&str; 6] = ["rgb(", "rgba(", "hsl(", "hsla(", "oklch(", "color("];

#[test]
fn the_page_says_its_colours_by_name() {
    let sheets = files_below(&repository("web/src"), ".css");
    assert!(sheets.len() >= 10, "{sheets:?}");
    for path in sheets {
        let text = read_to_string(&path).unwrap();
        let text: String = text.split("/*").map(|part| part.rsplit("*/").next().unwrap()).collect();
        let values = text.split(['{', ';', '}']).filter_map(|part| part.trim().split_once(':'));
        for (property, value) in values.filter(|(property, _)| !property.starts_with("--")) {
            let is_named = ["white", "black", "gray", "grey", "red", "blue"].iter().any(|name| {
                value.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|it| it == *name)
            });
            let is_written = is_named
                || COLOUR_FUNCTIONS.iter().any(|of| value.contains(of))
                || colours_in(value).next().is_some();
            assert!(!is_written, "{}: {property}:{value}", path.display());
        }
    }
}

#[test]
fn pictures_have_the_colours_of_the_table() {
    let mut known: BTreeSet<String> = table().into_iter().flat_map(|[_, a, b, _]| [a, b]).collect();
    let tiles = Palette::ancestral();
    known.extend(tiles.swatches().iter().map(|swatch| swatch.rgb.to_string()[1..].to_owned()));
    let mut seen = 0;
    for path in files_below(&repository("core/src/picture"), ".rs") {
        let text = read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for part in code.split("Rgb(0x").skip(1) {
            let digits = part.split(')').next().unwrap().replace(", 0x", "");
            assert!(known.contains(&digits), "{}: #{digits}", path.display());
            seen += 1;
        }
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
