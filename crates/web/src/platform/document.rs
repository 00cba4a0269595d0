//! The document: language, title, attributes of the root element, focus.

use client::Language;
use leptos::prelude::{document, window};
use rules::{Color, Square};
use web_sys::HtmlElement;
use web_sys::wasm_bindgen::JsCast;

/// Sets the document's language and title.
pub fn set_language_and_title(language: Language, title: &str) {
    set_root_attribute("lang", Some(language.code()));
    document().set_title(title);
}

/// Removes the static content that is shown until the program has started.
pub fn remove_placeholder() {
    if let Some(first) = document().get_element_by_id("first") {
        first.remove();
    }
}

/// Sets or removes an attribute of the root element, which the style sheets select by.
pub fn set_root_attribute(name: &str, value: Option<&str>) {
    let Some(root) = document().document_element() else { return };
    let set = match value {
        Some(value) => root.set_attribute(name, value),
        None => root.remove_attribute(name),
    };
    debug_assert!(set.is_ok(), "{name} is a good name");
}

/// Focuses a square of the board.
pub fn focus_square(square: Square) {
    focus(&format!("[data-square={square}]"));
}

/// Focuses the first element that a selector finds, if there is one.
pub fn focus(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        if element.tab_index() < 0 {
            // Headings get a negative `tabindex`: they can be focused, but Tab skips them.
            element.set_tab_index(-1);
        }
        // An element that cannot be focused leaves the focus where it is.
        let _ = element.focus();
    }
}

/// Scrolls to the top.
pub fn scroll_to_top() {
    if let Some(window) = web_sys::window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

/// Opens the analysis board with a review of this game, with `bottom` at the bottom.
pub fn open_review(pgn: &str, bottom: Color) {
    super::storage::save_study(pgn);
    let url = match bottom {
        Color::White => routes::REVIEW,
        Color::Black => routes::REVIEW_AS_BLACK,
    };
    // If the browser refuses the navigation, the page stays.
    let _ = window().location().set_href(url);
}

/// Value of `--glide` in the style sheet, unless animations are off.
const GLIDE_SECONDS: f64 = 0.18;

/// Time in seconds in which a piece glides to its square; 0 without animation.
pub fn glide_time() -> f64 {
    let root = document().document_element();
    let style = root.and_then(|root| window().get_computed_style(&root).ok().flatten());
    let time = style.and_then(|style| style.get_property_value("--glide").ok()).unwrap_or_default();
    // Parsing a number would cost the page 15 kB.
    if matches!(time.trim(), "" | "0s") { 0.0 } else { GLIDE_SECONDS }
}
