//! Debian packages, installed on demand.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::step::{TaskError, output};

/// Debian's folder for games, which is not on every `PATH`.
const GAMES_DIR: &str = "/usr/games";

/// Returns the path of an installed program.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from(GAMES_DIR)]);
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Returns the path of a program, installing the package of the same name if it is missing.
pub(crate) fn ensure(program: &str) -> Result<PathBuf, TaskError> {
    ensure_from(program, &[program])
}

/// Returns the path of a program, installing packages if it is missing.
pub(crate) fn ensure_from(program: &str, packages: &[&str]) -> Result<PathBuf, TaskError> {
    if let Some(file) = find(program) {
        return Ok(file);
    }
    install(packages)?;
    find(program).ok_or_else(|| TaskError(format!("{program} is installed but was not found")))
}

/// Number of attempts, five seconds apart, while another package manager is at work: a fresh machine often installs its
/// updates by itself.
const ATTEMPTS: usize = 120;

/// Package lists, which are downloaded once per run of this program.
static PACKAGE_LISTS: RunOnce = RunOnce::new();

/// Installs packages without their recommendations.
pub(crate) fn install(packages: &[&str]) -> Result<(), TaskError> {
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    let installed = PACKAGE_LISTS.succeed(|| apt_get(&["update"])).and_then(|()| apt_get(&install));
    installed.map_err(|TaskError(why)| missing(packages, &why))
}

/// The error for packages that could not be installed.
fn missing(packages: &[&str], why: &str) -> TaskError {
    TaskError(format!(
        "please install {} yourself: apt-get failed, which needs root or sudo without a password, and the network: {why}",
        packages.join(" ")
    ))
}

/// An action that is done until it has succeeded once. Threads wait for each other.
struct RunOnce(Mutex<Progress>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Due,
    Done,
}

impl RunOnce {
    const fn new() -> RunOnce {
        RunOnce(Mutex::new(Progress::Due))
    }

    fn succeed(&self, action: impl FnOnce() -> Result<(), TaskError>) -> Result<(), TaskError> {
        let mut progress = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if *progress == Progress::Due {
            action()?;
            *progress = Progress::Done;
        }
        Ok(())
    }
}

fn apt_get(args: &[&str]) -> Result<(), TaskError> {
    println!("\n==> apt-get {}", args.join(" "));
    for attempt in 1.. {
        match output(as_root("apt-get")?.args(args).env("DEBIAN_FRONTEND", "noninteractive")) {
            Ok(_) => break,
            Err(TaskError(why)) if why.contains("Could not get lock") && attempt < ATTEMPTS => {
                if attempt == 1 {
                    println!("    waiting for another package manager");
                }
                std::thread::sleep(Duration::from_secs(5));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Returns true if this program runs as root.
pub(crate) fn is_root() -> Result<bool, TaskError> {
    Ok(output(Command::new("id").arg("-u"))?.trim() == "0")
}

/// Command that runs as root. It never prompts for a password, since CI could not answer.
fn as_root(program: &str) -> Result<Command, TaskError> {
    if is_root()? {
        return Ok(Command::new(program));
    }
    let mut command = Command::new("sudo");
    command.args(["--non-interactive", program]);
    Ok(command)
}

/// Installs PostgreSQL's server if there is none. Debian's package would also make and start a server of its own, which
/// tests do not use.
pub(crate) fn ensure_postgresql() -> Result<(), TaskError> {
    let is_installed =
        std::fs::read_dir("/usr/lib/postgresql").is_ok_and(|mut versions| versions.next().is_some());
    if is_installed || find("postgres").is_some() {
        return Ok(());
    }
    install(&["postgresql-common"])?;
    let setting = "sed -i 's/^#\\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf";
    output(as_root("sh")?.args(["-c", setting]))?;
    install(&["postgresql"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_lists_are_downloaded_again_only_after_a_failure() {
        let lists = RunOnce::new();
        let mut downloads = 0;
        let mut install = |result: Result<(), TaskError>| {
            let done = lists.succeed(|| {
                downloads += 1;
                result
            });
            (done.is_ok(), downloads)
        };
        assert_eq!(install(Err(TaskError("no network".to_owned()))), (false, 1));
        assert_eq!(install(Ok(())), (true, 2));
        assert_eq!(install(Ok(())), (true, 2));
    }

    #[test]
    fn a_failed_installation_names_the_packages_and_what_it_needs() {
        let TaskError(message) = missing(&["g++", "curl"], "sudo: a password is required");
        for part in ["install g++ curl yourself", "root", "network", "a password is required"] {
            assert!(message.contains(part), "{part:?} in {message:?}");
        }
    }
}
