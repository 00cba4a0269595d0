//! Server settings from options, environment variables and the configuration file, in this order of
//! precedence.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::BoolishValueParser;
use serde::Deserialize;
use server::{AcmeConfig, BotPolicy, CertificateFiles, Config, Limits, Proxy, PublicUrl, RatingRules, Tls};

use super::listen::{HTTP_PORT, ListenAddress};
use crate::error::{CommandError, io_message};

/// All settings. Options, environment variables and entries of the file share their names.
#[derive(clap::Args, Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Settings {
    /// Address to listen on, port optional [default: 127.0.0.1:7171, or the next free port]
    #[arg(long, value_name = "ADDRESS[:PORT]", env = "HANPAN_LISTEN")]
    pub(super) listen: Option<ListenAddress>,
    /// Data folder for games and accounts [default: the data folder of the system]
    #[arg(long, value_name = "FOLDER", env = "HANPAN_DATA")]
    pub(super) data: Option<PathBuf>,
    /// PostgreSQL database for games and accounts instead of a data folder, for any number of servers: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "URL", env = "HANPAN_STORE", hide_env_values = true)]
    pub(super) store: Option<String>,
    /// File with the password of the database
    #[arg(long, value_name = "FILE", env = "HANPAN_STORE_PASSWORD_FILE")]
    pub(super) store_password_file: Option<PathBuf>,
    /// Message bus between several servers on the same data: nats://HOST:PORT, tls://HOST:PORT, or postgres for that of the store [default: none, for one server]
    #[arg(long, value_name = "URL", env = "HANPAN_BUS")]
    pub(super) bus: Option<String>,
    /// File with the token that the bus asks for; or set HANPAN_BUS_TOKEN to the token itself
    #[arg(long, value_name = "FILE", env = "HANPAN_BUS_TOKEN_FILE")]
    pub(super) bus_token_file: Option<PathBuf>,
    /// Trust the bus by these certificates (PEM) [default: those of the system]
    #[arg(long, value_name = "FILE", env = "HANPAN_BUS_CA")]
    pub(super) bus_ca: Option<PathBuf>,
    /// Public URL of the server; it starts with https behind a reverse proxy or with a certificate
    #[arg(long, value_name = "URL", env = "HANPAN_PUBLIC_URL")]
    public_url: Option<String>,
    /// Serve https with this certificate chain (PEM); reloaded when the file changes
    #[arg(long, value_name = "FILE", env = "HANPAN_TLS_CERT")]
    tls_cert: Option<PathBuf>,
    /// Private key of the certificate (PEM)
    #[arg(long, value_name = "FILE", env = "HANPAN_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// Get the certificate for the public URL from an ACME authority, with this mail address as contact; agrees to its terms
    #[arg(long, value_name = "MAIL", env = "HANPAN_ACME")]
    acme: Option<String>,
    /// Directory of the ACME authority [default: Let's Encrypt]
    #[arg(long, value_name = "URL", env = "HANPAN_ACME_DIRECTORY")]
    acme_directory: Option<String>,
    /// Trust the ACME directory by these certificates (PEM) [default: those of the system]
    #[arg(long, value_name = "FILE", env = "HANPAN_ACME_CA")]
    acme_ca: Option<PathBuf>,
    /// Also listen for plain http here and redirect it to https, port optional [default port: 80]
    #[arg(long, value_name = "ADDRESS[:PORT]", env = "HANPAN_HTTP_LISTEN")]
    pub(super) http_listen: Option<ListenAddress<HTTP_PORT>>,
    /// Trust X-Forwarded-For from the reverse proxy
    #[arg(long, value_name = "YES", env = "HANPAN_BEHIND_PROXY", num_args = 0..=1, default_missing_value = "true")]
    behind_proxy: Option<bool>,
    /// Maximum number of connections [default: 20000]
    #[arg(long, value_name = "NUMBER", env = "HANPAN_CONNECTIONS")]
    connections: Option<usize>,
    /// Maximum number of connections per address [default: 500]
    #[arg(long, value_name = "NUMBER", env = "HANPAN_CONNECTIONS_PER_ADDRESS")]
    connections_per_address: Option<usize>,
    /// Maximum number of messages per second and address [default: 400]
    #[arg(long, value_name = "NUMBER", env = "HANPAN_MESSAGES_PER_ADDRESS")]
    messages_per_address: Option<u32>,
    /// Maximum number of concurrent games against the computer; 0 disables them [default: 50]
    #[arg(long, value_name = "NUMBER", env = "HANPAN_COMPUTER_GAMES")]
    computer_games: Option<u32>,
    /// Maximum number of concurrent engine searches [default: half of the processors]
    #[arg(long, value_name = "NUMBER", env = "HANPAN_COMPUTER_THOUGHTS")]
    computer_thoughts: Option<usize>,
    /// Moves that each side must have made for a rated game to count [default: 5]
    #[arg(long, value_name = "NUMBER", env = "HANPAN_RATED_MOVES")]
    rated_moves: Option<u32>,
    /// Maximum number of rated games per day and pair of players that count [default: 5]
    #[arg(long, value_name = "NUMBER", env = "HANPAN_RATED_GAMES_PER_PAIR")]
    rated_games_per_pair: Option<u32>,
    /// Allow accounts of bots [default: yes]
    #[arg(long, value_name = "YES", env = "HANPAN_BOTS", value_parser = BoolishValueParser::new())]
    bots: Option<bool>,
    /// Log level on standard error
    #[arg(long, value_name = "LEVEL", env = "HANPAN_LOG")]
    pub(super) log: Option<LogLevel>,
}

