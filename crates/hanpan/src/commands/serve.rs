//! `hanpan serve`: runs the web server.

mod addresses;
mod bus;
mod listen;
mod settings;

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use server::store::{ServerStore, SqliteStore, StoreError};
use server::{Assets, Config, Limits, Listeners};
use tracing_subscriber::filter::LevelFilter;

use crate::commands::database;
use crate::error::{CommandError, io_message};
use crate::{embedded_page, qr};
use addresses::lan_addresses;
use listen::{DEFAULT_PORT, ListenAddress};
pub(crate) use settings::default_data_dir;
use settings::{LogLevel, Settings};

/// Listen address without `--listen`.
const DEFAULT_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), DEFAULT_PORT);

/// Number of following ports to try if the default one is in use.
const MORE_PORTS: u16 = 100;

/// File descriptors kept for the database, the listener and the runtime.
const RESERVED_DESCRIPTORS: usize = 64;

/// Run the server: play in the browser and online, until Ctrl+C
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without --listen the server is reachable only from this computer, and if the port is in use the next free one is taken.
With --listen 0.0.0.0 it is reachable from the network; a QR code with its URL is printed.
With --tls-cert and --tls-key, or with --acme, it speaks https.

Every option can also be set by an environment variable (--public-url is HANPAN_PUBLIC_URL) or in the file given by
--config (public-url = \"https://chess.example.org\"). Options override variables, variables override the file.
docs/hosting.md lists all settings and describes how to host a server.

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
    if SystemTime::now() < UNIX_EPOCH {
        // hyper panics on every request.
        return Err(CommandError::BadInput("the system clock is before 1970; set it first".to_owned()));
    }
    let mut config = settings.config()?;
    let tls = settings.tls(&config)?;
    raise_fd_limit();
    if let Some(descriptors) = fd_limit() {
        fit_connections(&mut config.limits, descriptors);
    }
    let requested = settings.listen.map(|ListenAddress(address)| address);
    let listener = bind(requested)?;
    let address =
        listener.local_addr().map_err(|error| bind_error(requested.unwrap_or(DEFAULT_ADDRESS), &error))?;
    let redirect = settings.http_listen.map(|ListenAddress(address)| bind(Some(address))).transpose()?;
    let database = database::config(settings.store.as_deref(), settings.store_password_file.as_deref())?;
    let bus = settings.bus(database.as_ref())?;
    let store = match database {
        Some(config) => {
            let place = config.to_string();
            ServerStore::prepare_postgres(config)
                .map_err(|error| CommandError::BadInput(format!("cannot use the {place}: {error}")))?
        }
        None => open_folder(settings.data.as_deref())?.into(),
    };
    let here = print_urls(address, &config, out)?;
    let page = embedded_page::assets().unwrap_or_else(|| {
        writeln!(io::stderr(), "hanpan: built without the web page; `cargo xtask play` builds it in").ok();
        Assets::placeholder()
    });
    writeln!(out, "Ctrl+C ends it.")?;
    out.flush()?;
    if args.open {
        open_browser(&here);
    }
    server::serve(Listeners { main: listener, tls, redirect }, page, store, bus, config)
        .map_err(|error| serve_error(address, &error))
}

/// Prints the URLs of the server, with a QR code for the most likely one; returns the URL for this computer.
fn print_urls(address: SocketAddr, config: &Config, out: &mut dyn Write) -> io::Result<String> {
    let url = |address| url(config, address);
    // A certificate is for the names in it, which the public URL is one of, and rarely for addresses.
    let public = config.public_url.as_ref().filter(|_| config.terminates_tls);
    let here = match public {
        Some(url) => format!("{url}/"),
        None if address.ip().is_unspecified() => url(SocketAddr::new(loopback(address), address.port())),
        None => url(address),
    };
    writeln!(out, "Hanpan is at {here}")?;
    let there: Vec<String> = match public {
        Some(_) => Vec::new(),
        None => lan_addresses(address).into_iter().map(url).collect(),
    };
    for address in &there {
        writeln!(out, "On this network: {address}")?;
    }
    if let Some(shared) = public.map(|_| &here).or(there.first()) {
        writeln!(out)?;
        if let Some(code) = qr::render(shared) {
            writeln!(out, "{code}")?;
        }
    }
    Ok(here)
}

/// Opens the database in the requested folder, or in the default one. If the default folder is in use by
/// another instance, an in-memory database is used instead.
fn open_folder(requested: Option<&Path>) -> Result<SqliteStore, CommandError> {
    let unusable = |folder: &Path, error: &StoreError| {
        CommandError::BadInput(format!("cannot open the data folder {}: {error}", folder.display()))
    };
    match (requested, default_data_dir()) {
        (Some(folder), _) => SqliteStore::open(folder).map_err(|error| unusable(folder, &error)),
        (None, Some(folder)) => match SqliteStore::open(&folder) {
            Err(StoreError::InUse) => in_memory_store("the data folder is in use by another instance"),
            opened => opened.map_err(|error| unusable(&folder, &error)),
        },
        (None, None) => in_memory_store("no data folder on this system; choose one with --data"),
    }
}

