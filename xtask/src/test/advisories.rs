//! Security advisories for the dependencies, from the RustSec advisory database. The database is fetched with
//! git; if git failed the check is skipped with a message. Parsing it here needs no build time,
//! unlike `cargo audit` and `cargo deny`.

mod advisory;
mod version;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::step::{TaskError, root, target_folder};
use advisory::Advisory;
use version::Version;

/// Repository of the advisory database.
const ADVISORY_DB: &str = "https://github.com/rustsec/advisory-db";

/// Timeout of a git command.
const FETCH_TIMEOUT: Duration = Duration::from_secs(60);

/// Reviewed advisories that do not apply here, with the reason.
const ACCEPTED: &[(&str, &str)] = &[];

/// Checks every package of the lock file. Returns the reason if the database cannot be fetched.
pub(super) fn check() -> Result<Option<String>, TaskError> {
    println!("\n==> advisories");
    let database = target_folder()?.join("advisory-db");
    if let Err(TaskError(why)) = fetch(&database) {
        return Ok(Some(format!("security advisories, because {ADVISORY_DB} is not available: {why}")));
    }
    let advisories = read_advisories(&database.join("crates"))?;
    let lock = root().join("Cargo.lock");
    let lock = fs::read_to_string(&lock).map_err(|error| io_error(&lock, &error))?;
    let packages = locked_packages(&lock);
    let mut vulnerabilities = Vec::new();
    for (name, version) in &packages {
        for advisory in advisories.iter().filter(|advisory| advisory.affects(name, version)) {
            let message = format!("{} affects {name} {version}: {}", advisory.id, advisory.title);
            match ACCEPTED.iter().find(|(id, _)| *id == advisory.id) {
                Some((_, why)) => println!("    accepted: {message} ({why})"),
                None if advisory.is_vulnerability() => vulnerabilities.push(message),
                None => println!("    note: {message}"),
            }
        }
    }
    println!(
        "    {} advisories, {} packages, {} vulnerabilities",
        advisories.len(),
        packages.len(),
        vulnerabilities.len()
    );
    if vulnerabilities.is_empty() { Ok(None) } else { Err(TaskError(vulnerabilities.join("\n"))) }
}

/// Clones or updates the database.
fn fetch(database: &Path) -> Result<(), TaskError> {
    if database.join(".git").is_dir() {
        let at = database.to_string_lossy();
        git(&["-C", &at, "fetch", "--quiet", "--depth", "1", "origin", "HEAD"])?;
        git(&["-C", &at, "reset", "--quiet", "--hard", "FETCH_HEAD"])
    } else {
        git(&["clone", "--quiet", "--depth", "1", ADVISORY_DB, &database.to_string_lossy()])
    }
}

fn git(args: &[&str]) -> Result<(), TaskError> {
    let failed = |error: std::io::Error| TaskError(format!("git: {error}"));
    let mut command = Command::new("git");
    // Never prompts for a password, since CI could not answer.
    command.args(args).env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(failed)?;
    let end = Instant::now() + FETCH_TIMEOUT;
    loop {
        match child.try_wait().map_err(failed)? {
            Some(status) if status.success() => return Ok(()),
            Some(_) => return Err(TaskError("git failed".to_owned())),
            None if Instant::now() < end => sleep(Duration::from_millis(50)),
            None => {
                child.kill().and_then(|()| child.wait()).map_err(failed)?;
                return Err(TaskError(format!("git timed out after {} s", FETCH_TIMEOUT.as_secs())));
            }
        }
    }
}

/// Reads all advisories: one folder per package, one file per advisory.
fn read_advisories(folder: &Path) -> Result<Vec<Advisory>, TaskError> {
    let mut advisories = Vec::new();
    for library in entries(folder)? {
        for file in entries(&library)? {
            let text = fs::read_to_string(&file).map_err(|error| io_error(&file, &error))?;
            let advisory = Advisory::parse(&text);
            advisories
                .push(advisory.ok_or_else(|| TaskError(format!("{} cannot be parsed", file.display())))?);
        }
    }
    Ok(advisories)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, TaskError> {
    let entries = fs::read_dir(folder).map_err(|error| io_error(folder, &error))?;
    entries.map(|entry| Ok(entry.map_err(|error| io_error(folder, &error))?.path())).collect()
}

fn io_error(path: &Path, error: &std::io::Error) -> TaskError {
    TaskError(format!("{}: {error}", path.display()))
}

/// Packages of a lock file with their versions.
fn locked_packages(lock: &str) -> Vec<(&str, Version)> {
    let value = |line: &'_ str, key: &str| -> Option<String> {
        Some(line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"')?.to_owned())
    };
    let mut packages = Vec::new();
    let mut name = None;
    for line in lock.lines() {
        if let Some(rest) = line.strip_prefix("name = \"") {
            name = rest.strip_suffix('"');
        } else if let (Some(library), Some(version)) = (name, value(line, "version")) {
            packages.extend(Version::parse(&version).map(|version| (library, version)));
            name = None;
        }
    }
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_parsed_from_the_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.2.3\"\nsource = \"x\"\n\n[[package]]\nname = \"b\"\nversion = \"0.1.0-rc.2\"\n";
        let read: Vec<String> =
            locked_packages(lock).into_iter().map(|(name, version)| format!("{name} {version}")).collect();
        assert_eq!(read, ["a 1.2.3", "b 0.1.0-rc.2"]);
    }
}
