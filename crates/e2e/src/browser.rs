//! A Chromium without a window, and what can be asked of any page in it.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::chromedriver::Chromedriver;
use crate::locator::Locator;
use crate::temp_dir::{self, TempDir};
use crate::viewport::{Pointer, Viewport};
use crate::{Error, TestResult};

/// How long something may take to appear. Only a story that fails waits so long.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How often it is looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(15);

/// What makes Chromium run anywhere, quietly and the same way each time.
const CHROMIUM_FLAGS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--enable-unsafe-swiftshader", // a board in space, drawn by the processor
];

/// A running Chromium; it closes, and its profile is gone, when it is dropped.
#[derive(Debug)]
pub struct Browser {
    driver: Chromedriver,
    /// After the driver, which closes the browser that writes into it.
    temp_dir: TempDir,
}

impl Browser {
    /// Starts one with a fresh profile.
    pub fn start(look: &Viewport) -> TestResult<Browser> {
        let folder = TempDir::new()?;
        let mut arguments = CHROMIUM_FLAGS.map(str::to_owned).to_vec();
        arguments.push(format!("--user-data-dir={}", folder.path().join("profile").display()));
        arguments.push(format!("--lang={}", look.language));
        arguments.push(format!("--window-size={},{}", look.width, look.height));
        let is_touch = look.pointer == Pointer::Touch;
        let driver = Chromedriver::start(&json!({
            "browserName": "chrome",
            // A processor that draws a large picture of a board in space takes its time.
            "timeouts": { "script": 120_000 },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "goog:chromeOptions": {
                "args": arguments,
                "prefs": {
                    "intl.accept_languages": look.language,
                    "download.default_directory": folder.path().join("downloads"),
                },
                "mobileEmulation": { "deviceMetrics": {
                    "width": look.width, "height": look.height, "pixelRatio": look.device_pixel_ratio,
                    "touch": is_touch, "mobile": is_touch,
                } },
            },
        }))?;
        let browser = Browser { driver, temp_dir: folder };
        browser.emulate_media(&look.media_features())?;
        Ok(browser)
    }

    /// Opens an address and waits until it has loaded.
    pub fn goto(&self, address: &str) -> TestResult {
        self.driver.post("url", &json!({ "url": address })).map(drop)
    }

    /// Loads the page anew.
    pub fn reload(&self) -> TestResult {
        self.driver.post("refresh", &json!({})).map(drop)
    }

    /// Runs a script in the page: the body of a function, which gives its value with `return` and finds the
    /// arguments in `arguments`. A promise is awaited.
    pub fn run(&self, script: &str, arguments: &[&str]) -> TestResult<Value> {
        self.driver.post("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Gives a command of the DevTools protocol.
    pub fn devtools(&self, command: &str, parameters: &Value) -> TestResult<Value> {
        self.driver.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Runs a script in every document before its own.
    pub fn add_init_script(&self, script: &str) -> TestResult {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script })).map(drop)
    }

