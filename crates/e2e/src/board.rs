//! The 2D board on the page.

use serde_json::Value;

use crate::{Browser, Error, Point, TestResult};

/// Page object of the board.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// Browser that shows the board.
    pub browser: &'a Browser,
}

/// Piece placement field of the FEN, read from the DOM: classes give a piece's place, `data-square` the
/// square's name.
const PIECE_PLACEMENT: &str = "
    const squares = [...document.querySelectorAll('[data-square]')].map((cell) => cell.dataset.square);
    const pieces = {};
    for (const piece of document.querySelectorAll('.man:not(.taken)')) {
        const [, x, y] = piece.className.match(/ x(\\d) y(\\d)/);
        const letter = piece.querySelector('use').getAttribute('href').slice(-1);
        const square = squares[8 * y + +x];
        if (pieces[square]) return 'two pieces on ' + square;
        pieces[square] = piece.classList.contains('piece-white') ? letter.toUpperCase() : letter;
    }
    const rank = (rank) => [...'abcdefgh'].map((file) => pieces[file + rank] ?? '1').join('');
    return [8, 7, 6, 5, 4, 3, 2, 1].map(rank).join('/').replace(/1+/g, (empty) => empty.length);
";

impl Board<'_> {
    /// Piece placement as drawn, as in a FEN.
    pub fn piece_placement(self) -> TestResult<String> {
        Ok(self.browser.run(PIECE_PLACEMENT, &[])?.as_str().unwrap_or_default().to_owned())
    }

    /// Waits until this piece placement is drawn.
    pub fn wait_for_placement(self, wanted: &str) -> TestResult {
        self.browser.wait(&format!("the pieces {wanted}"), || {
            let seen = self.piece_placement()?;
            Ok(if seen == wanted { Ok(()) } else { Err(seen) })
        })
    }

    /// Clickable point of a square: its center or, on the 3D board, a visible point of it.
    pub fn center(self, square: &str) -> TestResult<Point> {
        let seen = self
            .browser
            .run("return document.querySelector('board-3d[ready]')?.spot(arguments[0]) ?? null", &[square])?;
        match seen[0].as_f64().zip(seen[1].as_f64()) {
            Some((x, y)) => Ok(Point { x, y }),
            None => self.center_2d(square),
        }
    }

    /// Center of a square on the 2D board, even if the board is hidden.
    pub(crate) fn center_2d(self, square: &str) -> TestResult<Point> {
        self.browser.center_of(&square_selector(square))
    }

    /// The square's `aria-label`.
    pub fn aria_label(self, square: &str) -> TestResult<String> {
        self.attribute(square, "aria-label")
    }

    /// Returns true if the square has this CSS class.
    pub fn has_class(self, square: &str, mark: &str) -> TestResult<bool> {
        Ok(self.attribute(square, "class")?.split(' ').any(|class| class == mark))
    }

    /// Squares with this CSS class in DOM order.
    pub fn squares_with_class(self, mark: &str) -> TestResult<Vec<String>> {
        let script = "return [...document.querySelectorAll('[data-square].' + arguments[0])].map((c) => c.dataset.square)";
        let squares = self.browser.run(script, &[mark])?;
        Ok(squares.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// Waits until exactly these squares, in DOM order, have this CSS class.
    pub fn wait_for_squares_with_class(self, mark: &str, wanted: &[&str]) -> TestResult {
        self.browser.wait(&format!("{mark} on {wanted:?}"), || {
            let seen = self.squares_with_class(mark)?;
            Ok(if seen == wanted { Ok(()) } else { Err(format!("{seen:?}")) })
        })
    }

    /// Waits until the square has this `aria-label`.
    pub fn wait_for_aria_label(self, square: &str, wanted: &str) -> TestResult {
        self.browser.wait(&format!("{wanted:?} on {square}"), || {
            let seen = self.aria_label(square)?;
            Ok(if seen == wanted { Ok(()) } else { Err(seen) })
        })
    }

    /// The focused square, if any.
    pub fn focused_square(self) -> TestResult<Option<String>> {
        let square = self.browser.run("return document.activeElement?.dataset.square ?? null", &[])?;
        Ok(square.as_str().map(str::to_owned))
    }

    fn attribute(self, square: &str, name: &str) -> TestResult<String> {
        let script = "return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null";
        let value = self.browser.run(script, &[&square_selector(square), name])?;
        value.as_str().map(str::to_owned).ok_or_else(|| Error::Timeout {
            wanted: format!("{name} of {square}"),
            seen: "no such square".to_owned(),
        })
    }
}

impl Browser {
    /// Waits for an element and returns its center.
    pub fn center_of(&self, selector: &str) -> TestResult<Point> {
        let script = "
            const box = document.querySelector(arguments[0])?.getBoundingClientRect();
            return box ? [box.left + box.width / 2, box.top + box.height / 2] : null";
        self.wait(&format!("the place of {selector}"), || {
            let found = self.run(script, &[selector])?;
            let point = found[0].as_f64().zip(found[1].as_f64()).map(|(x, y)| Point { x, y });
            Ok(point.ok_or_else(|| "no such thing".to_owned()))
        })
    }
}

fn square_selector(square: &str) -> String {
    format!("[data-square={square}]")
}
