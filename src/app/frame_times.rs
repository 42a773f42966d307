//! How long the systems of the designer take in each frame, printed at the end when
//! `MONDRIAN_FRAME_TIMES` is set. From the first of its systems in `Update` to the last,
//! and the drawing of the boards after it: whatever else runs meanwhile is counted in.

use std::time::{Duration, Instant};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::ui::UiSystems;

use super::FrameSystems;

/// The variable that switches it on.
const VARIABLE: &str = "MONDRIAN_FRAME_TIMES";

/// The times of all frames.
#[derive(Resource, Default)]
struct FrameTimes {
    begun: Option<Instant>,
    frame: Duration,
    all: Vec<Duration>,
}

impl FrameTimes {
    fn begin(&mut self) {
        self.begun = Some(Instant::now());
    }

    fn end(&mut self) {
        if let Some(begun) = self.begun.take() {
            self.frame += begun.elapsed();
        }
    }

    fn finish_frame(&mut self) {
        self.all.push(std::mem::take(&mut self.frame));
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
        "frames: {}, own systems: median {:.2} ms, 99 % {:.2} ms, most {:.2} ms",
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
    let begin = |mut times: ResMut<FrameTimes>| times.begin();
    let end = |mut times: ResMut<FrameTimes>| times.end();
    app.init_resource::<FrameTimes>()
        .add_systems(Update, (begin.before(FrameSystems::Input), end.after(FrameSystems::Views)))
        .add_systems(
            PostUpdate,
            (
                begin.before(super::board_view::BoardSystems),
                end.after(super::board_view::BoardSystems),
            )
                .before(UiSystems::Prepare),
        )
        .add_systems(
            Last,
            (
                |mut times: ResMut<FrameTimes>| times.finish_frame(),
                print_at_exit.run_if(on_message::<AppExit>),
            )
                .chain(),
        );
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
