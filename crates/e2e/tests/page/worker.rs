//! The engine worker: same search as native, quick stop, no dropped frames.

use e2e::{GamePage, Session, TestResult, Viewport, print_measurement, with_session};
use engine::NeverStop;
use engine_worker::SearchWorker;
use serde_json::json;

/// Hash size of the worker in MiB.
const HASH_MIB: usize = 16;

/// Upper bound in milliseconds on a busy machine. The measured values are printed; the targets on an idle
/// machine are 50 to stop and 17 per frame.
const MAX_FRAME_GAP_MS: f64 = 1000.0;

/// Requests with positions of several kinds and node limits.
const REQUESTS: [&str; 3] = [
    "1;judge 40000;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;e2e4 e7e5 g1f3",
    "2;judge 40000;r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;",
    "3;judge 40000;8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1;",
];

/// Sends requests to a new worker one after another.
const SEND_REQUESTS: &str = "
    const worker = new Worker('/engine-worker.js', { type: 'module' });
    const answers = [];
    const questions = arguments[0].split('\\n');
    return new Promise((done) => {
        worker.onmessage = (event) => {
            const lines = event.data.trim().split('\\n');
            answers.push(...lines);
            if (!lines.some((line) => line.endsWith(';done'))) return;
            const next = questions.shift();
            if (next) worker.postMessage(next); else { worker.terminate(); done(answers.join('\\n')); }
        };
        worker.postMessage(questions.shift());
    })";

/// Records the workers that the page creates.
const RECORD_WORKERS: &str = "
    window.kept = [];
    const Made = window.Worker;
    window.Worker = class extends Made { constructor(...of) { super(...of); window.kept.push(this); } }";

#[test]
fn worker_searches_as_many_nodes_as_the_native_engine() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.open_home()?;
        let replies = session.browser.run(SEND_REQUESTS, &[&REQUESTS.join("\n")])?;
        let mut desk = SearchWorker::new(HASH_MIB);
        let mut expected = Vec::new();
        for question in REQUESTS {
            desk.submit(question.parse().unwrap());
            expected.extend(desk.run_slice(&NeverStop).iter().map(ToString::to_string));
        }
        assert_eq!(replies, json!(expected.join("\n")));
        Ok(())
    })
}

#[test]
fn worker_stops_on_request() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = start_search(session)?;
        // A second request follows the stop; its reply shows that the worker has handled both.
        let script = "
            const worker = window.kept.at(-1);
            const post = worker.postMessage.bind(worker);
            let begun;
            let last = null;
            worker.postMessage = (line) => {
                post(line);
                if (line !== 'stop') return;
                begun = performance.now();
                post('99;judge 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;');
            };
            return new Promise((done) => {
                worker.addEventListener('message', (event) => {
                    if (event.data.startsWith('99;')) last = performance.now() - begun;
                    else if (last !== null) done('it went on');
                });
                document.querySelector('.switch').click();
                const frames = (left) => left ? requestAnimationFrame(() => frames(last === null ? 30 : left - 1)) : done(last);
                frames(30);
            })";
        let heard = game.browser.run(script, &[])?;
        let heard = heard.as_f64().unwrap_or_else(|| panic!("{heard}"));
        print_measurement(&format!("the worker heard that it should stop after {heard:.1} ms"));
        assert!(heard < MAX_FRAME_GAP_MS, "{heard} ms");
        Ok(())
    })
}

#[test]
fn page_keeps_painting_during_a_search() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = start_search(session)?;
        let script = "
            let messages = 0;
            window.kept.at(-1).addEventListener('message', () => messages++);
            const times = [];
            return new Promise((done) => {
                const frame = (now) => {
                    times.push(now);
                    if (times.length < 121 || messages === 0) requestAnimationFrame(frame);
                    else {
                        const gaps = times.slice(1).map((time, n) => time - times[n]).sort((a, b) => a - b);
                        const mean = (times.at(-1) - times[0]) / (times.length - 1);
                        done([1000 / mean, gaps[Math.floor(gaps.length * .95)], messages]);
                    }
                };
                requestAnimationFrame(frame);
            })";
        let seen = game.browser.run(script, &[])?;
        let number = |index: usize| seen[index].as_f64().unwrap_or_else(|| panic!("{seen}"));
        let [rate, slow, answers] = [number(0), number(1), number(2)];
        print_measurement(&format!(
            "while it thought: {rate:.0} frames a second, 95 % of them within {slow:.1} ms, {answers} answers"
        ));
        assert!(slow < MAX_FRAME_GAP_MS, "{slow} ms");
        Ok(())
    })
}

/// The analysis board with a running search.
fn start_search(session: &Session) -> TestResult<GamePage<'_>> {
    session.browser.add_init_script(RECORD_WORKERS)?;
    session.browser.goto(&format!("{}analysis", session.server.address()))?;
    let game = GamePage::wait_for(&session.browser)?;
    game.browser.wait("a line", || {
        let words = game.browser.run("return document.querySelector('.effort')?.innerText ?? ''", &[])?;
        Ok(if words.as_str().is_some_and(|words| words.contains("depth")) {
            Ok(())
        } else {
            Err(words.to_string())
        })
    })?;
    Ok(game)
}
