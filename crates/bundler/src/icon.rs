//! The app icons: the knight of our piece set on a coloured background.

use crate::error::BundleError;

/// Background colour.
const BACKGROUND: &str = "#7a4b5e";

/// The favicon: rounded corners, the knight as large as fits.
pub(crate) fn rounded(knight: &str) -> Result<String, BundleError> {
    icon(knight, "rx=\"22\"", 0.94)
}

/// The maskable icon: not rounded, with the knight inside the safe zone (the middle four fifths).
pub(crate) fn maskable(knight: &str) -> Result<String, BundleError> {
    icon(knight, "", 0.62)
}

/// The favicon while it is the user's turn: with a dot in the corner.
pub(crate) fn calling(knight: &str) -> Result<String, BundleError> {
    let dot =
        "<circle cx=\"76\" cy=\"24\" r=\"22\" fill=\"#2fb65d\" stroke=\"#fff\" stroke-width=\"6\"/></svg>";
    Ok(rounded(knight)?.replace("</svg>", dot))
}

fn icon(knight: &str, corners: &str, scale: f64) -> Result<String, BundleError> {
    let start = knight.find('>').ok_or_else(|| BundleError::new("the knight is not an SVG file"))?;
    let end =
        knight.rfind("</svg>").ok_or_else(|| BundleError::new("the SVG of the knight has no closing tag"))?;
    let drawing = with_variables(&knight[start + 1..end], "");
    let margin = 50.0 * (1.0 - scale);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" width=\"512\" height=\"512\">\
         <rect width=\"100\" height=\"100\" {corners} fill=\"{BACKGROUND}\"/>\
         <g transform=\"translate({margin:.1} {margin:.1}) scale({scale})\">{drawing}</g></svg>"
    ))
}

/// Replaces `var(--name,value)` by the value of `--name` in the declarations, or else by that in the brackets: icon renderers
/// may not support CSS variables.
pub(crate) fn with_variables(drawing: &str, declarations: &str) -> String {
    let declared = |name: &str| {
        let mut pairs = declarations.split(';').filter_map(|pair| pair.split_once(':'));
        pairs.find(|(known, _)| known.trim() == name).map(|(_, value)| value.trim())
    };
    let mut plain = String::with_capacity(drawing.len());
    for (index, part) in drawing.split("var(").enumerate() {
        match part.split_once(')').filter(|_| index > 0) {
            Some((inside, after)) => {
                let (name, otherwise) = inside.split_once(',').unwrap_or((inside, ""));
                plain.push_str(declared(name).unwrap_or(otherwise));
                plain.push_str(after);
            }
            None => plain.push_str(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn css_variables_become_their_values() {
        let check = |drawing, expected| assert_eq!(with_variables(drawing, " --x: 7; --d: 3; "), expected);
        check("<g a=\"var(--x)\" b=\"var(--x,1)\"/>", "<g a=\"7\" b=\"7\"/>");
        check("<path fill=\"var(--piece-fill,#f8eed9)\"/>", "<path fill=\"#f8eed9\"/>");
        check("<g a=\"var(--b,1)\" c=\"var(--e,2.5)\" e=\"f(g,h)\"/>", "<g a=\"1\" c=\"2.5\" e=\"f(g,h)\"/>");
        check("<g/>", "<g/>");
    }

    #[test]
    fn the_icon_has_a_background() {
        let icon = rounded("<svg viewBox=\"0 0 100 100\"><path d=\"m0 0\"/></svg>\n").unwrap();
        assert!(icon.contains("scale(0.94)\"><path d=\"m0 0\"/></g></svg>"), "{icon}");
        assert!(rounded("knight").is_err());
        let calling = calling("<svg><path d=\"m0 0\"/></svg>").unwrap();
        assert!(calling.contains("<circle") && calling.ends_with("</svg>"), "{calling}");
    }
}
