//! The buttons below the form of the generator.

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;

use super::{Generator, GeneratorCommand};
use crate::app::kit::bound::{sends, shown_if};
use crate::app::kit::dialog::closing;
use crate::app::kit::theme::{button, primary_button};
use crate::app::kit::tooltip::Tooltip;

pub(super) fn buttons() -> impl SceneList {
    let buttons: Vec<Box<dyn Scene>> = vec![
        Box::new(bsn! {
            primary_button("Generate")
            template_value(Tooltip::new("Makes levels by what is typed above", "Enter"))
            AutoFocus
            sends(GeneratorCommand::Make)
        }),
        Box::new(bsn! {
            button("Others: next seed")
            template_value(Tooltip::new("Makes other levels of the same kind", ""))
            sends(GeneratorCommand::MakeOthers)
        }),
        Box::new(bsn! {
            button("Stop")
            shown_if(|generator: Res<Generator>| generator.is_running())
            template_value(Tooltip::new("Makes no more; those that are there stay", ""))
            sends(GeneratorCommand::Stop)
        }),
        Box::new(bsn! { Node { flex_grow: 1.0 } }),
        Box::new(closing(button("Close"))),
    ];
    buttons
}
