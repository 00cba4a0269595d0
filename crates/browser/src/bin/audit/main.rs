//! Examines the page as `cargo xtask audit-web` asks for it: axe-core on every screen, Lighthouse on the game, the weight.
//!
//! `audit MODULES WEIGHT`: the folder into which npm has installed axe-core and Lighthouse, and how many bytes of the
//! page travel. The program to visit is in the environment, as for the tests.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an audit tells what it finds")]

mod axe;
mod lighthouse;
mod report;

use std::path::Path;
use std::process::ExitCode;

use browser::{Browser, Error, Host, Look, Outcome, Pointer, Scene, Scheme, Table};

use axe::Axe;
use lighthouse::Lighthouse;
use report::{Finding, Report};

/// The screens that are examined.
const SCENES: [Scene; 13] = [
    Scene::Home,
    Scene::Form,
    Scene::Game,
    Scene::Promotion,
    Scene::Explanation,
    Scene::Checkmate,
    Scene::Settings,
    Scene::Lobby,
    Scene::Account,
    Scene::Archive,
    Scene::Online,
    Scene::Opponents,
    Scene::Review,
];

/// How they are looked at, each by its name.
const LOOKS: [(&str, Look); 4] = [
    ("light", Look::DESKTOP),
    ("dark", Look { scheme: Scheme::Dark, ..Look::DESKTOP }),
    ("korean", Look { language: "ko-KR", ..Look::DESKTOP }),
    ("phone", Look { pointer: Pointer::Finger, ..Look::PHONE }),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let audited = match args.as_slice() {
        [modules, weight] => match weight.parse() {
            Ok(weight) => audit(Path::new(modules), weight),
            Err(error) => Err(Error::File(format!("the weight {weight}: {error}"))),
        },
        _ => Err(Error::File("usage: audit MODULES WEIGHT".to_owned())),
    };
    match audited {
        Ok(report) => {
            println!("\n{report}");
            if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("audit: {error}");
            ExitCode::FAILURE
        }
    }
}

fn audit(modules: &Path, weight: u64) -> Outcome<Report> {
    let axe = Axe::read(modules)?;
    let mut findings = Vec::new();
    for scene in SCENES {
        for (name, look) in &LOOKS {
            let page = format!("{}-{name}", scene.name());
            println!("axe: {page}");
            let mut violations = Vec::new();
            scene.show(look, |browser| {
                violations = axe.violations(browser)?;
                Ok(())
            })?;
            for violation in &violations {
                println!("{violation}");
            }
            findings.push(Finding { page, violations: violations.len() });
        }
    }
    let host = Host::start()?;
    let game = format!("{}#game", host.address());
    expect_a_table(&game)?;
    let scores = Lighthouse::new(modules).scores(&game)?;
    Ok(Report { findings, scores, weight })
}

/// Lighthouse measures whatever is at an address: this makes sure that it is the game.
fn expect_a_table(address: &str) -> Outcome {
    let browser = Browser::start(&Look::DESKTOP)?;
    browser.go(address)?;
    Table::of(&browser).map(drop)
}
