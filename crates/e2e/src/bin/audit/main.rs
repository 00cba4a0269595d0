//! Audits the page for `cargo xtask audit-web`: axe-core on every screen, with a screenshot in `target/e2e`, Lighthouse on the game,
//! transfer size.
//!
//! `audit MODULES "play BYTES" "page NAME BYTES"...`: folder with the npm modules, and the transfer sizes of the start page and
//! of what the other pages load besides. The environment names the server binary, as for the tests.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an audit prints its results")]

mod axe;
mod lighthouse;
mod report;

use std::path::Path;
use std::process::ExitCode;

use e2e::{
    Board3dView, Browser, ColorScheme, Error, Fixture, GamePage, Pointer, TestResult, TestServer, Viewport,
};

use axe::Axe;
use lighthouse::Lighthouse;
use report::{AuditReport, Finding, Weight};

/// Audited screens.
const FIXTURES: [Fixture; 42] = [
    Fixture::Home,
    Fixture::Form,
    Fixture::Game,
    Fixture::Promotion,
    Fixture::Explanation,
    Fixture::Checkmate,
    Fixture::Question,
    Fixture::Board3d(Board3dView { theme: "wood", camera: [0.0, 1.02, 19.9], target: [0.0; 3] }),
    Fixture::Settings,
    Fixture::Lobby,
    Fixture::Account,
    Fixture::OwnAccount,
    Fixture::ApiTokens,
    Fixture::TokenForm,
    Fixture::NewToken,
    Fixture::Consent,
    Fixture::FaultyRequest,
    Fixture::Profile,
    Fixture::ChallengeForm,
    Fixture::Challenges,
    Fixture::Archive,
    Fixture::NotFound,
    Fixture::NoGame,
    Fixture::Hosting,
    Fixture::Invitation,
    Fixture::Online,
    Fixture::Chat,
    Fixture::OnlineEnd,
    Fixture::Opponents,
    Fixture::Computer,
    Fixture::Analysis,
    Fixture::Review,
    Fixture::Editor,
    Fixture::Exercises,
    Fixture::Exercise,
    Fixture::Puzzles,
    Fixture::Puzzle,
    Fixture::RefutedPuzzle,
    Fixture::Learn,
    Fixture::Lesson,
    Fixture::WrongMove,
    Fixture::LessonEnd,
];

/// Named viewports.
const VIEWPORTS: [(&str, Viewport); 5] = [
    ("light", Viewport::DESKTOP),
    ("dark", Viewport { color_scheme: ColorScheme::Dark, ..Viewport::DESKTOP }),
    ("korean", Viewport { language: "ko-KR", ..Viewport::DESKTOP }),
    ("phone", Viewport { pointer: Pointer::Touch, ..Viewport::PHONE }),
    ("korean-phone", Viewport { language: "ko-KR", pointer: Pointer::Touch, ..Viewport::PHONE }),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let audited = match args.as_slice() {
        [modules, weights @ ..] if !weights.is_empty() => {
            match weights.iter().map(|weight| weight.parse()).collect() {
                Ok(weights) => audit(Path::new(modules), weights),
                Err(error) => Err(error),
            }
        }
        _ => Err(Error::File("usage: audit MODULES WEIGHTS...".to_owned())),
    };
    match audited {
        Ok(report) => {
            println!("\n{report}");
            if report.passes() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("audit: {error}");
            ExitCode::FAILURE
        }
    }
}

fn audit(modules: &Path, weights: Vec<Weight>) -> TestResult<AuditReport> {
    let axe = Axe::read(modules)?;
    let mut findings = Vec::new();
    for scene in FIXTURES {
        for (name, viewport) in &VIEWPORTS {
            let page = format!("{}-{name}", scene.name());
            println!("axe: {page}");
            let mut violations = Vec::new();
            scene.show(viewport, |browser| {
                violations = axe.violations(browser)?;
                browser.save_screenshot(&format!("audit-{page}"))
            })?;
            for violation in &violations {
                println!("{violation}");
            }
            findings.push(Finding { page, violations: violations.len() });
        }
    }
    let server = TestServer::start()?;
    let game = format!("{}#game", server.address());
    expect_game_page(&game)?;
    let scores = Lighthouse::new(modules).scores(&game)?;
    Ok(AuditReport { findings, scores, weights })
}

/// Makes sure that the URL given to Lighthouse shows a game.
fn expect_game_page(address: &str) -> TestResult {
    let browser = Browser::start(&Viewport::DESKTOP)?;
    browser.goto(address)?;
    GamePage::wait_for(&browser).map(drop)
}
