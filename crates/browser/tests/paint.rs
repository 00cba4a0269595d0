//! From the click to the picture: how long a selected piece takes to be seen. It runs alone, so that nothing else is
//! measured.

use std::io::Write;

use browser::{Look, Outcome, visit};
use serde_json::Value;

/// For every press on the board: the milliseconds from the event to the end of the first frame in which the pressed
/// square is marked, and how many frames that took.
const WATCH: &str = "
    window.paints = [];
    addEventListener('pointerdown', (event) => {
        const square = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.dataset?.square);
        const look = (frames) => requestAnimationFrame(() => {
            if (!square.classList.contains('selected') && frames < 10) return look(frames + 1);
            const painted = new MessageChannel();
            painted.port1.onmessage = () => window.paints.push([performance.now() - event.timeStamp, frames]);
            painted.port2.postMessage(null);
        });
        look(1);
    }, { capture: true });
";

/// Pieces that can be selected at the start; each differs from the one before.
const PIECES: [&str; 10] = ["a2", "b1", "b2", "c2", "d2", "e2", "f2", "g1", "g2", "h2"];
const ROUNDS: usize = 12;

#[test]
fn a_selected_piece_is_painted_at_once() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = visit.table(&[])?;
        table.browser.run(WATCH, &[])?;
        let presses = PIECES.len() * ROUNDS;
        let mut paints = Vec::new();
        for press in 0..presses {
            table.browser.click(table.board.middle(PIECES[press % PIECES.len()])?)?;
            paints = table.browser.wait("a painted selection", || {
                let paints = table.browser.run("return window.paints", &[])?;
                let paints = paints.as_array().cloned().unwrap_or_default();
                Ok(if paints.len() == press + 1 { Ok(paints) } else { Err(paints.len().to_string()) })
            })?;
        }
        let mut times: Vec<f64> = paints.iter().filter_map(|paint| paint[0].as_f64()).collect();
        times.sort_by(f64::total_cmp);
        let frames: Vec<u64> = paints.iter().filter_map(|paint| paint[1].as_u64()).collect();
        let in_one = frames.iter().filter(|&&frames| frames == 1).count();
        report(&times, in_one);
        assert_eq!(times.len(), presses, "{:?}", Value::from(paints));
        assert!(frames.iter().all(|&frames| frames <= 2), "frames until the selection is seen: {frames:?}");
        Ok(())
    })
}

/// Written past the test harness, which keeps what tests print to itself.
fn report(times: &[f64], in_one: usize) {
    let (median, p99) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    let mut out = std::io::stdout();
    let told = writeln!(
        out,
        "\ninput to paint: median {median:.1} ms, p99 {p99:.1} ms, {in_one} of {} in the next frame",
        times.len()
    );
    drop(told);
}
