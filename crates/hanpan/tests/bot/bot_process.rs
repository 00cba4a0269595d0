//! A `hanpan bot` process and its log.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::api_server::ApiServer;
use crate::common::command;

/// Time after which a line of the log counts as missing.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct BotProcess {
    child: Child,
    lines: Receiver<String>,
    /// Lines so far.
    pub(crate) log: Vec<String>,
}

/// Writes a token into a file.
pub(crate) fn token_file(server: &ApiServer, name: &str, token: &str) -> PathBuf {
    let path = server.folder.with_extension(format!("{name}.token"));
    std::fs::write(&path, format!("{token}\n")).unwrap();
    path
}

impl BotProcess {
    pub(crate) fn start(server: &ApiServer, name: &str, token: &str, args: &[&str]) -> BotProcess {
        let (url, file) = (server.url(), token_file(server, name, token));
        let mut child = command(&["bot", "--server", &url, "--token-file", file.to_str().unwrap()])
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let log = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || log.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        BotProcess { child, lines, log: Vec::new() }
    }

    /// The next line of the log with this text.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        loop {
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else {
                panic!("no {text:?} in {:#?}", self.log)
            };
            self.log.push(line.clone());
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Sends a signal, such as `-INT`.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// Exit code, after the process has ended.
    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
