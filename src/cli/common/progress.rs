//! Steps a search to its end, with one live line on a terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::search::{Found, Progress, Search, Status};
use crate::words::figures;

/// How often solutions are printed and the live line is drawn.
const SLICE: Duration = Duration::from_millis(100);

/// A line on standard error that is drawn over and over: nothing where it is not
/// a terminal, or with `NO_COLOR`.
pub(in crate::cli) struct LiveLine {
    shown: bool,
    drawn: bool,
}

impl LiveLine {
    /// Returns the line, which `wanted` may switch off.
    pub(in crate::cli) fn new(wanted: bool) -> Self {
        // https://no-color.org: any value but the empty one.
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let shown = wanted && !plain && io::stderr().is_terminal();
        Self { shown, drawn: false }
    }

    /// Draws what `text` returns in place of what was there.
    pub(in crate::cli) fn draw(&mut self, text: impl FnOnce() -> String) {
        if self.shown {
            let text = text();
            // Cut at the right edge: what wraps could not be taken away again.
            let _ = write!(io::stderr(), "\r\x1b[2K\x1b[?7l{text}\x1b[?7h");
            self.drawn = true;
        }
    }

    /// Takes the line away, so that something else can be printed.
    pub(in crate::cli) fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }
}

fn progress_text(progress: &Progress) -> String {
    let best = progress.incumbent.map_or(String::new(), |moves| format!("best {moves}, "));
    format!(
        "{best}at least {}, {} states looked at, {} open, {}, {}",
        progress.lower_bound,
        figures::grouped(progress.expanded),
        figures::grouped(progress.open),
        figures::memory(progress.memory_bytes),
        figures::time(progress.elapsed)
    )
}

/// Steps `search` to its end, or until `stop` becomes true, and hands each better solution
/// to `on_found` soon after it has been found.
///
/// # Errors
/// That of `on_found`, when nobody hears of the solutions; the search has ended then too.
pub(in crate::cli) fn run_to_end(
    search: &mut Search,
    live: &mut LiveLine,
    stop: &Arc<AtomicBool>,
    mut on_found: impl FnMut(&Found) -> io::Result<()>,
) -> io::Result<()> {
    let mut reported = 0;
    search.cancel_when(Arc::clone(stop));
    loop {
        let status = search.step_for(SLICE);
        if search.found().len() > reported {
            live.clear();
        }
        while let Some(found) = search.found().get(reported) {
            reported += 1;
            if let Err(error) = on_found(found) {
                search.cancel();
                return Err(error);
            }
        }
        if status == Status::Finished {
            live.clear();
            return Ok(());
        }
        live.draw(|| progress_text(&search.progress()));
    }
}
