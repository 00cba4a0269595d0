//! Finds the host that accepts writes.
//!
//! Each address has a time limit for everything up to the first usable moment of the connection. The driver limits the
//! connection of the socket only, and a server that hangs still accepts sockets: its kernel does.

use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::net::lookup_host;
use tokio::time::timeout;
use tokio_postgres::Config;
use tokio_postgres::config::Host;
#[cfg(unix)]
use tokio_postgres::config::SslMode;

use super::config::PostgresConfig;
use super::statement_error::StatementError;
use crate::store::StoreError;

/// Time to connect, for each address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Port of a URL without one.
const DEFAULT_PORT: u16 = 5432;

/// Tries the addresses of all hosts one after the other, beginning with the host that was connected last; `attempt` gets
/// the settings for one address. Returns the first success or the last error.
pub(super) async fn connect_any<T, F>(
    config: &PostgresConfig,
    attempt: impl Fn(Config) -> F,
) -> Result<T, StatementError>
where
    F: Future<Output = Result<T, StatementError>>,
{
    let (count, first) = (host_count(&config.driver), config.last_host.load(Ordering::Relaxed));
    let mut failure = None;
    for host in (0..count).map(|index| (first + index) % count) {
        let addresses = match limited(addresses(&config.driver, host)).await {
            Ok(addresses) => addresses,
            Err(error) => {
                failure = Some(worth_reporting(failure, error));
                continue;
            }
        };
        for address in addresses {
            match limited(attempt(address)).await {
                Ok(connected) => {
                    config.last_host.store(host, Ordering::Relaxed);
                    return Ok(connected);
                }
                Err(error) => failure = Some(worth_reporting(failure, error)),
            }
        }
    }
    Err(failure.unwrap_or_else(|| StatementError::disconnect("database: the host has no address")))
}

/// The later of two failures, unless the earlier one may pass and the later one does not: then another attempt is worth it.
fn worth_reporting(earlier: Option<StatementError>, later: StatementError) -> StatementError {
    match earlier {
        Some(earlier)
            if matches!(earlier.error, StoreError::Failed(_))
                && matches!(later.error, StoreError::Unusable(_)) =>
        {
            earlier
        }
        _ => later,
    }
}

async fn limited<T>(work: impl Future<Output = Result<T, StatementError>>) -> Result<T, StatementError> {
    let no_answer = |_| Err(StatementError::disconnect("the database does not answer"));
    timeout(CONNECT_TIMEOUT, work).await.unwrap_or_else(no_answer)
}

/// Number of hosts in a URL.
fn host_count(driver: &Config) -> usize {
    driver.get_hosts().len().max(driver.get_hostaddrs().len())
}

/// Returns true if there is an address and a port for each host.
pub(super) fn is_consistent(driver: &Config) -> bool {
    let (count, addresses) = (host_count(driver), driver.get_hostaddrs().len());
    let is_all = |length: usize| length == count;
    (addresses == 0 || driver.get_hosts().is_empty() || is_all(addresses) && is_all(driver.get_hosts().len()))
        && (driver.get_ports().len() <= 1 || is_all(driver.get_ports().len()))
}

/// Returns true if a host has neither a name nor an address, or there is none.
pub(super) fn has_empty_host(driver: &Config) -> bool {
    let is_empty = |host: usize| match (driver.get_hosts().get(host), driver.get_hostaddrs().get(host)) {
        (_, Some(_)) => false,
        (Some(Host::Tcp(name)), None) => name.is_empty(),
        (name, None) => name.is_none(),
    };
    host_count(driver) == 0 || (0..host_count(driver)).any(is_empty)
}

