//! The bill of materials is valid CycloneDX, by the schema of its own project.

use std::process::Command;

use super::{TaskError, Trial, output};
use crate::python;

const VALIDATE: &str = "\
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
text = open(sys.argv[1]).read()
error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
if error: sys.exit(str(error)[:2000])
import json
print(len(json.loads(text)['components']), 'components')";

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let modules = python::ensure(python::CYCLONEDX)?;
    let mut validate = Command::new("python3");
    let seen = output(validate.args(["-c", VALIDATE]).arg(trial.file(".json")?).env("PYTHONPATH", modules))?;
    Ok(format!("valid CycloneDX 1.5, {}", seen.trim()))
}
