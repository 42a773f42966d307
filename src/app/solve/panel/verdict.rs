//! Solve and Stop, and which method the figures below are of when another is chosen. What
//! is known stands in the verdict bar.

use bevy::prelude::*;

use crate::app::document::Document;
use crate::app::kit::bound::{enabled_if, sends, shown_if, text_of};
use crate::app::kit::theme;
use crate::app::kit::tooltip::explained;
use crate::app::solve::actions::SOLVE;
use crate::app::solve::results::{Results, knowledge};
use crate::app::solve::{SolverCommand, is_ready};
use crate::app::work::search_settings::SolverSettings;
use crate::search::Method;
use crate::words;

/// Height of the big button, in logical pixels.
const BUTTON: f32 = 36.0;

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(6), flex_shrink: 0.0 }
        Children [
            (
                explained(theme::primary_button(SOLVE.words), SOLVE.tip, "F5")
                #Solve
                Node { height: px(BUTTON) }
                sends(SolverCommand::Solve)
                shown_if(|results: Res<Results>| !results.is_shown_running())
                theme::spare_if(|document: Res<Document>, results: Res<Results>| {
                    knowledge(&document, &results).is_some_and(|known| known.is_complete())
                })
                enabled_if(|document: Res<Document>, settings: Res<SolverSettings>| is_ready(&document, &settings))
            ),
            (
                explained(theme::stop_button("Stop"), "Ends the search with what is known by now", "Esc")
                #Stop
                Node { height: px(BUTTON) }
                sends(SolverCommand::Stop)
                shown_if(|results: Res<Results>| results.is_shown_running())
            ),
            (
                theme::label_dim("")
                #MethodNote
                shown_if(|results: Res<Results>, settings: Res<SolverSettings>| other_method(&results, &settings).is_some())
                text_of(|results: Res<Results>, settings: Res<SolverSettings>| {
                    other_method(&results, &settings).map_or_else(String::new, |method| format!("by {}", words::method(method).label))
                })
            ),
        ]
    }
}

/// Returns the method of the figures when another one is chosen.
fn other_method(results: &Results, settings: &SolverSettings) -> Option<Method> {
    let method = results.run().map(|run| run.options.method);
    method.filter(|&method| method != settings.method)
}
