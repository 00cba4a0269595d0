//! The engine in its worker: it thinks as it does natively, hears at once, and leaves the page its frames.

use browser::{Look, Outcome, Table, Visit, tell, visit};
use engine::Untimed;
use serde_json::json;
use thinker::Desk;

/// As much memory as the worker has.
const HASH: usize = 16;

/// Milliseconds that nothing takes here however busy the machine is. What it takes is told: 50 to stop and 17 for a frame are
/// the aims on quiet cores.
const LONG: f64 = 1000.0;

/// Positions of every kind, each with so many nodes.
const QUESTIONS: [&str; 3] = [
    "1;judge 40000;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;e2e4 e7e5 g1f3",
    "2;judge 40000;r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;",
    "3;judge 40000;8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1;",
];

/// Asks a worker of its own, one question after another.
const ASK: &str = "
    const worker = new Worker('/thinker.js', { type: 'module' });
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

/// Keeps the workers that the page makes, for whoever wants to listen.
const KEEP_WORKERS: &str = "
    window.kept = [];
    const Made = window.Worker;
    window.Worker = class extends Made { constructor(...of) { super(...of); window.kept.push(this); } }";

#[test]
fn the_worker_looks_at_as_many_positions_as_the_program() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        visit.home()?;
        let told = visit.browser.run(ASK, &[&QUESTIONS.join("\n")])?;
        let mut desk = Desk::new(HASH);
        let mut expected = Vec::new();
        for question in QUESTIONS {
            desk.ask(question.parse().unwrap());
            expected.extend(desk.think(&Untimed).iter().map(ToString::to_string));
        }
        assert_eq!(told, json!(expected.join("\n")));
        Ok(())
    })
}

#[test]
fn it_hears_that_it_should_stop() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = thinking(visit)?;
        // Right behind the wish to stop another question is asked: its answer comes as soon as the worker has heard both.
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
        let heard = table.browser.run(script, &[])?;
        let heard = heard.as_f64().unwrap_or_else(|| panic!("{heard}"));
        tell(&format!("the worker heard that it should stop after {heard:.1} ms"));
        assert!(heard < LONG, "{heard} ms");
        Ok(())
    })
}

#[test]
fn the_page_paints_while_it_thinks() -> Outcome {
    visit(&Look::DESKTOP, |visit| {
        let table = thinking(visit)?;
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
        let seen = table.browser.run(script, &[])?;
        let number = |index: usize| seen[index].as_f64().unwrap_or_else(|| panic!("{seen}"));
        let [rate, slow, answers] = [number(0), number(1), number(2)];
        tell(&format!(
            "while it thought: {rate:.0} frames a second, 95 % of them within {slow:.1} ms, {answers} answers"
        ));
        assert!(slow < LONG, "{slow} ms");
        Ok(())
    })
}

/// The analysis board with the engine at work.
fn thinking(visit: &Visit) -> Outcome<Table<'_>> {
    visit.browser.before_load(KEEP_WORKERS)?;
    visit.browser.go(&format!("{}analysis", visit.host.address()))?;
    let table = Table::of(&visit.browser)?;
    table.browser.wait("a line", || {
        let words = table.browser.run("return document.querySelector('.effort')?.innerText ?? ''", &[])?;
        Ok(if words.as_str().is_some_and(|words| words.contains("depth")) {
            Ok(())
        } else {
            Err(words.to_string())
        })
    })?;
    Ok(table)
}
