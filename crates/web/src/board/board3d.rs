//! The 3D board: the custom element `<board-3d>`, whose module is loaded on first use. It covers the flat
//! board, draws the scene, and forwards pointer events to the flat board. Until it is ready, or if it fails,
//! the flat board is visible.

use client::{MessageKey, Shape};
use leptos::prelude::*;

use crate::app::App;
use crate::boxed::{BoxedMemo, effect};
use crate::platform;

/// The element; it draws nothing while the 3D setting is off.
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
