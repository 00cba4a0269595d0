//! The document: its language and title, the marks on its root, and the focus.

use client::Language;
use leptos::prelude::{document, window};
use rules::{Color, Square};
use web_sys::HtmlElement;
use web_sys::wasm_bindgen::JsCast;

/// Says which language the document is in and what it is called.
pub fn set_language_and_title(language: Language, title: &str) {
    set_root_attribute("lang", Some(language.code()));
    document().set_title(title);
}

/// Takes away what stood in the document while there was no program yet.
pub fn remove_placeholder() {
    if let Some(first) = document().get_element_by_id("first") {
        first.remove();
    }
}

/// Puts a mark on the root for the style sheets, or takes it away.
pub fn set_root_attribute(name: &str, value: Option<&str>) {
    let Some(root) = document().document_element() else { return };
    let marked = match value {
        Some(value) => root.set_attribute(name, value),
        None => root.remove_attribute(name),
    };
    debug_assert!(marked.is_ok(), "{name} is a good name");
}

/// Brings the focus to a square of the board.
pub fn focus_square(square: Square) {
    focus(&format!("[data-square={square}]"));
}

/// Brings the focus to what a selector finds, if it is there.
pub fn focus(selector: &str) {
    let found = document().query_selector(selector).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        if element.tab_index() < 0 {
            // A heading, too, can be where one reads on; the tab key passes it by.
            element.set_tab_index(-1);
        }
        // What cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}

/// Scrolls to the beginning, as a new screen is read from there.
pub fn scroll_to_top() {
    if let Some(window) = web_sys::window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

/// Goes to the analysis board with a game, to be reviewed there as that side sees it.
pub fn open_review(pgn: &str, bottom: Color) {
    super::storage::save_study(pgn);
    let address = match bottom {
        Color::White => "/analysis?review=1",
        Color::Black => "/analysis?review=1&bottom=black",
    };
    // A browser that does not let us go there stays where it is.
    let _ = window().location().set_href(address);
}
