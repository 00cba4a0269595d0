//! An address as a QR code of half blocks.

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// The code with its margin, for a terminal that writes light on dark; nothing when the text is too long for one.
pub(crate) fn render(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    // The blocks are what shines, so they are the light part of the code.
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
