//! WebDriver protocol: JSON over HTTP to a `chromedriver` process.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::Request;

use crate::process::Process;
use crate::{Error, TestResult};

/// Timeout of a command.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(130);

/// Start attempts.
const START_ATTEMPTS: u8 = 4;

/// A chromedriver process with one session.
#[derive(Debug)]
pub(crate) struct Chromedriver {
    agent: Agent,
    session: String,
    /// Killed on drop.
    _process: Process,
}

impl Chromedriver {
    /// Starts chromedriver on a free port and a browser with these capabilities, in another home folder if one is given.
    pub(crate) fn start(capabilities: &Value, home: Option<&Path>) -> TestResult<Chromedriver> {
        let (process, port) = start(home)?;
        let config =
            Agent::config_builder().timeout_global(Some(REQUEST_TIMEOUT)).http_status_as_error(false);
        let agent = Agent::new_with_config(config.build());
        let sessions = format!("http://127.0.0.1:{port}/session");
        let wish = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let answer = send(&agent, "POST", &sessions, &wish)?;
        let id = answer["sessionId"].as_str().unwrap_or_default();
        Ok(Chromedriver { agent, session: format!("{sessions}/{id}"), _process: process })
    }

    /// POSTs a WebDriver command; `command` is the last part of the path.
    pub(crate) fn post(&self, command: &str, parameters: &Value) -> TestResult<Value> {
        send(&self.agent, "POST", &format!("{}/{command}", self.session), parameters)
    }

    /// GETs a WebDriver value.
    pub(crate) fn get(&self, command: &str) -> TestResult<Value> {
        send(&self.agent, "GET", &format!("{}/{command}", self.session), &Value::Null)
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        // Closes the browser. If that fails, it is killed with chromedriver.
        let _ = send(&self.agent, "DELETE", &self.session, &Value::Null);
    }
}

/// chromedriver chooses a free IPv4 port and needs the same port for IPv6. If that is taken, it must be
/// started again.
fn start(home: Option<&Path>) -> TestResult<(Process, u16)> {
    let attempt = || {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").envs(home.map(|home| ("HOME", home)));
        Process::start(&mut command, |line| {
            line.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok()
        })
    };
    (1..START_ATTEMPTS).find_map(|_| attempt().ok()).map_or_else(attempt, Ok)
}

fn send(agent: &Agent, method: &str, address: &str, parameters: &Value) -> TestResult<Value> {
    let refused = |why: String| {
        let command = address.rsplit('/').next().unwrap_or(address);
        Error::WebDriver { command: format!("{command} {parameters}"), why }
    };
    let body = if parameters.is_null() { String::new() } else { parameters.to_string() };
    let request = Request::builder().method(method).uri(address).header("Content-Type", "application/json");
    let request = request.body(body).map_err(|error| refused(error.to_string()))?;
    let response = agent.run(request).map_err(|error| refused(error.to_string()))?;
    let is_good = response.status().is_success();
    let text = response.into_body().with_config().limit(u64::MAX).read_to_string();
    let text = text.map_err(|error| refused(error.to_string()))?;
    let mut answer: Value = serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
    let value = answer["value"].take();
    if is_good { Ok(value) } else { Err(refused(value["message"].as_str().unwrap_or(&text).to_owned())) }
}
