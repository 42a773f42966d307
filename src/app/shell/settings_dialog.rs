//! The dialog of the settings: light or dark, how large, animation, signs on tiles.

use bevy::feathers::controls::FeathersCheckbox;
use bevy::feathers::theme::ThemedText;
use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::ValueChange;

use crate::app::boards::view::TileMarks;
use crate::app::design::board_panel::marks_button;
use crate::app::kit::bound::{checked_if, chosen_if, sends};
use crate::app::kit::dialog::{Dialog, button_row, closing, dialog, open};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{
    self, button, label, label_dim, primary_button, text_field, write_into,
};
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::{Preference, Settings, SettingsFile, Theme};

/// Opens the dialog.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowSettings;

/// The field for the address of the player.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddressField;

/// Longer addresses are none.
const MAX_ADDRESS: usize = 300;

/// The scales that are offered, in percent.
const SCALES: [u16; 6] = [75, 100, 125, 150, 175, 200];

fn show(
    mut requests: MessageReader<ShowSettings>,
    dialogs: Query<Entity, With<Dialog>>,
    file: Res<SettingsFile>,
    mut commands: Commands,
) {
    for _ in requests.read() {
        let themes: Vec<_> = [(Theme::Light, "Light"), (Theme::Dark, "Dark")]
            .into_iter()
            .map(|(theme, caption)| theme_button(theme, caption))
            .collect();
        let scales: Vec<_> = SCALES.into_iter().map(scale_button).collect();
        let marks: Vec<_> = TileMarks::ALL.into_iter().map(marks_button).collect();
        let kept = match &file.path {
            Some(path) => format!("Remembered in {}", path.display()),
            None => "Not remembered: there is no folder for settings.".to_owned(),
        };
        let close = bsn_list! { ( closing(primary_button("Close")) AutoFocus ) };
        let content = bsn_list! {
            row("Colours", Box::new(bsn_list! {
                ( Node { column_gap: px(-1), flex_grow: 1.0 } Children [ {themes} ] )
            })),
            row("Size of everything", Box::new(bsn_list! {
                ( Node { column_gap: px(-1), flex_grow: 1.0 } Children [ {scales} ] )
            })),
            row("Replay and game", Box::new(bsn_list! {
                check_box("Tiles slide", "Lets tiles slide when they move; else they jump", |settings| settings.animation, Preference::Animation),
            })),
            row("Exported pictures", Box::new(bsn_list! {
                check_box("Bear the title of the level", "Writes the title of the level above exported pictures", |settings| settings.titles, Preference::Titles),
            })),
            row("Tiles", Box::new(bsn_list! {
                ( Node { column_gap: px(-1), flex_grow: 1.0 } Children [ {marks} ] )
            })),
            row("Player on the web", Box::new(bsn_list! {
                (
                    text_field(AddressField, MAX_ADDRESS)
                    Node { flex_grow: 1.0 }
                    template_value(Tooltip::new("The address of your own copy of the player on the web", ""))
                )
            })),
            label_dim("The address of your own copy of the player: with it, Copy link stands in the menu."),
            label_dim(kept),
            button_row(Box::new(close)),
        };
        open(&mut commands, &dialogs, dialog("Settings", 520.0, Box::new(content)));
    }
}

fn row(caption: &'static str, controls: Box<dyn SceneList>) -> impl Scene {
    bsn! {
        Node { align_items: AlignItems::Center, min_height: px(theme::ROW), flex_shrink: 0.0 }
        Children [
            ( Node { width: px(150), flex_shrink: 0.0 } Children [ label(caption) ] ),
            {controls},
        ]
    }
}

fn check_box(
    caption: &'static str,
    tip: &'static str,
    is_on: fn(&Settings) -> bool,
    preference: fn(bool) -> Preference,
) -> impl Scene {
    bsn! {
        @FeathersCheckbox { @caption: bsn! { Text({caption}) ThemedText } }
        template_value(Tooltip::new(tip, ""))
        checked_if(move |settings: Res<Settings>| is_on(&settings))
        on(move |change: On<ValueChange<bool>>, mut out: MessageWriter<Preference>| {
            out.write(preference(change.value));
        })
    }
}

fn theme_button(which: Theme, caption: &'static str) -> impl Scene {
    let tip = match which {
        Theme::Light => "Dark on a white ground",
        Theme::Dark => "Light on a dark ground; tiles keep their colours",
    };
    bsn! {
        button(caption)
        Node { flex_grow: 1.0, flex_basis: px(0) }
        template_value(Tooltip::new(tip, ""))
        sends(Preference::Theme(which))
        chosen_if(move |settings: Res<Settings>| settings.theme == which)
    }
}

fn scale_button(percent: u16) -> impl Scene {
    let scale = f32::from(percent) / 100.0;
    bsn! {
        button(format!("{percent} %"))
        Node { flex_grow: 1.0, flex_basis: px(0), padding: UiRect::ZERO }
        template_value(Tooltip::new(&format!("Draws everything at {percent} % of its usual size"), ""))
        sends(Preference::Scale(scale))
        chosen_if(move |settings: Res<Settings>| (settings.ui_scale - scale).abs() < 0.01)
    }
}

/// Shows the address in a field that has just appeared.
fn fill_address(
    mut fields: Query<&mut EditableText, Added<AddressField>>,
    settings: Res<Settings>,
) {
    for mut field in &mut fields {
        write_into(&mut field, &settings.player_address);
    }
}

/// Takes what is typed, letter by letter: the dialog has no button for it.
fn take_address(
    fields: Query<Ref<EditableText>, With<AddressField>>,
    settings: Res<Settings>,
    mut out: MessageWriter<Preference>,
) {
    for field in &fields {
        let address = field.value().to_string().trim().to_owned();
        if field.is_changed() && !field.is_added() && address != settings.player_address {
            out.write(Preference::PlayerAddress(address));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowSettings>().add_systems(
        Update,
        (
            (fill_address, take_address).chain().in_set(FrameSystems::Input),
            show.in_set(FrameSystems::Views),
        ),
    );
}
