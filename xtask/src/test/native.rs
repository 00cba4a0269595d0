//! Native tests of the workspace. `cargo test` runs one test program after the other, and most of them wait for a clock or another
//! process in the end; here several run at once.

use std::cmp::Reverse;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use crate::build::PAGE_ENV;
use crate::step::{TaskError, cargo, step};

/// A compiled test program.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TestProgram {
    executable: PathBuf,
    /// Folder of its package, in which cargo would start it.
    package: PathBuf,
}

/// What a test program has left.
#[derive(Debug)]
struct Finished {
    is_success: bool,
    output: Vec<u8>,
}

/// Compiles and runs all native tests but those of the browser. `configure` sets the environment of the tests.
pub(super) fn run(configure: impl Fn(&mut Command) + Sync) -> Result<(), TaskError> {
    let workspace = ["test", "--workspace", "--exclude", "e2e"];
    let mut compile = cargo(&workspace);
    // The binary that they start is one without the page, whatever the environment says.
    compile.args(["--no-run", "--message-format=json-render-diagnostics"]).env_remove(PAGE_ENV);
    let programs = compile_programs(&mut compile)?;
    run_all(&programs, &configure)?;
    let mut examples = cargo(&workspace);
    configure(examples.arg("--doc").env_remove(PAGE_ENV));
    step("tests: documentation", &mut examples)
}

fn compile_programs(compile: &mut Command) -> Result<Vec<TestProgram>, TaskError> {
    println!("\n==> tests: compile");
    let start = Instant::now();
    let failed = |why: String| TaskError(format!("tests: compile: {why}"));
    let mut child = compile.stdout(Stdio::piped()).spawn().map_err(|error| failed(error.to_string()))?;
    let mut programs = Vec::new();
    if let Some(messages) = child.stdout.take() {
        for line in BufReader::new(messages).lines() {
            programs.extend(TestProgram::from_message(&line.map_err(|error| failed(error.to_string()))?));
        }
    }
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    if !status.success() {
        return Err(failed(format!("{status}: {compile:?}")));
    }
    println!("    tests: compile: {:.1} s", start.elapsed().as_secs_f64());
    // Large programs take long: one of them shall not be the last.
    let size = |program: &TestProgram| fs::metadata(&program.executable).map_or(0, |file| file.len());
    programs.sort_by_key(|program| Reverse(size(program)));
    Ok(programs)
}

/// Runs as many programs at once as there are processors, each with as many threads: half as many as for one program alone. After a
/// failure no other program is started.
fn run_all(programs: &[TestProgram], configure: &(impl Fn(&mut Command) + Sync)) -> Result<(), TaskError> {
    println!("\n==> tests: {} programs", programs.len());
    let start = Instant::now();
    let queue = Mutex::new(programs.iter());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    let work = || {
        while let Some(program) = next() {
            let finished = program.run(configure)?;
            print(program, &finished)?;
            if !finished.is_success {
                while next().is_some() {}
                return Err(TaskError(format!("tests: {} failed", program.executable.display())));
            }
        }
        Ok(())
    };
    let results: Vec<Result<(), TaskError>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..processors()).map(|_| scope.spawn(work)).collect();
        let panicked = |_| Err(TaskError("a thread that runs tests panicked".to_owned()));
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(panicked)).collect()
    });
    results.into_iter().collect::<Result<(), TaskError>>()?;
    println!("    tests: {} programs: {:.1} s", programs.len(), start.elapsed().as_secs_f64());
    Ok(())
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Prints the output in one piece: other programs are running.
fn print(program: &TestProgram, finished: &Finished) -> Result<(), TaskError> {
    let name = program.executable.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut text = format!("     Running {name}\n").into_bytes();
    text.extend(&finished.output);
    io::stdout().lock().write_all(&text).map_err(|error| TaskError(format!("standard output: {error}")))
}

impl TestProgram {
    /// The program that a message of cargo is about, if any.
    fn from_message(line: &str) -> Option<TestProgram> {
        // The target has a field of this name, too: whether it can be tested.
        let (profile, _) = line.split_once(r#""profile":{"#)?.1.split_once('}')?;
        let is_test = profile.ends_with(r#""test":true"#);
        let executable = string_field(line, "executable").filter(|_| is_test)?;
        let manifest = string_field(line, "manifest_path")?;
        Some(TestProgram {
            executable: executable.into(),
            package: Path::new(&manifest).parent()?.to_owned(),
        })
    }

    fn run(&self, configure: &impl Fn(&mut Command)) -> Result<Finished, TaskError> {
        let mut command = Command::new(&self.executable);
        command.current_dir(&self.package).env_remove(PAGE_ENV);
        command.env("RUST_TEST_THREADS", processors().to_string());
        configure(&mut command);
        let failed = |error: io::Error| TaskError(format!("{}: {error}", self.executable.display()));
        // A file, not a pipe: a process that a failed test has left would keep the pipe open.
        let path = self.executable.with_extension("output");
        let file = File::create(&path).map_err(failed)?;
        command.stdin(Stdio::null()).stdout(file.try_clone().map_err(failed)?).stderr(file);
        let status = command.status().map_err(failed)?;
        let output = fs::read(&path).map_err(failed)?;
        Ok(Finished { is_success: status.success(), output })
    }
}

/// A field of a JSON object in one line whose value is a string.
fn string_field(line: &str, name: &str) -> Option<String> {
    let (_, value) = line.split_once(&format!(r#""{name}":""#))?;
    let mut text = String::new();
    let mut chars = value.chars();
    loop {
        match chars.next()? {
            '"' => return Some(text),
            // Paths have no other escapes than those of backslash and quotation mark.
            '\\' => text.push(chars.next()?),
            other => text.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_are_found_among_the_messages() {
        let check = |line: &str, expected: Option<(&str, &str)>| {
            let expected = expected.map(|(executable, package)| TestProgram {
                executable: executable.into(),
                package: package.into(),
            });
            assert_eq!(TestProgram::from_message(line), expected, "{line}");
        };
        let program = r#"{"reason":"compiler-artifact","manifest_path":"/a b/rules/Cargo.toml","target":{"kind":["bin"],"test":true},"profile":{"opt_level":"2","test":true},"filenames":["/t/fen-1"],"executable":"/t/fen-1","fresh":false}"#;
        check(program, Some(("/t/fen-1", "/a b/rules")));
        check(&program.replace(r#""executable":"/t/fen-1""#, r#""executable":null"#), None);
        check(&program.replace(r#""test":true},"filenames"#, r#""test":false},"filenames"#), None);
        check(r#"{"reason":"build-finished","success":true}"#, None);
        check(&program.replace("/t/fen-1", r"C:\\t\\fen-1"), Some((r"C:\t\fen-1", "/a b/rules")));
    }
}
