//! What the work on strokes is made of: it is done on threads of its own, by the answers that are
//! kept, and gives way to what has been asked for.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

use crate::app::solve::results::Results;
use crate::app::work::answers::KnownAnswers;
use crate::app::work::claims::Claims;
use crate::app::work::job::{Job, Outlet};
use crate::app::work::search_settings::SolverSettings;
use crate::app::work::wake::wake;
use crate::search::Limits;
use crate::search::allowance::{memory_bytes, spare_threads};
use crate::search::what_if::Run;

/// The parts.
#[derive(SystemParam)]
pub(super) struct Workshop<'w> {
    settings: Res<'w, SolverSettings>,
    answers: Res<'w, KnownAnswers>,
    results: Res<'w, Results>,
    claims: Res<'w, Claims>,
    proxy: Option<Res<'w, EventLoopProxyWrapper>>,
}

impl Workshop<'_> {
    /// Says whether somebody else needs the machine.
    pub fn gives_way(&self) -> bool {
        self.results.is_running() || !self.claims.are_none()
    }

    /// Starts `work` with limits, `states` for each level, and with the answers that are kept.
    pub fn start<News: Send + 'static>(
        &self,
        states: u64,
        work: impl FnOnce(Run, &KnownAnswers, &Outlet<News>) + Send + 'static,
    ) -> Job<News> {
        let answers = self.answers.clone();
        let chosen = self.settings.options_or_default().limits.memory_bytes;
        let limits = Limits {
            memory_bytes: Some(chosen.unwrap_or(u64::MAX).min(memory_bytes())),
            states: Some(states),
            ..Limits::default()
        };
        let threads = spare_threads();
        Job::start(wake(self.proxy.as_deref()), move |outlet| {
            work(Run::new(limits, threads, outlet.stop()), &answers, outlet);
        })
    }
}
