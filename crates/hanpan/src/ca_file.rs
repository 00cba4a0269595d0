//! The file of `--ca`, with certificates of certificate authorities.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use terminal::CaCertificates;

use crate::error::CommandError;

/// Limit on the length of the file.
const MAX_BYTES: u64 = 1 << 22;

/// Reads the certificates.
pub(crate) fn read(path: &Path) -> Result<CaCertificates, CommandError> {
    let bad =
        |error: &dyn std::fmt::Display| CommandError::BadInput(format!("--ca {}: {error}", path.display()));
    let mut pem = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut pem));
    read.map_err(|error| bad(&error))?;
    CaCertificates::from_pem(&pem).map_err(|error| bad(&error))
}
