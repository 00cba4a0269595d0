//! The URL: its path names the page, and internal links change it without loading a document.

use client::{Event, Screen};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, MouseEvent};

use crate::app::App;
use crate::part;
use crate::route::Route;

/// Fragment that opens the settings.
const SETTINGS_FRAGMENT: &str = "#settings";

/// The route of the URL, as a signal.
pub(crate) fn current_route() -> RwSignal<Route> {
    RwSignal::new(route_of_location())
}

/// Follows links and the back button for as long as the document lives.
pub(crate) fn sync_with_route(route: RwSignal<Route>) {
    let back = window_event_listener(ev::popstate, move |_| open(route, route_of_location()));
    let links = window_event_listener(ev::click, move |event| {
        if let Some(path) = internal_link_path(&event) {
            event.prevent_default();
            navigate_to_path(route, &path);
        }
    });
    std::mem::forget((back, links));
}

/// Keeps the settings, a screen above a page, in sync with the URL.
pub(crate) fn sync_with_settings(app: App) {
    let back = window_event_listener(ev::popstate, move |_| {
        let wanted = window().location().hash().is_ok_and(|hash| hash == SETTINGS_FRAGMENT);
        let shown = app.with_view_untracked(|view| view.screen() == Screen::Settings);
        if wanted != shown {
            app.send(Event::GoTo(if wanted { Screen::Settings } else { app.return_screen.get_untracked() }));
        }
    });
    super::remove_on_cleanup([back]);
}

/// Navigates to a route.
pub(crate) fn navigate(route: RwSignal<Route>, to: &Route) {
    navigate_to_path(route, &String::from(js_sys::encode_uri(&to.path())));
}

/// Navigates to an internal path with an optional query.
pub(crate) fn navigate_to_path(route: RwSignal<Route>, path: &str) {
    let to = Route::from_path(&decode(path.split(['?', '#']).next().unwrap_or_default()));
    if route.with_untracked(|route| *route != to) {
        if let Ok(history) = window().history() {
            // The state marks the entry as one of this page. Without history the URL stays as it is.
            let _ = history.push_state_with_url(&JsValue::TRUE, "", Some(path));
        }
        open(route, to);
    }
}

/// Shows a page once its code is there; until then the previous page stays. If the code cannot be loaded, the browser loads
/// the document of the page, which may be of a newer version.
fn open(route: RwSignal<Route>, to: Route) {
    super::document::set_root_attribute("aria-busy", None);
    if route.with_untracked(|route| *route == to) {
        return;
    }
    let show = move |to| {
        route.set(to);
        super::document::scroll_to_top();
    };
    if part::is_loaded(&to) {
        return show(to);
    }
    super::document::set_root_attribute("aria-busy", Some("true"));
    spawn_local(async move {
        let is_loaded = part::load(&to).await;
        // Another page may have been opened in the meantime.
        if route_of_location() == to {
            super::document::set_root_attribute("aria-busy", None);
            if is_loaded {
                show(to);
            } else {
                let _ = window().location().reload();
            }
        }
    });
}

/// Replaces the address of the current page, for a reload.
pub(crate) fn replace_address(address: &str) {
    let location = window().location();
    let current = [location.pathname(), location.search()].into_iter().flatten().collect::<String>();
    if let Ok(history) = window().history()
        && current != address
    {
        // The state stays: it marks the entry as one of this page. Without history the URL stays as it is.
        let state = history.state().unwrap_or(JsValue::NULL);
        let _ = history.replace_state_with_url(&state, "", Some(address));
    }
}

/// Opens the settings as a history entry, so that the back button leaves them.
pub(crate) fn open_settings(app: App) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::TRUE, "", Some(SETTINGS_FRAGMENT));
    }
    app.send(Event::GoTo(Screen::Settings));
}

/// The absolute URL of a path.
pub(crate) fn absolute_url(path: &str) -> String {
    window().location().origin().unwrap_or_default() + path
}

/// Returns true if the page's host is a loopback address, which other devices cannot open.
pub(crate) fn is_loopback() -> bool {
    let host = window().location().hostname().unwrap_or_default();
    host == "localhost" || host == "[::1]" || host.starts_with("127.")
}

/// The route of the URL.
pub(crate) fn route_of_location() -> Route {
    Route::from_path(&decode(&window().location().pathname().unwrap_or_default()))
}

/// The path of the internal link that was clicked, if it is to be opened in this tab.
fn internal_link_path(event: &MouseEvent) -> Option<String> {
    let is_plain = event.button() == 0
        && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key())
        && !event.default_prevented();
    let pressed = event.target()?.dyn_into::<Element>().ok()?;
    let link = pressed.closest("a[href]").ok()??;
    let path = link.get_attribute("href")?;
    let is_here = path.starts_with('/') && !link.has_attribute("download") && !link.has_attribute("target");
    let is_ours = is_here && !path.starts_with(routes::API_PREFIX);
    (is_plain && is_ours).then_some(path)
}

fn decode(path: &str) -> String {
    js_sys::decode_uri(path).map_or_else(|_| path.to_owned(), String::from)
}

/// Loads the page of the server that has sent its visitor to log in; returns false if there is none.
pub(crate) fn return_to_server_page() -> bool {
    let address = query_parameter(routes::RETURN_PARAMETER);
    let address = address.as_deref().and_then(routes::return_address);
    address.is_some_and(|address| window().location().replace(address).is_ok())
}

/// The value of a query parameter.
pub(crate) fn query_parameter(name: &str) -> Option<String> {
    let search = window().location().search().ok()?;
    let asked = search
        .trim_start_matches('?')
        .split('&')
        .find_map(|part| part.strip_prefix(name)?.strip_prefix('='))?;
    js_sys::decode_uri_component(asked).ok().map(String::from)
}
