//! Measures frame times of the 3D board for `cargo xtask bench board3d`.
//!
//! `board3d BYTES` prints one line per quality level and size, and last the given size of the module in
//! bytes.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints its results")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use e2e::{Browser, Button, Css, TestResult, Viewport, with_session};

const LEVELS: [&str; 3] = ["low", "medium", "high"];
/// Width and height of the canvas in pixels: a phone, a window, a large screen.
const SIZES: [u32; 3] = [360, 720, 1440];

/// Limits for each measurement: number of frames and total time.
const MAX_FRAMES: usize = 9;
const TIME_LIMIT: Duration = Duration::from_secs(6);

/// Median frame time with its sample size and the number of triangles.
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
        let game = session.new_game(&[])?;
        let browser = game.browser;
        browser.click_element(Button("Switch between 2D and 3D board"))?;
        browser.wait("the 3D board", || {
            let is_ready = browser.has(Css("board-3d[ready]"))?;
            Ok(if is_ready { Ok(()) } else { Err("the 2D board".to_owned()) })
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

/// Measures the median frame time within the time limit, over at least one frame. The first frame is
/// discarded, because it includes preparation.
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
