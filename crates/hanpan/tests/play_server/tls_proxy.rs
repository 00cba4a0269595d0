//! A TLS reverse proxy in front of a server, with certificates made for the test, and an HTTP proxy with `CONNECT`.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rcgen::{BasicConstraints, Certificate, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// A certificate authority with its root certificate in a file.
pub(crate) struct TestCa {
    issuer: Issuer<'static, KeyPair>,
    pub(crate) file: PathBuf,
}

/// Validity of a certificate, in years.
pub(crate) const VALID: (i32, i32) = (2020, 4090);
pub(crate) const EXPIRED: (i32, i32) = (2020, 2021);
pub(crate) const NOT_YET_VALID: (i32, i32) = (4080, 4090);

/// A certificate and its key.
pub(crate) struct ServerIdentity {
    certificate: Certificate,
    key: KeyPair,
}

impl TestCa {
    pub(crate) fn new(folder: &Path) -> TestCa {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let root = params.self_signed(&key).unwrap();
        std::fs::create_dir_all(folder).unwrap();
        let file = folder.join("ca.pem");
        std::fs::write(&file, root.pem()).unwrap();
        TestCa { issuer: Issuer::new(params, key), file }
    }

    /// Issues a certificate for a name.
    pub(crate) fn issue(&self, name: &str, (from, until): (i32, i32)) -> ServerIdentity {
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        (params.not_before, params.not_after) = (date_time_ymd(from, 1, 1), date_time_ymd(until, 1, 1));
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        ServerIdentity { certificate, key }
    }
}

impl ServerIdentity {
    /// Writes both files into a folder; returns the options of a server that uses them.
    pub(crate) fn server_options(&self, folder: &Path) -> [String; 4] {
        let write = |name: &str, text: String| {
            let file = folder.join(name);
            std::fs::write(&file, text).unwrap();
            file.to_str().unwrap().to_owned()
        };
        let certificate = write("cert.pem", self.certificate.pem());
        let key = write("key.pem", self.key.serialize_pem());
        ["--tls-cert".to_owned(), certificate, "--tls-key".to_owned(), key]
    }

    fn config(&self) -> Arc<ServerConfig> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let key = PrivatePkcs8KeyDer::from(self.key.serialize_der());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![self.certificate.der().clone()], key.into());
        Arc::new(config.unwrap())
    }
}

/// Terminates TLS on `listener` and forwards to `server`. Returns what clients have sent.
pub(crate) fn serve_tls(
    listener: TcpListener,
    identity: &ServerIdentity,
    server: SocketAddr,
) -> Arc<Mutex<Vec<u8>>> {
    let (config, received) = (identity.config(), Arc::new(Mutex::new(Vec::new())));
    let log = Arc::clone(&received);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (config, log) = (Arc::clone(&config), Arc::clone(&log));
            std::thread::spawn(move || {
                let connection = ServerConnection::new(config).map_err(io::Error::other)?;
                let mut tls = StreamOwned::new(connection, stream?);
                tls.conn.complete_io(&mut tls.sock)?;
                poll(&tls.sock)?;
                let server = TcpStream::connect(server)?;
                poll(&server)?;
                forward(tls, server, |bytes| {
                    log.lock().unwrap().extend_from_slice(bytes);
                })
            });
        }
    });
    received
}

/// An HTTP proxy for `CONNECT` requests. Returns its address and the targets of its tunnels.
pub(crate) fn serve_connect() -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, targets) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(Vec::new())));
    let log = Arc::clone(&targets);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let log = Arc::clone(&log);
            std::thread::spawn(move || -> io::Result<()> {
                let mut stream = stream?;
                let head = BufReader::new(&stream).lines();
                let head: Vec<String> =
                    head.map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
                let target = head[0].split(' ').nth(1).unwrap().to_owned();
                stream.write_all(b"HTTP/1.1 200 Connected\r\n\r\n")?;
                let server = TcpStream::connect(&target)?;
                log.lock().unwrap().push(target);
                poll(&stream)?;
                poll(&server)?;
                forward(stream, server, |_| {})
            });
        }
    });
    (address, targets)
}

/// Copies in both directions until one side closes.
fn forward(
    mut client: impl Read + Write,
    mut server: impl Read + Write,
    on_sent: impl Fn(&[u8]),
) -> io::Result<()> {
    let mut buffer = [0; 4096];
    loop {
        match read(&mut client, &mut buffer)? {
            Some(0) => return Ok(()),
            Some(count) => {
                on_sent(&buffer[..count]);
                server.write_all(&buffer[..count])?;
            }
            None => {}
        }
        match read(&mut server, &mut buffer)? {
            Some(0) => return Ok(()),
            Some(count) => client.write_all(&buffer[..count])?,
            None => {}
        }
    }
}

/// Bytes read, or `None` if there are none now.
fn read(stream: &mut impl Read, buffer: &mut [u8]) -> io::Result<Option<usize>> {
    match stream.read(buffer) {
        Ok(count) => Ok(Some(count)),
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes reads return after a moment.
fn poll(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_millis(5)))
}
