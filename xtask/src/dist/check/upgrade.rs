//! A data folder of version 0.1.0 is brought up to date, and a backup from before leads back.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{TaskError, Trial, io_error, output};
use crate::dist::platform::X86_64_LINUX;
use crate::dist::server::Server;
use crate::step::root;

/// A game in the folder.
const GAME: &str = "Xss7CpjeJjsX4IbqS7EzNw";

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let program = trial.unpack(X86_64_LINUX)?.join("hanpan");
    let data = trial.folder("upgraded")?;
    let fixture = root().join("testdata").join("fixtures").join("0.1.0").join("server");
    for name in ["hanpan.db", "alive"] {
        fs::copy(fixture.join(name), data.join(name)).map_err(|error| io_error(&fixture, &error))?;
    }
    let database = data.join("hanpan.db");
    let old = schema_version(&database)?;
    let backup = trial.folder("backup")?.join("before.db");
    output(Command::new(&program).arg("backup").arg("--data").arg(&data).arg(&backup))?;

    expect_game(&program, &data)?;
    let new = schema_version(&database)?;
    if new <= old {
        return Err(TaskError(format!("the schema is still {new}")));
    }
    // The version before reads its own schema, which the backup still has; this version brings it up to date again.
    if schema_version(&backup)? != old {
        return Err(TaskError("the backup has another schema than the data it was made from".to_owned()));
    }
    let restored = trial.folder("restored")?;
    fs::copy(&backup, restored.join("hanpan.db")).map_err(|error| io_error(&backup, &error))?;
    expect_game(&program, &restored)?;
    Ok(format!("0.1.0 data went from schema {old} to {new}; the backup has schema {old} and opens"))
}

/// Serves a folder and asks for a game in it.
fn expect_game(program: &Path, data: &Path) -> Result<(), TaskError> {
    let server =
        Server::start(Command::new(program).args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data))?;
    server.check()?;
    let game = server.get(&format!("api/games/{GAME}"))?;
    if !game.contains("checkmate") {
        return Err(TaskError(format!("{GAME}: {game}")));
    }
    // A clean shutdown moves the write-ahead log into the database.
    server.stop()
}

/// `PRAGMA user_version` of a database without a write-ahead log: bytes 60 to 63 of the file.
fn schema_version(database: &Path) -> Result<u32, TaskError> {
    let bytes = fs::read(database).map_err(|error| io_error(database, &error))?;
    let field = bytes.get(60..64).and_then(|field| field.try_into().ok());
    field.map(u32::from_be_bytes).ok_or_else(|| TaskError(format!("{} is too short", database.display())))
}
