//! A headless Chromium, and commands for any page.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
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

/// Timeout of [`Browser::wait`].
const TIMEOUT: Duration = Duration::from_secs(30);
/// Interval between two attempts of [`Browser::wait`].
const POLL_INTERVAL: Duration = Duration::from_millis(15);

/// Chromium without the code of its windows, by its names in Debian and elsewhere. It starts in half the time.
const CHROMIUM: [&str; 2] = ["chromium-headless-shell", "chrome-headless-shell"];

/// Flags for a reproducible Chromium in any environment.
const CHROMIUM_FLAGS: [&str; 9] = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--enable-unsafe-swiftshader", // WebGL in software
];

/// Key of an element reference in the WebDriver protocol.
const ELEMENT_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A running Chromium; closed and its profile removed on drop.
#[derive(Debug)]
pub struct Browser {
    driver: Chromedriver,
    /// Dropped after the driver, which closes the browser that writes into it.
    temp_dir: TempDir,
}

fn chromium_path() -> TestResult<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut files = env::split_paths(&folders).flat_map(|folder| CHROMIUM.map(|name| folder.join(name)));
    let missing = || Error::Start { what: CHROMIUM[0].to_owned(), why: "it is not on the PATH".to_owned() };
    files.find(|file| file.is_file()).ok_or_else(missing)
}

/// Adds the certificate authority in a PEM file to those that Chromium trusts if the folder is its home.
fn trust(home: &Path, root: &Path) -> TestResult {
    let database = home.join(".pki/nssdb");
    let failed = |why: String| Error::Start { what: "certutil".to_owned(), why };
    fs::create_dir_all(&database).map_err(|error| failed(error.to_string()))?;
    let certutil = |arguments: &[&str], file: Option<&Path>| {
        let mut command = Command::new("certutil");
        command.arg("-d").arg(format!("sql:{}", database.display())).args(arguments).args(file);
        let done = command.output().map_err(|error| failed(error.to_string()))?;
        let why = String::from_utf8_lossy(&done.stderr).into_owned();
        if done.status.success() { Ok(()) } else { Err(failed(why)) }
    };
    certutil(&["-N", "--empty-password"], None)?;
    certutil(&["-A", "-t", "C,,", "-n", "tests", "-i"], Some(root))
}

impl Browser {
    /// Starts Chromium with an empty profile.
    pub fn start(viewport: &Viewport) -> TestResult<Browser> {
        Browser::start_with(viewport, &json!({}), None, None)
    }

    /// Starts Chromium, for which this host name is the local machine. Pages of other names than `localhost` are not
    /// trusted without https.
    pub fn start_resolving(viewport: &Viewport, host: &str) -> TestResult<Browser> {
        Browser::start_with(viewport, &json!({}), None, Some(host))
    }

    /// Starts Chromium, which then trusts the certificate authority in a PEM file besides the usual ones.
    pub fn start_trusting(viewport: &Viewport, root: &Path) -> TestResult<Browser> {
        Browser::start_with(viewport, &json!({}), Some(root), None)
    }

    /// Starts Chromium, which then accepts every certificate.
    pub fn start_trusting_everyone(viewport: &Viewport) -> TestResult<Browser> {
        Browser::start_with(viewport, &json!({ "acceptInsecureCerts": true }), None, None)
    }

