//! What the browser noted down about the page.

use serde_json::Value;

use crate::{Browser, Error, Host, Outcome};

/// The levels of the console that a good page never reaches.
const BAD: [&str; 2] = ["WARNING", "SEVERE"];
/// What the driver of a graphics card says about itself when a processor draws in its place: nothing about the page.
const DRIVER: &str = "GL Driver Message (OpenGL, Performance";

impl Browser {
    /// Fails if there was an error or a warning since this was last asked.
    pub fn expect_silence(&self) -> Outcome {
        let is_bad = |line: &&Value| BAD.contains(&line["level"].as_str().unwrap_or_default());
        let words = |line: &Value| line["message"].as_str().unwrap_or_default().to_owned();
        let bad: Vec<String> = self.log("browser")?.iter().filter(is_bad).map(words).collect();
        let bad: Vec<String> = bad.into_iter().filter(|line| !line.contains(DRIVER)).collect();
        if bad.is_empty() { Ok(()) } else { Err(Error::Logged(bad)) }
    }

    /// Fails if the page asked anybody but the host for anything since this was last asked.
    pub fn expect_no_strangers(&self, host: &Host) -> Outcome {
        // What has another scheme leads nowhere: data of the page itself, or the browser's own empty page.
        let leads_out = |address: &String| ["http", "ws"].iter().any(|scheme| address.starts_with(scheme));
        let is_strange = |address: &String| leads_out(address) && !address.starts_with(host.address());
        let strangers: Vec<String> = self.requests()?.into_iter().filter(is_strange).collect();
        if strangers.is_empty() { Ok(()) } else { Err(Error::Strangers(strangers)) }
    }

    /// The addresses that the page asked for since this was last asked.
    pub fn requests(&self) -> Outcome<Vec<String>> {
        let addresses = self.log("performance")?.into_iter().filter_map(|line| {
            let event: Value = serde_json::from_str(line["message"].as_str()?).ok()?;
            let message = &event["message"];
            let is_request = message["method"] == "Network.requestWillBeSent";
            is_request.then(|| message["params"]["request"]["url"].as_str().map(str::to_owned)).flatten()
        });
        Ok(addresses.collect())
    }
}
