//! How much processor time the systems of the designer take in each frame while a
//! search runs, or a map or list of what would be, printed at the end when `MONDRIAN_FRAME_TIMES` is set. Counted from the
//! first of its systems in `Update` to the last, and the drawing of the boards after it;
//! whatever else runs meanwhile is counted in. The systems then run one after the other
//! on one thread, whose processor time does not depend on what else the machine does.

use std::time::Duration;

use bevy::app::AppExit;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy::ui::UiSystems;

use crate::app::boards::view::BoardSystems;
use crate::app::kit::frame::FrameSystems;
use crate::app::solve::results::Results;
use crate::app::what_if::map::WhatIfMap;
use crate::app::what_if::strokes::NextStrokes;

/// The variable that switches it on.
const VARIABLE: &str = "MONDRIAN_FRAME_TIMES";

/// The times of the frames drawn while a search ran.
#[derive(Resource, Default)]
struct FrameTimes {
    begun: Option<Duration>,
    frame: Duration,
    all: Vec<Duration>,
}

/// Returns the processor time of this thread.
#[cfg(unix)]
fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock is there on every Unix, and `time` is ours to be written.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the time of day: the next best where the thread's own is not known.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default()
}

fn begin(mut times: ResMut<FrameTimes>) {
    times.begun = Some(thread_time());
}

fn end(mut times: ResMut<FrameTimes>) {
    if let Some(begun) = times.begun.take() {
        times.frame += thread_time().saturating_sub(begun);
    }
}

fn finish_frame(
    mut times: ResMut<FrameTimes>,
    results: Res<Results>,
    map: Res<WhatIfMap>,
    strokes: Res<NextStrokes>,
) {
    let frame = std::mem::take(&mut times.frame);
    if results.is_running() || map.is_running() || strokes.is_running() {
        times.all.push(frame);
    }
}

/// Returns the time that this share of all frames does not exceed.
fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let rank = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(rank.clamp(1, sorted.len().max(1)) - 1).copied().unwrap_or_default()
}

fn print_at_exit(mut times: ResMut<FrameTimes>) {
    times.all.sort_unstable();
    let at = |share| percentile(&times.all, share).as_secs_f64() * 1e3;
    eprintln!(
        "frames with a search: {}; own systems: median {:.2} ms, 99 % {:.2} ms, most {:.2} ms",
        times.all.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

pub(super) fn plugin(app: &mut App) {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let on_one_thread = |schedule: &mut Schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    };
    app.init_resource::<FrameTimes>()
        .edit_schedule(Update, on_one_thread)
        .edit_schedule(PostUpdate, on_one_thread)
        .add_systems(Update, (begin.before(FrameSystems::Input), end.after(FrameSystems::Bound)))
        .add_systems(
            PostUpdate,
            (begin.before(BoardSystems), end.after(BoardSystems)).before(UiSystems::Prepare),
        )
        .add_systems(Last, (finish_frame, print_at_exit.run_if(on_message::<AppExit>)).chain());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_percentile_is_a_frame() {
        let times: Vec<_> = (1..=200).map(Duration::from_millis).collect();
        assert_eq!(percentile(&times, 0.5), Duration::from_millis(100));
        assert_eq!(percentile(&times, 0.99), Duration::from_millis(198));
        assert_eq!(percentile(&times, 1.0), Duration::from_millis(200));
        assert_eq!(percentile(&times[..1], 0.99), Duration::from_millis(1));
        assert_eq!(percentile(&[], 0.99), Duration::ZERO);
    }
}