    /// Starts Chromium with these capabilities besides the usual ones.
    fn start_with(
        viewport: &Viewport,
        more: &Value,
        root: Option<&Path>,
        host: Option<&str>,
    ) -> TestResult<Browser> {
        let folder = TempDir::new()?;
        if let Some(root) = root {
            trust(folder.path(), root)?;
        }
        let mut arguments = CHROMIUM_FLAGS.map(str::to_owned).to_vec();
        arguments.push(format!("--user-data-dir={}", folder.path().join("profile").display()));
        arguments.push(format!("--accept-lang={}", viewport.language));
        arguments.extend(host.map(|host| format!("--host-resolver-rules=MAP {host} 127.0.0.1")));
        arguments.push(format!("--window-size={},{}", viewport.width, viewport.height));
        let is_touch = viewport.pointer == Pointer::Touch;
        let mut capabilities = json!({
            "browserName": "chrome-headless-shell",
            // Software rendering of a large 3D board is slow.
            "timeouts": { "script": 120_000 },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "goog:chromeOptions": {
                "binary": chromium_path()?,
                "args": arguments,
                "mobileEmulation": { "deviceMetrics": {
                    "width": viewport.width, "height": viewport.height, "pixelRatio": viewport.device_pixel_ratio,
                    "touch": is_touch, "mobile": is_touch,
                } },
            },
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            capabilities[name] = value.clone();
        }
        let home = root.map(|_| folder.path());
        let driver = Chromedriver::start(&capabilities, home)?;
        let browser = Browser { driver, temp_dir: folder };
        browser.emulate_media(&viewport.media_features())?;
        let downloads = json!({ "behavior": "allow", "downloadPath": browser.download_dir() });
        browser.devtools("Browser.setDownloadBehavior", &downloads)?;
        // A Chromium with windows grants this to every page that is clicked.
        let permissions = json!({ "permissions": ["clipboardSanitizedWrite"] });
        browser.devtools("Browser.grantPermissions", &permissions)?;
        Ok(browser)
    }

    /// Navigates to a URL and waits until it has loaded.
    pub fn goto(&self, address: &str) -> TestResult {
        self.driver.post("url", &json!({ "url": address })).map(drop)
    }

    /// Reloads the page.
    pub fn reload(&self) -> TestResult {
        self.driver.post("refresh", &json!({})).map(drop)
    }

    /// Runs a script in the page: a function body that reads `arguments` and returns a value. Promises are
    /// awaited.
    pub fn run(&self, script: &str, arguments: &[&str]) -> TestResult<Value> {
        self.driver.post("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Sends a DevTools protocol command.
    pub fn devtools(&self, command: &str, parameters: &Value) -> TestResult<Value> {
        self.driver.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Runs a script in every new document before its own scripts.
    pub fn add_init_script(&self, script: &str) -> TestResult {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script })).map(drop)
    }

    /// Emulates exactly these media features, such as `("forced-colors", "active")`.
    pub fn emulate_media(&self, preferences: &[(&str, &str)]) -> TestResult {
        let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Vec<Value> = preferences.iter().map(feature).collect();
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features })).map(drop)
    }

    /// Clicks an element in its center as soon as it is there.
    pub fn click_element(&self, what: impl Locator) -> TestResult {
        self.with_element(what, "click", &json!({}))
    }

    /// Types text into an element as soon as it is there.
    pub fn type_into(&self, what: impl Locator, text: &str) -> TestResult {
        self.with_element(what, "value", &json!({ "text": text }))
    }

    /// Returns true if the element is on the page now.
    pub fn has(&self, what: impl Locator) -> TestResult<bool> {
        Ok(!self.find_elements(what)?.is_empty())
    }

    /// Waits for an element and returns its text.
    pub fn inner_text(&self, selector: &str) -> TestResult<String> {
        self.wait(&format!("words in {selector}"), || {
            let words =
                self.run("return document.querySelector(arguments[0])?.innerText ?? null", &[selector])?;
            Ok(words.as_str().map(str::to_owned).ok_or_else(|| "no such place".to_owned()))
        })
    }

    /// Waits until an element has this text.
    pub fn wait_for_text(&self, selector: &str, wanted: &str) -> TestResult {
        self.wait(&format!("{wanted:?} in {selector}"), || {
            let words =
                self.run("return document.querySelector(arguments[0])?.innerText ?? null", &[selector])?;
            Ok(if words.as_str() == Some(wanted) { Ok(()) } else { Err(words.to_string()) })
        })
    }

    /// Waits until a script returns this value.
    pub fn wait_for_value(&self, script: &str, arguments: &[&str], wanted: impl Into<Value>) -> TestResult {
        let wanted = wanted.into();
        self.wait(&format!("{wanted} from {script}"), || {
            let seen = self.run(script, arguments)?;
            Ok(if seen == wanted { Ok(()) } else { Err(seen.to_string()) })
        })
    }

    /// Waits until an element is there.
    pub fn wait_for_element(&self, what: impl Locator) -> TestResult {
        self.wait(&format!("{what:?}"), || Ok(if self.has(what)? { Ok(()) } else { Err("none".to_owned()) }))
    }

    /// Waits until an element is gone.
    pub fn wait_until_gone(&self, what: impl Locator) -> TestResult {
        self.wait(&format!("no {what:?}"), || {
            Ok(if self.has(what)? { Err("still there".to_owned()) } else { Ok(()) })
        })
    }

    /// Waits until the text of an element contains these words.
    pub fn wait_for_words(&self, selector: &str, wanted: &str) -> TestResult {
        self.wait(&format!("{wanted:?} in {selector}"), || {
            let words =
                self.run("return document.querySelector(arguments[0])?.innerText ?? null", &[selector])?;
            let is_there = words.as_str().is_some_and(|words| words.contains(wanted));
            Ok(if is_there { Ok(()) } else { Err(words.to_string()) })
        })
    }

    /// Polls `poll` until it returns `Ok`; its `Err` describes the current state for the error message.
    pub fn wait<T>(&self, wanted: &str, poll: impl Fn() -> TestResult<Result<T, String>>) -> TestResult<T> {
        let start = Instant::now();
        loop {
            match poll()? {
                Ok(found) => return Ok(found),
                Err(seen) if start.elapsed() > TIMEOUT => {
                    return Err(Error::Timeout { wanted: wanted.to_owned(), seen });
                }
                Err(_) => thread::sleep(POLL_INTERVAL),
            }
        }
    }

    /// Performs WebDriver actions.
    pub(crate) fn perform_actions(&self, actions: &Value) -> TestResult {
        self.driver.post("actions", &json!({ "actions": [actions] })).map(drop)
    }

    /// Returns and clears the entries of a log.
    pub fn take_log(&self, kind: &str) -> TestResult<Vec<Value>> {
        let lines = self.driver.post("se/log", &json!({ "type": kind }))?;
        Ok(lines.as_array().cloned().unwrap_or_default())
    }

    /// Screenshot of the viewport as PNG.
    pub fn screenshot(&self) -> TestResult<Vec<u8>> {
        decode_base64(&self.driver.get("screenshot")?)
    }

    /// Screenshot of an element as JPEG, for photo-like content.
    pub fn screenshot_element(&self, selector: &str) -> TestResult<Vec<u8>> {
        let script = "
            const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
            return { x, y, width, height, scale: 1 }";
        let clip = self.run(script, &[selector])?;
        let taken = json!({ "format": "jpeg", "quality": 88, "clip": clip });
        decode_base64(&self.devtools("Page.captureScreenshot", &taken)?["data"])
    }

    /// Saves a screenshot as `target/e2e/NAME.png`.
    pub fn save_screenshot(&self, name: &str) -> TestResult {
        let path = temp_dir::artifacts_dir().join(format!("{name}.png"));
        let written = fs::write(&path, self.screenshot()?);
        written.map_err(|error| Error::File(format!("{}: {error}", path.display())))
    }

    /// Saves a screenshot of the page on which a test failed.
    pub(crate) fn save_failure_screenshot(&self) {
        if let Ok(picture) = self.screenshot() {
            // A missing screenshot is not an error.
            let _ = fs::write(temp_dir::failure_screenshot_path(), picture);
        }
    }

    /// Download folder.
    #[must_use]
    pub fn download_dir(&self) -> PathBuf {
        self.temp_dir.path().join("downloads")
    }

    /// Sends a command to the only element that matches. Retries while it is missing, hidden or being
    /// replaced.
    fn with_element(&self, what: impl Locator, command: &str, parameters: &Value) -> TestResult {
        self.wait(&format!("{what:?}"), || {
            let found = self.find_elements(what)?;
            let [element] = found.as_slice() else { return Ok(Err(format!("{} of it", found.len()))) };
            let done = self.driver.post(&format!("element/{element}/{command}"), parameters);
            let outcome = done.map(drop).map_err(|error| error.to_string());
            // The driver scrolls an element to the edge, where a sticky button may lie above it.
            if outcome.as_ref().is_err_and(|error| error.contains("click intercepted")) {
                self.scroll_to_center(element)?;
            }
            Ok(outcome)
        })
    }

    /// Scrolls to an element, as a person would who sees it half covered.
    fn scroll_to_center(&self, element: &str) -> TestResult {
        let script = "arguments[0].scrollIntoView({ block: 'center' })";
        let arguments = json!({ "script": script, "args": [{ ELEMENT_KEY: element }] });
        self.driver.post("execute/sync", &arguments).map(drop)
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
