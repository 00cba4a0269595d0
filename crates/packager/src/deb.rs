//! The Debian package: program, server as a systemd service, man pages, completions.

use std::collections::BTreeMap;

use crate::error::{PackageError, file_name, files_in};
use crate::release::Release;
use crate::tar::{Owner, TarBuilder};
use crate::{ar, gzip};

/// File name in a package's `control` archive, and its mode.
const CONTROL_FILES: [(&str, u32); 4] =
    [("conffiles", 0o644), ("postinst", 0o755), ("prerm", 0o755), ("postrm", 0o755)];

/// Debian has its own copy of the Apache licence and wants no other.
const COPYRIGHT_END: &str = "\
Or, as you prefer, under the Apache License, Version 2.0; see /usr/share/common-licenses/Apache-2.0.

The program contains the libraries listed in THIRD-PARTY-LICENCES.txt.gz in this folder, each under its own licence.
";

/// Packs the package of an architecture, in Debian's name for it.
pub(crate) fn package(
    release: &Release,
    architecture: &str,
    program: Vec<u8>,
) -> Result<Vec<u8>, PackageError> {
    let files = files(release, program)?;
    let kibibytes = files.values().map(|(_, content)| content.len().div_ceil(1024)).sum::<usize>();
    let control = String::from_utf8(release.packaging("debian/control")?).map_err(PackageError::new)?;
    let control = control
        .replace("VERSION", &release.version)
        .replace("ARCHITECTURE", architecture)
        .replace("SIZE", &kibibytes.to_string());

    let mut control_tar = TarBuilder::new(release.epoch);
    control_tar.folder("./", 0o755, Owner::ROOT)?;
    control_tar.file("./control", 0o644, control.as_bytes())?;
    for (name, mode) in CONTROL_FILES {
        control_tar.file(&format!("./{name}"), mode, &release.packaging(&format!("debian/{name}"))?)?;
    }

    let mut data_tar = TarBuilder::new(release.epoch);
    data_tar.folder("./", 0o755, Owner::ROOT)?;
    for folder in folders(&files) {
        data_tar.folder(&format!("./{folder}/"), 0o755, Owner::ROOT)?;
    }
    for (path, (mode, content)) in &files {
        data_tar.file(&format!("./{path}"), *mode, content)?;
    }

    let compress = |tar: TarBuilder| gzip::compress(&tar.finish()).map_err(PackageError::new);
    let (control, data) = (compress(control_tar)?, compress(data_tar)?);
    let parts: [(&str, &[u8]); 3] =
        [("debian-binary", b"2.0\n"), ("control.tar.gz", &control), ("data.tar.gz", &data)];
    Ok(ar::archive(&parts, release.epoch))
}

/// Installed files: path without the leading slash, mode, content.
fn files(release: &Release, program: Vec<u8>) -> Result<BTreeMap<String, (u32, Vec<u8>)>, PackageError> {
    let mut files = BTreeMap::new();
    let mut add = |path: String, content: Vec<u8>| files.insert(path, (0o644, content));
    add("etc/hanpan/hanpan.toml".to_owned(), release.packaging("hanpan.toml")?);
    add("lib/systemd/system/hanpan.service".to_owned(), release.packaging("hanpan.service")?);
    for page in files_in(&release.manual().join("man"))? {
        let compressed = gzip::compress(&crate::error::read(&page)?).map_err(PackageError::new)?;
        add(format!("usr/share/man/man1/{}.gz", file_name(&page)?), compressed);
    }
    for (script, path) in [
        ("hanpan.bash", "usr/share/bash-completion/completions/hanpan"),
        ("_hanpan", "usr/share/zsh/vendor-completions/_hanpan"),
        ("hanpan.fish", "usr/share/fish/vendor_completions.d/hanpan.fish"),
    ] {
        add(path.to_owned(), crate::error::read(&release.manual().join("completions").join(script))?);
    }
    let document = |name: &str| format!("usr/share/doc/hanpan/{name}");
    let changes = gzip::compress(debian_changelog(release).as_bytes()).map_err(PackageError::new)?;
    add(document("changelog.gz"), changes);
    let licences = gzip::compress(release.licences.as_bytes()).map_err(PackageError::new)?;
    add(document("THIRD-PARTY-LICENCES.txt.gz"), licences);
    let copyright = format!("{}\n{COPYRIGHT_END}", release.text("LICENSE-MIT")?);
    add(document("copyright"), copyright.into_bytes());
    add("usr/share/lintian/overrides/hanpan".to_owned(), release.packaging("debian/lintian-overrides")?);
    files.insert("usr/bin/hanpan".to_owned(), (0o755, program));
    Ok(files)
}

/// The package is native to its version; what changed is in CHANGELOG.md, for users of every platform.
fn debian_changelog(release: &Release) -> String {
    format!(
        "hanpan ({}) stable; urgency=medium\n\n  * See CHANGELOG.md in the repository.\n\n -- Hanpan <hanpan@localhost>  {}\n",
        release.version,
        release.moment.rfc2822(),
    )
}

/// All folders above the files, each before what is inside.
fn folders(files: &BTreeMap<String, (u32, Vec<u8>)>) -> std::collections::BTreeSet<&str> {
    let mut found = std::collections::BTreeSet::new();
    for path in files.keys() {
        found.extend(path.match_indices('/').map(|(end, _)| &path[..end]));
    }
    found
}
