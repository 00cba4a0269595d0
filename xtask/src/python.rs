//! python-chess from PyPI, installed below the target folder when a test first needs it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::debian;
use crate::step::{TaskError, output, target_folder};

/// The package and the version the UCI test is written against. Debian 12 has no package of it.
const PYTHON_CHESS: &str = "chess==1.11.2";

/// Returns the folder to put on `PYTHONPATH` so that `import chess.engine` works.
pub(crate) fn ensure_chess() -> Result<PathBuf, TaskError> {
    let folder = target_folder()?.join("python");
    if can_import_chess(&folder) {
        return Ok(folder);
    }
    if output(Command::new("python3").args(["-m", "pip", "--version"])).is_err() {
        debian::install(&["python3", "python3-pip"])?;
    }
    println!("\n==> pip install {PYTHON_CHESS}");
    let mut install = Command::new("python3");
    install.args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"]).arg(&folder).arg(PYTHON_CHESS);
    output(&mut install).map_err(|TaskError(why)| {
        TaskError(format!("please install python-chess, which drives our engine in a test: {why}"))
    })?;
    if can_import_chess(&folder) {
        Ok(folder)
    } else {
        Err(TaskError(format!("python3 cannot import chess.engine from {}", folder.display())))
    }
}

fn can_import_chess(folder: &Path) -> bool {
    output(Command::new("python3").args(["-c", "import chess.engine"]).env("PYTHONPATH", folder)).is_ok()
}
