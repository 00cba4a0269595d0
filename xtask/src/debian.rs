//! Debian packages, installed on demand.

use std::path::PathBuf;
use std::process::Command;
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
    if let Some(file) = find(program) {
        return Ok(file);
    }
    install(&[program]).map_err(|TaskError(why)| TaskError(format!("please install {program}: {why}")))?;
    find(program).ok_or_else(|| TaskError(format!("{program} is installed but was not found")))
}

/// Number of attempts, five seconds apart, while another package manager is at work: a fresh machine often installs its
/// updates by itself.
const ATTEMPTS: usize = 120;

/// Installs packages without their recommendations.
pub(crate) fn install(packages: &[&str]) -> Result<(), TaskError> {
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    for args in [vec!["update"], install] {
        println!("\n==> apt-get {}", args.join(" "));
        apt_get(&args)?;
    }
    Ok(())
}

fn apt_get(args: &[&str]) -> Result<(), TaskError> {
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

/// Command that runs as root. It never prompts for a password, since CI could not answer.
fn as_root(program: &str) -> Result<Command, TaskError> {
    if output(Command::new("id").arg("-u"))?.trim() == "0" {
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
    install(&["postgresql"]).map_err(|TaskError(why)| TaskError(format!("please install postgresql: {why}")))
}
