//! A server with accounts, and requests with their tokens.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;

use serde_json::Value;

use crate::common::expect_output;
use crate::server_process::{ServerProcess, data_dir};

pub(crate) struct ApiServer {
    pub(crate) process: ServerProcess,
    pub(crate) folder: PathBuf,
}

impl ApiServer {
    pub(crate) fn start(name: &str) -> ApiServer {
        let folder = data_dir(&format!("bot-{name}"));
        let process = ServerProcess::start(&folder, "127.0.0.1:0");
        ApiServer { process, folder }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.process.address)
    }

    /// Creates an account; returns a token with these scopes.
    pub(crate) fn account(&self, name: &str, scopes: &[&str]) -> String {
        let body = format!(r#"{{"name":"{name}","password":"correct horse battery"}}"#);
        assert_eq!(self.request("POST", "/api/account", None, &body).0, 200);
        self.token(name, scopes)
    }

    /// Creates a token of an account.
    pub(crate) fn token(&self, name: &str, scopes: &[&str]) -> String {
        let mut args = vec!["admin", "--data", self.folder.to_str().unwrap(), "token", name];
        args.extend(scopes.iter().flat_map(|scope| ["--scope", scope]));
        expect_output(&args).trim().to_owned()
    }

    /// The answer to a request that must succeed.
    #[track_caller]
    pub(crate) fn get(&self, path: &str, token: &str) -> Value {
        let (status, body) = self.request("GET", path, Some(token), "");
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// The answer to a request with a form that must succeed.
    #[track_caller]
    pub(crate) fn post(&self, path: &str, token: &str, form: &str) -> Value {
        let (status, body) = self.request("POST", path, Some(token), form);
        assert!((200..300).contains(&status), "{path}: {status} {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Status and body.
    fn request(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.process.address).unwrap();
        let authorization =
            token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
        let kind =
            if body.starts_with('{') { "application/json" } else { "application/x-www-form-urlencoded" };
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nhost: localhost\r\naccept: application/json\r\n{authorization}\
             content-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }
}
