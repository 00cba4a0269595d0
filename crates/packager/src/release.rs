//! The files of a release and the order in which they are made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dependencies::{self, run};
use crate::error::{PackageError, file_name, files_in, read, read_text};
use crate::moment::Moment;
use crate::{archive, deb, image, licences, sbom, sha256};

/// What all files are made from.
#[derive(Debug)]
pub(crate) struct Release {
    root: PathBuf,
    built: PathBuf,
    out: PathBuf,
    /// Time of all entries, in seconds since 1970.
    pub(crate) epoch: u64,
    pub(crate) moment: Moment,
    pub(crate) version: String,
    /// Licences of third parties.
    pub(crate) licences: String,
    sbom: String,
}

impl Release {
    /// Reads the dependency graph. The folders are those of the repository, the built programs and the output.
    pub(crate) fn new([root, built, out]: [PathBuf; 3], epoch: u64) -> Result<Release, PackageError> {
        let libraries = dependencies::libraries(&root)?;
        let moment =
            Moment::from_epoch(epoch).ok_or_else(|| PackageError::new("EPOCH is after the year 9999"))?;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let rustc = |args: &[&str]| run(Command::new("rustc").args(args));
        let rust = rustc(&["--version"])?.split_whitespace().nth(1).unwrap_or_default().to_owned();
        let sysroot = PathBuf::from(rustc(&["--print", "sysroot"])?.trim());
        let notices =
            read_text(&sysroot.join("share").join("doc").join("rust").join("COPYRIGHT-library.html"))?;
        let licences = licences::text(&libraries, &root, &notices)?;
        let sbom = sbom::document(&libraries, &version, &moment.rfc3339(), &rust)?;
        let sbom = format!("{sbom:#}\n");
        Ok(Release { root, built, out, epoch, moment, version, licences, sbom })
    }

    /// A release of this version at a fixed time, without programs and documents.
    #[cfg(test)]
    #[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    pub(crate) fn without_files(version: &str) -> Release {
        let epoch = 1_700_000_000;
        let moment = Moment::from_epoch(epoch).unwrap();
        let (root, built, out) = Default::default();
        let (licences, sbom) = Default::default();
        Release { root, built, out, epoch, moment, version: version.to_owned(), licences, sbom }
    }

    /// Writes all files into an empty folder. Returns their number.
    pub(crate) fn pack(&self) -> Result<usize, PackageError> {
        // Left by an earlier run, or never there.
        fs::remove_dir_all(&self.out).ok();
        fs::create_dir_all(&self.out).map_err(|error| PackageError::file(&self.out, error))?;
        let name = |platform: &str| format!("hanpan-{}-{platform}", self.version);
        let (x86, arm) = (self.program("x86_64-linux/hanpan")?, self.program("aarch64-linux/hanpan")?);
        for (platform, program) in [("x86_64-linux", &x86), ("aarch64-linux", &arm)] {
            let archive = archive::tarball(self, &name(platform), program)?;
            self.write(&format!("{}.tar.gz", name(platform)), &archive)?;
        }
        let windows = self.program("x86_64-windows/hanpan.exe")?;
        let windows = archive::zip(self, &name("x86_64-windows"), windows)?;
        self.write(&format!("{}.zip", name("x86_64-windows")), &windows)?;
        for (architecture, program) in [("amd64", &x86), ("arm64", &arm)] {
            let package = deb::package(self, architecture, program.clone())?;
            self.write(&format!("hanpan_{}_{architecture}.deb", self.version), &package)?;
        }
        let image = image::archive(self, &[("amd64", x86), ("arm64", arm)])?;
        self.write(&format!("{}.tar", name("image")), &image)?;
        for name in ["compose.yaml", "compose-cluster.yaml"] {
            let compose = String::from_utf8(self.packaging(name)?).map_err(PackageError::new)?;
            self.write(name, compose.replace("VERSION", &self.version).as_bytes())?;
        }
        self.write(&format!("{}.json", name("sbom.cdx")), self.sbom.as_bytes())?;
        self.write("THIRD-PARTY-LICENCES.txt", self.licences.as_bytes())?;
        self.write_sums()?;
        Ok(files_in(&self.out)?.len())
    }

    /// Documents of the archives: path inside, content. Files of a folder follow each other.
    pub(crate) fn documents(&self) -> Result<Vec<(String, Vec<u8>)>, PackageError> {
        let mut documents = Vec::new();
        for name in ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "README.ko.md"] {
            documents.push((name.to_owned(), read(&self.root.join(name))?));
        }
        documents.push(("THIRD-PARTY-LICENCES.txt".to_owned(), self.licences.clone().into_bytes()));
        for folder in ["completions", "man"] {
            for file in files_in(&self.manual().join(folder))? {
                documents.push((format!("{folder}/{}", file_name(&file)?), read(&file)?));
            }
        }
        Ok(documents)
    }

    /// A file of the folder `packaging`.
    pub(crate) fn packaging(&self, path: &str) -> Result<Vec<u8>, PackageError> {
        read(&self.root.join("packaging").join(path))
    }

    /// A text of the repository.
    pub(crate) fn text(&self, path: &str) -> Result<String, PackageError> {
        read_text(&self.root.join(path))
    }

    /// Folder with man pages and completions.
    pub(crate) fn manual(&self) -> PathBuf {
        self.built.join("manual")
    }

    fn program(&self, path: &str) -> Result<Vec<u8>, PackageError> {
        read(&self.built.join(path))
    }

    fn write(&self, name: &str, content: &[u8]) -> Result<(), PackageError> {
        let path = self.out.join(name);
        fs::write(&path, content).map_err(|error| PackageError::file(&path, error))
    }

    /// Writes the sums of all files in the format of `sha256sum`.
    fn write_sums(&self) -> Result<(), PackageError> {
        let mut sums = String::new();
        for file in files_in(&self.out)? {
            sums.push_str(&format!("{}  {}\n", sha256::hex(&read(Path::new(&file))?), file_name(&file)?));
        }
        self.write("SHA256SUMS", sums.as_bytes())
    }
}
