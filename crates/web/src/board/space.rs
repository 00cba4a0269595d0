//! The board in space: an element of a module of its own, which is loaded when it is first wanted. It stands before the flat
//! board like a glass: it draws the scene, and tells the flat board where the fingers are. Until it is ready, and where it
//! cannot be, the flat board is seen.

use client::{Phrase, Shape};
use leptos::prelude::*;

use crate::app::App;
use crate::lazy::{Kept, effect};
use crate::world;

/// The glass, which is nothing while the board lies flat.
pub(super) fn glass(app: App, hints: Option<Kept<Vec<Shape>>>) -> AnyView {
    let scene = app.watch(move |view| {
        let stands = view.settings().space.is_on();
        stands.then(|| {
            let mut scene = view.scene();
            scene.shapes.splice(0..0, hints.map_or_else(Vec::new, Kept::get));
            (view.settings().space_look, scene.to_string())
        })
    });
    effect(move || match &*scene.read() {
        Some((look, scene)) => {
            world::space::show(look.name(), scene, app.words().phrase(Phrase::SpaceSorry));
        }
        None => world::space::hide(),
    });
    view! { <board-3d aria-hidden="true"></board-3d> }.into_any()
}
