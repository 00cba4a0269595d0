//! HTTPS client for the few requests to an ACME directory.

use std::error::Error as StdError;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::header::{HOST, HeaderValue};
use axum::http::{Request, Uri};
use bytes::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio::time::{Duration, timeout};
use tokio_rustls::TlsConnector;

use crate::tls::certificate::CertificateError;
use crate::tls::provider;

/// Time for one request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum size of a response; a certificate chain has a few kilobytes.
const MAX_RESPONSE_BYTES: usize = 256 * 1_024;

/// Sends each request on a connection of its own.
#[derive(Clone)]
pub(super) struct DirectoryClient {
    tls: TlsConnector,
}

type AnyError = Box<dyn StdError + Send + Sync>;

impl DirectoryClient {
    /// Creates a client that trusts these authorities.
    pub(super) fn new(roots: RootCertStore) -> Result<DirectoryClient, CertificateError> {
        let builder = ClientConfig::builder_with_provider(Arc::new(provider()));
        let builder = builder.with_safe_default_protocol_versions().map_err(CertificateError::Rejected)?;
        let config = builder.with_root_certificates(roots).with_no_client_auth();
        Ok(DirectoryClient { tls: TlsConnector::from(Arc::new(config)) })
    }
}

impl HttpClient for DirectoryClient {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let tls = self.tls.clone();
        Box::pin(async move {
            let uri = request.uri().clone();
            let sent = timeout(REQUEST_TIMEOUT, send(&tls, request)).await;
            let answer = sent.unwrap_or_else(|_| Err("no answer".into()));
            answer.map_err(|error| Error::Other(format!("{uri}: {error}").into()))
        })
    }
}

async fn send(
    tls: &TlsConnector,
    mut request: Request<BodyWrapper<Bytes>>,
) -> Result<BytesResponse, AnyError> {
    let uri = request.uri().clone();
    let authority =
        uri.authority().filter(|_| uri.scheme_str() == Some("https")).ok_or("not an https URL")?;
    let host = authority.host().trim_matches(['[', ']']);
    let stream = TcpStream::connect((host, authority.port_u16().unwrap_or(443))).await?;
    let stream = tls.connect(ServerName::try_from(host.to_owned())?, stream).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // It ends with the response.
    tokio::spawn(connection);
    request.headers_mut().insert(HOST, HeaderValue::from_str(authority.as_str())?);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    *request.uri_mut() = path.parse::<Uri>()?;
    let (parts, body) = sender.send_request(request).await?.into_parts();
    let bytes = to_bytes(Body::new(body), MAX_RESPONSE_BYTES).await.map_err(io::Error::other)?;
    Ok(BytesResponse { parts, body: Box::new(bytes) })
}
