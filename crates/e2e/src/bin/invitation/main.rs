//! Measures pages and an invitation on a slow network for `cargo xtask bench invitation`: 400 kbit/s, 400 ms, a phone's screen.
//!
//! Prints when each page has text and can be used; then, for the invitation, when each file was requested and complete, in the order of completion. The last two lines are the milliseconds from
//! the opening of the link to the host's name with the board, and to the button that joins the game.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints its results")]

mod pages;

use std::process::ExitCode;

use e2e::{Browser, Pointer, Session, TestResult, Viewport, with_session};
use serde_json::{Value, json};

/// Bytes per second in both directions.
const THROUGHPUT: u32 = 400_000 / 8;
/// Milliseconds that the emulation adds to every request.
const LATENCY: u32 = 400;

/// Creates an invitation; returns the path of the game.
const INVITE: &str = "
    const side = { base: 300000, bonus: { type: 'increment', amount: 3000 } };
    const terms = { start: { ruleset: 'standard' }, control: { type: 'clock', white: side, black: side } };
    return fetch('/api/games', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ terms, side: 'white', name: 'Mina' }),
    }).then((answer) => answer.json()).then((invited) => `game/${invited.game}`);
";

/// Records when the host's name is painted and when the button is there.
const OBSERVE: &str = "
    window.seen = {};
    const look = () => {
        const main = document.querySelector('#first main, main');
        if (main?.querySelector('.host') && document.querySelector('.board')) window.seen.host ??= performance.now();
        if (document.querySelector('.page:not([hidden]) button.main.large')) window.seen.join ??= performance.now();
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
";

fn main() -> ExitCode {
    let phone = Viewport { pointer: Pointer::Touch, ..Viewport::PHONE };
    match pages::measure().and_then(|()| with_session(&phone, measure)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("invitation: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(session: &mut Session) -> TestResult {
    let host = Browser::start(&Viewport::DESKTOP)?;
    host.goto(&format!("{}online", session.server.address()))?;
    let path = host.run(INVITE, &[])?;
    let guest = &session.browser;
    slow_down(guest)?;
    guest.add_init_script(OBSERVE)?;
    guest.goto(&format!("{}{}", session.server.address(), path.as_str().unwrap_or_default()))?;
    let seen = guest.wait("the button", || {
        let seen = guest.run("return window.seen", &[])?;
        Ok(if seen["join"].is_number() { Ok(seen) } else { Err(seen.to_string()) })
    })?;
    let script = "
        const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
        return entries.map((entry) => [new URL(entry.name).pathname, entry.startTime, entry.responseEnd, entry.encodedBodySize])
            .sort((a, b) => a[2] - b[2])";
    let files = guest.run(script, &[])?;
    let number = |value: &Value| value.as_f64().unwrap_or_default().round();
    println!("{:>8} {:>8} {:>9}  file", "request", "complete", "bytes");
    for file in files.as_array().into_iter().flatten() {
        let path = file[0].as_str().unwrap_or_default();
        println!("{:>8} {:>8} {:>9}  {path}", number(&file[1]), number(&file[2]), number(&file[3]));
    }
    println!("host {}", number(&seen["host"]));
    println!("join {}", number(&seen["join"]));
    Ok(())
}

/// Slows the network of a browser down.
fn slow_down(browser: &Browser) -> TestResult {
    let conditions = json!({
        "offline": false, "latency": LATENCY, "downloadThroughput": THROUGHPUT, "uploadThroughput": THROUGHPUT,
    });
    browser.devtools("Network.enable", &json!({}))?;
    browser.devtools("Network.emulateNetworkConditions", &conditions).map(drop)
}
