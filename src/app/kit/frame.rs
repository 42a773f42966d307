//! The order of a frame.
//!
//! ```text
//!   Input  ->  Commands  ->  Poll  ->  Views
//!   pointer,   the document  the running   what is drawn
//!   keys       is written    search        follows
//! ```

use bevy::prelude::*;

/// The order of a frame, in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameSystems {
    /// Pointer, keys and widgets become commands.
    Input,
    /// Commands change the document.
    Commands,
    /// The running search is looked at.
    Poll,
    /// What is on the screen follows.
    Views,
}

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        (FrameSystems::Input, FrameSystems::Commands, FrameSystems::Poll, FrameSystems::Views)
            .chain(),
    );
}
