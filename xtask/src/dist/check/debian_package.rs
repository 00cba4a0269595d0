//! The Debian package installs, upgrades, removes and purges in a Debian of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{TaskError, Trial, expect, io_error, output};
use crate::debian;
use crate::dist::server::Server;

const PACKAGES: &str = "--include=adduser,init-system-helpers";

/// Replaces the program and keeps everything else.
const NEXT_VERSION: &str = "999";

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let (package, other) = (trial.file("_amd64.deb")?, trial.file("_arm64.deb")?);
    for package in [&package, &other] {
        output(Command::new(debian::ensure("lintian")?).args(["--fail-on", "error,warning"]).arg(package))?;
    }
    let system = Chroot::create(trial)?;
    let next = next_version(trial, &package)?;

    system.install(&package)?;
    expect("perft", &system.run(&["hanpan", "perft", "4"])?, "nodes 197281")?;
    expect("data folder", &system.run(&["stat", "-c", "%U %a", DATA])?, "hanpan 700")?;
    let enabled = "/etc/systemd/system/multi-user.target.wants/hanpan.service";
    system.run(&["test", "-L", enabled])?;
    system.serve()?;
    system.run(&["sh", "-c", &format!("echo '# kept' >> {SETTINGS}")])?;

    system.run(&["hanpan", "backup", "--data", DATA, "/before.db"])?;
    system.install(&next)?;
    let version = system.run(&["dpkg-query", "--show", "--showformat=${Version}", "hanpan"])?;
    expect("version", &version, NEXT_VERSION)?;
    system.run(&["grep", "-q", "# kept", SETTINGS])?;
    system.serve()?;

    // The way back of docs/install.md.
    system.run(&["mv", DATA, "/var/lib/hanpan-newer"])?;
    let owner = ["-o", "hanpan", "-g", "hanpan", "-m"];
    system.run(&[&["install", "-d"], owner.as_slice(), &["700", DATA]].concat())?;
    system.run(
        &[&["install"], owner.as_slice(), &["600", "/before.db", &format!("{DATA}/hanpan.db")]].concat(),
    )?;
    system.install(&package)?;
    let version = system.run(&["dpkg-query", "--show", "--showformat=${Version}", "hanpan"])?;
    expect("version", &version, env!("CARGO_PKG_VERSION"))?;
    system.serve()?;

    system.run(&["dpkg", "--remove", "hanpan"])?;
    system.run(&["test", "!", "-e", "/usr/bin/hanpan"])?;
    system.run(&["test", "-s", &format!("{DATA}/hanpan.db")])?;
    system.run(&["test", "-s", SETTINGS])?;

    system.run(&["dpkg", "--purge", "hanpan"])?;
    for path in [DATA, SETTINGS, enabled] {
        system.run(&["test", "!", "-e", path])?;
    }
    Ok("lintian is silent; installs, serves, upgrades, goes back with a backup, keeps data when removed, deletes it when purged"
        .to_owned())
}

const DATA: &str = "/var/lib/hanpan";
const SETTINGS: &str = "/etc/hanpan/hanpan.toml";

/// A small Debian in a folder.
struct Chroot(PathBuf);

impl Chroot {
    fn create(trial: &Trial) -> Result<Chroot, TaskError> {
        let mmdebstrap = debian::ensure("mmdebstrap")?;
        let folder = trial.folder("debian")?;
        let mut create = Command::new(mmdebstrap);
        create.args(["--quiet", "--variant=minbase", PACKAGES, "bookworm"]).arg(&folder);
        output(create.arg("http://deb.debian.org/debian"))?;
        Ok(Chroot(folder))
    }

    fn run(&self, command: &[&str]) -> Result<String, TaskError> {
        output(self.command(&[]).args(command))
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut chroot = Command::new("chroot");
        chroot.args(options).arg(&self.0).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        chroot.env("DEBIAN_FRONTEND", "noninteractive").env("LC_ALL", "C");
        chroot
    }

    fn install(&self, package: &Path) -> Result<(), TaskError> {
        let inside = self.0.join("package.deb");
        fs::copy(package, &inside).map_err(|error| io_error(package, &error))?;
        self.run(&["dpkg", "--install", "/package.deb"]).map(drop)
    }

    /// Starts the server as the service does.
    fn serve(&self) -> Result<(), TaskError> {
        let mut serve = self.command(&["--userspec=hanpan:hanpan"]);
        serve.args(["/usr/bin/hanpan", "serve", "--config", SETTINGS, "--data", DATA]);
        Server::start(serve.args(["--listen", "127.0.0.1:0", "--log", "error"]))?.check()
    }
}

/// The same package with a higher version.
fn next_version(trial: &Trial, package: &Path) -> Result<PathBuf, TaskError> {
    let folder = trial.folder("next-version")?;
    output(Command::new("dpkg-deb").arg("--raw-extract").arg(package).arg(folder.join("hanpan")))?;
    let control = folder.join("hanpan").join("DEBIAN").join("control");
    let text = fs::read_to_string(&control).map_err(|error| io_error(&control, &error))?;
    let lines = text.lines().map(|line| match line.strip_prefix("Version: ") {
        Some(_) => format!("Version: {NEXT_VERSION}\n"),
        None => format!("{line}\n"),
    });
    fs::write(&control, lines.collect::<String>()).map_err(|error| io_error(&control, &error))?;
    let next = folder.join("next.deb");
    let mut build = Command::new("dpkg-deb");
    output(build.args(["--build", "--root-owner-group", "-Znone"]).arg(folder.join("hanpan")).arg(&next))?;
    Ok(next)
}
