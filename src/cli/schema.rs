//! `mondrian schema`: the JSON Schema of what `--json` and `batch` print, made from the types that
//! are printed. Contract: `docs/cli/json.md`.

use std::io::{self, Write};

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use super::batch::Answer;
use super::check::{CheckEvent, IssueEvent};
use super::common::exit::Exit;
use super::study::{AnalysisObject, EvolvedLevel, GeneratedLevel, WhatIfObject};
use super::verify::VerifyEvent;
use crate::report::{ErrorLine, ResultLine, SolutionLine, StepLine};

/// A line of JSON that mondrian prints: with `--json` each has an `event`, with `batch` an `id`.
#[derive(JsonSchema)]
#[schemars(untagged, title = "mondrian")]
#[expect(dead_code, clippy::large_enum_variant, reason = "only the schema is made of it")]
enum Line<'a> {
    Solution(SolutionLine<'a>),
    Result(ResultLine<'a>),
    Error(ErrorLine),
    Issue(IssueEvent<'a>),
    Check(CheckEvent<'a>),
    Verify(VerifyEvent<'a>),
    Analysis(AnalysisObject<'a>),
    WhatIf(WhatIfObject<'a>),
    Step(StepLine),
    Generated(GeneratedLevel<'a>),
    Evolved(EvolvedLevel<'a>),
    Answer(Answer),
}

/// Prints the schema.
pub(super) fn schema(out: &mut impl Write) -> io::Result<Exit> {
    // Of what is written: a field that may be null is always there.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<Line<'_>>();
    serde_json::to_writer_pretty(&mut *out, &schema)?;
    writeln!(out)?;
    Ok(Exit::Success)
}
