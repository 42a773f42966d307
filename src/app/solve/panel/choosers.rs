//! Aim, method, heuristic and the order of equals: three buttons side by side and three
//! menus, with one line under them that says what the choice means.

use bevy::feathers::controls::{
    ButtonVariant, FeathersMenu, FeathersMenuButton, FeathersMenuItem, FeathersMenuPopup,
};
use bevy::feathers::rounded_corners::RoundedCorners;
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use bevy::ui_widgets::popover::{Popover, PopoverAlign, PopoverPlacement, PopoverSide};

use crate::app::kit::frame::FrameSystems;
use crate::app::kit::tooltip::Tooltip;
use crate::app::kit::{parts, theme};
use crate::app::work::search_settings::{SettingsCommand, SolverSettings};
use crate::search::{Aim, Heuristic, Method, TieBreak};
use crate::words;

/// One of the three buttons of the aim.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AimButton(pub Aim);

/// A text or a row that follows the settings.
#[derive(Component, Clone, Copy, Default, PartialEq, Eq)]
enum Shown {
    #[default]
    Explanation,
    MethodName,
    HeuristicName,
    HeuristicRow,
    TieBreakName,
    TieBreakRow,
}

const METHOD: &str =
    "How the search goes about it: engine is the fastest, the others show how search works";
const ESTIMATE: &str = "How the method guesses how many moves a position still needs";
const TIES: &str = "Which of equally good positions is looked at first";

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_aim, show_texts, show_rows)
            .run_if(resource_exists_and_changed::<SolverSettings>)
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    let aims: Vec<_> = Aim::ALL.into_iter().map(aim_button).collect();
    let methods: Vec<_> = Method::ALL.into_iter().map(method_item).collect();
    let heuristics: Vec<_> = Heuristic::ALL.into_iter().map(heuristic_item).collect();
    let tie_breaks: Vec<_> = TieBreak::ALL.into_iter().map(tie_break_item).collect();
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0 }
        Children [
            ( parts::line() Children [
                parts::label("Aim", "When the search ends by itself"),
                ( Node { flex_grow: 1.0, column_gap: px(-1) } Children [ {aims} ] ),
            ] ),
            ( parts::line() Children [
                parts::label("Method", METHOD),
                menu(Shown::MethodName, METHOD, methods),
            ] ),
            ( parts::line() template_value(Shown::HeuristicRow) Children [
                parts::label("Estimate", ESTIMATE),
                menu(Shown::HeuristicName, ESTIMATE, heuristics),
            ] ),
            ( parts::line() template_value(Shown::TieBreakRow) Children [
                parts::label("Ties", TIES),
                menu(Shown::TieBreakName, TIES, tie_breaks),
            ] ),
            ( theme::label_dim("") template_value(Shown::Explanation) ),
        ]
    }
}

fn aim_button(aim: Aim) -> impl Scene {
    bsn! {
        theme::button(aim.name())
        Node { flex_grow: 1.0, flex_basis: px(0) }
        AimButton({aim})
        template_value(Tooltip::new(words::aim(aim).sentence, ""))
        on(move |_: On<Activate>, mut out: MessageWriter<SettingsCommand>| {
            out.write(SettingsCommand::Aim(aim));
        })
    }
}

fn menu(name: Shown, tip: &str, items: Vec<impl Scene + 'static>) -> impl Scene {
    let at = |side| PopoverPlacement { side, align: PopoverAlign::End, gap: 2.0 };
    let positions = vec![at(PopoverSide::Bottom), at(PopoverSide::Top)];
    let tooltip = Tooltip::new(tip, "");
    bsn! {
        @FeathersMenu
        Node { flex_grow: 1.0, height: px(theme::ROW) }
        Children [
            (
                @FeathersMenuButton {
                    @caption: bsn! { Text("") ThemedText template_value(name) },
                    @corners: RoundedCorners::None,
                    @arrow: false,
                }
                Node { flex_grow: 1.0, justify_content: JustifyContent::SpaceBetween, height: px(theme::ROW), border: px(1) }
                BorderColor::all(theme::BLACK)
                template_value(tooltip)
                Children [ parts::sign("\u{25bc}") ]
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

fn method_item(method: Method) -> impl Scene {
    bsn! {
        item(
            words::method(method).label,
            words::method(method).line,
            words::method(method).sentence,
        )
        on(move |_: On<Activate>, mut out: MessageWriter<SettingsCommand>| {
            out.write(SettingsCommand::Method(method));
        })
    }
}

fn heuristic_item(heuristic: Heuristic) -> impl Scene {
    bsn! {
        item(
            heuristic.name(),
            words::heuristic(heuristic).line,
            words::heuristic(heuristic).sentence,
        )
        on(move |_: On<Activate>, mut out: MessageWriter<SettingsCommand>| {
            out.write(SettingsCommand::Heuristic(heuristic));
        })
    }
}

fn tie_break_item(tie_break: TieBreak) -> impl Scene {
    bsn! {
        item(
            tie_break.name(),
            words::tie_break(tie_break).line,
            words::tie_break(tie_break).sentence,
        )
        on(move |_: On<Activate>, mut out: MessageWriter<SettingsCommand>| {
            out.write(SettingsCommand::TieBreak(tie_break));
        })
    }
}

fn item(name: &'static str, explanation: &'static str, sentence: &str) -> impl Scene {
    let tooltip = Tooltip::new(sentence, "");
    bsn! {
        @FeathersMenuItem {
            @caption: {Box::new(bsn_list![
                ( Node { width: px(110), flex_shrink: 0.0 } Children [ theme::label(name) ] ),
                theme::label_dim(explanation),
            ]) as Box<dyn SceneList>}
        }
        template_value(tooltip)
    }
}

fn show_aim(settings: Res<SolverSettings>, mut buttons: Query<(&AimButton, &mut ButtonVariant)>) {
    for (button, mut variant) in &mut buttons {
        let wanted =
            if button.0 == settings.aim { ButtonVariant::Primary } else { ButtonVariant::Normal };
        variant.set_if_neq(wanted);
    }
}

fn show_texts(settings: Res<SolverSettings>, mut texts: Query<(&Shown, &mut Text)>) {
    let method = settings.method;
    let heuristic = settings.heuristic.or_else(|| method.default_heuristic());
    for (shown, mut text) in &mut texts {
        text.0 = match shown {
            Shown::Explanation => {
                format!("{}; {}", words::method(method).line, words::aim(settings.aim).line)
            }
            Shown::MethodName => words::method(method).label.to_owned(),
            Shown::HeuristicName => heuristic.map_or("", Heuristic::name).to_owned(),
            Shown::TieBreakName => settings.tie_break.name().to_owned(),
            Shown::HeuristicRow | Shown::TieBreakRow => continue,
        };
    }
}

/// Shows what the method heeds.
fn show_rows(settings: Res<SolverSettings>, mut rows: Query<(&Shown, &mut Node)>) {
    for (shown, mut node) in &mut rows {
        let is_heeded = match shown {
            Shown::HeuristicRow => settings.method.default_heuristic().is_some(),
            Shown::TieBreakRow => settings.method.breaks_ties(),
            _ => continue,
        };
        node.display = if is_heeded { Display::Flex } else { Display::None };
    }
}
