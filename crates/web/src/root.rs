//! The root component: the start page or the frame of all other pages, and the SVG sprites.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::boxed::{BoxedMemo, show};
use crate::platform::{navigation, sound};
use crate::route::Route;
use crate::{icon, part, piece, shell};

/// Everything in the document's body. The start page and the other pages have a client state of their own each: they share
/// only what is stored in the browser.
#[component]
pub(crate) fn Root() -> impl IntoView {
    let route = navigation::current_route();
    navigation::sync_with_route(route);
    sound::resume_on_user_gesture();
    let is_home = BoxedMemo::new(move || route.with(|route| *route == Route::Home));
    let sprites = piece::symbols() + icon::SYMBOLS;
    view! {
        <svg class="sprites" aria-hidden="true" inner_html=sprites></svg>
        {show(move || Some(match is_home.get() {
            true => view! { <shell::Shell route /> }.into_any(),
            false => part::draw_frame(route),
        }))}
    }
}

/// Delay before the code of the first page is requested again.
const RETRY_DELAY: Duration = Duration::from_secs(2);

/// Loads the code of the page in the URL, then mounts the application.
pub(crate) fn start() {
    spawn_local(async {
        if part::load(&navigation::route_of_location()).await {
            leptos::mount::mount_to_body(Root);
        } else {
            set_timeout(start, RETRY_DELAY);
        }
    });
}
