//! `hanpan serve`: the board in the browser, and people to play with.

mod addresses;
mod descriptors;
mod listen;
mod settings;

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use server::Page;
use server::store::{Sqlite, StoreError};
use tracing_subscriber::filter::LevelFilter;

use crate::browser;
use crate::failure::{Failure, io_words};
use crate::qr;
use addresses::on_the_network;
use listen::{Listen, PORT};
pub(crate) use settings::usual_data;
use settings::{Level, Settings};

/// Where the board is when nobody says otherwise.
const HOME: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), PORT);

/// How many ports after that are tried.
const NEXT_PORTS: u16 = 100;

/// Serve the board to browsers until Ctrl+C, for people to play with each other
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
    /// A file with settings, in TOML
    #[arg(long, value_name = "FILE", env = "HANPAN_CONFIG")]
    config: Option<PathBuf>,
    /// Open the board in the browser
    #[arg(long)]
    open: bool,
}

impl Args {
    /// What no arguments at all mean.
    pub(crate) fn at_home(open: bool) -> Args {
        Args { settings: Settings::default(), config: None, open }
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let settings = args.settings.clone().with_file(args.config.as_deref())?;
    tell(settings.log.unwrap_or(Level::Warn));
    let config = settings.config()?;
    descriptors::raise();
    let asked = settings.listen.map(|Listen(address)| address);
    let listener = listen(asked)?;
    let address = listener.local_addr().map_err(|error| refused(asked.unwrap_or(HOME), &error))?;
    let store = store(settings.data.as_deref())?;
    let here = url(if address.ip().is_unspecified() {
        SocketAddr::new(loopback(address), address.port())
    } else {
        address
    });
    writeln!(out, "Hanpan is at {here}")?;
    let there: Vec<String> = on_the_network(address).into_iter().map(url).collect();
    for address in &there {
        writeln!(out, "On this network: {address}")?;
    }
    if let Some(first) = there.first() {
        writeln!(out)?;
        if let Some(code) = qr::code(first) {
            writeln!(out, "{code}")?;
        }
    }
    let page = Page::embedded().unwrap_or_else(|| {
        writeln!(io::stderr(), "hanpan: built without the board; build it in with `cargo xtask play`").ok();
        Page::placeholder()
    });
    writeln!(out, "Ctrl+C ends it.")?;
    out.flush()?;
    if args.open {
        browser::open(&here);
    }
    server::serve(listener, page, store, config).map_err(|error| refused(address, &error))
}

/// Where games are kept: in the folder that was asked for and no other; if none was, in the usual one. If another Hanpan of
/// the same person uses that, this one can still be played with, but keeps nothing.
fn store(asked: Option<&Path>) -> Result<Sqlite, Failure> {
    let unusable = |folder: &Path, error: &StoreError| {
        Failure::BadInput(format!("cannot keep games in {}: {error}", folder.display()))
    };
    match (asked, usual_data()) {
        (Some(folder), _) => Sqlite::open(folder).map_err(|error| unusable(folder, &error)),
        (None, Some(folder)) => match Sqlite::open(&folder) {
            Err(StoreError::InUse) => in_memory("another Hanpan uses the data"),
            opened => opened.map_err(|error| unusable(&folder, &error)),
        },
        (None, None) => in_memory("there is no folder for data; name one with --data"),
    }
}

fn in_memory(why: &str) -> Result<Sqlite, Failure> {
    writeln!(io::stderr(), "hanpan: {why}; games will be lost when this ends").ok();
    Sqlite::in_memory().map_err(|error| Failure::BadInput(format!("cannot keep games: {error}")))
}

/// From now on the server's log goes to standard error.
fn tell(level: Level) {
    let most = match level {
        Level::Off => LevelFilter::OFF,
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
    };
    // It fails only where somebody listens already.
    tracing_subscriber::fmt().with_max_level(most).with_writer(io::stderr).try_init().ok();
}

/// The asked address and no other; if none was asked, the first free port from ours on.
fn listen(asked: Option<SocketAddr>) -> Result<TcpListener, Failure> {
    let Some(address) = asked else {
        let ports = HOME.port()..=HOME.port() + NEXT_PORTS;
        for port in ports {
            match TcpListener::bind(SocketAddr::new(HOME.ip(), port)) {
                Err(error) if error.kind() == ErrorKind::AddrInUse => {}
                bound => return bound.map_err(|error| refused(HOME, &error)),
            }
        }
        return Err(Failure::BadInput(format!("{HOME} and the {NEXT_PORTS} ports after it are taken")));
    };
    TcpListener::bind(address).map_err(|error| refused(address, &error))
}

fn refused(address: SocketAddr, error: &io::Error) -> Failure {
    Failure::BadInput(match error.kind() {
        ErrorKind::AddrInUse => format!(
            "{address} is taken, perhaps by another Hanpan; choose another port, or leave --listen out for a free one"
        ),
        _ => format!("cannot listen on {address}: {}", io_words(error)),
    })
}

/// This computer, for somebody who sits at it.
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
    fn a_taken_port_is_refused_when_asked_for_and_passed_over_otherwise() {
        let holder = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let message = listen(holder.local_addr().ok()).unwrap_err().message().unwrap();
        assert!(message.contains("is taken"), "{message}");
        let first = listen(None).unwrap().local_addr().unwrap();
        assert!((7171..=7271).contains(&first.port()), "{first}");
    }
}
