//! From the download to the board in the browser in less than a minute, as a user does it.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{TaskError, Trial, output};
use crate::chromium;
use crate::dist::server::Server;

const LIMIT: Duration = Duration::from_secs(60);

/// An HTTP server of the release's folder; it is killed when this is dropped.
struct Downloads(Child);

impl Drop for Downloads {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let chromium = chromium::ensure()?;
    let folder = trial.folder("download")?;
    let port = free_port()?;
    let downloads = Command::new("python3")
        .args(["-m", "http.server", "--bind", "127.0.0.1", &port.to_string(), "--directory"])
        .arg(&trial.files)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let _downloads = Downloads(downloads.map_err(|error| TaskError(format!("python3: {error}")))?);
    let archive = trial.file("x86_64-linux.tar.gz")?;
    let archive = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();

    let start = Instant::now();
    let script = format!(
        "set -e\n\
         curl --silent --fail --retry 20 --retry-connrefused --retry-delay 1 --remote-name http://127.0.0.1:{port}/SHA256SUMS\n\
         curl --silent --fail --remote-name http://127.0.0.1:{port}/{archive}\n\
         sha256sum --check --ignore-missing SHA256SUMS\n\
         tar -xzf {archive}"
    );
    output(Command::new("sh").args(["-c", &script]).current_dir(&folder))?;
    let program = folder.join(archive.trim_end_matches(".tar.gz")).join("hanpan");
    let data = trial.folder("first-data")?;
    let server =
        Server::start(Command::new(program).args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data))?;
    let mut browser = Command::new(chromium);
    browser.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=20000",
        "--dump-dom",
    ]);
    let page = output(
        browser
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg(format!("{}analysis", server.url)),
    )?;
    let elapsed = start.elapsed();
    if !page.contains(BOARD) {
        return Err(TaskError(format!(
            "the page has no board: {}",
            page.chars().take(2000).collect::<String>()
        )));
    }
    if elapsed > LIMIT {
        return Err(TaskError(format!("{:.1} s from download to board", elapsed.as_secs_f64())));
    }
    Ok(format!("download, checksum, start and board in {:.1} s", elapsed.as_secs_f64()))
}

/// Part of the board that only the program draws.
const BOARD: &str = "data-square=\"e4\"";

fn free_port() -> Result<u16, TaskError> {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.map(|address| address.port()).map_err(|error| TaskError(format!("no free port: {error}")))
}
