//! Lets a background thread wake the window's event loop, so that nothing blocks or polls.

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use super::worker::{MakeSearch, Wake};
use crate::search::Search;

/// What makes the search; tests put in one of their own.
#[derive(Resource, Clone, Copy)]
pub struct SearchMaker(pub MakeSearch);

/// Returns what asks for a frame: in a window the event loop sleeps until
/// something wakes it; without one somebody else makes the frames.
pub(in crate::app) fn wake(proxy: Option<&EventLoopProxyWrapper>) -> Wake {
    let Some(proxy) = proxy else { return Box::new(|| {}) };
    let proxy = (**proxy).clone();
    // It fails when the window is gone: nobody is left to wake.
    Box::new(move || {
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    })
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(SearchMaker(Search::new));
}
