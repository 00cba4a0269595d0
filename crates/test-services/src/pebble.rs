//! A private certificate authority that speaks ACME: Debian's pebble, with real validation.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};

use crate::keeper::Keeper;

/// Time to start, also on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Distinguishes instances of this process.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A running authority and its DNS server, for which every name is this machine. The folder is removed with the value.
#[derive(Debug)]
pub struct Pebble {
    folder: PathBuf,
    directory: u16,
    management: u16,
    processes: Vec<Keeper>,
}

impl Pebble {
    /// Starts it with its files in a new folder below `parent`. Host names are validated at `port` of this machine.
    ///
    /// # Errors
    ///
    /// Returns an error if pebble is not installed or does not start.
    pub fn start(parent: &Path, port: u16, validity: Duration) -> io::Result<Pebble> {
        let name = format!("pebble-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = parent.join(name);
        fs::create_dir_all(&folder)?;
        write_certificates(&folder).map_err(io::Error::other)?;
        let [directory, management, dns, control] = free_ports()?;
        let file = |name: &str| folder.join(name).display().to_string();
        let config = format!(
            r#"{{ "pebble": {{
                "listenAddress": "127.0.0.1:{directory}",
                "managementListenAddress": "127.0.0.1:{management}",
                "certificate": "{}",
                "privateKey": "{}",
                "httpPort": 1,
                "tlsPort": {port},
                "ocspResponderURL": "",
                "externalAccountBindingRequired": false,
                "certificateValidityPeriod": {}
            }} }}"#,
            file("cert.pem"),
            file("key.pem"),
            validity.as_secs()
        );
        fs::write(folder.join("pebble.json"), config)?;
        let (dns, control) = (format!("127.0.0.1:{dns}"), format!("127.0.0.1:{control}"));
        let mut resolver = vec!["pebble-challtestsrv", "-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""];
        resolver.extend([
            "-http01",
            "",
            "-https01",
            "",
            "-tlsalpn01",
            "",
            "-dns01",
            &dns,
            "-management",
            &control,
        ]);
        let config = file("pebble.json");
        // Every order is validated, and without the random waits of up to 15 s.
        let environment = ["env", "PEBBLE_VA_NOSLEEP=1", "PEBBLE_AUTHZREUSE=0"];
        let authority = environment.into_iter().chain(["pebble", "-config", &config, "-dnsserver", &dns]);
        let mut pebble = Pebble { folder, directory, management, processes: Vec::new() };
        let log = |name: &str| pebble.folder.join(name);
        let processes = vec![
            Keeper::start(None, "KILL", &log("dns.log"), resolver)?,
            Keeper::start(None, "KILL", &log("pebble.log"), authority)?,
        ];
        pebble.processes = processes;
        pebble.wait_until_ready()?;
        Ok(pebble)
    }

    /// URL of the ACME directory.
    #[must_use]
    pub fn directory(&self) -> String {
        format!("https://localhost:{}/dir", self.directory)
    }

    /// PEM file of the certificate that the directory is trusted by.
    #[must_use]
    pub fn ca_file(&self) -> PathBuf {
        self.folder.join("ca.pem")
    }

    /// PEM file of the root of the certificates that it issues.
    ///
    /// # Errors
    ///
    /// Returns an error if curl is not installed or gets no answer.
    pub fn root_file(&self) -> io::Result<PathBuf> {
        let root = self.folder.join("root.pem");
        let mut request = Command::new("curl");
        request.args(["--silent", "--show-error", "--fail", "--cacert"]).arg(self.ca_file()).arg("--output");
        request.arg(&root).arg(format!("https://localhost:{}/roots/0", self.management));
        let done = request.output()?;
        if done.status.success() {
            Ok(root)
        } else {
            Err(io::Error::other(String::from_utf8_lossy(&done.stderr)))
        }
    }

    /// Number of orders that it has accepted. Requests may be more: it rejects one nonce in twenty, so that clients repeat them.
    ///
    /// # Errors
    ///
    /// Returns an error if its log cannot be read.
    pub fn orders(&self) -> io::Result<usize> {
        let log = fs::read_to_string(self.folder.join("pebble.log"))?;
        Ok(log.lines().filter(|line| line.contains("Added order ")).count())
    }

    fn wait_until_ready(&self) -> io::Result<()> {
        let start = Instant::now();
        let is_open = |port| TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok();
        while !(is_open(self.directory) && is_open(self.management)) {
            if start.elapsed() > START_TIMEOUT {
                return Err(io::Error::other("pebble does not start; is Debian's package installed?"));
            }
            sleep(Duration::from_millis(10));
        }
        Ok(())
    }
}

impl Drop for Pebble {
    fn drop(&mut self) {
        self.processes.clear();
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// Writes the certificate of the directory and that of its authority.
fn write_certificates(folder: &Path) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (authority_key, key) = (KeyPair::generate()?, KeyPair::generate()?);
    let mut authority = CertificateParams::new(Vec::new())?;
    // Without a name of its own, the certificates that it issues would look self-signed.
    authority.distinguished_name.push(DnType::CommonName, "authority of tests");
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    fs::write(folder.join("ca.pem"), authority.self_signed(&authority_key)?.pem())?;
    let issuer = Issuer::new(authority, authority_key);
    let certificate = CertificateParams::new(["localhost".to_owned()])?.signed_by(&key, &issuer)?;
    fs::write(folder.join("cert.pem"), certificate.pem())?;
    fs::write(folder.join("key.pem"), key.serialize_pem())?;
    Ok(())
}

/// Ports that are free; all are bound at once, so that they differ.
fn free_ports<const N: usize>() -> io::Result<[u16; N]> {
    let listeners: Vec<TcpListener> =
        (0..N).map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).collect::<io::Result<_>>()?;
    let mut ports = [0; N];
    for (port, listener) in ports.iter_mut().zip(&listeners) {
        *port = listener.local_addr()?.port();
    }
    Ok(ports)
}
