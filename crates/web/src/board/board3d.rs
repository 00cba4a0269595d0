//! The 3D board: the custom element `<board-3d>`, whose module is loaded on first use. It covers the flat
//! board, draws the scene, and forwards pointer events to the flat board. Until it is ready, or if it fails,
//! the flat board is visible.

use client::{MessageKey, Shape};
use leptos::prelude::*;
use web_sys::Element;

use crate::app::App;
use crate::boxed::{BoxedMemo, effect};
use crate::platform;

const THEME_ATTRIBUTE: &str = "look";
const SCRIPT_ID: &str = "board3d";

/// The element; it draws nothing while the 3D setting is off.
pub(super) fn element(app: App, hints: Option<BoxedMemo<Vec<Shape>>>) -> AnyView {
    let scene = app.memo(move |view| {
        let is_on = view.settings().board3d.is_on();
        is_on.then(|| {
            let mut scene = view.board3d_scene();
            scene.shapes.splice(0..0, hints.map_or_else(Vec::new, BoxedMemo::get));
            (view.settings().board3d_theme, scene.to_string())
        })
    });
    effect(move || match &*scene.read() {
        Some((theme, scene)) => {
            show(theme.name(), scene, app.locale().message(MessageKey::Board3dUnavailable));
        }
        None => hide(),
    });
    view! { <board-3d aria-hidden="true"></board-3d> }.into_any()
}

/// Shows a scene in a theme; `sorry` is the text shown if 3D is not available.
fn show(theme: &str, scene: &str, sorry: &str) {
    let Some(element) = find_element() else { return };
    // The script's name has no hash; the files it loads do.
    platform::document::load_script(SCRIPT_ID, routes::BOARD3D_SCRIPT);
    // The theme comes last: the element starts drawing when it is set.
    for (name, value) in [("sorry", sorry), ("scene", scene), (THEME_ATTRIBUTE, theme)] {
        let set = element.set_attribute(name, value);
        debug_assert!(set.is_ok(), "{name} is a valid attribute name");
    }
}

/// Hides the 3D board.
fn hide() {
    if let Some(element) = find_element() {
        let removed = element.remove_attribute(THEME_ATTRIBUTE);
        debug_assert!(removed.is_ok());
    }
}

fn find_element() -> Option<Element> {
    document().query_selector("board-3d").ok().flatten()
}
