//! Aim, method, heuristic and the order of equals: three buttons side by side and three
//! menus, with one line under them that says what the choice means.

use bevy::feathers::controls::{
    FeathersMenu, FeathersMenuButton, FeathersMenuItem, FeathersMenuPopup,
};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::ui_widgets::popover::{Popover, PopoverAlign, PopoverPlacement, PopoverSide};

use crate::app::kit::bound::{chosen_if, sends, shown_if, text_of};
use crate::app::kit::icons::{Icon, icon};
use crate::app::kit::tooltip::Tooltip;
use crate::app::kit::{parts, theme};
use crate::app::work::search_settings::{SettingsCommand, SolverSettings};
use crate::search::{Aim, Heuristic, Method, TieBreak};
use crate::words::{self, Described};

const METHOD: &str =
    "How the search goes about it: engine is the fastest, the others show how search works";
const ESTIMATE: &str = "How the method guesses how many moves a position still needs";
const TIES: &str = "Which of equally good positions is looked at first";

pub(super) fn scene() -> impl Scene {
    let aims: Vec<_> = Aim::ALL.into_iter().map(aim_button).collect();
    let methods: Vec<_> =
        Method::ALL.map(|it| item(words::method(it), SettingsCommand::Method(it))).into();
    let heuristics: Vec<_> =
        Heuristic::ALL.map(|it| item(words::heuristic(it), SettingsCommand::Heuristic(it))).into();
    let tie_breaks: Vec<_> =
        TieBreak::ALL.map(|it| item(words::tie_break(it), SettingsCommand::TieBreak(it))).into();
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0 }
        Children [
            (
                Node { column_gap: px(-1) }
                template_value(Tooltip::new("When the search ends by itself", ""))
                Children [ {aims} ]
            ),
            ( parts::line() Children [
                parts::label("Method", METHOD),
                menu(method_name, METHOD, methods),
            ] ),
            ( parts::line() shown_if(|settings: Res<SolverSettings>| settings.method.default_heuristic().is_some()) Children [
                parts::label("Estimate", ESTIMATE),
                menu(heuristic_name, ESTIMATE, heuristics),
            ] ),
            ( parts::line() shown_if(|settings: Res<SolverSettings>| settings.method.breaks_ties()) Children [
                parts::label("Ties", TIES),
                menu(tie_break_name, TIES, tie_breaks),
            ] ),
            ( theme::label_dim("") text_of(explanation) ),
        ]
    }
}

fn aim_button(aim: Aim) -> impl Scene {
    bsn! {
        theme::button(aim.name())
        Node { flex_grow: 1.0, flex_basis: px(0), padding: UiRect::ZERO }
        template_value(Tooltip::new(words::aim(aim).sentence, ""))
        chosen_if(move |settings: Res<SolverSettings>| settings.aim == aim)
        sends(SettingsCommand::Aim(aim))
    }
}

fn menu(
    name: fn(Res<SolverSettings>) -> String,
    tip: &str,
    items: Vec<impl Scene + 'static>,
) -> impl Scene {
    let at = |side| PopoverPlacement { side, align: PopoverAlign::End, gap: 2.0 };
    let positions = vec![at(PopoverSide::Bottom), at(PopoverSide::Top)];
    let tooltip = Tooltip::new(tip, "");
    bsn! {
        @FeathersMenu
        Node { flex_grow: 1.0, height: px(theme::ROW) }
        Children [
            (
                @FeathersMenuButton {
                    @caption: bsn! { Text("") ThemedText text_of(name) },
                    @corners: RoundedCorners::None,
                    @arrow: false,
                }
                Node { flex_grow: 1.0, justify_content: JustifyContent::SpaceBetween, height: px(theme::ROW), border: px(1) }
                theme::Frame(theme::INK)
                template_value(tooltip)
                Children [ icon(Icon::Down) ]
            ),
            (
                @FeathersMenuPopup
                Node { border_radius: BorderRadius::ZERO }
                BoxShadow({Vec::new()})
                Popover { positions: {positions}, window_margin: 8.0 }
                Children [ {items} ]
            ),
        ]
    }
}

/// Returns the entry of what is described, which sends a command.
fn item(described: Described, command: SettingsCommand) -> impl Scene {
    let Described { label, line, sentence } = described;
    bsn! {
        @FeathersMenuItem {
            @caption: {Box::new(bsn_list![
                ( Node { width: px(110), flex_shrink: 0.0 } Children [ theme::label(label) ] ),
                theme::label_dim(line),
            ]) as Box<dyn SceneList>}
        }
        template_value(Tooltip::new(sentence, ""))
        sends(command)
    }
}

fn method_name(settings: Res<SolverSettings>) -> String {
    words::method(settings.method).label.to_owned()
}

fn heuristic_name(settings: Res<SolverSettings>) -> String {
    let heuristic = settings.heuristic.or_else(|| settings.method.default_heuristic());
    heuristic.map_or("", Heuristic::name).to_owned()
}

fn tie_break_name(settings: Res<SolverSettings>) -> String {
    settings.tie_break.name().to_owned()
}

fn explanation(settings: Res<SolverSettings>) -> String {
    format!("{}; {}", words::method(settings.method).line, words::aim(settings.aim).line)
}
