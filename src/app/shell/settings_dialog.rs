//! The dialog of the settings: light or dark, how large, animation, signs on tiles.

use bevy::feathers::controls::{ButtonVariant, FeathersCheckbox};
use bevy::feathers::theme::ThemedText;
use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::Checked;
use bevy::ui_widgets::{Activate, ValueChange};

use crate::app::boards::view::TileMarks;
use crate::app::design::board_panel::marks_button;
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

/// One of the two buttons of the theme.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThemeButton(pub Theme);

/// One of the buttons of the scale.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct ScaleButton(pub f32);

/// The field for the address of the player.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddressField;

/// Longer addresses are none.
const MAX_ADDRESS: usize = 300;

/// What a box of the dialog stands for.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingBox {
    /// Tiles slide.
    #[default]
    Animation,
    /// Exported pictures bear the title of the level.
    Titles,
}

impl SettingBox {
    const fn preference(self, is_on: bool) -> Preference {
        match self {
            Self::Animation => Preference::Animation(is_on),
            Self::Titles => Preference::Titles(is_on),
        }
    }

    const fn is_on(self, settings: &Settings) -> bool {
        match self {
            Self::Animation => settings.animation,
            Self::Titles => settings.titles,
        }
    }
}

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
                check_box("Tiles slide", "Lets tiles slide when they move; else they jump", SettingBox::Animation),
            })),
            row("Exported pictures", Box::new(bsn_list! {
                check_box("Bear the title of the level", "Writes the title of the level above exported pictures", SettingBox::Titles),
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
        open(&mut commands, &dialogs, dialog("SETTINGS", 520.0, Box::new(content)));
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

fn check_box(caption: &'static str, tip: &'static str, which: SettingBox) -> impl Scene {
    bsn! {
        @FeathersCheckbox { @caption: bsn! { Text({caption}) ThemedText } }
        template_value(Tooltip::new(tip, ""))
        template_value(which)
        on(move |change: On<ValueChange<bool>>, mut out: MessageWriter<Preference>| {
            out.write(which.preference(change.value));
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
        ThemeButton({which})
        template_value(Tooltip::new(tip, ""))
        on(move |_: On<Activate>, mut out: MessageWriter<Preference>| {
            out.write(Preference::Theme(which));
        })
    }
}

fn scale_button(percent: u16) -> impl Scene {
    let scale = f32::from(percent) / 100.0;
    bsn! {
        button(format!("{percent} %"))
        Node { flex_grow: 1.0, flex_basis: px(0), padding: UiRect::ZERO }
        ScaleButton({scale})
        template_value(Tooltip::new(&format!("Draws everything at {percent} % of its usual size"), ""))
        on(move |_: On<Activate>, mut out: MessageWriter<Preference>| {
            out.write(Preference::Scale(scale));
        })
    }
}

fn show_chosen(
    settings: Res<Settings>,
    mut buttons: Query<(Option<&ThemeButton>, Option<&ScaleButton>, &mut ButtonVariant)>,
) {
    for (theme, scale, mut variant) in &mut buttons {
        let chosen = match (theme, scale) {
            (Some(button), _) => button.0 == settings.theme,
            (_, Some(button)) => (button.0 - settings.ui_scale).abs() < 0.01,
            (None, None) => continue,
        };
        let wanted = if chosen { ButtonVariant::Primary } else { ButtonVariant::Normal };
        variant.set_if_neq(wanted);
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

fn show_box(
    settings: Res<Settings>,
    boxes: Query<(Entity, &SettingBox, Has<Checked>)>,
    mut commands: Commands,
) {
    for (entity, which, checked) in &boxes {
        let is_on = which.is_on(&settings);
        if is_on && !checked {
            commands.entity(entity).insert(Checked);
        } else if checked && !is_on {
            commands.entity(entity).remove::<Checked>();
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowSettings>().add_systems(
        Update,
        (
            (fill_address, take_address).chain().in_set(FrameSystems::Input),
            (show, show_chosen, show_box).in_set(FrameSystems::Views),
        ),
    );
}
