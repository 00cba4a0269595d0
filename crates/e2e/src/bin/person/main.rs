//! A person in a browser for `cargo xtask clients`: creates an account, joins the first seek of the lobby and plays.
//!
//! Arguments: the address of the server, a name, and the moves as White and as Black. Prints the status of the page at the
//! end of the game. Certificates are not checked: the server may have one of an authority that the browser does not know.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a script reads the result")]

use std::process::ExitCode;

use e2e::{Browser, Button, Css, GamePage, MoveInput, TestResult, Viewport};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, name, white, black] = arguments.as_slice() else {
        eprintln!("Usage: person ADDRESS NAME MOVES-AS-WHITE MOVES-AS-BLACK");
        return ExitCode::from(2);
    };
    match play(address, name, [white, black]) {
        Ok(status) => {
            println!("{status}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("person: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play(address: &str, name: &str, [white, black]: [&str; 2]) -> TestResult<String> {
    let browser = Browser::start_trusting_everyone(&Viewport::DESKTOP)?;
    browser.goto(&format!("{address}/account"))?;
    browser.type_into(Css("section:nth-of-type(2) [name=username]"), name)?;
    browser.type_into(Css("section:nth-of-type(2) [name=new-password]"), "correct horse")?;
    browser.click_element(Css("section:nth-of-type(2) [type=submit]"))?;
    browser.wait_for_text(".bar nav a[href=\"/account\"]", name)?;
    browser.goto(&format!("{address}/online"))?;
    browser.click_element(Button("Join"))?;
    let game = GamePage::wait_for(&browser)?;
    let is_white = browser.run("return document.querySelector('.side-below .piece-white') !== null", &[])?;
    let (own, parity) = if is_white == true { (white, 0) } else { (black, 1) };
    for (number, uci) in own.split_whitespace().enumerate() {
        wait_for_plies(game, 2 * number + parity)?;
        game.play(MoveInput::Click, uci)?;
    }
    browser.wait("the end of the game", || {
        let status = game.status()?;
        Ok(if status.contains('|') { Ok(status) } else { Err(status) })
    })
}

fn wait_for_plies(game: GamePage<'_>, plies: usize) -> TestResult {
    game.browser.wait(&format!("{plies} moves"), || {
        let seen = game.moves()?;
        Ok(if seen.len() == plies { Ok(()) } else { Err(format!("{seen:?}")) })
    })
}
