//! The start position of a new game, from the address of the page.

use client::{Event, FormField};
use game::Ruleset;

use crate::app::App;
use crate::platform::navigation;
use crate::route::Route;

/// The address of a page for new games with a position to begin with.
pub(crate) fn address(page: &'static str, fen: &str) -> String {
    format!("{page}?{}={}", routes::START_PARAMETER, String::from(js_sys::encode_uri_component(fen)))
}

/// Enters the position of the address in the form for new games; returns false if there is none. A reload does not enter it
/// again.
pub(crate) fn enter(app: App, page: &Route) -> bool {
    let Some(fen) = navigation::query_parameter(routes::START_PARAMETER) else { return false };
    navigation::replace_address(&page.path());
    app.send(Event::EditForm(FormField::Ruleset(Ruleset::FromPosition)));
    app.send(Event::EditForm(FormField::Fen(fen)));
    true
}
