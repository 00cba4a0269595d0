//! A private PostgreSQL server.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::keeper::{Keeper, as_user};

/// User of Debian's package. PostgreSQL refuses to run as root.
const SYSTEM_USER: &str = "postgres";

/// Owner of the databases.
const ROLE: &str = "hanpan";

/// Folder of Debian's versions.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Longest path of a socket's folder; the system's limit is 107 bytes for the whole path.
const MAX_SOCKET_FOLDER: usize = 85;

/// Name by which a primary knows its standby.
const STANDBY_NAME: &str = "standby";

/// Time to start, also on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Distinguishes instances and databases of this process.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A running server with data of its own. The folder is removed with the value.
#[derive(Debug)]
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    user: Option<&'static str>,
    settings: Vec<String>,
    port: u16,
    server: Option<Keeper>,
}

impl Postgres {
    /// Starts a server in a new folder below `parent`, reachable by a socket in the file system only. `settings` are
    /// `name=value`.
    ///
    /// # Errors
    ///
    /// Returns an error if PostgreSQL is not installed or does not start.
    pub fn start(parent: &Path, settings: &[&str]) -> io::Result<Postgres> {
        let programs = find_programs()?;
        let user = is_root().then_some(SYSTEM_USER);
        let folder = new_folder(parent, user)?;
        let settings = settings.iter().map(|&setting| setting.to_owned()).collect();
        let mut server = Postgres { folder, programs, user, settings, port: 5432, server: None };
        let mut initdb = server.program("initdb");
        initdb.args([
            "--username",
            ROLE,
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "--pgdata",
        ]);
        run(initdb.arg(server.data()))?;
        server.restart()?;
        Ok(server)
    }

    /// Starts a standby below `parent`, which follows the server that is reached on `primary_port` of this machine. It
    /// listens on `port`.
    ///
    /// # Errors
    ///
    /// Returns an error if the primary cannot be copied or the standby does not start.
    pub fn start_standby(parent: &Path, primary_port: u16, port: u16) -> io::Result<Postgres> {
        let programs = find_programs()?;
        let user = is_root().then_some(SYSTEM_USER);
        let folder = new_folder(parent, user)?;
        let settings = vec!["listen_addresses=127.0.0.1".to_owned(), format!("cluster_name={STANDBY_NAME}")];
        let mut standby = Postgres { folder, programs, user, settings, port, server: None };
        let mut copy = standby.program("pg_basebackup");
        copy.args(["--host=127.0.0.1", "--port", &primary_port.to_string(), "--username", ROLE]);
        copy.args(["--checkpoint=fast", "--wal-method=stream", "--no-sync", "--write-recovery-conf"]);
        run(copy.arg("--pgdata").arg(standby.data()))?;
        standby.restart()?;
        Ok(standby)
    }

    /// Makes a standby the primary.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not become one.
    pub fn promote(&self) -> io::Result<()> {
        match self.execute("postgres", "SELECT pg_promote()")?.as_str() {
            "t" => Ok(()),
            other => Err(io::Error::other(format!("pg_promote: {other}"))),
        }
    }

    /// Lets commits wait for the standby, or no longer.
    ///
    /// # Errors
    ///
    /// Returns an error if the server does not answer.
    pub fn wait_for_standby(&self, waits: bool) -> io::Result<()> {
        let names = if waits { STANDBY_NAME } else { "" };
        self.execute("postgres", &format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'"))?;
        self.execute("postgres", "SELECT pg_reload_conf()").map(drop)
    }

    /// Returns true if a standby has received everything up to now.
    ///
    /// # Errors
    ///
    /// Returns an error if the server does not answer.
    pub fn has_standby(&self) -> io::Result<bool> {
        let sql = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
        Ok(self.execute("postgres", sql)? != "0")
    }

    /// URL of a new, empty database.
    ///
    /// # Errors
    ///
    /// Returns an error if the server does not answer.
    pub fn new_database(&self) -> io::Result<String> {
        let name = format!("test_{}", NEXT.fetch_add(1, Ordering::Relaxed));
        self.execute("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(self.url(&name))
    }

    /// URL of a database.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        format!("postgres:///{database}?host={}&port={}&user={ROLE}", self.folder.display(), self.port)
    }

    /// Folder of the socket and of the data.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Listens on a free port of this machine, too, and restarts for that.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not start.
    pub fn listen(&mut self) -> io::Result<u16> {
        self.port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        self.settings.push("listen_addresses=127.0.0.1".to_owned());
        self.restart()?;
        Ok(self.port)
    }

    /// Writes a private file of the server into its data folder.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub fn write_file(&self, name: &str, text: &str) -> io::Result<()> {
        let path = self.data().join(name);
        fs::write(&path, text)?;
        run(Command::new("chmod").arg("600").arg(&path))?;
        match self.user {
            Some(user) => run(Command::new("chown").arg(user).arg(&path)).map(drop),
            None => Ok(()),
        }
    }

