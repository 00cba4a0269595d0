//! Connection settings: a URL, and the password from elsewhere.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, TargetSessionAttrs};

use super::connect::{has_empty_host, is_consistent, is_on_this_machine};
use super::password;
use super::tls::DatabaseTls;
use super::tls_mode::TlsMode;

/// Unacknowledged data closes a connection after this time.
const TCP_TIMEOUT: Duration = Duration::from_secs(15);

/// Connections of a server that append to games. Each waits for the disk by itself, so that the database syncs the
/// commits of several at once.
const APPENDERS: usize = 8;

/// Connections of a server for everything else.
const GENERAL: usize = 4;

/// Address of a database, with everything that is necessary to connect. `Debug` and errors do not reveal the password.
#[derive(Clone)]
pub struct PostgresConfig {
    pub(super) driver: Config,
    pub(super) tls: DatabaseTls,
    /// Number of the host that was connected last; the copies of a configuration share it.
    pub(super) last_host: Arc<AtomicUsize>,
    pub(super) appenders: usize,
    pub(super) general: usize,
}

/// Reason why a URL or a password file is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostgresConfigError(String);

impl PostgresConfig {
    /// Parses a URL: `postgres://USER@HOST:PORT/DATABASE`, several hosts separated by commas, or
    /// `postgres:///DATABASE?host=/FOLDER` for a socket in the file system. `sslmode` and `sslrootcert` are those of
    /// libpq (`TlsMode`); without `sslmode` it is `verify-full`, unless all hosts are this machine. The password is that
    /// of the file, or else of the URL, `PGPASSWORD`, or the file of `PGPASSFILE` (`~/.pgpass`).
    ///
    /// # Errors
    ///
    /// Returns an error if the URL or a file is not valid.
    pub fn new(
        url: &str,
        password_file: Option<&std::path::Path>,
    ) -> Result<PostgresConfig, PostgresConfigError> {
        let is_url = url.starts_with("postgres://") || url.starts_with("postgresql://");
        if !is_url {
            return Err(PostgresConfigError("it must start with postgres://".to_owned()));
        }
        let (url, mode, roots) = take_tls_parameters(url)?;
        let mut driver = Config::from_str(&url).map_err(|error| PostgresConfigError(error_words(&error)))?;
        driver.application_name("hanpan").tcp_user_timeout(TCP_TIMEOUT);
        driver.keepalives_idle(TCP_TIMEOUT).keepalives_interval(Duration::from_secs(5)).keepalives_retries(2);
        if !is_consistent(&driver) {
            let words = "hosts, addresses and ports differ in number";
            return Err(PostgresConfigError(words.to_owned()));
        }
        if has_empty_host(&driver) {
            let words = "there is no host; a socket on this machine is ?host=/run/postgresql";
            return Err(PostgresConfigError(words.to_owned()));
        }
        // Of several hosts the primary: reads must see what was written.
        driver.target_session_attrs(TargetSessionAttrs::ReadWrite);
        let mode = match mode {
            Some(text) => text.parse().map_err(PostgresConfigError)?,
            None if is_on_this_machine(&driver) => TlsMode::Disable,
            None => TlsMode::VerifyFull,
        };
        driver.ssl_mode(mode.driver_mode());
        if let Some(password) = password::find(&driver, password_file).map_err(PostgresConfigError)? {
            driver.password(password);
        }
        let tls = DatabaseTls::new(mode, roots.as_deref()).map_err(PostgresConfigError)?;
        let last_host = Arc::default();
        Ok(PostgresConfig { driver, tls, last_host, appenders: APPENDERS, general: GENERAL })
    }

    /// Returns true if a URL contains a password.
    #[must_use]
    pub fn has_password(url: &str) -> bool {
        let authority = url.split_once("://").map_or(url, |(_, rest)| rest);
        let authority = authority.split(['/', '?']).next().unwrap_or_default();
        let user = authority.rsplit_once('@').map_or("", |(user, _)| user);
        let query = url.split_once('?').map_or("", |(_, query)| query);
        user.contains(':') || query.split('&').any(|parameter| parameter.starts_with("password="))
    }
}

/// Takes out the parameters that the driver does not know.
fn take_tls_parameters(url: &str) -> Result<(String, Option<String>, Option<PathBuf>), PostgresConfigError> {
    let Some((address, query)) = url.split_once('?') else { return Ok((url.to_owned(), None, None)) };
    let (mut kept, mut mode, mut roots) = (Vec::new(), None, None);
    for parameter in query.split('&') {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match percent_decoded(name)?.as_str() {
            "sslmode" => mode = Some(percent_decoded(value)?),
            "sslrootcert" => roots = Some(PathBuf::from(percent_decoded(value)?)),
            _ => kept.push(parameter),
        }
    }
    let url = if kept.is_empty() { address.to_owned() } else { format!("{address}?{}", kept.join("&")) };
    Ok((url, mode, roots))
}

