//! The message bus between several servers.

use std::env;
use std::fs;

use server::bus::{BusConfig, NatsConfig, NatsUrl};
use server::store::{PostgresConfig, SecretText};

use super::settings::Settings;
use crate::error::{CommandError, io_message};

/// Environment variable with the token itself. There is no such option: options can be read by every user of the machine.
const TOKEN_VARIABLE: &str = "HANPAN_BUS_TOKEN";

impl Settings {
    /// The bus that the settings ask for, with the database of the store.
    pub(super) fn bus(&self, database: Option<&PostgresConfig>) -> Result<BusConfig, CommandError> {
        let Some(urls) = &self.bus else {
            let is_alone = self.bus_token_file.is_none() && self.bus_ca.is_none();
            let error = "--bus-token-file and --bus-ca belong to --bus";
            return is_alone.then_some(BusConfig::InProcess).ok_or(CommandError::BadInput(error.to_owned()));
        };
        if urls == "postgres" {
            let error = "--bus postgres needs a database: --store postgres://…";
            let database = database.ok_or(CommandError::BadInput(error.to_owned()))?;
            return Ok(BusConfig::Notify(Box::new(database.clone())));
        }
        let servers = urls.split(',').map(|url| url.trim().parse::<NatsUrl>()).collect::<Result<Vec<_>, _>>();
        let servers = servers.map_err(|error| CommandError::BadInput(format!("--bus: {error}")))?;
        if let Some(ca) = &self.bus_ca {
            fs::metadata(ca).map_err(|error| {
                CommandError::BadInput(format!(
                    "--bus-ca: cannot read {}: {}",
                    ca.display(),
                    io_message(&error)
                ))
            })?;
        }
        let nats =
            NatsConfig { token: self.bus_token()?, ca: self.bus_ca.clone(), ..NatsConfig::new(servers) };
        Ok(BusConfig::Nats(nats))
    }

    fn bus_token(&self) -> Result<Option<SecretText>, CommandError> {
        let token = match &self.bus_token_file {
            Some(file) => Some(fs::read_to_string(file).map_err(|error| {
                let why = io_message(&error);
                CommandError::BadInput(format!("--bus-token-file: cannot read {}: {why}", file.display()))
            })?),
            None => env::var(TOKEN_VARIABLE).ok(),
        };
        Ok(token.map(|token| SecretText::new(token.trim().to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::tests::read;
    use super::*;

    #[test]
    fn the_token_comes_from_a_file_and_is_never_shown() {
        let file = env::temp_dir().join(format!("hanpan-token-{}", std::process::id()));
        fs::write(&file, "a-secret\n").unwrap();
        let text = format!("bus = \"nats://a:1,tls://b\"\nbus-token-file = {:?}", file.to_str().unwrap());
        let BusConfig::Nats(nats) = read(&text).unwrap().bus(None).unwrap() else { panic!("no NATS") };
        fs::remove_file(file).unwrap();
        assert_eq!(nats.token.as_ref().map(SecretText::expose), Some("a-secret"));
        assert!(!format!("{nats:?}").contains("a-secret"));
        assert_eq!(nats.servers.len(), 2);
    }

    #[test]
    fn bus_settings_must_fit_together() {
        let check = |text: &str, words: &str| {
            let message = read(text).unwrap().bus(None).unwrap_err().message().unwrap();
            assert!(message.contains(words) && !message.contains("hidden"), "{message}");
        };
        check("bus-ca = \"a.pem\"", "belong to --bus");
        check("bus = \"nats://hidden@a\"", "must not contain a token");
        check("bus = \"kafka://a\"", "not a URL");
        check("bus = \"nats://a\"\nbus-token-file = \"/no/token\"", "cannot read /no/token");
        check("bus = \"tls://a\"\nbus-ca = \"/no/ca.pem\"", "cannot read /no/ca.pem");
        check("bus = \"postgres\"", "needs a database");
        assert!(matches!(read("").unwrap().bus(None), Ok(BusConfig::InProcess)));
    }
}