/// Log level.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LogLevel {
    /// nothing
    Off,
    /// errors
    Error,
    /// errors and warnings
    Warn,
    /// errors, warnings and info
    Info,
    /// everything
    Debug,
}

impl Settings {
    /// Fills settings that are not set from a file.
    pub(super) fn with_file(self, file: Option<&Path>) -> Result<Settings, CommandError> {
        let Some(path) = file else { return Ok(self) };
        let text = fs::read_to_string(path).map_err(|error| {
            CommandError::BadInput(format!("cannot read {}: {}", path.display(), io_message(&error)))
        })?;
        let file: Settings = toml::from_str(&text).map_err(|error| {
            let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
            let place = line.map(|line| format!(", line {line}")).unwrap_or_default();
            CommandError::BadInput(format!("{}{place}: {}", path.display(), error.message()))
        })?;
        Ok(Settings {
            listen: self.listen.or(file.listen),
            data: self.data.or(file.data),
            store: self.store.or(file.store),
            store_password_file: self.store_password_file.or(file.store_password_file),
            bus: self.bus.or(file.bus),
            bus_token_file: self.bus_token_file.or(file.bus_token_file),
            bus_ca: self.bus_ca.or(file.bus_ca),
            public_url: self.public_url.or(file.public_url),
            tls_cert: self.tls_cert.or(file.tls_cert),
            tls_key: self.tls_key.or(file.tls_key),
            acme: self.acme.or(file.acme),
            acme_directory: self.acme_directory.or(file.acme_directory),
            acme_ca: self.acme_ca.or(file.acme_ca),
            http_listen: self.http_listen.or(file.http_listen),
            behind_proxy: self.behind_proxy.or(file.behind_proxy),
            connections: self.connections.or(file.connections),
            connections_per_address: self.connections_per_address.or(file.connections_per_address),
            messages_per_address: self.messages_per_address.or(file.messages_per_address),
            computer_games: self.computer_games.or(file.computer_games),
            computer_thoughts: self.computer_thoughts.or(file.computer_thoughts),
            rated_moves: self.rated_moves.or(file.rated_moves),
            rated_games_per_pair: self.rated_games_per_pair.or(file.rated_games_per_pair),
            bots: self.bots.or(file.bots),
            log: self.log.or(file.log),
        })
    }