    /// Lets the system prefer this and nothing else, such as `("forced-colors", "active")`.
    pub fn emulate_media(&self, preferences: &[(&str, &str)]) -> TestResult {
        let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Vec<Value> = preferences.iter().map(feature).collect();
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features })).map(drop)
    }

    /// Presses a button or a place in its middle, as soon as it is there.
    pub fn click_element(&self, what: impl Locator) -> TestResult {
        self.with_element(what, "click", &json!({}))
    }

    /// Types a text into a field, as soon as it is there.
    pub fn type_into(&self, what: impl Locator, text: &str) -> TestResult {
        self.with_element(what, "value", &json!({ "text": text }))
    }

    /// Whether something is on the page now.
    pub fn has(&self, what: impl Locator) -> TestResult<bool> {
        Ok(!self.find_elements(what)?.is_empty())
    }

    /// The words in a place, as soon as it is there.
    pub fn inner_text(&self, selector: &str) -> TestResult<String> {
        self.wait(&format!("words in {selector}"), || {
            let words =
                self.run("return document.querySelector(arguments[0])?.innerText ?? null", &[selector])?;
            Ok(words.as_str().map(str::to_owned).ok_or_else(|| "no such place".to_owned()))
        })
    }

    /// Waits until a place has these words.
    pub fn wait_for_text(&self, selector: &str, wanted: &str) -> TestResult {
        self.wait(&format!("{wanted:?} in {selector}"), || {
            let words =
                self.run("return document.querySelector(arguments[0])?.innerText ?? null", &[selector])?;
            Ok(if words.as_str() == Some(wanted) { Ok(()) } else { Err(words.to_string()) })
        })
    }

    /// Looks until there is what is wanted; `Err` says what is there instead.
    pub fn wait<T>(&self, wanted: &str, look: impl Fn() -> TestResult<Result<T, String>>) -> TestResult<T> {
        let start = Instant::now();
        loop {
            match look()? {
                Ok(found) => return Ok(found),
                Err(seen) if start.elapsed() > TIMEOUT => {
                    return Err(Error::Timeout { wanted: wanted.to_owned(), seen });
                }
                Err(_) => thread::sleep(POLL_INTERVAL),
            }
        }
    }

    /// Moves pointers and presses keys, as WebDriver's actions describe it.
    pub(crate) fn perform_actions(&self, actions: &Value) -> TestResult {
        self.driver.post("actions", &json!({ "actions": [actions] })).map(drop)
    }

    /// The lines of a log since it was last asked for.
    pub(crate) fn take_log(&self, kind: &str) -> TestResult<Vec<Value>> {
        let lines = self.driver.post("se/log", &json!({ "type": kind }))?;
        Ok(lines.as_array().cloned().unwrap_or_default())
    }

    /// A picture of what is in the window, as a PNG file.
    pub fn screenshot(&self) -> TestResult<Vec<u8>> {
        decode_base64(&self.driver.get("screenshot")?)
    }

    /// A picture of what a selector finds, as a JPEG file: for what is more of a photograph than a drawing.
    pub fn screenshot_element(&self, selector: &str) -> TestResult<Vec<u8>> {
        let script = "
            const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
            return { x, y, width, height, scale: 1 }";
        let clip = self.run(script, &[selector])?;
        let taken = json!({ "format": "jpeg", "quality": 88, "clip": clip });
        decode_base64(&self.devtools("Page.captureScreenshot", &taken)?["data"])
    }

    /// Keeps a picture of the page on which a story failed.
    pub(crate) fn save_failure_screenshot(&self) {
        if let Ok(picture) = self.screenshot() {
            // A picture helps, but its want is no failure of its own.
            let _ = fs::write(temp_dir::failure_screenshot_path(), picture);
        }
    }

    /// Where downloads go.
    #[must_use]
    pub fn download_dir(&self) -> PathBuf {
        self.temp_dir.path().join("downloads")
    }

    /// Does something with the one element that is meant. While it is not there, or hidden, or just being replaced, it is
    /// waited for.
    fn with_element(&self, what: impl Locator, command: &str, parameters: &Value) -> TestResult {
        self.wait(&format!("{what:?}"), || {
            let found = self.find_elements(what)?;
            let [element] = found.as_slice() else { return Ok(Err(format!("{} of it", found.len()))) };
            let done = self.driver.post(&format!("element/{element}/{command}"), parameters);
            Ok(done.map(drop).map_err(|error| error.to_string()))
        })
    }

    fn find_elements(&self, what: impl Locator) -> TestResult<Vec<String>> {
        let (using, value) = what.strategy();
        let found = self.driver.post("elements", &json!({ "using": using, "value": value }))?;
        let ids = found.as_array().into_iter().flatten().filter_map(|element| element.as_object());
        Ok(ids.flat_map(|element| element.values()).filter_map(Value::as_str).map(str::to_owned).collect())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if thread::panicking() {
            self.save_failure_screenshot();
        }
    }
}

fn decode_base64(picture: &Value) -> TestResult<Vec<u8>> {
    let decoded = STANDARD.decode(picture.as_str().unwrap_or_default());
    decoded.map_err(|error| Error::WebDriver { command: "screenshot".to_owned(), why: error.to_string() })
}
