//! What the browser noted down about the page.

use serde_json::Value;

use crate::{Browser, Error, TestResult, TestServer};

/// The levels of the console that a good page never reaches.
const FAILING_LEVELS: [&str; 2] = ["WARNING", "SEVERE"];
/// What the driver of a graphics card says about itself when a processor draws in its place: nothing about the page.
const GL_DRIVER_MESSAGE: &str = "GL Driver Message (OpenGL, Performance";

impl Browser {
    /// Fails if there was an error or a warning since this was last asked.
    pub fn expect_clean_console(&self) -> TestResult {
        let is_bad = |line: &&Value| FAILING_LEVELS.contains(&line["level"].as_str().unwrap_or_default());
        let words = |line: &Value| line["message"].as_str().unwrap_or_default().to_owned();
        let bad: Vec<String> = self.take_log("browser")?.iter().filter(is_bad).map(words).collect();
        let bad: Vec<String> = bad.into_iter().filter(|line| !line.contains(GL_DRIVER_MESSAGE)).collect();
        if bad.is_empty() { Ok(()) } else { Err(Error::ConsoleErrors(bad)) }
    }

    /// Fails if the page asked anybody but the host for anything since this was last asked.
    pub fn expect_no_foreign_requests(&self, host: &TestServer) -> TestResult {
        // What has another scheme leads nowhere: data of the page itself, or the browser's own empty page.
        let leads_out = |address: &String| ["http", "ws"].iter().any(|scheme| address.starts_with(scheme));
        let is_strange = |address: &String| leads_out(address) && !address.starts_with(host.address());
        let strangers: Vec<String> = self.requested_urls()?.into_iter().filter(is_strange).collect();
        if strangers.is_empty() { Ok(()) } else { Err(Error::ForeignRequests(strangers)) }
    }

    /// The addresses that the page asked for since this was last asked.
    pub fn requested_urls(&self) -> TestResult<Vec<String>> {
        let addresses = self.take_log("performance")?.into_iter().filter_map(|line| {
            let event: Value = serde_json::from_str(line["message"].as_str()?).ok()?;
            let message = &event["message"];
            let is_request = message["method"] == "Network.requestWillBeSent";
            is_request.then(|| message["params"]["request"]["url"].as_str().map(str::to_owned)).flatten()
        });
        Ok(addresses.collect())
    }
}