    /// Runs SQL and returns what it answers, without decoration.
    ///
    /// # Errors
    ///
    /// Returns an error if it fails.
    pub fn execute(&self, database: &str, sql: &str) -> io::Result<String> {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"]);
        psql.args([
            "--port",
            &self.port.to_string(),
            "--username",
            ROLE,
            "--dbname",
            database,
            "--command",
            sql,
            "--host",
        ]);
        run(psql.arg(&self.folder))
    }

    /// Kills all processes of the server at once, as a crash of the machine would.
    ///
    /// # Errors
    ///
    /// Returns an error if its process id cannot be read.
    pub fn kill(&mut self) -> io::Result<()> {
        // The other processes notice and end.
        run(Command::new("kill").args(["-KILL", &self.process()?]))?;
        self.server = None;
        Ok(())
    }

    /// Stops all processes of the server without ending them, or lets them go on.
    ///
    /// # Errors
    ///
    /// Returns an error if its process id cannot be read.
    pub fn pause(&self, is_paused: bool) -> io::Result<()> {
        let signal = if is_paused { "STOP" } else { "CONT" };
        let processes = self.processes()?.into_iter().map(|process| process.to_string());
        run(Command::new("kill").arg(format!("-{signal}")).args(processes)).map(drop)
    }

    /// Ids of all processes of the server.
    ///
    /// # Errors
    ///
    /// Returns an error if its process id cannot be read.
    pub fn processes(&self) -> io::Result<Vec<u32>> {
        let first = self.process()?;
        let children = run(Command::new("pgrep").args(["--parent", &first]))?;
        let ids = children.lines().chain([first.as_str()]);
        ids.map(|id| id.parse().map_err(io::Error::other)).collect()
    }

    fn process(&self) -> io::Result<String> {
        let file = fs::read_to_string(self.data().join("postmaster.pid"))?;
        Ok(file.lines().next().unwrap_or_default().to_owned())
    }

