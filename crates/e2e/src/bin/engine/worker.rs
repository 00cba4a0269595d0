//! The engine in a web worker.

use std::time::Duration;

use e2e::{Browser, Error, TestResult};

use crate::speed::SearchSpeed;

/// Starts a worker in the page.
pub(crate) fn start(browser: &Browser) -> TestResult {
    let script = "
        window.measured = new Worker('/engine-worker.js', { type: 'module' });
        return new Promise((done) => {
            window.measured.onmessage = (event) => { if (event.data.includes(';done')) done(null); };
            window.measured.postMessage('1;judge 1;' + arguments[0] + ';');
        })";
    browser.run(script, &[crate::POSITIONS[0]]).map(drop)
}

/// Searches a position with an empty hash game.
pub(crate) fn search(browser: &Browser, fen: &str, nodes: u64) -> TestResult<SearchSpeed> {
    let script = "
        return new Promise((done) => {
            let looked = 0;
            window.measured.onmessage = (event) => {
                for (const line of event.data.split('\\n')) {
                    const nodes = line.match(/;line \\d+ \\d+ (\\d+) /);
                    if (nodes) looked = +nodes[1];
                    if (line.endsWith(';done')) done([looked, performance.now() - begun]);
                }
            };
            const begun = performance.now();
            window.measured.postMessage('1;judge ' + arguments[1] + ';' + arguments[0] + ';');
        })";
    let seen = browser.run(script, &[fen, &nodes.to_string()])?;
    let (Some(nodes), Some(millis)) = (seen[0].as_u64(), seen[1].as_f64()) else {
        return Err(Error::Timeout { wanted: "nodes and a time".to_owned(), seen: seen.to_string() });
    };
    Ok(SearchSpeed::new(nodes, Duration::from_secs_f64(millis / 1_000.0)))
}
