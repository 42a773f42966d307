//! Clicks that are quicker than a frame. Bevy looks for what is under a release among
//! what was hovered in the frame before: a pointer that comes, presses and releases
//! between two frames would press a button and never let it go. So a release that comes
//! in the frame of its press waits for the next one.

use bevy::ecs::message::MessageCursor;
use bevy::picking::PickingSystems;
use bevy::picking::pointer::{PointerAction, PointerInput};
use bevy::prelude::*;
use bevy::window::RequestRedraw;

/// Says whether one of `before` presses the button that `input` releases.
fn releases(input: &PointerInput, before: &[PointerInput]) -> bool {
    let PointerAction::Release(button) = input.action else { return false };
    before.iter().any(|press| {
        press.pointer_id == input.pointer_id
            && matches!(press.action, PointerAction::Press(pressed) if pressed == button)
    })
}

fn hold_back(
    mut inputs: ResMut<Messages<PointerInput>>,
    mut cursor: Local<MessageCursor<PointerInput>>,
    mut held: Local<Vec<PointerInput>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let new: Vec<PointerInput> = cursor.read(&inputs).cloned().collect();
    let late = std::mem::take(&mut *held);
    for (nth, input) in new.iter().enumerate() {
        if releases(input, &new[..nth]) {
            held.push(input.clone());
        }
    }
    if late.is_empty() && held.is_empty() {
        return;
    }
    // All that is older has been read by everybody.
    inputs.clear();
    let kept = new.iter().enumerate().filter(|&(nth, input)| !releases(input, &new[..nth]));
    inputs.write_batch(late.into_iter().chain(kept.map(|(_, input)| input.clone())));
    cursor.clear(&inputs);
    redraw.write(RequestRedraw);
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        hold_back.after(PickingSystems::Input).before(PickingSystems::ProcessInput),
    );
}
