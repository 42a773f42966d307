//! What can be done by a key, a button or an entry of a menu. Each folder lists what it can do; the
//! buttons, the menu, the keys, the help and the tooltips read these lists.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::app::kit::mode::Mode;
use crate::app::kit::tooltip::explained;

/// Something that can be done.
#[derive(Clone, Copy)]
pub struct Action {
    /// What the menu or the button says; empty where it has a sign.
    pub words: &'static str,
    /// Its keys, separated by `, `; none where it is empty.
    pub keys: &'static str,
    /// What it does, in a sentence.
    pub tip: &'static str,
    /// Where its key acts; everywhere where there is none.
    pub mode: Option<Mode>,
    /// Its key does it again while it is held. Most would open one dialog after the other.
    pub repeats: bool,
    send: fn(&mut Commands),
}

impl Action {
    pub(in crate::app) const fn new(
        words: &'static str,
        keys: &'static str,
        tip: &'static str,
        send: fn(&mut Commands),
    ) -> Self {
        Self { words, keys, tip, mode: None, repeats: false, send }
    }

    /// Returns it with keys that act in a mode alone.
    pub(in crate::app) const fn within(self, mode: Option<Mode>) -> Self {
        Self { mode, ..self }
    }

    /// Returns it with keys that do it again while they are held.
    pub(in crate::app) const fn repeating(self) -> Self {
        Self { repeats: true, ..self }
    }

    /// Returns it without keys, for where they do not act.
    pub(in crate::app) const fn without_keys(self) -> Self {
        Self { keys: "", mode: None, ..self }
    }

    /// Does it.
    pub(in crate::app) fn send(&self, commands: &mut Commands) {
        (self.send)(commands);
    }

    /// Says whether this is one of its keys.
    pub(in crate::app) fn has_key(&self, name: &str) -> bool {
        self.keys.split(", ").any(|key| key == name)
    }
}

/// Returns `control` with the sentence that explains what it does, and that does it.
pub(in crate::app) fn does<S: Scene>(control: S, action: Action) -> impl Scene + use<S> {
    bsn! {
        explained(control, action.tip, action.keys)
        on(move |_: On<Activate>, mut commands: Commands| action.send(&mut commands))
    }
}

/// Makes constants of actions that send a message each: `NAME: words, keys, tip => message;`. What
/// stands in front of them says where their keys act.
macro_rules! actions {
    ($mode:expr; $($name:ident: $words:literal, $keys:literal, $tip:literal => $message:expr;)*) => {
        $(
            #[doc = $tip]
            pub const $name: $crate::app::kit::keys::Action =
                $crate::app::kit::keys::Action::new($words, $keys, $tip, |out| {
                    out.write_message($message);
                })
                .within($mode);
        )*
    };
}
pub(in crate::app) use actions;
