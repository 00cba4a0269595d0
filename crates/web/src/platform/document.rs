//! The document: language, title, attributes of the root element, focus.

use client::Language;
use leptos::prelude::{document, window};
use rules::{Color, Square};
use web_sys::HtmlElement;
use web_sys::js_sys::Reflect;
use web_sys::wasm_bindgen::{JsCast, JsValue};

use crate::app::App;

/// Sets the document's language and title.
pub fn set_language_and_title(language: Language, title: &str) {
    set_root_attribute("lang", Some(language.code()));
    document().set_title(title);
}

/// Removes the static content that is shown until the program has started.
pub fn remove_placeholder() {
    if let Some(first) = placeholder() {
        first.remove();
    }
}

/// The static content that is shown until the program has started.
pub fn placeholder() -> Option<web_sys::Element> {
    document().get_element_by_id("first")
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

/// Loads a script, once; `id` is that of its element.
pub fn load_script(id: &str, path: &str) {
    if document().get_element_by_id(id).is_some() {
        return;
    }
    let (Ok(script), Some(root)) = (document().create_element("script"), document().document_element())
    else {
        return;
    };
    for (name, value) in [("id", id), ("type", "module"), ("src", path)] {
        let set = script.set_attribute(name, value);
        debug_assert!(set.is_ok(), "{name} is a valid attribute name");
    }
    let appended = root.append_child(&script);
    debug_assert!(appended.is_ok());
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
pub fn open_review(app: App, pgn: &str, bottom: Color) {
    super::storage::save_study(pgn);
    let url = match bottom {
        Color::White => routes::REVIEW,
        Color::Black => routes::REVIEW_AS_BLACK,
    };
    app.open_path(url);
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

pub(crate) fn set_icon(calls: bool) {
    let Ok(Some(link)) = document().query_selector("link[rel=icon]") else { return };
    let name = if calls { "data-turn" } else { "data-usual" };
    if let Some(path) =
        link.get_attribute(name).filter(|path| link.get_attribute("href").as_ref() != Some(path))
    {
        // The attribute's name is valid.
        let _ = link.set_attribute("href", &path);
    }
}

/// Tells the server in which language to send the frame of the next page. It is no secret, and lives for a year.
pub(crate) fn save_language(language: Language) {
    let cookie = format!("hanpan-language={}; path=/; max-age=31536000; samesite=lax", language.code());
    // A browser without cookies gets the language of its own settings.
    let _ = Reflect::set(&document(), &JsValue::from_str("cookie"), &JsValue::from_str(&cookie));
}