/// Returns true if no connection leaves this machine. The address of a host is where the driver connects to, whatever its
/// name.
pub(super) fn is_on_this_machine(driver: &Config) -> bool {
    let is_local = |host: usize| match (driver.get_hosts().get(host), driver.get_hostaddrs().get(host)) {
        (_, Some(address)) => address.is_loopback(),
        #[cfg(unix)]
        (Some(Host::Unix(_)), None) => true,
        (Some(Host::Tcp(name)), None) => {
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        (None, None) => false,
    };
    (0..host_count(driver)).all(is_local)
}

/// Settings for each address of the host with this number.
async fn addresses(driver: &Config, host: usize) -> Result<Vec<Config>, StatementError> {
    let ports = driver.get_ports();
    let port = ports.get(host).or(ports.first()).copied().unwrap_or(DEFAULT_PORT);
    let (name, address) = (driver.get_hosts().get(host), driver.get_hostaddrs().get(host));
    match (name, address) {
        (Some(Host::Tcp(text)), None) => {
            let found = lookup_host((text.as_str(), port)).await;
            let failed = |error| StatementError::disconnect(format!("database: {text}: {error}"));
            let found = found.map_err(failed)?.map(|found| found.ip());
            Ok(found.map(|address| for_address(driver, name, Some(address), port)).collect())
        }
        _ => Ok(vec![for_address(driver, name, address.copied(), port)]),
    }
}

/// The same settings for one address. The name of the host is the one that its certificate must have, or else its address.
/// Sockets in the file system have no TLS, as in libpq.
fn for_address(driver: &Config, host: Option<&Host>, address: Option<IpAddr>, port: u16) -> Config {
    let mut config = Config::new();
    config.ssl_mode(driver.get_ssl_mode());
    match (host, address) {
        (Some(Host::Tcp(name)), _) if !name.is_empty() => config.host(name),
        #[cfg(unix)]
        (Some(Host::Unix(folder)), None) => config.host_path(folder).ssl_mode(SslMode::Disable),
        (_, Some(address)) => config.host(address.to_string()),
        (_, None) => &mut config,
    };
    address.map(|address| config.hostaddr(address));
    config.port(port);
    driver.get_user().map(|user| config.user(user));
    driver.get_password().map(|password| config.password(password));
    driver.get_dbname().map(|name| config.dbname(name));
    driver.get_options().map(|options| config.options(options));
    driver.get_application_name().map(|name| config.application_name(name));
    config.ssl_negotiation(driver.get_ssl_negotiation());
    config.channel_binding(driver.get_channel_binding());
    config.target_session_attrs(driver.get_target_session_attrs());
    config.load_balance_hosts(driver.get_load_balance_hosts());
    driver.get_connect_timeout().map(|&time| config.connect_timeout(time));
    driver.get_tcp_user_timeout().map(|&time| config.tcp_user_timeout(time));
    config.keepalives(driver.get_keepalives()).keepalives_idle(driver.get_keepalives_idle());
    driver.get_keepalives_interval().map(|time| config.keepalives_interval(time));
    driver.get_keepalives_retries().map(|retries| config.keepalives_retries(retries));
    config
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(url: &str) -> PostgresConfig {
        PostgresConfig::new(url, None).unwrap()
    }

    #[tokio::test]
    async fn an_address_has_all_settings_of_the_url() {
        let url = "postgres://ann:x@127.0.0.1:5433/club?options=-c%20geqo=off&keepalives_retries=7\
                   &sslnegotiation=direct&channel_binding=disable&load_balance_hosts=random";
        let driver = config(url).driver;
        let mut with_address = driver.clone();
        with_address.hostaddr([127, 0, 0, 1].into());
        assert_eq!(addresses(&driver, 0).await.unwrap(), [with_address]);
        let socket = config("postgres:///club?host=/run/postgresql&port=5434&user=ann").driver;
        assert_eq!(addresses(&socket, 0).await.unwrap(), [socket]);
    }

    #[tokio::test]
    async fn the_certificate_is_for_the_name_or_else_for_the_address() {
        let check = async |url: &str, expected: Host, mode: SslMode| {
            let found = &addresses(&config(url).driver, 0).await.unwrap()[0];
            assert_eq!((found.get_hosts(), found.get_ssl_mode()), (&[expected][..], mode), "{url}");
        };
        let address = Host::Tcp("192.0.2.1".to_owned());
        check("postgres:///club?hostaddr=192.0.2.1", address.clone(), SslMode::Require).await;
        check("postgres:///club?host=&hostaddr=192.0.2.1", address, SslMode::Require).await;
        let name = Host::Tcp("db.example".to_owned());
        check("postgres://db.example/club?hostaddr=192.0.2.1", name, SslMode::Require).await;
        let socket = Host::Unix("/run/postgresql".into());
        check("postgres:///club?host=/run/postgresql&host=192.0.2.1", socket, SslMode::Disable).await;
    }

    #[tokio::test]
    async fn each_host_has_its_own_port_or_the_only_one() {
        let ports = async |url: &str| {
            let (driver, mut ports) = (config(url).driver, Vec::new());
            for host in 0..host_count(&driver) {
                ports.extend(addresses(&driver, host).await.unwrap()[0].get_ports().to_vec());
            }
            ports
        };
        assert_eq!(ports("postgres://a@127.0.0.1:1,127.0.0.2:2/club?sslmode=disable").await, [1, 2]);
        let one = "postgres:///club?host=127.0.0.1&host=127.0.0.2&port=7&sslmode=disable";
        assert_eq!(ports(one).await, [7, 7]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_that_hangs_is_passed_over_and_the_other_one_is_tried_first_from_then_on() {
        let config = config("postgres://a@127.0.0.1:1,127.0.0.1:2/club");
        let tried = std::sync::Mutex::new(Vec::new());
        let connect = || {
            connect_any(&config, |address: Config| {
                let port = address.get_ports()[0];
                tried.lock().unwrap().push(port);
                async move {
                    match port {
                        1 => std::future::pending().await,
                        port => Ok(port),
                    }
                }
            })
        };
        assert_eq!(connect().await.unwrap(), 2);
        assert_eq!(connect().await.unwrap(), 2);
        assert_eq!(*tried.lock().unwrap(), [1, 2, 2]);
    }
}
