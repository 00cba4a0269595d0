//! Attributes of the element `<board-3d>`, and loading of its script.

use leptos::prelude::document;
use web_sys::Element;

const THEME_ATTRIBUTE: &str = "look";
const SCRIPT_ID: &str = "board3d";

/// Shows a scene in a theme; `sorry` is the text shown if 3D is not available.
pub fn show(theme: &str, scene: &str, sorry: &str) {
    let Some(element) = find_element() else { return };
    load_script();
    // The theme comes last: the element starts drawing when it is set.
    for (name, value) in [("sorry", sorry), ("scene", scene), (THEME_ATTRIBUTE, theme)] {
        let set = element.set_attribute(name, value);
        debug_assert!(set.is_ok(), "{name} is a valid attribute name");
    }
}

/// Hides the 3D board.
pub fn hide() {
    if let Some(element) = find_element() {
        let removed = element.remove_attribute(THEME_ATTRIBUTE);
        debug_assert!(removed.is_ok());
    }
}

fn find_element() -> Option<Element> {
    document().query_selector("board-3d").ok().flatten()
}

/// Loads the element's script, once. The script's name has no hash; the files it loads do.
fn load_script() {
    if document().get_element_by_id(SCRIPT_ID).is_some() {
        return;
    }
    let (Ok(script), Some(root)) = (document().create_element("script"), document().document_element())
    else {
        return;
    };
    for (name, value) in [("id", SCRIPT_ID), ("type", "module"), ("src", routes::BOARD3D_SCRIPT)] {
        let set = script.set_attribute(name, value);
        debug_assert!(set.is_ok(), "{name} is a valid attribute name");
    }
    let appended = root.append_child(&script);
    debug_assert!(appended.is_ok());
}
