//! `hanpan serve`: runs the web server.

mod addresses;
mod fd_limit;
mod listen;
mod settings;

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use server::Assets;
use server::store::{SqliteStore, StoreError};
use tracing_subscriber::filter::LevelFilter;

use crate::browser;
use crate::error::{CommandError, io_message};
use crate::qr;
use addresses::lan_addresses;
use listen::{DEFAULT_PORT, ListenAddress};
pub(crate) use settings::default_data_dir;
use settings::{LogLevel, Settings};

/// Listen address without `--listen`.
const DEFAULT_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), DEFAULT_PORT);

/// Number of following ports to try if the default one is in use.
const MORE_PORTS: u16 = 100;

/// Run the server: play in the browser and online, until Ctrl+C
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without --listen only this computer can open the board, and if the port is taken the next free one is used. With
--listen 0.0.0.0 everybody on the network can; a QR code takes a phone there.

Every option can also be a variable of the environment (--public-url is HANPAN_PUBLIC_URL) or an entry of the file that
--config names (public-url = \"https://chess.example.org\"). Options go before variables, variables before the file.
The page docs/hosting.md has them all in one table, and says what else a host may want to know.

Example:
  $ hanpan serve --listen 0.0.0.0")]
pub(crate) struct Args {
    #[command(flatten)]
    settings: Settings,
    /// TOML file with settings
    #[arg(long, value_name = "FILE", env = "HANPAN_CONFIG")]
    config: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl Args {
    /// Arguments of `hanpan` without a command.
    pub(crate) fn local(open: bool) -> Args {
        Args { settings: Settings::default(), config: None, open }
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let settings = args.settings.clone().with_file(args.config.as_deref())?;
    init_logging(settings.log.unwrap_or(LogLevel::Warn));
    let config = settings.config()?;
    fd_limit::raise();
    let asked = settings.listen.map(|ListenAddress(address)| address);
    let listener = bind(asked)?;
    let address =
        listener.local_addr().map_err(|error| bind_error(asked.unwrap_or(DEFAULT_ADDRESS), &error))?;
    let store = open_store(settings.data.as_deref())?;
    let here = url(if address.ip().is_unspecified() {
        SocketAddr::new(loopback(address), address.port())
    } else {
        address
    });
    writeln!(out, "Hanpan is at {here}")?;
    let there: Vec<String> = lan_addresses(address).into_iter().map(url).collect();
    for address in &there {
        writeln!(out, "On this network: {address}")?;
    }
    if let Some(first) = there.first() {
        writeln!(out)?;
        if let Some(code) = qr::render(first) {
            writeln!(out, "{code}")?;
        }
    }
    let page = Assets::embedded().unwrap_or_else(|| {
        writeln!(io::stderr(), "hanpan: built without the board; build it in with `cargo xtask play`").ok();
        Assets::placeholder()
    });
    writeln!(out, "Ctrl+C ends it.")?;
    out.flush()?;
    if args.open {
        browser::open(&here);
    }
    server::serve(listener, page, store, config).map_err(|error| bind_error(address, &error))
}

/// Opens the database in the requested folder, or in the default one. If the default folder is in use by
/// another instance, an in-memory database is used instead.
fn open_store(asked: Option<&Path>) -> Result<SqliteStore, CommandError> {
    let unusable = |folder: &Path, error: &StoreError| {
        CommandError::BadInput(format!("cannot keep games in {}: {error}", folder.display()))
    };
    match (asked, default_data_dir()) {
        (Some(folder), _) => SqliteStore::open(folder).map_err(|error| unusable(folder, &error)),
        (None, Some(folder)) => match SqliteStore::open(&folder) {
            Err(StoreError::InUse) => in_memory_store("another Hanpan uses the data"),
            opened => opened.map_err(|error| unusable(&folder, &error)),
        },
        (None, None) => in_memory_store("there is no folder for data; name one with --data"),
    }
}

fn in_memory_store(why: &str) -> Result<SqliteStore, CommandError> {
    writeln!(io::stderr(), "hanpan: {why}; games will be lost when this ends").ok();
    SqliteStore::in_memory().map_err(|error| CommandError::BadInput(format!("cannot keep games: {error}")))
}

/// Sends the server's log to standard error.
fn init_logging(level: LogLevel) {
    let most = match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    // Fails only if a subscriber is already installed.
    tracing_subscriber::fmt().with_max_level(most).with_writer(io::stderr).try_init().ok();
}

/// Binds the requested address, or the first free port from the default one on.
fn bind(asked: Option<SocketAddr>) -> Result<TcpListener, CommandError> {
    let Some(address) = asked else {
        let ports = DEFAULT_ADDRESS.port()..=DEFAULT_ADDRESS.port() + MORE_PORTS;
        for port in ports {
            match TcpListener::bind(SocketAddr::new(DEFAULT_ADDRESS.ip(), port)) {
                Err(error) if error.kind() == ErrorKind::AddrInUse => {}
                bound => return bound.map_err(|error| bind_error(DEFAULT_ADDRESS, &error)),
            }
        }
        return Err(CommandError::BadInput(format!(
            "{DEFAULT_ADDRESS} and the {MORE_PORTS} ports after it are taken"
        )));
    };
    TcpListener::bind(address).map_err(|error| bind_error(address, &error))
}

fn bind_error(address: SocketAddr, error: &io::Error) -> CommandError {
    CommandError::BadInput(match error.kind() {
        ErrorKind::AddrInUse => format!(
            "{address} is taken, perhaps by another Hanpan; choose another port, or leave --listen out for a free one"
        ),
        _ => format!("cannot listen on {address}: {}", io_message(error)),
    })
}

/// Loopback address of the listener's IP version.
fn loopback(address: SocketAddr) -> IpAddr {
    if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() }
}

fn url(address: SocketAddr) -> String {
    format!("http://{address}/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_port_is_an_error_if_requested_and_skipped_otherwise() {
        let holder = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let message = bind(holder.local_addr().ok()).unwrap_err().message().unwrap();
        assert!(message.contains("is taken"), "{message}");
        let first = bind(None).unwrap().local_addr().unwrap();
        assert!((7171..=7271).contains(&first.port()), "{first}");
    }
}
