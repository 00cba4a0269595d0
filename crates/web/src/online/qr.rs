//! QR codes as SVG paths.

use qrcode::{Color, QrCode};

/// A QR code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct QrPath {
    /// Width and height in modules, quiet zone included.
    pub(crate) size: usize,
    /// SVG path of the dark modules.
    pub(crate) path: String,
}

/// Width of the quiet zone, in modules, as the standard requires.
const MARGIN: usize = 4;

/// The QR code of a text; `None` if the text is too long.
pub(crate) fn code(text: &str) -> Option<QrPath> {
    let code = QrCode::new(text).ok()?;
    let width = code.width();
    let rows = code.to_colors();
    let mut path = String::new();
    for (y, row) in rows.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] == Color::Dark {
                path += &format!("M{} {}h{}v1h-{}z", x + MARGIN, y + MARGIN, run.len(), run.len());
            }
            x += run.len();
        }
    }
    Some(QrPath { size: width + 2 * MARGIN, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_qr_code_of_a_link_has_a_margin_and_finder_patterns() {
        let Some(drawing) = code("http://192.168.178.123:7171/game/LR-K5QxbTA6fRw96ZdE7kA") else {
            panic!("a link fits a code");
        };
        assert_eq!(drawing.size, 33 + 2 * MARGIN);
        assert!(drawing.path.starts_with("M4 4h7v1h-7z"), "the first corner: {}", &drawing.path[..20]);
    }

    #[test]
    fn text_beyond_the_capacity_has_no_code() {
        assert_eq!(code(&"x".repeat(10_000)), None);
    }
}
