//! What tells about levels and searches rather than solving: `mondrian analyse`,
//! `generate`, `explain` and `graph`.

mod analyse;
mod analysis_json;
mod analysis_text;
pub(super) mod args;
mod explain;
mod generate;
mod graph;

pub(super) use analyse::analyse;
pub(super) use explain::explain;
pub(super) use generate::generate;
pub(super) use graph::graph;
