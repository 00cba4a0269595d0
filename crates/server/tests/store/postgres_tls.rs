//! TLS and passwords of connections to PostgreSQL.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use rcgen::{CertificateParams, Issuer, KeyPair};
use server::store::{GameStore, PostgresConfig, PostgresStore, StoreError};
use test_services::Postgres;

use crate::postgres::private_server;
use crate::sample::folder;

/// Only encrypted connections with a password.
const RULES: &str = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";

/// A certificate authority with a certificate for `localhost`, all in PEM format.
fn certificates() -> (String, String, String) {
    let authority_key = KeyPair::generate().unwrap();
    let mut authority = CertificateParams::new(Vec::<String>::new()).unwrap();
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let root = authority.self_signed(&authority_key).unwrap().pem();
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, &Issuer::new(authority, authority_key)).unwrap();
    (root, certificate.pem(), key.serialize_pem())
}

/// A server with TLS that asks for a password, and the files of its clients.
struct TlsServer {
    server: Postgres,
    database: String,
    port: u16,
    files: PathBuf,
}

impl TlsServer {
    fn start(name: &str) -> TlsServer {
        let (root, certificate, key) = certificates();
        let mut server = private_server(&["fsync=off"]);
        let url = server.new_database().unwrap();
        let database = crate::postgres::database(&url).to_owned();
        server.execute("postgres", "ALTER ROLE hanpan PASSWORD 's3cret pass'").unwrap();
        server.execute("postgres", "ALTER SYSTEM SET ssl = on").unwrap();
        for (name, text) in [("server.crt", &*certificate), ("server.key", &*key), ("pg_hba.conf", RULES)] {
            server.write_file(name, text).unwrap();
        }
        let port = server.listen().unwrap();
        let files = folder(name);
        for (name, text) in [
            ("password", "s3cret pass\n"),
            ("wrong", "an0ther\n"),
            ("root.pem", &root),
            ("foreign.pem", &certificates().0),
        ] {
            fs::write(files.join(name), text).unwrap();
        }
        TlsServer { server, database, port, files }
    }

    /// Connects to a host; `{files}` in the parameters is the folder of the clients.
    async fn open(&self, host: &str, parameters: &str, password: &str) -> Result<PostgresStore, StoreError> {
        let TlsServer { database, port, files, .. } = self;
        let parameters = parameters.replace("{files}", &files.display().to_string());
        let host = if host.is_empty() { String::new() } else { format!("{host}:{port}") };
        let user = if host.is_empty() { "" } else { "hanpan@" };
        let url = format!("postgres://{user}{host}/{database}?{parameters}");
        PostgresStore::open(PostgresConfig::new(&url, Some(&files.join(password))).unwrap()).await
    }

    /// Number of connections of servers over TCP, encrypted and not.
    fn connections(&self) -> String {
        let sql = "SELECT count(*) FILTER (WHERE ssl) || ' ' || count(*) FILTER (WHERE NOT ssl)
                   FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                   WHERE application_name = 'hanpan' AND client_addr IS NOT NULL";
        self.server.execute("postgres", sql).unwrap()
    }

    async fn check_refused(&self, host: &str, parameters: &str, password: &str, expected: &str) {
        let error = self.open(host, parameters, password).await.unwrap_err();
        let (StoreError::Failed(message) | StoreError::Unusable(message)) = &error else {
            panic!("{error:?}")
        };
        assert!(message.contains(expected), "{host} {parameters}: {message}");
        assert!(!message.contains("s3cret") && !message.contains("an0ther"), "{message}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sslmode_means_what_libpq_says() {
    let server = TlsServer::start("postgres-tls");
    let (trusted, foreign) = ("sslrootcert={files}/root.pem", "sslrootcert={files}/foreign.pem");
    let address = format!("hostaddr=127.0.0.1&port={}&user=hanpan", server.port);
    // The certificate names `localhost` only.
    for (host, parameters) in [
        ("localhost", format!("sslmode=verify-full&{trusted}")),
        ("localhost", format!("sslmode=verify-ca&{trusted}")),
        ("127.0.0.1", format!("sslmode=verify-ca&{trusted}")),
        ("localhost", format!("sslmode=require&{trusted}")),
        ("127.0.0.1", format!("sslmode=require&{trusted}")),
        ("127.0.0.1", "sslmode=require".to_owned()),
        ("127.0.0.1", "sslmode=prefer".to_owned()),
        ("", format!("{address}&sslmode=require")),
        ("", format!("{address}&host=localhost&sslmode=verify-full&{trusted}")),
        ("localhost", format!("hostaddr=127.0.0.1&sslmode=verify-full&{trusted}")),
    ] {
        let store = server.open(host, &parameters, "password").await;
        let store = store.unwrap_or_else(|error| panic!("{host} {parameters}: {error}"));
        assert_eq!(store.ready().await, Ok(()));
        assert!(server.connections().ends_with(" 0"), "{host} {parameters}");
        assert!(!server.connections().starts_with('0'), "{host} {parameters}");
        store.close().await;
        while server.connections() != "0 0" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    for (host, parameters) in [
        ("127.0.0.1", format!("sslmode=verify-full&{trusted}")),
        ("", format!("{address}&sslmode=verify-full&{trusted}")),
        ("localhost", format!("sslmode=verify-full&{foreign}")),
        ("localhost", format!("sslmode=verify-ca&{foreign}")),
        ("localhost", format!("sslmode=require&{foreign}")),
        ("localhost", "sslmode=verify-full".to_owned()),
    ] {
        server.check_refused(host, &parameters, "password", "certificate").await;
    }
    server.check_refused("localhost", "sslmode=require", "wrong", "password").await;
    server.check_refused("localhost", "sslmode=disable", "password", "no encryption").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_disable_and_prefer_connect_to_a_server_without_tls() {
    let server = TlsServer::start("postgres-without-tls");
    server
        .server
        .write_file("pg_hba.conf", "local all all trust\nhost all all 127.0.0.1/32 trust\n")
        .unwrap();
    server.server.execute("postgres", "ALTER SYSTEM SET ssl = off").unwrap();
    server.server.execute("postgres", "SELECT pg_reload_conf()").unwrap();
    while server.server.execute("postgres", "SHOW ssl").unwrap() == "on" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for parameters in ["sslmode=disable", "sslmode=prefer", ""] {
        let store = server.open("localhost", parameters, "password").await.unwrap();
        assert!(server.connections().starts_with("0 "), "{parameters}");
        store.close().await;
    }
    let trusted = "sslrootcert={files}/root.pem";
    for parameters in [
        "sslmode=require".to_owned(),
        format!("sslmode=verify-ca&{trusted}"),
        format!("sslmode=verify-full&{trusted}"),
    ] {
        server.check_refused("localhost", &parameters, "password", "does not support TLS").await;
    }
    // A socket has no TLS, whatever the mode.
    let socket = format!(
        "host={}&port={}&user=hanpan&sslmode=verify-full",
        server.server.folder().display(),
        server.port
    );
    server.open("", &socket, "password").await.unwrap();
}
