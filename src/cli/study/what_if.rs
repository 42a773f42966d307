//! `mondrian analyse --what-if`: what every single stroke would make of a level.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::AnalyseArgs;
use crate::cli::common::exit::Exit;
use crate::cli::common::interrupt;
use crate::cli::common::progress::LiveLine;
use crate::puzzle::{Cell, Draft, Solution, Stroke, StrokeKind};
use crate::search::allowance::PROVE_TIME;
use crate::search::what_if::{Run, WhatIf};
use crate::search::{Aim, Limits, Verdict};
use crate::words::what_if::sentence;

/// Which strokes are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Strokes {
    Of(StrokeKind),
    All,
}

impl Strokes {
    pub(in crate::cli) const ALL: [Self; 8] = [
        Self::Of(StrokeKind::Tiles),
        Self::Of(StrokeKind::Goals),
        Self::Of(StrokeKind::Walls),
        Self::Of(StrokeKind::ThinWalls),
        Self::Of(StrokeKind::Passes),
        Self::Of(StrokeKind::Takes),
        Self::Of(StrokeKind::Waypoints),
        Self::All,
    ];

    pub(in crate::cli) const fn name(self) -> &'static str {
        match self {
            Self::Of(kind) => kind.name(),
            Self::All => "all",
        }
    }

    /// Returns the strokes that are tried on a level.
    pub(in crate::cli) fn of(self, draft: &Draft, at: Option<Cell>) -> Vec<Stroke> {
        let mut strokes = match self {
            Self::Of(kind) => Stroke::of_kind(draft, kind),
            Self::All => {
                StrokeKind::ALL.iter().flat_map(|&kind| Stroke::of_kind(draft, kind)).collect()
            }
        };
        strokes.retain(|stroke| at.is_none_or(|cell| stroke.cells()[0] == cell));
        strokes
    }
}

/// What is known of the level; its fields and their order are part of the format
/// (docs/cli/analyse.md).
#[derive(JsonSchema, Serialize)]
pub(in crate::cli) struct WhatIfObject<'a> {
    #[schemars(extend("const" = "what-if"))]
    event: &'static str,
    level: &'a str,
    #[serde(flatten)]
    findings: &'a WhatIfFindings,
}

/// The level as it is, and after each stroke.
#[derive(JsonSchema, Serialize)]
pub(in crate::cli) struct WhatIfFindings {
    #[serde(flatten)]
    known: KnownObject,
    strokes: Vec<StrokeObject>,
}

#[derive(JsonSchema, Serialize)]
struct StrokeObject {
    stroke: String,
    #[serde(flatten)]
    known: KnownObject,
}

/// `no-level` where the rules forbid it, such as where the opening cannot be played any more.
#[derive(JsonSchema, Serialize)]
struct KnownObject {
    verdict: &'static str,
    moves: Option<u32>,
    lower_bound: Option<u32>,
    /// The same as a sentence.
    #[serde(skip)]
    words: String,
}

impl KnownObject {
    fn new(known: Option<&Verdict>) -> Self {
        Self {
            verdict: known.map_or("no-level", Verdict::name),
            moves: known.and_then(Verdict::solution).map(Solution::cost),
            lower_bound: known.and_then(Verdict::lower_bound),
            words: sentence(known),
        }
    }
}

/// Solves the level as it is and after each stroke, and prints what is known of them. The exit
/// code is that of the level as it is.
pub(super) fn what_if(
    args: &AnalyseArgs,
    draft: &Draft,
    strokes: Strokes,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let options = crate::cli::options::with_limits(&args.limits);
    let mut limits = options.limits;
    limits.time = Some(limits.time.unwrap_or(PROVE_TIME));
    let mut live = LiveLine::new(!args.json);
    live.draw(|| "solving after each stroke".to_owned());
    let stop = interrupt::watch();
    let strokes = strokes.of(draft, args.at);
    let (findings, verdict, _) = find(draft, &strokes, limits, options.threads, &stop);
    live.clear();
    if args.json {
        let level = &args.level.name();
        let object = WhatIfObject { event: "what-if", level, findings: &findings };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)?;
    } else {
        write_text(&findings, out)?;
    }
    out.flush()?;
    Ok(Exit::of_verdict(&verdict, Aim::Prove))
}

/// Solves the level as it is and after each stroke. Returns what is known of them, the verdict
/// on the level as it is, and the time that it took.
pub(in crate::cli) fn find(
    draft: &Draft,
    strokes: &[Stroke],
    limits: Limits,
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> (WhatIfFindings, Verdict, Duration) {
    let drafts: Vec<Option<Draft>> = [Some(draft.clone())]
        .into_iter()
        .chain(strokes.iter().map(|stroke| stroke.apply(draft)))
        .collect();
    let what_if = WhatIf::new(&drafts, &Arc::default());
    let took = what_if.run(&Run::new(limits, threads, stop));
    let known = what_if.known(0);
    let after = |(place, stroke): (usize, &Stroke)| StrokeObject {
        stroke: stroke.words(draft),
        known: KnownObject::new(what_if.known(place + 1).as_ref()),
    };
    let strokes = strokes.iter().enumerate().map(after).collect();
    let findings = WhatIfFindings { known: KnownObject::new(known.as_ref()), strokes };
    (findings, known.unwrap_or_default(), took)
}

/// A stroke stands in a column of this width.
const COLUMN: usize = 31;

fn write_text(object: &WhatIfFindings, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:COLUMN$} {}", "as it is", object.known.words)?;
    for stroke in &object.strokes {
        writeln!(out, "{:COLUMN$} {}", stroke.stroke, stroke.known.words)?;
    }
    Ok(())
}
