//! The archives to unpack and run: a tarball for each Linux, a zip for Windows.

use crate::error::PackageError;
use crate::release::Release;
use crate::tar::{Owner, TarBuilder};
use crate::{gzip, zip};

/// Packs the program and its documents as `name.tar.gz`, below a folder of that name.
pub(crate) fn tarball(release: &Release, name: &str, program: &[u8]) -> Result<Vec<u8>, PackageError> {
    let mut tar = TarBuilder::new(release.epoch);
    tar.folder(&format!("{name}/"), 0o755, Owner::ROOT)?;
    tar.file(&format!("{name}/hanpan"), 0o755, program)?;
    let mut last_folder = String::new();
    let unit = ("hanpan.service".to_owned(), release.packaging("hanpan.service")?);
    let settings = ("hanpan.toml".to_owned(), release.packaging("hanpan.toml")?);
    for (path, content) in release.documents()?.into_iter().chain([unit, settings]) {
        if let Some((folder, _)) = path.rsplit_once('/')
            && folder != last_folder
        {
            tar.folder(&format!("{name}/{folder}/"), 0o755, Owner::ROOT)?;
            folder.clone_into(&mut last_folder);
        }
        tar.file(&format!("{name}/{path}"), 0o644, &content)?;
    }
    gzip::compress(&tar.finish()).map_err(PackageError::new)
}

/// Packs the program and its documents as a zip, below a folder of that name.
pub(crate) fn zip(release: &Release, name: &str, program: Vec<u8>) -> Result<Vec<u8>, PackageError> {
    let mut files = vec![(format!("{name}/hanpan.exe"), program)];
    for (path, content) in release.documents()? {
        // Windows has no man pages.
        if !path.starts_with("man/") {
            files.push((format!("{name}/{path}"), content));
        }
    }
    zip::archive(&files).map_err(PackageError::new)
}
