//! The buttons below the form of the generator.

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::GeneratorCommand;
use crate::app::kit::dialog::closing;
use crate::app::kit::theme::{button, primary_button};
use crate::app::kit::tooltip::Tooltip;

/// The button that ends the making, there while levels are made.
#[derive(Component, Clone, Default)]
pub(super) struct StopButton;

/// The button that lets levels evolve from the one that is drawn.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct EvolveButton;

pub(super) fn buttons() -> impl SceneList {
    let buttons: Vec<Box<dyn Scene>> = vec![
        Box::new(bsn! {
            primary_button("Generate")
            template_value(Tooltip::new("Makes so many levels of this kind", "Enter"))
            AutoFocus
            on(|_: On<Activate>, mut out: MessageWriter<GeneratorCommand>| {
                out.write(GeneratorCommand::Make);
            })
        }),
        Box::new(bsn! {
            button("Others: next seed")
            template_value(Tooltip::new("Makes other levels of the same kind", ""))
            on(|_: On<Activate>, mut out: MessageWriter<GeneratorCommand>| {
                out.write(GeneratorCommand::MakeOthers);
            })
        }),
        Box::new(bsn! {
            button("From this level")
            EvolveButton
            template_value(Tooltip::new("Changes the drawn level stroke by stroke until it needs so many moves, or is stopped; selected cells stay", ""))
            on(|_: On<Activate>, mut out: MessageWriter<GeneratorCommand>| {
                out.write(GeneratorCommand::Evolve);
            })
        }),
        Box::new(bsn! {
            button("Stop")
            StopButton
            template_value(Tooltip::new("Makes no more; those that are there stay", ""))
            on(|_: On<Activate>, mut out: MessageWriter<GeneratorCommand>| {
                out.write(GeneratorCommand::Stop);
            })
        }),
        Box::new(bsn! { Node { flex_grow: 1.0 } }),
        Box::new(closing(button("Close"))),
    ];
    buttons
}
