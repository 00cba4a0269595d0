//! A server with a certificate of an authority, which is renewed during a game.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use e2e::{Browser, Css, Error, GamePage, TestResult, TestServer, Viewport};
use serde_json::json;
use test_services::Pebble;

use crate::line_mode::LineMode;
use crate::online_session::with_browsers_trusting;

/// Validity of certificates: they are renewed after two thirds of it.
const VALIDITY: Duration = Duration::from_secs(24);

/// Time for an order, also on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(90);

#[test]
fn a_game_goes_on_over_tls_while_the_certificate_is_renewed() -> TestResult {
    let port = free_port().map_err(failed)?;
    let pebble = Pebble::start(Path::new(env!("CARGO_TARGET_TMPDIR")), port, VALIDITY).map_err(failed)?;
    let (url, ca) = (format!("https://localhost:{port}"), pebble.ca_file());
    let options = ["--acme", "operator@example.org", "--public-url", &url, "--acme-directory"];
    let directory = pebble.directory();
    let options = [&options[..], &[&directory, "--acme-ca", ca.to_str().unwrap_or_default()]].concat();
    let server = TestServer::start_at(&format!("127.0.0.1:{port}"), &options, &[])?;
    let root = pebble.root_file().map_err(failed)?;
    let first = wait_for_certificate(&url, &root, "")?;

    with_browsers_trusting(&root, server, 2, |session| {
        let path = session.start_game(0, 1, "3")?;
        let program = session.server.program();
        let watch = |name: &str| LineMode::open(program, name, &root, &format!("{url}/{path}"));
        let mut terminal = watch("Sora")?;
        terminal.wait_for("You are watching.")?;
        session.play(0, 1, "e2e4 e7e5")?;
        terminal.wait_for("pawn e7 to e5")?;
        let seen = certificate(&session.browsers[0], &url)?;

        wait_for_certificate(&url, &root, &first)?;
        // Connections go on with the certificate that they began with.
        session.play(0, 1, "g1f3 b8c6")?;
        terminal.wait_for("knight b8 to c6")?;
        for player in [0, 1] {
            session.browsers[player].reload()?;
            session.game(player)?.wait_for_status("WHITE'S TURN")?;
        }
        // New ones get the new one.
        let late = Browser::start_trusting(&Viewport::DESKTOP, &root)?;
        late.goto(&format!("{url}/{path}"))?;
        GamePage::wait_for(&late)?.wait_for_status("WHITE'S TURN")?;
        assert_ne!(certificate(&late, &url)?, seen);
        let mut other = watch("Haru")?;
        other.wait_for("You are watching.")?;
        session.play(0, 1, "f1b5 a7a6")?;
        for terminal in [&mut terminal, &mut other] {
            terminal.wait_for("pawn a7 to a6")?;
        }
        assert!(session.browsers[1].run("return isSecureContext", &[])? == true);
        assert!(!session.browsers[1].has(Css(".banner"))?);
        session.browsers[1].save_screenshot("tls-renewed")
    })
}

/// Waits until the server presents another certificate than `old`, and returns it.
fn wait_for_certificate(url: &str, root: &Path, old: &str) -> TestResult<String> {
    let start = Instant::now();
    while start.elapsed() < TIMEOUT {
        let mut request = Command::new("curl");
        request.args(["--silent", "--fail", "--output", "/dev/null", "--write-out", "%{certs}", "--cacert"]);
        let done = request.arg(root).arg(format!("{url}/healthz")).output().map_err(failed)?;
        let presented = String::from_utf8_lossy(&done.stdout).into_owned();
        if done.status.success() && presented != old {
            return Ok(presented);
        }
        sleep(Duration::from_millis(200));
    }
    Err(Error::Timeout { wanted: "a certificate".to_owned(), seen: "the old one, or none".to_owned() })
}

/// The certificate that a browser has got.
fn certificate(browser: &Browser, url: &str) -> TestResult<String> {
    Ok(browser.devtools("Network.getCertificate", &json!({ "origin": url }))?["tableNames"][0].to_string())
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

fn failed(error: io::Error) -> Error {
    Error::Start { what: "services".to_owned(), why: error.to_string() }
}