    /// Starts the server again, after an immediate stop if it is running.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not start.
    pub fn restart(&mut self) -> io::Result<()> {
        self.server = None;
        let log = self.folder.join("log");
        let data = format!("-D{}", self.data().display());
        let socket = format!("-k{}", self.folder.display());
        let port = format!("-p{}", self.port);
        let mut command = vec![self.programs.join("postgres").display().to_string(), data, socket, port];
        for setting in ["listen_addresses=", "log_line_prefix=%m %p ", "max_connections=300"] {
            command.extend(["-c".to_owned(), setting.to_owned()]);
        }
        for setting in &self.settings {
            command.extend(["-c".to_owned(), setting.clone()]);
        }
        let started = Instant::now();
        loop {
            // QUIT is the immediate shutdown: no test waits for clients to leave.
            self.server = Some(Keeper::start(self.user, "QUIT", &log, &command)?);
            // Processes of a killed server may hold its memory for a moment.
            while !has_given_up(&fs::read_to_string(&log)?) {
                if self.execute("postgres", "SELECT 1").is_ok() {
                    return Ok(());
                }
                if started.elapsed() > START_TIMEOUT {
                    return Err(io::Error::other(format!(
                        "no start in time:\n{}",
                        fs::read_to_string(&log)?
                    )));
                }
                sleep(Duration::from_millis(20));
            }
            if started.elapsed() > START_TIMEOUT {
                return Err(io::Error::other(fs::read_to_string(&log)?));
            }
            self.server = None;
            sleep(Duration::from_millis(100));
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn program(&self, name: &str) -> Command {
        as_user(self.user, self.programs.join(name))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.server = None;
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// The newest version of Debian, or else the folder of the `postgres` on the path.
fn find_programs() -> io::Result<PathBuf> {
    let version = |folder: &PathBuf| {
        folder.file_name().and_then(|name| name.to_str()).and_then(|name| name.parse::<u32>().ok())
    };
    let debian = fs::read_dir(DEBIAN).into_iter().flatten().flatten().map(|entry| entry.path());
    let newest = debian.filter(|folder| folder.join("bin/postgres").is_file()).max_by_key(version);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut others = std::env::split_paths(&path).filter(|folder| folder.join("postgres").is_file());
    newest.map(|folder| folder.join("bin")).or_else(|| others.next()).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::NotFound,
            "PostgreSQL is not installed; `cargo xtask test` installs it, or apt-get install postgresql",
        )
    })
}

/// Returns true if a log says that the server has not started. Clients that came too early are in it, too.
fn has_given_up(log: &str) -> bool {
    log.lines().any(|line| line.contains("FATAL") && !line.contains("the database system is"))
}

fn is_root() -> bool {
    run(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Makes a folder that belongs to the user of the server: below `parent`, or among the system's temporary files if the
/// user cannot get there or the path is too long for a socket.
fn new_folder(parent: &Path, user: Option<&str>) -> io::Result<PathBuf> {
    fs::create_dir_all(parent)?;
    let parent = parent.canonicalize()?;
    remove_leftovers(&parent)?;
    let name = format!("postgres-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let can_enter = run(as_user(user, "test").arg("-x").arg(&parent)).is_ok();
    let is_short = parent.join(&name).as_os_str().len() <= MAX_SOCKET_FOLDER;
    let parent = if can_enter && is_short { parent } else { std::env::temp_dir() };
    let folder = parent.join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir(&folder)?;
    if let Some(user) = user {
        run(Command::new("chown").arg(user).arg(&folder))?;
    }
    Ok(folder)
}

/// Removes the folders of processes that have ended without their destructors.
fn remove_leftovers(parent: &Path) -> io::Result<()> {
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let name = entry.file_name().into_string().unwrap_or_default();
        let process = name.strip_prefix("postgres-").and_then(|name| name.split('-').next());
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            fs::remove_dir_all(entry.path()).ok();
        }
    }
    Ok(())
}

fn run(command: &mut Command) -> io::Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_committed_survives_a_kill_and_nothing_is_left_after_the_end() {
        let mut server = Postgres::start(&std::env::temp_dir(), &[]).unwrap();
        let folder = server.folder().to_owned();
        assert!(server.new_database().unwrap().contains("test_"));
        server.execute("postgres", "CREATE TABLE t (x integer); INSERT INTO t VALUES (7)").unwrap();
        server.kill().unwrap();
        assert!(server.execute("postgres", "SELECT 1").is_err());
        server.restart().unwrap();
        assert_eq!(server.execute("postgres", "SELECT x FROM t").unwrap(), "7");
        drop(server);
        assert!(!folder.exists());
    }

    #[test]
    fn a_synchronous_standby_has_everything_when_the_primary_is_killed() {
        let mut primary = Postgres::start(&std::env::temp_dir(), &[]).unwrap();
        let primary_port = primary.listen().unwrap();
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let standby = Postgres::start_standby(&std::env::temp_dir(), primary_port, port).unwrap();
        while !primary.has_standby().unwrap() {
            sleep(Duration::from_millis(10));
        }
        primary.wait_for_standby(true).unwrap();
        primary.execute("postgres", "CREATE TABLE t (x integer); INSERT INTO t VALUES (7)").unwrap();
        assert!(standby.execute("postgres", "INSERT INTO t VALUES (8)").is_err());
        primary.kill().unwrap();
        standby.promote().unwrap();
        standby.execute("postgres", "INSERT INTO t VALUES (8)").unwrap();
        assert_eq!(standby.execute("postgres", "SELECT sum(x) FROM t").unwrap(), "15");
    }
}
