//! The board in space, as far as it can be looked at.

use serde_json::Value;

use crate::{Browser, Button, Css, TestResult};

/// The board in space.
#[derive(Clone, Copy, Debug)]
pub struct Board3d<'a> {
    browser: &'a Browser,
}

/// A colour: how much red, green and blue, up to 255.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb {
    /// Red.
    pub red: i64,
    /// Green.
    pub green: i64,
    /// Blue.
    pub blue: i64,
}

/// What makes the board stand up and lie down.
const TOGGLE: Button<'static> = Button("2D or 3D board");

impl<'a> Board3d<'a> {
    /// Stands the board up, drawn as coarsely as it can be: here a processor draws in place of a graphics card.
    pub fn open(browser: &'a Browser) -> TestResult<Board3d<'a>> {
        browser.run("document.querySelector('board-3d').setAttribute('quality', 'low')", &[])?;
        Board3d::open_with_auto_quality(browser)
    }

    /// Stands the board up, drawn as finely as it goes fast enough.
    pub fn open_with_auto_quality(browser: &'a Browser) -> TestResult<Board3d<'a>> {
        browser.click_element(TOGGLE)?;
        let glass = Board3d { browser };
        glass.wait_until_ready()?;
        Ok(glass)
    }

    /// Switches between the boards while the mouse holds something and cannot press the button.
    pub fn toggle(self) -> TestResult {
        let script = "document.querySelector('[aria-label=\"2D or 3D board\"]').click()";
        self.browser.run(script, &[]).map(drop)
    }

    /// Waits until the board is drawn, longer than for anything else: the shaders have to be compiled.
    pub fn wait_until_ready(self) -> TestResult {
        self.wait_for("board-3d[ready]")
    }

    /// Waits until the board is drawn at a level: `low`, `medium` or `high`.
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

    /// Lays the board down.
    pub fn close(self) -> TestResult {
        self.browser.click_element(TOGGLE)?;
        self.wait_until_2d()
    }

    /// Waits until the flat board is seen.
    pub fn wait_until_2d(self) -> TestResult {
        self.browser.wait("the flat board", || {
            let stands = self.browser.has(Css("board-3d[ready]"))?;
            Ok(if stands { Err("still in space".to_owned()) } else { Ok(()) })
        })
    }

    /// Brings the eye somewhere: how far around, how high, how far away.
    pub fn set_camera(self, turn: f64, tilt: f64, distance: f64) -> TestResult {
        let script = "document.querySelector('board-3d').look(...[...arguments].map(Number))";
        let seat = [turn, tilt, distance].map(|part| part.to_string());
        self.browser.run(script, &seat.each_ref().map(String::as_str)).map(drop)
    }

    /// The colour of a point of a square, so far to White's right of its middle and so far ahead.
    pub fn color(self, square: &str, right: f64, ahead: f64) -> TestResult<Rgb> {
        self.color_above(square, [right, ahead, 0.0])
    }

    /// The colour that is seen at a point: so far to White's right of the middle of a square, so far ahead and so far above,
    /// where a square is 1 wide.
    pub fn color_above(self, square: &str, point: [f64; 3]) -> TestResult<Rgb> {
        let script = "
            const [square, ...point] = arguments;
            return document.querySelector('board-3d').color(square, ...point.map(Number))";
        let [right, ahead, above] = point.map(|part| part.to_string());
        let seen = self.browser.run(script, &[square, &right, &ahead, &above])?;
        let part = |index: usize| seen[index].as_i64().unwrap_or_default();
        Ok(Rgb { red: part(0), green: part(1), blue: part(2) })
    }

    /// Waits until a point of a square has a certain colour.
    pub fn wait_for_color(
        self,
        (square, right, ahead): (&str, f64, f64),
        wanted: impl Fn(Rgb) -> bool,
    ) -> TestResult {
        self.wait_for_color_above((square, [right, ahead, 0.0]), wanted)
    }

    /// Waits until a certain colour is seen at a point, as [`Glass::color_above`] means it.
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

    /// How many pixels of the canvas there are for each of the page.
    pub fn pixel_ratio(self) -> TestResult<f64> {
        let script = "
            const canvas = document.querySelector('board-3d canvas');
            return Math.round((canvas.width / canvas.clientWidth) * 100) / 100";
        Ok(self.browser.run(script, &[])?.as_f64().unwrap_or_default())
    }

    /// Lets the browser show so many pictures, and counts how many of them the board has drawn.
    pub fn count_frames(self, count: u32) -> TestResult<u64> {
        let script = "
            const glass = document.querySelector('board-3d');
            const before = glass.frames;
            return new Promise((done) => {
                let left = +arguments[0];
                const look = () => (left-- ? requestAnimationFrame(look) : done(glass.frames - before));
                look();
            })";
        Ok(self.browser.run(script, &[&count.to_string()])?.as_u64().unwrap_or(u64::MAX))
    }

    /// Waits until nothing is drawn any more.
    pub fn wait_until_idle(self) -> TestResult {
        self.browser.wait("a still board", || {
            let frames = self.count_frames(5)?;
            Ok(if frames == 0 { Ok(()) } else { Err(format!("{frames} frames")) })
        })
    }

    /// Writes down from now on which squares the flat board is told about.
    pub fn record_pointer_squares(self) -> TestResult {
        let script = "
            const board = document.querySelector('.board');
            const squares = [...board.querySelectorAll('[data-square]')].map((cell) => cell.dataset.square);
            window.told = [];
            board.addEventListener('pointermove', (event) => {
                const { left, top, width, height } = board.getBoundingClientRect();
                const column = Math.floor(((event.clientX - left) / width) * 8);
                const row = Math.floor(((event.clientY - top) / height) * 8);
                const square = squares[row * 8 + column] ?? 'none';
                if (!event.isTrusted && window.told.at(-1) !== square) window.told.push(square);
            })";
        self.browser.run(script, &[]).map(drop)
    }

    /// What was written down since it was last asked for.
    pub fn pointer_squares(self) -> TestResult<Vec<String>> {
        let told = self.browser.run("return window.told.splice(0)", &[])?;
        Ok(told.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
    }
}

impl Rgb {
    /// Whether it is green before all.
    #[must_use]
    pub const fn is_green(self) -> bool {
        self.green > self.red + 25 && self.green > self.blue + 25
    }

    /// Whether it is red before all.
    #[must_use]
    pub const fn is_red(self) -> bool {
        self.red > self.green + 70 && self.red > self.blue + 70
    }

    /// Whether it is blue before all.
    #[must_use]
    pub const fn is_blue(self) -> bool {
        self.blue > self.red + 15 && self.blue > self.green + 15
    }

    /// How light it is.
    #[must_use]
    pub const fn brightness(self) -> i64 {
        self.red + self.green + self.blue
    }
}
