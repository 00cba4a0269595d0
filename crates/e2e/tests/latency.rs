//! Input latency: time from a click to the painted selection, and from the painted move to its sound. Runs
//! alone, so that other tests do not disturb the measurement.

use e2e::{Browser, MoveInput, TestResult, Viewport, print_measurement, with_session};
use serde_json::Value;

/// For every press on the board: milliseconds from the event to the end of the first frame in which the
/// square is marked, and the number of frames.
const RECORD_PAINTS: &str = "
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

/// Squares with movable pieces at the start; neighbours differ.
const PIECES: [&str; 10] = ["a2", "b1", "b2", "c2", "d2", "e2", "f2", "g1", "g2", "h2"];
const ROUNDS: usize = 12;

/// For every move, in milliseconds: end of the first frame in which its piece has moved, start time of its
/// sound, and the latency of the browser's buffers and of the output device. Without an output device the
/// last is a made-up value.
const RECORD_MOVES_AND_SOUNDS: &str = "
    [window.seen, window.heard] = [[], []];
    const start = AudioScheduledSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (when = 0, ...rest) {
        const { currentTime, baseLatency, outputLatency } = this.context;
        window.heard.push([performance.now() + (when - currentTime) * 1000, baseLatency * 1000, outputLatency * 1000]);
        return start.call(this, when, ...rest);
    };
    const place = (classes) => (classes ?? '').match(/\\b[xy]\\d\\b/g)?.join();
    const moved = ({ target, oldValue }) => place(oldValue) && place(oldValue) !== place(target.className);
    new MutationObserver((changes) => {
        if (!changes.some(moved)) return;
        requestAnimationFrame(() => {
            const painted = new MessageChannel();
            painted.port1.onmessage = () => window.seen.push(performance.now());
            painted.port2.postMessage(null);
        });
    }).observe(document.querySelector('.men'), { subtree: true, attributeFilter: ['class'], attributeOldValue: true });
";

/// Two rows of pawns that can advance.
const PAWNS: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";

#[test]
fn input_latency_to_paint_and_sound() -> TestResult {
    selection_is_painted_within_two_frames()?;
    sound_starts_before_the_move_is_painted()
}

fn selection_is_painted_within_two_frames() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.browser.run(RECORD_PAINTS, &[])?;
        let presses = PIECES.len() * ROUNDS;
        let mut paints = Vec::new();
        for press in 0..presses {
            game.browser.click(game.board.center(PIECES[press % PIECES.len()])?)?;
            paints = wait_for_records(game.browser, "return window.paints", press + 1)?;
        }
        let mut times: Vec<f64> = paints.iter().filter_map(|paint| paint[0].as_f64()).collect();
        times.sort_by(f64::total_cmp);
        let frames: Vec<u64> = paints.iter().filter_map(|paint| paint[1].as_u64()).collect();
        let in_one = frames.iter().filter(|&&frames| frames == 1).count();
        report(&times, in_one);
        assert_eq!(times.len(), presses, "{:?}", Value::from(paints));
        // A press between a frame and its paint is shown one frame later.
        assert!(in_one * 2 > presses, "frames until the selection is seen: {frames:?}");
        assert!(frames.iter().all(|&frames| frames <= 2), "frames until the selection is seen: {frames:?}");
        Ok(())
    })
}

/// Without animation, so that a piece has arrived as soon as its move is seen.
fn sound_starts_before_the_move_is_painted() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?.run("localStorage.setItem('hanpan.settings', 'animation off')", &[])?;
        let game = session.new_game_from(PAWNS)?;
        game.browser.run(RECORD_MOVES_AND_SOUNDS, &[])?;
        let steps =
            ["23 76", "34 65"].into_iter().flat_map(|ranks| ('a'..='h').map(move |file| (file, ranks)));
        let steps: Vec<String> = steps
            .flat_map(|(file, ranks)| {
                ranks.split(' ').map(move |ranks| ranks.chars().flat_map(move |rank| [file, rank]).collect())
            })
            .collect();
        let (mut seen, mut heard) = (Vec::new(), Vec::new());
        for (step, m) in steps.iter().enumerate() {
            game.play(MoveInput::Click, m)?;
            seen = wait_for_records(game.browser, "return window.seen", step + 1)?;
            heard = wait_for_records(game.browser, "return window.heard", step + 1)?;
        }
        let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
        let pairs = seen.iter().zip(&heard);
        let mut later: Vec<f64> = pairs.map(|(seen, heard)| number(&heard[0]) - number(seen)).collect();
        later.sort_by(f64::total_cmp);
        let (median, worst) = (later[later.len() / 2], later[later.len() - 1]);
        let [own, loudspeaker] =
            [1, 2].map(|index| heard.last().map_or(f64::NAN, |heard| number(&heard[index])));
        print_measurement(&format!(
            "move to sound: begun {median:.1} ms after the move is seen (worst {worst:.1}; before it where negative), \
             then {own:.1} ms in the browser's buffers and {loudspeaker:.1} ms to the loudspeaker, as reported by the browser"
        ));
        assert!(worst <= 0.0, "a sound begins before its move is seen: {later:?}");
        Ok(())
    })
}

/// Waits until a script returns this number of records.
fn wait_for_records(browser: &Browser, script: &str, count: usize) -> TestResult<Vec<Value>> {
    browser.wait(script, || {
        let noted = browser.run(script, &[])?;
        let noted = noted.as_array().cloned().unwrap_or_default();
        Ok(if noted.len() == count { Ok(noted) } else { Err(noted.len().to_string()) })
    })
}

fn report(times: &[f64], in_one: usize) {
    let (median, p99) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    let all = times.len();
    print_measurement(&format!(
        "input to paint: median {median:.1} ms, p99 {p99:.1} ms, {in_one} of {all} in the next frame"
    ));
}
