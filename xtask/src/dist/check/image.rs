//! The container image starts without privileges on a read-only root.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{TaskError, Trial, io_error, output};
use crate::debian;
use crate::dist::server::Server;

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let file = trial.file("-image.tar")?;
    let archive = format!("oci-archive:{}", file.display());
    let skopeo = debian::ensure("skopeo")?;
    // Docker without the containerd image store reads the archive in Docker's own format, where a tag has one architecture.
    let name = tag(&file)?;
    let for_docker = format!("docker-archive:{}:{name}", file.display());
    let others_for_docker = format!("{for_docker}-arm64");
    for (architecture, archive) in
        [("amd64", &archive), ("arm64", &archive), ("amd64", &for_docker), ("arm64", &others_for_docker)]
    {
        let config = output(Command::new(&skopeo).args([
            "--override-arch",
            architecture,
            "inspect",
            "--config",
            archive,
        ]))?;
        for part in [format!(r#""architecture": "{architecture}""#), r#""User": "65532:65532""#.to_owned()] {
            if !config.contains(&part) {
                return Err(TaskError(format!("{part} is missing in {config}")));
            }
        }
    }
    match load(trial) {
        Ok((podman, image)) => {
            run(&podman, &image)?;
            Ok("amd64 and arm64, in OCI and Docker format; starts in Podman, read-only and without capabilities".to_owned())
        }
        Err(TaskError(why)) => {
            chroot(trial, &archive)?;
            Ok(format!(
                "amd64 and arm64, in OCI and Docker format; starts unprivileged in an empty root (Podman is missing: {why})"
            ))
        }
    }
}

/// Name of the image in an archive `hanpan-VERSION-image.tar`.
fn tag(file: &Path) -> Result<String, TaskError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let version = name.strip_prefix("hanpan-").and_then(|rest| rest.strip_suffix("-image.tar"));
    version
        .map(|version| format!("localhost/hanpan:{version}"))
        .ok_or_else(|| TaskError(format!("{name} has no version")))
}

/// Loads the image into Podman. Returns Podman and the name of the image.
fn load(trial: &Trial) -> Result<(PathBuf, String), TaskError> {
    let podman = debian::ensure("podman")?;
    debian::ensure("runc")?;
    let loaded = output(Command::new(&podman).arg("load").arg("--input").arg(trial.file("-image.tar")?))?;
    let image = loaded.trim().rsplit(": ").next().unwrap_or_default().to_owned();
    Ok((podman, image))
}

/// Runs the image with the restrictions of `compose.yaml`.
fn run(podman: &Path, image: &str) -> Result<(), TaskError> {
    // Left by an earlier run, or never there.
    output(Command::new(podman).args(["rm", "--force", "hanpan-check"])).ok();
    let mut run = Command::new(podman);
    // With these limits and this runtime it also works inside a container and with older control groups.
    run.args(["--runtime=runc", "run", "--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024"]);
    run.args(["--rm", "--read-only", "--read-only-tmpfs=false", "--cap-drop=all"]);
    run.args(["--security-opt=no-new-privileges", "--network=host", "--volume=hanpan-check:/data"]);
    run.args(["--env=HANPAN_LISTEN=127.0.0.1:7399", "--name=hanpan-check", image]);
    let served = Server::start(&mut run).and_then(|server| server.check());
    for args in
        [["rm", "--force", "hanpan-check"], ["volume", "rm", "hanpan-check"], ["rmi", "--force", image]]
    {
        // Gone already, if it did not start.
        output(Command::new(podman).args(args)).ok();
    }
    served
}

/// Unpacks the image into an empty root and starts it there as its user.
fn chroot(trial: &Trial, archive: &str) -> Result<(), TaskError> {
    let folder = trial.folder("image")?;
    let (copy, root) = (folder.join("copy"), folder.join("root"));
    fs::create_dir(&root).map_err(|error| io_error(&root, &error))?;
    let to = format!("dir:{}", copy.display());
    output(Command::new("skopeo").args(["--override-arch", "amd64", "copy", archive, &to]))?;
    // The layer is the only large file.
    let layer = super::super::files(&copy)?;
    let layer = layer.into_iter().max_by_key(|file| fs::metadata(file).map_or(0, |data| data.len()));
    let layer = layer.ok_or_else(|| TaskError("the image has no layer".to_owned()))?;
    output(Command::new("tar").arg("-xzpf").arg(layer).arg("--numeric-owner").arg("-C").arg(&root))?;
    let mut serve = Command::new("chroot");
    serve.arg("--userspec=65532:65532").arg(&root).args(["/hanpan", "serve"]);
    serve.env_clear().envs([("HANPAN_LISTEN", "127.0.0.1:0"), ("HANPAN_DATA", "/data")]);
    serve.env("PATH", "/usr/sbin:/usr/bin");
    Server::start(&mut serve)?.check()
}
