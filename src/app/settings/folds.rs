//! Parts of the screen that are folded at first; which of them are unfolded is remembered.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Settings;
use crate::app::kit::folding::{Folding, folding};
use crate::app::kit::frame::FrameSystems;

/// What can be folded.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fold {
    /// How a search goes about it: method, limits, figures.
    #[default]
    HowItSearches,
    /// The steps since the level was opened.
    History,
}

impl Fold {
    const fn title(self) -> &'static str {
        match self {
            Self::HowItSearches => "How it searches",
            Self::History => "History",
        }
    }
}

/// Returns the line that folds and unfolds it.
pub fn folding_of(fold: Fold) -> impl Scene {
    bsn! { folding() template_value(fold) }
}

/// Returns whether it is unfolded, for what is shown only then.
pub fn is_unfolded(fold: Fold) -> impl Fn(Res<Settings>) -> bool + Clone + Send + Sync + 'static {
    move |settings: Res<Settings>| settings.unfolded.contains(&fold)
}

/// A line that has just come says its title, and is folded as it was the last time; the others
/// are remembered.
fn follow(
    mut lines: Query<(&Fold, &mut Folding), Changed<Folding>>,
    mut settings: ResMut<Settings>,
) {
    for (&fold, mut line) in &mut lines {
        let was = settings.unfolded.contains(&fold);
        if line.title.is_empty() {
            *line = Folding { title: fold.title().to_owned(), is_unfolded: was };
        } else if line.is_unfolded && !was {
            settings.unfolded.push(fold);
        } else if !line.is_unfolded && was {
            settings.unfolded.retain(|other| *other != fold);
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.in_set(FrameSystems::Views));
}
