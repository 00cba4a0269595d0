//! The element that draws the board in space, as the page tells it what to draw.

use leptos::prelude::document;
use web_sys::Element;

const THEME_ATTRIBUTE: &str = "look";

/// Lets the element draw a scene in a look. What it says where it cannot draw comes with it.
pub fn show(look: &str, scene: &str, sorry: &str) {
    let Some(glass) = element() else { return };
    load_script();
    // The look is last: with it the board stands up.
    for (name, value) in [("sorry", sorry), ("scene", scene), (THEME_ATTRIBUTE, look)] {
        let told = glass.set_attribute(name, value);
        debug_assert!(told.is_ok(), "{name} is a good name");
    }
}

/// Lets the board lie flat.
pub fn hide() {
    if let Some(glass) = element() {
        let told = glass.remove_attribute(THEME_ATTRIBUTE);
        debug_assert!(told.is_ok(), "it is a good name");
    }
}

fn element() -> Option<Element> {
    document().query_selector("board-3d").ok().flatten()
}

/// Asks for the script that knows the element, once. It has the same name in every version; what it loads has not.
fn load_script() {
    let known = document().query_selector("script[src='/board3d.js']");
    if !matches!(known, Ok(None)) {
        return;
    }
    let (Ok(script), Some(root)) = (document().create_element("script"), document().document_element())
    else {
        return;
    };
    for (name, value) in [("type", "module"), ("src", "/board3d.js")] {
        let told = script.set_attribute(name, value);
        debug_assert!(told.is_ok(), "{name} is a good name");
    }
    let asked = root.append_child(&script);
    debug_assert!(asked.is_ok(), "a document takes scripts");
}
