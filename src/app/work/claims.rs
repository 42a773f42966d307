//! Who needs the machine: what searches by itself while the level is drawn gives way to what
//! the user has asked for.

use std::collections::BTreeSet;

use bevy::prelude::*;

/// When claims are made, in `Update`; what gives way comes after.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct ClaimSystems;

/// Who needs the machine, by name.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct Claims(BTreeSet<&'static str>);

impl Claims {
    /// Notes whether `who` needs the machine.
    pub fn set(&mut self, who: &'static str, needs: bool) {
        if needs {
            self.0.insert(who);
        } else {
            self.0.remove(who);
        }
    }

    /// Says whether nobody needs it.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Claims>();
}
