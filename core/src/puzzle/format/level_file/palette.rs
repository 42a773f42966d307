//! The palette as it stands in a level file.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::puzzle::rules::palette::CHAMELEON;
use crate::puzzle::rules::{
    Issue, MAX_COLOURS, MAX_PUSHES, Palette, Swatch, TileKind, default_swatch, is_symbol,
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Colour")]
struct SwatchFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<KindFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
}

#[derive(Serialize, Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase", rename = "Kind")]
enum KindFile {
    Chameleon,
}

/// A map that keeps its order and refuses a key that is there twice.
#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct PaletteFile(IndexMap<char, SwatchFile>);

impl<'de> Deserialize<'de> for PaletteFile {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = PaletteFile;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map from characters to colours")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut access: A,
            ) -> Result<PaletteFile, A::Error> {
                let mut map = IndexMap::new();
                while let Some((symbol, swatch)) = access.next_entry::<char, SwatchFile>()? {
                    if map.insert(symbol, swatch).is_some() {
                        let message = format!("the palette has {symbol:?} twice");
                        return Err(serde::de::Error::custom(message));
                    }
                }
                Ok(PaletteFile(map))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

impl PaletteFile {
    pub(super) fn new(palette: &Palette) -> Self {
        let entry = |swatch: &Swatch| {
            let is_usual = swatch.kind == TileKind::Chameleon && swatch.rgb == CHAMELEON;
            let file = SwatchFile {
                color: (!is_usual).then(|| swatch.rgb.to_string()),
                name: swatch.name.clone(),
                label: swatch.label.clone(),
                kind: (swatch.kind == TileKind::Chameleon).then_some(KindFile::Chameleon),
                moves: match swatch.kind {
                    TileKind::Numbered(moves) => Some(moves.into()),
                    TileKind::Plain | TileKind::Chameleon => None,
                },
            };
            (swatch.symbol, file)
        };
        Self(palette.swatches().iter().map(entry).collect())
    }

    /// Returns the name of a field that version 1 does not have.
    pub(super) fn later_field(&self) -> Option<&'static str> {
        let is_kind = self.0.values().any(|entry| entry.kind.is_some());
        let has_moves = self.0.values().any(|entry| entry.moves.is_some());
        is_kind.then_some("kind").or(has_moves.then_some("moves"))
    }

    pub(super) fn read(self, issues: &mut Vec<Issue>) -> Palette {
        let mut palette = Palette::default();
        if self.0.len() > MAX_COLOURS {
            issues.push(Issue::PaletteTooLarge { found: self.0.len() });
        }
        for (nth, (symbol, entry)) in self.0.into_iter().take(MAX_COLOURS).enumerate() {
            if !is_symbol(symbol) {
                issues.push(Issue::BadSymbol { symbol });
                continue;
            }
            let mut swatch = default_swatch(symbol, nth);
            swatch.kind = kind(symbol, &entry, issues);
            match entry.color.as_deref().map(str::parse) {
                Some(Ok(rgb)) => swatch.rgb = rgb,
                Some(Err(())) => {
                    let text = entry.color.unwrap_or_default();
                    issues.push(Issue::BadColour { symbol, text });
                }
                None if swatch.kind == TileKind::Chameleon => swatch.rgb = CHAMELEON,
                None => issues.push(Issue::NoColour { symbol }),
            }
            swatch.name = entry.name;
            swatch.label = entry.label;
            palette.push(swatch).expect("a symbol, not repeated, below the limit");
        }
        palette
    }
}

/// Returns what the tiles of an entry are.
fn kind(symbol: char, entry: &SwatchFile, issues: &mut Vec<Issue>) -> TileKind {
    match (entry.kind, entry.moves) {
        (None, None) => TileKind::Plain,
        (Some(KindFile::Chameleon), None) => TileKind::Chameleon,
        (Some(KindFile::Chameleon), Some(_)) => {
            issues.push(Issue::NumberedChameleon { symbol });
            TileKind::Chameleon
        }
        (None, Some(found)) => match u8::try_from(found) {
            Ok(moves @ 1..=MAX_PUSHES) => TileKind::Numbered(moves),
            _ => {
                issues.push(Issue::BadPushes { symbol, found });
                TileKind::Plain
            }
        },
    }
}
