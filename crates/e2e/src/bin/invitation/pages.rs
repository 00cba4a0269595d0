//! Pages on a slow network, each in a browser that has never seen the server.

use e2e::{Browser, Pointer, TestResult, TestServer, Viewport};

use crate::slow_down;

/// Name, path and an element of each page that is there when it can be used.
const PAGES: [(&str, &str, &str); 7] = [
    ("home", "", "main.home button"),
    ("settings", "settings", "main.sheet section"),
    ("online", "online", ".presence-line"),
    ("computer", "computer", ".rivals"),
    ("analysis", "analysis", ".page:not([hidden]) .square"),
    ("games", "games", ".filters"),
    ("account", "account", "[name=password]"),
];

/// Records when there is text, and when the element is there.
const OBSERVE: &str = "
    window.seen = {};
    const look = () => {
        if (document.body?.innerText.trim()) window.seen.text ??= performance.now();
        if (document.querySelector('SELECTOR')) window.seen.ready ??= performance.now();
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
";

/// Prints the milliseconds to the first text of each page, and until it can be used.
pub(crate) fn measure() -> TestResult {
    let server = TestServer::start()?;
    println!("{:<10} {:>8} {:>8}", "page", "text", "ready");
    for (name, path, selector) in PAGES {
        let browser = Browser::start(&Viewport { pointer: Pointer::Touch, ..Viewport::PHONE })?;
        slow_down(&browser)?;
        browser.add_init_script(&OBSERVE.replace("SELECTOR", selector))?;
        browser.goto(&format!("{}{path}", server.address()))?;
        let seen = browser.wait(name, || {
            let seen = browser.run("return window.seen", &[])?;
            Ok(if seen["ready"].is_number() { Ok(seen) } else { Err(seen.to_string()) })
        })?;
        let millis = |event: &str| seen[event].as_f64().unwrap_or_default().round();
        println!("{name:<10} {:>8} {:>8}", millis("text"), millis("ready"));
    }
    Ok(())
}
