//! The 3D board on the page.

use serde_json::Value;

use crate::{Browser, Button, Css, TestResult};

/// Page object of the 3D board.
#[derive(Clone, Copy, Debug)]
pub struct Board3d<'a> {
    browser: &'a Browser,
}

/// RGB color, 0 to 255 per channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb {
    /// Red.
    pub red: i64,
    /// Green.
    pub green: i64,
    /// Blue.
    pub blue: i64,
}

/// Toggles between the 2D and the 3D board.
const TOGGLE: Button<'static> = Button("Switch between 2D and 3D board");

impl<'a> Board3d<'a> {
    /// Opens the 3D board at the lowest quality, because rendering is in software.
    pub fn open(browser: &'a Browser) -> TestResult<Board3d<'a>> {
        browser.run("document.querySelector('board-3d').setAttribute('quality', 'low')", &[])?;
        Board3d::open_with_auto_quality(browser)
    }

    /// Opens the 3D board with automatic quality.
    pub fn open_with_auto_quality(browser: &'a Browser) -> TestResult<Board3d<'a>> {
        browser.click_element(TOGGLE)?;
        let board3d = Board3d { browser };
        board3d.wait_until_ready()?;
        Ok(board3d)
    }

    /// Toggles the board by script, while the mouse is busy with a drag.
    pub fn toggle(self) -> TestResult {
        let script = "document.querySelector('[aria-label=\"Switch between 2D and 3D board\"]').click()";
        self.browser.run(script, &[]).map(drop)
    }

    /// Waits until the board is drawn. The timeout is longer than usual, because shaders must be compiled.
    pub fn wait_until_ready(self) -> TestResult {
        self.wait_for("board-3d[ready]")
    }

    /// Waits until the board is drawn at a quality: `low`, `medium` or `high`.
    pub fn wait_for_quality(self, level: &str) -> TestResult {
        self.wait_for(&format!("board-3d[ready={level}]"))
    }

    fn wait_for(self, selector: &str) -> TestResult {
        let script = "
            const ready = () => document.querySelector(`${arguments[0]}, board-3d[failed]`);
            return new Promise((done) => {
                const look = () => (ready() ? done(null) : setTimeout(look, 20));
                setTimeout(() => done(null), 25000);
                look();
            })";
        self.browser.run(script, &[selector])?;
        self.browser.wait(selector, || {
            let script = "return document.querySelector('board-3d')?.outerHTML.slice(0, 200) ?? 'none'";
            let is_ready = self.browser.has(Css(selector))?;
            Ok(if is_ready { Ok(()) } else { Err(self.browser.run(script, &[])?.to_string()) })
        })
    }

    /// Switches back to the 2D board.
    pub fn close(self) -> TestResult {
        self.browser.click_element(TOGGLE)?;
        self.wait_until_2d()
    }

    /// Waits until the 2D board is visible.
    pub fn wait_until_2d(self) -> TestResult {
        self.browser.wait("the flat board", || {
            let stands = self.browser.has(Css("board-3d[ready]"))?;
            Ok(if stands { Err("still on the 3D board".to_owned()) } else { Ok(()) })
        })
    }

    /// Moves the camera: azimuth, elevation and distance.
    pub fn set_camera(self, turn: f64, tilt: f64, distance: f64) -> TestResult {
        let script = "document.querySelector('board-3d').look(...[...arguments].map(Number))";
        let seat = [turn, tilt, distance].map(|part| part.to_string());
        self.browser.run(script, &seat.each_ref().map(String::as_str)).map(drop)
    }

    /// Color of a point on a square, relative to its center: to White's right and ahead.
    pub fn color(self, square: &str, right: f64, ahead: f64) -> TestResult<Rgb> {
        self.color_above(square, [right, ahead, 0.0])
    }

    /// Color at a point relative to the center of a square: to White's right, ahead and above, in square
    /// widths.
    pub fn color_above(self, square: &str, point: [f64; 3]) -> TestResult<Rgb> {
        let script = "
            const [square, ...point] = arguments;
            return document.querySelector('board-3d').color(square, ...point.map(Number))";
        let [right, ahead, above] = point.map(|part| part.to_string());
        let seen = self.browser.run(script, &[square, &right, &ahead, &above])?;
        let part = |index: usize| seen[index].as_i64().unwrap_or_default();
        Ok(Rgb { red: part(0), green: part(1), blue: part(2) })
    }

    /// Waits until a point on a square has a matching color.
    pub fn wait_for_color(
        self,
        (square, right, ahead): (&str, f64, f64),
        wanted: impl Fn(Rgb) -> bool,
    ) -> TestResult {
        self.wait_for_color_above((square, [right, ahead, 0.0]), wanted)
    }

    /// Waits until a point, as in [`Board3d::color_above`], has a matching color.
    pub fn wait_for_color_above(
        self,
        (square, point): (&str, [f64; 3]),
        wanted: impl Fn(Rgb) -> bool,
    ) -> TestResult {
        self.browser.wait(&format!("another colour on {square}"), || {
            let seen = self.color_above(square, point)?;
            Ok(if wanted(seen) { Ok(()) } else { Err(format!("{seen:?}")) })
        })
    }

    /// Waits until the canvas has this number of pixels per CSS pixel. It is resized with the first frame of a quality.
    pub fn wait_for_pixel_ratio(self, wanted: f64) -> TestResult {
        let script = "
            const canvas = document.querySelector('board-3d canvas');
            return Math.round((canvas.width / canvas.clientWidth) * 100) / 100";
        self.browser.wait(&format!("{wanted} pixels per CSS pixel"), || {
            let seen = self.browser.run(script, &[])?;
            Ok(if seen.as_f64() == Some(wanted) { Ok(()) } else { Err(seen.to_string()) })
        })
    }

    /// Waits for this number of animation frames and returns how many of them the board rendered.
    pub fn count_frames(self, count: u32) -> TestResult<u64> {
        let script = "
            const board3d = document.querySelector('board-3d');
            const before = board3d.frames;
            return new Promise((done) => {
                let left = +arguments[0];
                const look = () => (left-- ? requestAnimationFrame(look) : done(board3d.frames - before));
                look();
            })";
        Ok(self.browser.run(script, &[&count.to_string()])?.as_u64().unwrap_or(u64::MAX))
    }

    /// Waits until the board renders no more frames.
    pub fn wait_until_idle(self) -> TestResult {
        self.browser.wait("a still board", || {
            let frames = self.count_frames(5)?;
            Ok(if frames == 0 { Ok(()) } else { Err(format!("{frames} frames")) })
        })
    }

    /// Records the squares of synthetic pointer events on the 2D board.
    pub fn record_pointer_squares(self) -> TestResult {
        let script = "
            const board = document.querySelector('.board');
            const squares = [...board.querySelectorAll('[data-square]')].map((cell) => cell.dataset.square);
            window.recorded = [];
            board.addEventListener('pointermove', (event) => {
                const { left, top, width, height } = board.getBoundingClientRect();
                const column = Math.floor(((event.clientX - left) / width) * 8);
                const row = Math.floor(((event.clientY - top) / height) * 8);
                const square = squares[row * 8 + column] ?? 'none';
                if (!event.isTrusted && window.recorded.at(-1) !== square) window.recorded.push(square);
            })";
        self.browser.run(script, &[]).map(drop)
    }

    /// Clears the recorded squares.
    pub fn clear_pointer_squares(self) -> TestResult {
        self.browser.run("window.recorded = []", &[]).map(drop)
    }

    /// The squares recorded so far.
    pub fn pointer_squares(self) -> TestResult<Vec<String>> {
        let recorded = self.browser.run("return window.recorded", &[])?;
        Ok(recorded.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
    }
}

impl Rgb {
    /// Returns true if green dominates.
    #[must_use]
    pub const fn is_green(self) -> bool {
        self.green > self.red + 25 && self.green > self.blue + 25
    }

    /// Returns true if red dominates.
    #[must_use]
    pub const fn is_red(self) -> bool {
        self.red > self.green + 70 && self.red > self.blue + 70
    }

    /// Returns true if blue dominates.
    #[must_use]
    pub const fn is_blue(self) -> bool {
        self.blue > self.red + 15 && self.blue > self.green + 15
    }

    /// Sum of the channels.
    #[must_use]
    pub const fn brightness(self) -> i64 {
        self.red + self.green + self.blue
    }
}
