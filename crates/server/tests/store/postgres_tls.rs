//! TLS and passwords of connections to PostgreSQL.

use std::fs;
use std::path::PathBuf;

use rcgen::{CertificateParams, Issuer, KeyPair};
use server::store::{GameStore, PostgresConfig, PostgresStore, StoreError};

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

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_encrypted_verified_and_have_a_password() {
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
    let files = folder("postgres-tls");
    let write = |name: &str, text: &str| {
        fs::write(files.join(name), text).unwrap();
        files.join(name)
    };
    let (good, wrong) = (write("password", "s3cret pass\n"), write("wrong", "an0ther\n"));
    let (trusted, foreign) = (write("root.pem", &root), write("foreign.pem", &certificates().0));
    let open = async |host: &str, options: &str, roots: &PathBuf, password: &PathBuf| {
        let url =
            format!("postgres://hanpan@{host}:{port}/{database}?sslrootcert={}&{options}", roots.display());
        PostgresStore::open(PostgresConfig::new(&url, Some(password)).unwrap()).await
    };
    let store = open("localhost", "sslmode=require", &trusted, &good).await.unwrap();
    assert_eq!(store.ready().await, Ok(()));
    let encrypted = "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                     WHERE application_name = 'hanpan'";
    assert_eq!(server.execute("postgres", encrypted).unwrap(), "t");
    let refused = async |host, options, roots, password, words: &str| {
        let error = open(host, options, roots, password).await.unwrap_err();
        let StoreError::Failed(message) = &error else { panic!("{error:?}") };
        assert!(message.contains(words), "{message}");
        assert!(!message.contains("s3cret") && !message.contains("an0ther"), "{message}");
    };
    refused("localhost", "sslmode=require", &foreign, &good, "certificate").await;
    refused("127.0.0.1", "sslmode=require", &trusted, &good, "certificate").await;
    refused("localhost", "sslmode=require", &trusted, &wrong, "password").await;
    refused("localhost", "sslmode=disable", &trusted, &good, "no encryption").await;
}
