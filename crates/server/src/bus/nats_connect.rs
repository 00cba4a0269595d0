//! The first connection to NATS: what can be mended by waiting, and what cannot.

use std::error::Error;
use std::io;
use std::time::Duration;

use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use tokio::sync::mpsc::UnboundedSender;

use super::{BusError, NatsConfig};

/// Time for the first connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// A connection without an answer to three pings is dead.
const PING_INTERVAL: Duration = Duration::from_secs(1);

/// Longest delay before the next attempt to connect.
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// Connects, now or in the background as soon as the server can be reached.
///
/// # Errors
///
/// Returns an error if waiting cannot help: the token, the certificate or the settings are wrong.
pub(super) async fn connect(config: &NatsConfig, events: UnboundedSender<Event>) -> Result<Client, BusError> {
    let servers = config.servers.iter().map(|url| url.as_str().parse::<ServerAddr>());
    let servers = servers.collect::<Result<Vec<_>, _>>().map_err(|_| BusError("malformed URL".to_owned()))?;
    let options = connect_options(config, events);
    match options.clone().connect(servers.clone()).await {
        Ok(client) => Ok(client),
        Err(error) if is_final(&error) => Err(BusError(describe(&error))),
        Err(error) => {
            tracing::error!(error = describe(&error), "NATS cannot be reached");
            let later = options.retry_on_initial_connect().connect(servers).await;
            later.map_err(|error| BusError(describe(&error)))
        }
    }
}

fn connect_options(config: &NatsConfig, events: UnboundedSender<Event>) -> ConnectOptions {
    let mut options = ConnectOptions::new()
        .name("hanpan")
        .no_echo()
        .retain_servers_order()
        .require_tls(config.uses_tls())
        .connection_timeout(CONNECT_TIMEOUT)
        .ping_interval(PING_INTERVAL)
        .reconnect_delay_callback(|attempts| {
            MAX_RECONNECT_DELAY
                .min(Duration::from_millis(50).saturating_mul(u32::try_from(attempts).unwrap_or(u32::MAX)))
        })
        .event_callback(move |event| {
            events.send(event).ok();
            std::future::ready(())
        });
    if let Some(token) = &config.token {
        options = options.token(token.expose().to_owned());
    }
    if let Some(ca) = &config.ca {
        options = options.add_root_certificates(ca.clone());
    }
    options
}

/// Returns true if trying again cannot help.
fn is_final(error: &ConnectError) -> bool {
    use ConnectErrorKind::{Authentication, AuthorizationViolation, ServerParse, Tls};
    matches!(error.kind(), Authentication | AuthorizationViolation | ServerParse | Tls)
        || tls_error(error).is_some()
}

/// Describes an error, without the token.
fn describe(error: &ConnectError) -> String {
    match (tls_error(error), error.source()) {
        (Some(cause), _) => format!("TLS error: {cause}"),
        (None, Some(cause)) if error.kind() == ConnectErrorKind::Tls => format!("TLS error: {cause}"),
        (None, _) => error.kind().to_string(),
    }
}

/// The reason why TLS has refused the server, which NATS reports like a broken connection.
fn tls_error(error: &ConnectError) -> Option<&rustls::Error> {
    let mut cause = error.source();
    while let Some(current) = cause {
        let inner = current.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let inner = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>());
        if let Some(found) = inner.or_else(|| current.downcast_ref::<rustls::Error>()) {
            return Some(found);
        }
        cause = current.source();
    }
    None
}