fn percent_decoded(text: &str) -> Result<String, PostgresConfigError> {
    let invalid = || PostgresConfigError("invalid percent encoding".to_owned());
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).ok_or_else(invalid)?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| invalid())?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).map_err(|_| invalid())
}

/// The error with its cause, which `Display` leaves out.
pub(super) fn error_words(error: &tokio_postgres::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

impl fmt::Debug for PostgresConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The driver's own output leaves out the password.
        f.debug_struct("PostgresConfig").field("driver", &self.driver).finish_non_exhaustive()
    }
}

impl fmt::Display for PostgresConfig {
    /// Database and hosts, for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let user = self.driver.get_user().unwrap_or_default();
        write!(f, "database {}", self.driver.get_dbname().unwrap_or(user))?;
        for (index, host) in self.driver.get_hosts().iter().enumerate() {
            f.write_str(if index == 0 { " on " } else { ", " })?;
            match host {
                #[cfg(unix)]
                Host::Unix(folder) => folder.display().fmt(f)?,
                Host::Tcp(name) => f.write_str(name)?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for PostgresConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PostgresConfigError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_machines_are_reached_by_tls_only() {
        use tokio_postgres::config::SslMode;
        let check = |url: &str, expected: SslMode| {
            let config = PostgresConfig::new(url, None).unwrap();
            assert_eq!(config.driver.get_ssl_mode(), expected, "{url}");
        };
        for url in [
            "postgres://a@db.example/hanpan",
            "postgres://a@db.example/hanpan?sslmode=verify-full",
            "postgres://a@db.example,localhost/hanpan",
            "postgres://a@127.0.0.1:5433/hanpan?sslmode=require",
            "postgres://a@127.0.0.1:5433/hanpan?%73slmode=%72equire",
            "postgres:///hanpan?hostaddr=10.0.0.1",
            "postgres://a@localhost/hanpan?hostaddr=10.0.0.1",
        ] {
            check(url, SslMode::Require);
        }
        for url in [
            "postgres://a@db.example/hanpan?sslmode=disable",
            "postgres://a@localhost/hanpan",
            "postgres://a@127.0.0.2/hanpan",
            "postgres:///hanpan?hostaddr=127.0.0.1",
            "postgres://a@db.example/hanpan?hostaddr=127.0.0.1",
            "postgres:///hanpan?host=/run/postgresql",
        ] {
            check(url, SslMode::Disable);
        }
        check("postgres://a@db.example/hanpan?sslmode=prefer", SslMode::Prefer);
    }

    #[test]
    fn a_url_without_a_host_or_with_an_unknown_sslmode_is_refused() {
        let check = |url: &str, expected: &str| {
            let error = PostgresConfig::new(url, None).unwrap_err().to_string();
            assert!(error.contains(expected), "{url}: {error}");
        };
        for url in [
            "postgres:///hanpan",
            "postgres://a@:5432/hanpan",
            "postgres://a@db,/hanpan",
            "postgres:///h?host=",
        ] {
            check(url, "no host");
        }
        check("postgres://a@b/c?sslmode=allow", "sslmode");
        check("postgres://a@b/c?sslmode=", "sslmode");
        check("postgres://a@b/c?sslmode=require&sslrootcert=system", "sslrootcert=system");
        check("postgres://a@b/c?sslmode=verify-ca", "needs sslrootcert");
        // This source is no certificate.
        check(
            concat!("postgres://a@b/c?sslrootcert=", env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
            "no certificate",
        );
    }

    #[test]
    fn neither_debug_nor_errors_reveal_the_password() {
        let config = PostgresConfig::new("postgres://ann:s3cret@localhost/hanpan", None).unwrap();
        assert_eq!(config.driver.get_password(), Some(&b"s3cret"[..]));
        assert!(!format!("{config:?}").contains("s3cret"));
        for url in ["postgres://ann:s3cret@localhost:x/hanpan", "postgres://ann:s3cret@localhost/h?a=b"] {
            let error = PostgresConfig::new(url, None).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("s3cret"), "{error}");
        }
        let error = PostgresConfig::new("postgres://a@b/c?sslrootcert=/no/s%20uch", None).unwrap_err();
        assert!(error.to_string().contains("/no/s uch"), "{error}");
    }

    #[test]
    fn passwords_in_urls_are_found() {
        for url in ["postgres://ann:x@h/d", "postgres://ann:@h/d", "postgres://h/d?user=a&password=x"] {
            assert!(PostgresConfig::has_password(url), "{url}");
        }
        for url in ["postgres://ann@h:5432/d", "postgres:///d?host=/a:b@c", "postgres://h:1/d@e:f"] {
            assert!(!PostgresConfig::has_password(url), "{url}");
        }
    }
}