    /// Source of the certificate, if the server speaks TLS.
    pub(super) fn tls(&self, config: &Config) -> Result<Option<Tls>, CommandError> {
        let bad = |message: &str| Err(CommandError::BadInput(message.to_owned()));
        if self.acme.is_none() && (self.acme_directory.is_some() || self.acme_ca.is_some()) {
            return bad("--acme-directory and --acme-ca belong to --acme");
        }
        let is_https = config.public_url.as_ref().is_none_or(PublicUrl::is_https);
        match (&self.tls_cert, &self.tls_key, &self.acme) {
            (None, None, None) if self.http_listen.is_some() => {
                bad("--http-listen redirects to https, which needs --tls-cert and --tls-key, or --acme")
            }
            (None, None, None) => Ok(None),
            _ if !is_https => bad("--public-url must start with https:// if the server has a certificate"),
            (Some(certificate), Some(key), None) => {
                let files = CertificateFiles::new(certificate.clone(), key.clone());
                let names = format!("--tls-cert {}, --tls-key {}", certificate.display(), key.display());
                Tls::from_files(files)
                    .map(Some)
                    .map_err(|error| CommandError::BadInput(format!("{names}: {error}")))
            }
            (None, None, Some(contact)) => {
                let Some(host) = config.public_url.as_ref().and_then(PublicUrl::host_name) else {
                    return bad("--acme needs a host name to get a certificate for: --public-url https://…");
                };
                if !contact.contains('@') || contact.contains(char::is_whitespace) {
                    return bad("--acme: not a mail address");
                }
                let acme = AcmeConfig {
                    directory: self.acme_directory.clone(),
                    ca: self.acme_ca.clone(),
                    ..AcmeConfig::new(contact.clone(), host.to_owned())
                };
                Tls::from_acme(acme)
                    .map(Some)
                    .map_err(|error| CommandError::BadInput(format!("--acme: {error}")))
            }
            (_, _, Some(_)) => bad("--acme and --tls-cert exclude each other"),
            _ => bad("--tls-cert and --tls-key belong together"),
        }
    }

    /// Converts to the server's configuration.
    pub(super) fn config(&self) -> Result<Config, CommandError> {
        let public_url = self.public_url.as_deref().map(str::parse::<PublicUrl>).transpose();
        let (usual, usual_rating) = (Limits::default(), RatingRules::default());
        Ok(Config {
            public_url: public_url
                .map_err(|error| CommandError::BadInput(format!("--public-url: {error}")))?,
            limits: Limits {
                max_connections: self.connections.unwrap_or(usual.max_connections),
                connections_per_address: self
                    .connections_per_address
                    .unwrap_or(usual.connections_per_address),
                messages_per_second: self.messages_per_address.unwrap_or(usual.messages_per_second),
                computer_games: self.computer_games.unwrap_or(usual.computer_games),
                computer_searches: self.computer_thoughts.unwrap_or(usual.computer_searches),
                ..usual
            },
            host_name: host_name(),
            terminates_tls: self.tls_cert.is_some() || self.acme.is_some(),
            proxy: if self.behind_proxy == Some(true) { Proxy::Trusted } else { Proxy::None },
            bots: if self.bots == Some(false) { BotPolicy::Forbidden } else { BotPolicy::Allowed },
            rating: RatingRules {
                min_moves: self.rated_moves.unwrap_or(usual_rating.min_moves),
                games_per_pair: self.rated_games_per_pair.unwrap_or(usual_rating.games_per_pair),
            },
        })
    }
}

/// Host name of this machine.
#[cfg(unix)]
fn host_name() -> Option<String> {
    rustix::system::uname().nodename().to_str().ok().map(str::to_owned)
}

/// Host name of this machine.
#[cfg(not(unix))]
fn host_name() -> Option<String> {
    env::var("COMPUTERNAME").ok()
}

