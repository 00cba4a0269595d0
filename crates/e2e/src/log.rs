//! Console and network log.

use serde_json::Value;

use crate::{Browser, Error, TestResult, TestServer};

/// Console levels that fail a test.
const FAILING_LEVELS: [&str; 2] = ["WARNING", "SEVERE"];
/// Performance messages of the OpenGL driver in software rendering, unrelated to the page.
const GL_DRIVER_MESSAGE: &str = "GL Driver Message (OpenGL, Performance";

impl Browser {
    /// Fails if the console has new errors or warnings.
    pub fn expect_clean_console(&self) -> TestResult {
        let is_bad = |line: &&Value| FAILING_LEVELS.contains(&line["level"].as_str().unwrap_or_default());
        let words = |line: &Value| line["message"].as_str().unwrap_or_default().to_owned();
        let bad: Vec<String> = self.take_log("browser")?.iter().filter(is_bad).map(words).collect();
        let bad: Vec<String> = bad.into_iter().filter(|line| !line.contains(GL_DRIVER_MESSAGE)).collect();
        if bad.is_empty() { Ok(()) } else { Err(Error::ConsoleErrors(bad)) }
    }

    /// Fails if the page has sent new requests to another origin.
    pub fn expect_no_foreign_requests(&self, server: &TestServer) -> TestResult {
        // Other schemes, such as `data:` and `about:`, do not reach the network.
        let leads_out = |address: &String| ["http", "ws"].iter().any(|scheme| address.starts_with(scheme));
        let is_strange = |address: &String| leads_out(address) && !address.starts_with(server.address());
        let strangers: Vec<String> = self.requested_urls()?.into_iter().filter(is_strange).collect();
        if strangers.is_empty() { Ok(()) } else { Err(Error::ForeignRequests(strangers)) }
    }

    /// URLs requested since the last call.
    pub fn requested_urls(&self) -> TestResult<Vec<String>> {
        let is_request = |(method, _): &(String, String)| method == "Network.requestWillBeSent";
        Ok(self.take_requests()?.into_iter().filter(is_request).map(|(_, address)| address).collect())
    }

    /// Requests and socket messages of the page since the last call, in order: the DevTools event, and the URL or the
    /// text of a socket's message.
    pub fn take_requests(&self) -> TestResult<Vec<(String, String)>> {
        let sent = self.take_log("performance")?.into_iter().filter_map(|line| {
            let event: Value = serde_json::from_str(line["message"].as_str()?).ok()?;
            let (method, sent) = (event["message"]["method"].as_str()?, &event["message"]["params"]);
            let text = match method {
                "Network.requestWillBeSent" => &sent["request"]["url"],
                "Network.webSocketCreated" => &sent["url"],
                "Network.webSocketFrameSent" => &sent["response"]["payloadData"],
                _ => return None,
            };
            Some((method.to_owned(), text.as_str()?.to_owned()))
        });
        Ok(sent.collect())
    }
}
