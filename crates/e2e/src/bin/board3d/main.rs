//! Times the frames of the board in space as `cargo xtask bench board3d` asks for it.
//!
//! `board3d BYTES` prints a line for each level and size, and last how many bytes the module weighs, which it was told.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a stopwatch tells what it measures")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use e2e::{Browser, Button, Css, TestResult, Viewport, with_session};

const LEVELS: [&str; 3] = ["low", "medium", "high"];
/// Pixels of the canvas along each side: a phone, a window, a large screen.
const SIZES: [u32; 3] = [360, 720, 1440];

/// At most so many frames are timed for each of them, for at most so long.
const MAX_FRAMES: usize = 9;
const TIME_LIMIT: Duration = Duration::from_secs(6);

/// What was measured.
struct FrameTiming {
    millis: f64,
    frames: usize,
    triangles: u64,
}

fn main() -> ExitCode {
    let Some(weight) = std::env::args().nth(1) else {
        eprintln!("usage: board3d BYTES");
        return ExitCode::from(2);
    };
    match measure() {
        Ok(()) => {
            println!("module {weight}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("board3d: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let table = session.new_game(&[])?;
        let browser = table.browser;
        browser.click_element(Button("2D or 3D board"))?;
        browser.wait("the board in space", || {
            let is_ready = browser.has(Css("board-3d[ready]"))?;
            Ok(if is_ready { Ok(()) } else { Err("a flat one".to_owned()) })
        })?;
        let card = "
            const gl = document.createElement('canvas').getContext('webgl2');
            const names = gl.getExtension('WEBGL_debug_renderer_info');
            return gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER)";
        println!("drawn by {}", browser.run(card, &[])?);
        println!("{:<8} {:>6} {:>10} {:>10} {:>7}", "level", "size", "triangles", "ms", "frames");
        for level in LEVELS {
            for size in SIZES {
                let FrameTiming { millis, frames, triangles } = time_frames(browser, level, size)?;
                println!("{level:<8} {size:>6} {triangles:>10} {millis:>10.1} {frames:>7}");
            }
        }
        Ok(())
    })
}

/// How long a frame takes: the middle one of as many as fit into the time there is, at least one. The very first is not
/// counted: it has to wait for what is prepared. How many there were comes with it, and how many triangles the pieces have.
fn time_frames(browser: &Browser, level: &str, size: u32) -> TestResult<FrameTiming> {
    let script = "return document.querySelector('board-3d').time(arguments[0], +arguments[1])";
    let one = || browser.run(script, &[level, &size.to_string()]);
    let triangles = one()?[1].as_u64().unwrap_or_default();
    let began = Instant::now();
    let mut times = Vec::new();
    while times.is_empty() || (times.len() < MAX_FRAMES && began.elapsed() < TIME_LIMIT) {
        times.push(one()?[0].as_f64().unwrap_or(f64::NAN));
    }
    times.sort_by(f64::total_cmp);
    Ok(FrameTiming { millis: times[times.len() / 2], frames: times.len(), triangles })
}
