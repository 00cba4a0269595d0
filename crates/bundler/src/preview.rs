//! Previews of the piece sets on the settings screen: the white knight of each set as an image of its own. Images know no
//! variables of the page, so their values are written into the drawing.

use crate::error::BundleError;
use crate::icon;

/// The preview of a set whose pieces are files, with the colours of the file.
pub(crate) fn of_file(knight: &str) -> Result<String, BundleError> {
    let inner = between(knight, ">", "</svg>").ok_or_else(|| missing("the knight"))?;
    Ok(image(&icon::with_variables(inner, "")))
}

/// The preview of a set whose pieces are symbols of one file; `style` has their colours.
pub(crate) fn of_set(name: &str, drawings: &str, style: &str) -> Result<String, BundleError> {
    let symbol = between(drawings, "<symbol id=\"n\"", "</symbol>").ok_or_else(|| missing(name))?;
    let inner = symbol.split_once('>').map(|(_, inner)| inner).ok_or_else(|| missing(name))?;
    let rule = format!("[data-pieces=\"{name}\"] .piece-white {{");
    let colors = between(style, &rule, "}").ok_or_else(|| missing(name))?;
    Ok(image(&icon::with_variables(inner, colors)))
}

fn image(drawing: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{drawing}</svg>")
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(begin)?;
    rest.split_once(end).map(|(inner, _)| inner)
}

fn missing(name: &str) -> BundleError {
    BundleError::new(format!("no knight or no colours for the preview of {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_has_the_colours_of_its_set() {
        let drawings = "<svg><symbol id=\"p\"></symbol><symbol id=\"n\" viewBox=\"0 0 1 1\"><path fill=\"var(--piece-fill)\" \
                        stroke-width=\"var(--piece-weight,3)\"/></symbol></svg>";
        let style = "[data-pieces=\"print\"] .piece-white { --piece-fill: #fff; --piece-line: #000; }";
        let preview = of_set("print", drawings, style).unwrap();
        assert!(preview.contains("<path fill=\"#fff\" stroke-width=\"3\"/>"), "{preview}");
        assert!(of_set("pixel", drawings, style).is_err());
        assert!(of_set("print", "<svg/>", style).is_err());
        let classic = of_file("<svg viewBox=\"0\"><path fill=\"var(--piece-fill,#eee)\"/></svg>\n").unwrap();
        assert!(classic.contains("<path fill=\"#eee\"/></svg>"), "{classic}");
    }
}
