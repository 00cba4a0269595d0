//! TLS to a real NATS server.

use std::fs;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use server::bus::{Bus, NatsBus, NatsConfig, Topic};

use crate::nats::TwoNodes;
use crate::nats_server::{NatsServer, TOKEN, site};

/// Address of the servers.
const HERE: &str = "127.0.0.1";

/// A new authority and a certificate of a server, in files.
struct Certificates {
    folder: PathBuf,
}

impl Certificates {
    /// Makes them for a server at this address, in a folder with this name.
    fn new(name: &str, address: &str) -> Certificates {
        let folder = std::env::temp_dir().join(format!("hanpan-nats-tls-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let authority_key = KeyPair::generate().unwrap();
        let mut authority = CertificateParams::new(Vec::<String>::new()).unwrap();
        // Authorities of one name would be taken for each other until their signatures are checked.
        authority.distinguished_name.push(DnType::CommonName, name);
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = authority.self_signed(&authority_key).unwrap();
        let key = KeyPair::generate().unwrap();
        let server = CertificateParams::new(vec![address.to_owned()]).unwrap();
        let server = server.signed_by(&key, &Issuer::new(authority, authority_key)).unwrap();
        let files = [("root", root.pem()), ("server", server.pem()), ("key", key.serialize_pem())];
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        Certificates { folder }
    }

    fn root(&self) -> PathBuf {
        self.folder.join("root")
    }

    fn start_server(&self) -> NatsServer {
        NatsServer::start_with(Some((self.folder.join("server"), self.folder.join("key"))))
    }
}

impl Drop for Certificates {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}

fn config(server: &NatsServer, ca: &Path) -> NatsConfig {
    NatsConfig { ca: Some(ca.to_owned()), ..server.config() }
}

#[tokio::test]
async fn nodes_hear_each_other_by_tls() {
    let certificates = Certificates::new("good", HERE);
    let server = certificates.start_server();
    let config = config(&server, &certificates.root());
    assert!(config.uses_tls());
    let connect = async || NatsBus::connect(&config, site()).await.unwrap();
    let nodes = TwoNodes { here: connect().await, there: connect().await };
    let mut lobby = nodes.subscribe(Topic::Lobby).await.unwrap();
    nodes.publish(Topic::Lobby, Bytes::from_static(b"encrypted"));
    assert_eq!(crate::nats::hear(&mut lobby).await.unwrap(), "encrypted");
}

#[tokio::test]
async fn a_server_whose_certificate_is_not_trusted_is_refused_with_the_reason() {
    let (certificates, foreign) = (Certificates::new("server", HERE), Certificates::new("foreign", HERE));
    let server = certificates.start_server();
    let no_certificate = foreign.folder.join("key");
    let empty = foreign.folder.join("missing");
    let refused = async |config: NatsConfig, words: &str| {
        let error = NatsBus::connect(&config, site()).await.unwrap_err().to_string();
        assert!(error.contains("TLS error") && error.contains(words), "{error}");
        assert!(!error.contains(TOKEN), "{error}");
    };
    refused(config(&server, &foreign.root()), "UnknownIssuer").await;
    refused(config(&server, &no_certificate), "UnknownIssuer").await;
    refused(config(&server, &empty), "No such file").await;
    // The system's authorities do not know it either.
    refused(server.config(), "UnknownIssuer").await;
    let elsewhere = Certificates::new("elsewhere", "nats.example.org");
    refused(config(&elsewhere.start_server(), &elsewhere.root()), "not valid for name").await;
}
