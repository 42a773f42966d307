//! The core of the web page: rules, reading and search behind one function that takes a
//! request and returns an answer, both JSON (`web/PROTOCOL.md`). Compiled to WebAssembly it
//! exports `alloc` and `call`; everywhere else it is [`Session`], which the tests talk to.

mod editing;
mod explaining;
mod hint;
mod level;
mod making;
mod play;
mod request;
mod searching;
mod session;
#[cfg(test)]
mod types;
#[cfg(target_family = "wasm")]
mod wasm;

pub use session::Session;
