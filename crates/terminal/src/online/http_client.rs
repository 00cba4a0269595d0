//! HTTP requests and streams to one server, over TLS if its address says so. Requests and WebSockets are opened by the
//! same connectors: certificates, proxies and timeouts are the same for both.

use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use ureq::config::Config;
use ureq::http::{HeaderMap, Method, Request, Response, Uri, header};
use ureq::tls::TlsConfig;
use ureq::unversioned::resolver::{DefaultResolver, Resolver};
use ureq::unversioned::transport::time::Instant;
use ureq::unversioned::transport::{
    ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport, TransportAdapter,
};
use ureq::{Agent, Body, Error, Proxy, RequestExt, Timeout};

use super::{CaCertificates, RequestError, ServerAddress, roots};

/// Timeout for a whole request, and for opening a stream.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

/// Limit on the length of a response body.
const MAX_RESPONSE_BYTES: u64 = 1 << 20;

/// HTTP client of one server. Clones share their settings.
#[derive(Clone, Debug)]
pub(super) struct HttpClient {
    agent: Agent,
    connector: Arc<DefaultConnector>,
}

/// A response of any status.
pub(super) struct HttpResponse {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl HttpClient {
    /// A client that trusts the system's root certificates and `ca`.
    ///
    /// # Errors
    /// The address is `https` and there is no root certificate.
    pub(super) fn new(
        server: &ServerAddress,
        ca: Option<&CaCertificates>,
    ) -> Result<HttpClient, RequestError> {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // A redirect is an answer: a request with credentials does not go to another origin.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_idle_connections(0)
            .timeout_global(Some(TIMEOUT))
            .user_agent(concat!("hanpan/", env!("CARGO_PKG_VERSION")))
            .https_only(server.is_secure());
        let config = if server.is_secure() {
            let tls = TlsConfig::builder()
                .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
                .root_certs(roots::trusted(ca)?)
                .build();
            config.tls_config(tls).proxy(Proxy::try_from_env())
        } else {
            // Plain http is for the local network.
            config.proxy(None)
        };
        Ok(HttpClient { agent: config.build().new_agent(), connector: Arc::default() })
    }

    /// Sends a request; the body is JSON unless the request has another type. A redirect is not followed.
    pub(super) fn send(&self, request: Request<String>) -> Result<HttpResponse, Error> {
        let (mut head, body) = request.into_parts();
        let response = if body.is_empty() {
            head.headers.remove(header::CONTENT_TYPE);
            match head.method {
                // With `content-length: 0`.
                Method::POST => self.agent.run(Request::from_parts(head, body)),
                _ => self.agent.run(Request::from_parts(head, ())),
            }
        } else {
            let json = header::HeaderValue::from_static("application/json");
            head.headers.entry(header::CONTENT_TYPE).or_insert(json);
            self.agent.run(Request::from_parts(head, body))
        };
        HttpClient::read_body(response?)
    }

    /// Sends a request without a body, and leaves the body of the response to be read for as long as no pause is longer than
    /// `silence`.
    pub(super) fn open_body(&self, request: Request<()>, silence: Duration) -> Result<Response<Body>, Error> {
        request
            .with_agent(&self.agent)
            .configure()
            .timeout_global(None)
            .timeout_connect(Some(TIMEOUT))
            .timeout_send_request(Some(TIMEOUT))
            .timeout_recv_response(Some(TIMEOUT))
            .timeout_per_read(Some(silence))
            .run()
    }

    /// Reads the whole body of a response.
    pub(super) fn read_body(response: Response<Body>) -> Result<HttpResponse, Error> {
        let (head, mut body) = response.into_parts();
        let body = body.with_config().limit(MAX_RESPONSE_BYTES).read_to_string()?;
        Ok(HttpResponse { status: head.status.as_u16(), headers: head.headers, body })
    }

    /// Opens a stream to the server, with all of [`TIMEOUT`] left for a handshake on it.
    pub(super) fn open_stream(&self, uri: &Uri) -> Result<TransportAdapter, Error> {
        let (config, resolver) = (self.agent.config(), DefaultResolver::default());
        let timeout =
            NextTimeout { after: TIMEOUT.into(), reason: Timeout::Connect, ..NextTimeout::default() };
        let current_time = Arc::new(Instant::now);
        let connector = Arc::clone(&self.connector);
        let run_connector = Arc::new(move |details: &ConnectionDetails<'_>| {
            connector.connect(details, None)?.ok_or(Error::ConnectionFailed)
        });
        let details = ConnectionDetails {
            uri,
            addrs: resolve(uri, config, &resolver, timeout)?,
            config,
            request_level: false,
            resolver: &resolver,
            now: Instant::now(),
            timeout,
            current_time: current_time.clone(),
            run_connector: run_connector.clone(),
            register_shutdown: Arc::new(|_| Ok(())),
        };
        let transport: Box<dyn Transport> = run_connector(&details)?;
        if details.needs_tls() && !transport.is_tls() {
            return Err(Error::TlsRequired);
        }
        let mut stream = TransportAdapter::new(transport, current_time);
        stream.set_timeout(timeout);
        Ok(stream)
    }
}

/// Resolves the host, unless a proxy does that.
fn resolve(
    uri: &Uri,
    config: &Config,
    resolver: &DefaultResolver,
    timeout: NextTimeout,
) -> Result<ureq::unversioned::resolver::ResolvedSocketAddrs, Error> {
    let proxy_resolves =
        config.proxy().is_some_and(|proxy| !proxy.is_no_proxy(uri) && !proxy.resolve_target());
    if proxy_resolves { Ok(resolver.empty()) } else { resolver.resolve(uri, config, timeout) }
}

/// Timeouts of an open stream: a read ends after `read` without data.
pub(super) fn stream_timeouts(read: Duration) -> NextTimeout {
    NextTimeout { per_read: Some(read.into()), per_write: Some(TIMEOUT.into()), ..NextTimeout::default() }
}

/// True if a read or a write of a stream timed out.
pub(super) fn is_timeout(error: &std::io::Error) -> bool {
    let source = error.get_ref().and_then(|source| source.downcast_ref::<Error>());
    matches!(source, Some(Error::Timeout(_)))
}
