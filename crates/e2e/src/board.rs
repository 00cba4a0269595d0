//! The board on the page.

use serde_json::Value;

use crate::{Browser, Error, Point, TestResult};

/// The board, as far as it can be seen and pointed at.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The browser it is shown in.
    pub browser: &'a Browser,
}

/// The men that are drawn, as the first field of a FEN. The men are placed by classes, the squares say what they are.
const PIECE_PLACEMENT: &str = "
    const squares = [...document.querySelectorAll('[data-square]')].map((cell) => cell.dataset.square);
    const men = {};
    for (const man of document.querySelectorAll('.man:not(.taken)')) {
        const [, x, y] = man.className.match(/ x(\\d) y(\\d)/);
        const letter = man.querySelector('use').getAttribute('href').slice(-1);
        const square = squares[8 * y + +x];
        if (men[square]) return 'two men on ' + square;
        men[square] = man.classList.contains('piece-white') ? letter.toUpperCase() : letter;
    }
    const rank = (rank) => [...'abcdefgh'].map((file) => men[file + rank] ?? '1').join('');
    return [8, 7, 6, 5, 4, 3, 2, 1].map(rank).join('/').replace(/1+/g, (empty) => empty.length);
";

impl Board<'_> {
    /// The men that are drawn, as the first field of a FEN.
    pub fn piece_placement(self) -> TestResult<String> {
        Ok(self.browser.run(PIECE_PLACEMENT, &[])?.as_str().unwrap_or_default().to_owned())
    }

    /// Waits until these men are drawn.
    pub fn wait_for_placement(self, wanted: &str) -> TestResult {
        self.browser.wait(&format!("the men {wanted}"), || {
            let seen = self.piece_placement()?;
            Ok(if seen == wanted { Ok(()) } else { Err(seen) })
        })
    }

    /// Where a square can be pointed at: its middle or, on a board in space, whatever is seen of it.
    pub fn center(self, square: &str) -> TestResult<Point> {
        let seen = self
            .browser
            .run("return document.querySelector('board-3d[ready]')?.spot(arguments[0]) ?? null", &[square])?;
        match seen[0].as_f64().zip(seen[1].as_f64()) {
            Some((x, y)) => Ok(Point { x, y }),
            None => self.center_2d(square),
        }
    }

    /// The middle of a square on the flat board, which is there even when it is not seen.
    pub(crate) fn center_2d(self, square: &str) -> TestResult<Point> {
        self.browser.center_of(&square_selector(square))
    }

    /// What a square is called for those who listen.
    pub fn aria_label(self, square: &str) -> TestResult<String> {
        self.attribute(square, "aria-label")
    }

    /// Whether a square bears a mark.
    pub fn has_class(self, square: &str, mark: &str) -> TestResult<bool> {
        Ok(self.attribute(square, "class")?.split(' ').any(|class| class == mark))
    }

    /// The squares that bear a mark, in the order of the screen.
    pub fn squares_with_class(self, mark: &str) -> TestResult<Vec<String>> {
        let script = "return [...document.querySelectorAll('[data-square].' + arguments[0])].map((c) => c.dataset.square)";
        let squares = self.browser.run(script, &[mark])?;
        Ok(squares.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// The square that has the focus, if one has.
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
    /// The middle of what a selector finds, as soon as it is there.
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