/// Default data folder of the platform.
pub(crate) fn default_data_dir() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("hanpan"))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::commands::serve) fn read(text: &str) -> Result<Settings, CommandError> {
        let file = std::env::temp_dir().join(format!("hanpan-{}-{}.toml", std::process::id(), text.len()));
        fs::write(&file, text).unwrap();
        let settings = Settings { connections: Some(7), ..Settings::default() }.with_file(Some(&file));
        fs::remove_file(file).unwrap();
        settings
    }

    #[test]
    fn options_override_the_file() {
        let settings =
            read("listen = \"0.0.0.0:80\"\nconnections = 9\nbehind-proxy = true\nlog = \"debug\"\nrated-moves = 2\n")
                .unwrap();
        assert_eq!(settings.listen, "0.0.0.0:80".parse().ok());
        assert_eq!((settings.connections, settings.log), (Some(7), Some(LogLevel::Debug)));
        let config = settings.config().unwrap();
        assert_eq!((config.limits.max_connections, config.proxy), (7, Proxy::Trusted));
        assert_eq!(config.rating, RatingRules { min_moves: 2, ..RatingRules::default() });
        assert_eq!(config.bots, BotPolicy::Allowed);
        assert_eq!(read("bots = false\n").unwrap().config().unwrap().bots, BotPolicy::Forbidden);
    }

    #[test]
    fn file_error_names_the_line() {
        let check = |text: &str, words: &str| {
            let message = read(text).unwrap_err().message().unwrap();
            assert!(message.contains(words), "{message}");
        };
        check("\nlisten = 5\n", "line 2");
        check("port = 80\n", "port");
        check("listen = \"here\"", "line 1");
    }

    /// The table in docs/hosting.md lists every setting with all of its names, and no other.
    #[test]
    fn hosting_md_lists_every_setting() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md");
        let page = fs::read_to_string(page).unwrap();
        let rows: Vec<[String; 3]> = page
            .lines()
            .filter_map(|line| line.strip_prefix("| `--"))
            .map(|line| {
                let mut cells = line.split('|').map(|cell| cell.trim().trim_matches('`').to_owned());
                let option = cells.next().unwrap().split([' ', '`']).next().unwrap().to_owned();
                [option, cells.next().unwrap(), cells.next().unwrap()]
            })
            .collect();
        let command = <Settings as clap::Args>::augment_args(clap::Command::new("serve"));
        let settings: Vec<[String; 3]> = command
            .get_arguments()
            .map(|argument| {
                let option = argument.get_long().unwrap().to_owned();
                let variable = argument.get_env().unwrap().to_str().unwrap().to_owned();
                [option.clone(), variable, option]
            })
            .collect();
        assert_eq!(rows, settings);
        for [_, _, entry] in &rows {
            // A known entry fails only because of its value.
            let error = toml::from_str::<Settings>(&format!("{entry} = []")).unwrap_err();
            assert!(!error.message().contains("unknown field"), "{entry}: {error}");
        }
    }

    #[test]
    fn tls_settings_must_fit_together() {
        let check = |text: &str, words: &str| {
            let settings = read(text).unwrap();
            let message = settings.tls(&settings.config().unwrap()).unwrap_err().message().unwrap();
            assert!(message.contains(words), "{message}");
        };
        check("tls-cert = \"a.pem\"", "belong together");
        check("tls-key = \"a.pem\"", "belong together");
        check("http-listen = \"0.0.0.0\"", "needs --tls-cert");
        check("tls-cert = \"/no/a.pem\"\ntls-key = \"/no/b.pem\"", "cannot read /no/a.pem");
        check(
            "tls-cert = \"a\"\ntls-key = \"b\"\npublic-url = \"http://a.example\"",
            "must start with https",
        );
        check("acme-ca = \"a\"", "belong to --acme");
        check("acme = \"a@b.example\"", "--public-url https://");
        check("acme = \"a@b.example\"\npublic-url = \"https://192.0.2.1\"", "--public-url https://");
        check("acme = \"me\"\npublic-url = \"https://a.example\"", "mail address");
        check("acme = \"a@b.example\"\ntls-cert = \"a\"\ntls-key = \"b\"", "exclude each other");
        check(
            "acme = \"a@b.example\"\npublic-url = \"https://a.example\"\nacme-ca = \"/no/ca.pem\"",
            "cannot read /no/ca.pem",
        );
        assert!(read("").unwrap().tls(&Config::default()).unwrap().is_none());
    }

    #[test]
    fn public_url_with_a_path_is_refused() {
        let settings = Settings { public_url: Some("https://a.example/b".to_owned()), ..Settings::default() };
        assert!(settings.config().unwrap_err().message().unwrap().contains("--public-url"));
    }
}