fn in_memory_store(why: &str) -> Result<SqliteStore, CommandError> {
    writeln!(io::stderr(), "hanpan: {why}; games are kept in memory only and lost on exit").ok();
    SqliteStore::in_memory()
        .map_err(|error| CommandError::BadInput(format!("cannot open an in-memory database: {error}")))
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
fn bind(requested: Option<SocketAddr>) -> Result<TcpListener, CommandError> {
    let Some(address) = requested else {
        let ports = DEFAULT_ADDRESS.port()..=DEFAULT_ADDRESS.port() + MORE_PORTS;
        for port in ports {
            match TcpListener::bind(SocketAddr::new(DEFAULT_ADDRESS.ip(), port)) {
                Err(error) if error.kind() == ErrorKind::AddrInUse => {}
                bound => return bound.map_err(|error| bind_error(DEFAULT_ADDRESS, &error)),
            }
        }
        return Err(CommandError::BadInput(format!(
            "{DEFAULT_ADDRESS} and the {MORE_PORTS} following ports are in use"
        )));
    };
    TcpListener::bind(address).map_err(|error| bind_error(address, &error))
}

/// Errors of the server; other than of the listener, they name their cause.
fn serve_error(address: SocketAddr, error: &io::Error) -> CommandError {
    match error.kind() {
        ErrorKind::Other => CommandError::BadInput(error.to_string()),
        _ => bind_error(address, error),
    }
}

fn bind_error(address: SocketAddr, error: &io::Error) -> CommandError {
    CommandError::BadInput(match error.kind() {
        ErrorKind::AddrInUse => format!(
            "{address} is in use, perhaps by another instance; choose another port, or omit --listen for a free one"
        ),
        _ => format!("cannot listen on {address}: {}", io_message(error)),
    })
}

/// Loopback address of the listener's IP version.
fn loopback(address: SocketAddr) -> IpAddr {
    if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() }
}

fn url(config: &Config, address: SocketAddr) -> String {
    let scheme = if config.terminates_tls { "https" } else { "http" };
    format!("{scheme}://{address}/")
}

/// Raises the soft limit of open file descriptors to the hard limit: each connection takes a descriptor.
#[cfg(unix)]
fn raise_fd_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    // On failure the server runs with fewer connections.
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).ok();
}

/// No such limit on this platform.
#[cfg(not(unix))]
fn raise_fd_limit() {}

/// Number of file descriptors that this process may open, if there is a limit.
#[cfg(unix)]
fn fd_limit() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};

    getrlimit(Resource::Nofile).current.and_then(|limit| usize::try_from(limit).ok())
}

/// No such limit on this platform.
#[cfg(not(unix))]
fn fd_limit() -> Option<usize> {
    None
}

/// Limits connections to the file descriptors that are left beside those of the store and the listener, so that
/// the server refuses connections by its own rules and never runs out.
fn fit_connections(limits: &mut Limits, descriptors: usize) {
    let available = descriptors.saturating_sub(RESERVED_DESCRIPTORS);
    limits.http_connections = limits.http_connections.min(available / 2).max(1);
    let rest = available.saturating_sub(limits.http_connections);
    limits.live_streams = limits.live_streams.min(rest / 4);
    limits.max_connections = limits.max_connections.min(rest - limits.live_streams);
}

/// Opens the URL if a browser can be found. Errors are ignored: the URL has already been printed.
fn open_browser(url: &str) {
    let Some(mut command) = browser_command() else { return };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Not awaited: the process may live as long as the browser.
    command.spawn().ok();
}

fn browser_command() -> Option<Command> {
    if cfg!(target_os = "macos") {
        return Some(Command::new("open"));
    }
    if cfg!(windows) {
        let mut command = Command::new("cmd");
        // The empty argument is the window title; without it `start` would take the URL as the title.
        command.args(["/C", "start", ""]);
        return Some(command);
    }
    // Without a display `xdg-open` would look for a terminal browser.
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(|name| std::env::var_os(name).is_some());
    screen.then(|| Command::new("xdg-open"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_port_is_an_error_if_requested_and_skipped_otherwise() {
        let holder = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let message = bind(holder.local_addr().ok()).unwrap_err().message().unwrap();
        assert!(message.contains("is in use"), "{message}");
        let first = bind(None).unwrap().local_addr().unwrap();
        assert!((7171..=7271).contains(&first.port()), "{first}");
    }

    #[test]
    fn connections_leave_descriptors_for_the_store() {
        let check = |descriptors, http, streams, sockets| {
            let mut limits = Limits::default();
            fit_connections(&mut limits, descriptors);
            let Limits { http_connections, live_streams, max_connections, .. } = limits;
            let fitted = (http_connections, live_streams, max_connections);
            assert_eq!(fitted, (http, streams, sockets), "{descriptors}");
        };
        check(1_000_000, 1_024, 5_000, 20_000);
        check(4_096, 1_024, 752, 2_256);
        check(1_024, 480, 120, 360);
        check(64, 1, 0, 0);
    }

    #[cfg(unix)]
    #[test]
    fn soft_limit_is_raised_to_the_hard_limit() {
        use rustix::process::{Resource, getrlimit};

        raise_fd_limit();
        let limit = getrlimit(Resource::Nofile);
        assert_eq!(limit.current, limit.maximum);
    }
}
