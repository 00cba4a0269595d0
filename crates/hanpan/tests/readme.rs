//! Runs the console examples of both READMEs and of docs/command-line.md and compares their output.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A command and its documented output.
struct Example {
    command: String,
    output: String,
}

#[test]
fn english_readme_examples_match() {
    check("README.md", 3);
}

#[test]
fn korean_readme_examples_match() {
    check("README.ko.md", 3);
}

#[test]
fn command_line_examples_match() {
    check("docs/command-line.md", 8);
}

/// The example of the library runs as a doctest of `hanpan-rules`; comments may be in another language.
#[test]
fn library_examples_are_those_of_the_rules_crate() {
    let example = |page: &str| {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        let code = text.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
        code.lines().filter(|line| !line.starts_with("//")).map(str::to_owned).collect::<Vec<_>>()
    };
    for page in ["README.md", "README.ko.md"] {
        assert_eq!(example(page), example("crates/rules/README.md"), "{page}");
    }
}

/// Runs every `hanpan` command of a page in a shell, in a folder with only the sample files.
fn check(page: &str, least: usize) {
    let folder =
        std::env::temp_dir().join(format!("hanpan-{}-{}", page.replace('/', "-"), std::process::id()));
    copy_samples(&folder.join("testdata/samples"));
    let examples = examples(&std::fs::read_to_string(root().join(page)).unwrap());
    assert!(examples.len() >= least, "{page} shows only {} commands", examples.len());
    let program = Path::new(env!("CARGO_BIN_EXE_hanpan")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    for Example { command, output } in examples {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(&folder);
        shell.env("PATH", &path).env("XDG_STATE_HOME", &folder).env("LANG", "C");
        let printed = shell.output().unwrap();
        // Errors are printed before the results.
        let printed = String::from_utf8([printed.stderr, printed.stdout].concat()).unwrap();
        assert_eq!(without_times(&printed), without_times(&output), "{page}: {command}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let mut commands: Vec<Example> = Vec::new();
        for line in block.lines() {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => {
                    commands.push(Example { command: command.to_owned(), output: String::new() });
                }
                (None, Some(example)) => example.output += &format!("{line}\n"),
                (None, None) => panic!("a console without a command: {line}"),
            }
        }
        examples.extend(commands.into_iter().filter(|example| !example.command.starts_with("cargo ")));
    }
    examples
}

/// Removes elapsed times.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("seconds ").next().unwrap().to_owned() + "\n");
    lines.collect()
}

fn copy_samples(to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(root().join("testdata/samples")).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
