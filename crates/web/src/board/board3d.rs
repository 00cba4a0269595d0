//! The board in space: an element of a module of its own, which is loaded when it is first wanted. It stands before the flat
//! board like a glass: it draws the scene, and tells the flat board where the fingers are. Until it is ready, and where it
//! cannot be, the flat board is seen.

use client::{MessageKey, Shape};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::{BoxedMemo, effect};
use crate::platform;

/// The glass, which is nothing while the board lies flat.
pub(super) fn element(app: App, hints: Option<BoxedMemo<Vec<Shape>>>) -> AnyView {
    let scene = app.memo(move |view| {
        let stands = view.settings().board3d.is_on();
        stands.then(|| {
            let mut scene = view.board3d_scene();
            scene.shapes.splice(0..0, hints.map_or_else(Vec::new, BoxedMemo::get));
            (view.settings().board3d_theme, scene.to_string())
        })
    });
    effect(move || match &*scene.read() {
        Some((look, scene)) => {
            platform::board3d::show(look.name(), scene, app.locale().message(MessageKey::Board3dUnavailable));
        }
        None => platform::board3d::hide(),
    });
    view! { <board-3d aria-hidden="true"></board-3d> }.into_any()
}
