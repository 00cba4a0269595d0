//! QR codes drawn with half-block characters.

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// Renders the code with its quiet zone for a light-on-dark terminal; `None` if the text is too long.
pub(crate) fn render(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    // Terminals draw blocks in the light colour, so the colours are swapped.
    Some(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_code_fits_a_terminal() {
        let code = render("http://192.168.178.123:7171/").unwrap();
        let widths: Vec<usize> = code.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0] && width <= 40), "{widths:?}");
        assert!(widths.len() <= 20, "{} lines", widths.len());
        assert!(code.starts_with('█'), "the margin shines");
    }

    #[test]
    fn too_long_text_has_no_code() {
        assert_eq!(render(&"x".repeat(10_000)), None);
    }
}
