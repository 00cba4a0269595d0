//! A private NATS server on a free port, with a token.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use server::bus::{NatsBus, NatsConfig, SiteSubjects};
use server::store::{SecretText, StoreSecret};

pub(crate) const TOKEN: &str = "a-token-for-tests";

/// Time for the server to listen.
const START_TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) struct NatsServer {
    process: Option<Child>,
    folder: PathBuf,
    port: u16,
    tls: Option<(PathBuf, PathBuf)>,
}

impl NatsServer {
    pub(crate) fn start() -> NatsServer {
        NatsServer::start_with(None)
    }

    /// Starts a server that speaks TLS with this certificate and key.
    pub(crate) fn start_with(tls: Option<(PathBuf, PathBuf)>) -> NatsServer {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("hanpan-nats-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut server = NatsServer { process: None, folder, port: 0, tls };
        server.restart();
        server
    }

    /// Starts the server again, on the same port.
    pub(crate) fn restart(&mut self) {
        self.kill();
        let config = self.folder.join("nats.conf");
        fs::write(&config, format!("authorization {{ token: \"{TOKEN}\" }}\n")).unwrap();
        let port = if self.port == 0 { "-1".to_owned() } else { self.port.to_string() };
        let mut command = Command::new("nats-server");
        command.args(["--addr", "127.0.0.1", "--port", &port]);
        if let Some((certificate, key)) = &self.tls {
            command.arg("--tls").arg("--tlscert").arg(certificate).arg("--tlskey").arg(key);
        }
        command.arg("--config").arg(config).arg("--ports_file_dir").arg(&self.folder);
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let process = process.expect("Debian's nats-server; `cargo xtask test` installs it");
        let ports = self.folder.join(format!("nats-server_{}.ports", process.id()));
        self.process = Some(process);
        let start = Instant::now();
        self.port = loop {
            if let Some(port) = fs::read_to_string(&ports).ok().and_then(|text| parse_port(&text)) {
                break port;
            }
            assert!(start.elapsed() < START_TIMEOUT, "nats-server does not start");
            sleep(Duration::from_millis(10));
        };
    }

    /// Kills the server, as SIGKILL does.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    pub(crate) fn config(&self) -> NatsConfig {
        let scheme = if self.tls.is_some() { "tls" } else { "nats" };
        let url = format!("{scheme}://127.0.0.1:{}", self.port);
        let config = NatsConfig::new(vec![url.parse().unwrap()]);
        NatsConfig { token: Some(SecretText::new(TOKEN.to_owned())), ..config }
    }

    pub(crate) async fn connect(&self) -> NatsBus {
        NatsBus::connect(&self.config(), site()).await.unwrap()
    }
}

/// Subjects of the tests.
pub(crate) fn site() -> SiteSubjects {
    SiteSubjects::of_site(&StoreSecret::from_bytes([7; StoreSecret::BYTES]))
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// The port in `{"nats":["nats://127.0.0.1:43243"]}`.
fn parse_port(text: &str) -> Option<u16> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value["nats"][0].as_str()?.rsplit(':').next()?.parse().ok()
}
