//! The password of the database: from a file, the URL, the environment or a password file like that of `psql`.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// Finds the password; `None` if the one of the URL is used, or none is necessary.
pub(super) fn find(config: &Config, file: Option<&Path>) -> Result<Option<String>, String> {
    if let Some(path) = file {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        return Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()));
    }
    if config.get_password().is_some() {
        return Ok(None);
    }
    if let Some(password) = env::var("PGPASSWORD").ok().filter(|password| !password.is_empty()) {
        return Ok(Some(password));
    }
    let Some(path) = password_file() else { return Ok(None) };
    match fs::read_to_string(&path) {
        Ok(text) => Ok(find_line(&text, config)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

fn password_file() -> Option<PathBuf> {
    let path = |name| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    path("PGPASSFILE").or_else(|| path("HOME").map(|home| home.join(".pgpass")))
}

/// The password of the first line that fits: `host:port:database:user:password`, where `*` fits everything and a
/// backslash protects the next character.
fn find_line(text: &str, config: &Config) -> Option<String> {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.as_str(),
        _ => "localhost",
    };
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    let user = config.get_user().unwrap_or_default();
    let database = config.get_dbname().unwrap_or(user);
    let wanted = [host, &port, database, user];
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = split_line(line);
        let fits = fields.len() == 5
            && fields.iter().zip(wanted).all(|(field, wanted)| field == "*" || field == wanted);
        fits.then(|| fields[4].clone())
    })
}

fn split_line(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            ':' if fields.len() < 5 => fields.push(String::new()),
            '\\' => fields.last_mut().into_iter().for_each(|field| field.extend(characters.next())),
            _ => fields.last_mut().into_iter().for_each(|field| field.push(character)),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_file_is_read_as_by_psql() {
        let config: Config = "postgres://ann@db.example:5433/club".parse().unwrap();
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(find_line(text, &config).as_deref(), expected, "{text}");
        };
        check("db.example:5433:club:ann:x", Some("x"));
        check("# a comment\n*:*:*:bob:y\n*:*:club:ann:a:b\\\\c", Some("a:b\\c"));
        check("db.example:5432:club:ann:x\nother:*:*:*:x", None);
        check("", None);
        let local: Config = "postgres:///club?host=/run&user=ann".parse().unwrap();
        assert_eq!(find_line("localhost:5432:club:ann:z", &local).as_deref(), Some("z"));
    }

    #[test]
    fn the_password_in_a_file_comes_first_and_has_no_line_end() {
        let file = env::temp_dir().join(format!("hanpan-password-{}", std::process::id()));
        fs::write(&file, "pa ss\r\n").unwrap();
        let config: Config = "postgres://ann:other@localhost/club".parse().unwrap();
        assert_eq!(find(&config, Some(&file)), Ok(Some("pa ss".to_owned())));
        fs::remove_file(&file).unwrap();
        assert_eq!(find(&config, None), Ok(None));
        assert!(find(&config, Some(&file)).unwrap_err().contains("hanpan-password"));
    }
}
