//! Looks after each move whether the goal can still be reached. What can be seen at once is said
//! at once; else a small search in the background may prove that it cannot. It ends at the first
//! solution, which it keeps to itself.

use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

use super::{Game, Hints, Play};
use crate::app::document::Document;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::{Mode, is_playing};
use crate::app::settings::Settings;
use crate::app::solve::results::{Results, best};
use crate::app::work::wake::{SearchMaker, wake};
use crate::app::work::worker::{End, Told, Worker};
use crate::hints::Left;
use crate::puzzle::{Move, lost};
use crate::search::{Aim, Limits, Method, Options, Verdict};
use crate::words;

/// What one look may cost: most games are not lost.
const LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(1)),
    memory_bytes: Some(64 << 20),
    states: None,
    max_moves: None,
};

/// After which moves it has looked last, and the search that still does.
#[derive(Resource, Default)]
struct Lookout {
    at: Option<(u64, Vec<Move>)>,
    worker: Option<Worker>,
}

#[expect(clippy::too_many_arguments, reason = "a system names all that it reads and writes")]
fn look(
    play: Res<Play>,
    mut hints: ResMut<Hints>,
    mut lookout: ResMut<Lookout>,
    document: Res<Document>,
    results: Res<Results>,
    settings: Res<Settings>,
    maker: Res<SearchMaker>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
) {
    let Some(game) = play.game() else { return };
    let made = game.moves();
    let here = Some((play.serial, made));
    if lookout.at == here {
        return;
    }
    *lookout = Lookout { at: here, worker: None };
    let Some((_, made)) = &lookout.at else { return };
    if play.makes_goal() || play.is_won() || hints.left(made) != Left::Unasked {
        return;
    }
    if let Some(lost) = lost(game) {
        hints.lose(made, || words::lost(&lost, &game.palette));
        return;
    }
    let is_on_the_way = best(&document, &results).is_some_and(|best| best.moves.starts_with(made));
    if settings.live && !game.is_at_start() && !is_on_the_way {
        lookout.worker = search(game, &maker, proxy.as_deref());
    }
}

fn search(
    game: &Game,
    maker: &SearchMaker,
    proxy: Option<&EventLoopProxyWrapper>,
) -> Option<Worker> {
    let options = Options {
        aim: Aim::Any,
        method: Method::Engine,
        limits: LIMITS,
        threads: 1,
        ..Options::default()
    };
    Worker::start(game.rest(), options, Told::default(), maker.0, wake(proxy)).ok()
}

/// Takes over what the search has come to.
fn poll(mut lookout: ResMut<Lookout>, mut hints: ResMut<Hints>) {
    let Some(report) = lookout.worker.as_ref().and_then(Worker::take) else { return };
    let Some(end) = report.end else { return };
    lookout.worker = None;
    if let (End::Outcome(outcome), Some((_, made))) = (end, &lookout.at)
        && outcome.verdict == Verdict::Unsolvable
    {
        hints.lose(made, || words::verdict(&outcome, None));
    }
}

/// Whoever draws needs no search for a game.
fn stop(mut lookout: ResMut<Lookout>) {
    *lookout = Lookout::default();
}

fn is_looking(lookout: Res<Lookout>) -> bool {
    lookout.worker.is_some()
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lookout>().add_systems(
        Update,
        (
            look.run_if(is_playing.and_then(resource_changed::<Play>)),
            poll.run_if(is_looking),
            stop.run_if(resource_changed::<Mode>.and_then(not(is_playing))),
        )
            .chain()
            .after(super::hint::HintSystems)
            .in_set(FrameSystems::Poll),
    );
}
