//! What is known of puzzles that are not on the boards, or were: each is asked about once.

use std::sync::Arc;

use bevy::prelude::*;

use crate::search::what_if::Answers;

/// All that has been found out in this session.
#[derive(Resource, Clone, Default)]
pub struct KnownAnswers(pub Arc<Answers>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KnownAnswers>();
}
