//! What tells about levels and searches rather than solving: `mondrian analyse`,
//! `evolve`, `generate`, `explain` and `graph`.

mod analyse;
mod analysis_json;
mod analysis_text;
pub(super) mod args;
mod evolve;
mod explain;
mod folder;
mod generate;
mod graph;
mod what_if;

pub(super) use analyse::analyse;
pub(super) use analysis_json::AnalysisObject;
pub(super) use evolve::{LevelObject as EvolvedLevel, evolve};
pub(super) use explain::explain;
pub(super) use generate::{LevelObject as GeneratedLevel, generate};
pub(super) use graph::graph;
pub(super) use what_if::{Strokes, WhatIfFindings, WhatIfObject, find as find_what_if};
