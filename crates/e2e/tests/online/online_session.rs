//! Several browsers on one server.

use std::path::Path;

use e2e::{Browser, Button, Css, Error, Field, GamePage, MoveInput, TestResult, TestServer, Viewport};
use serde_json::json;

/// A server and its browsers.
pub(crate) struct OnlineSession {
    pub(crate) server: TestServer,
    pub(crate) browsers: Vec<Browser>,
    /// Base URLs at which the browsers reach the server, or a load balancer in front of several.
    urls: Vec<String>,
}

/// Messages that browsers log on a network failure; they cannot be suppressed.
const DISCONNECT_MESSAGES: [&str; 3] = ["WebSocket connection to", "net::ERR_", "Failed to load resource"];

/// Runs a test with this number of browsers. Their consoles must stay clean.
pub(crate) fn with_browsers(count: usize, test: impl FnOnce(&mut OnlineSession) -> TestResult) -> TestResult {
    let mut session = OnlineSession::start(count)?;
    test(&mut session)?;
    session.browsers.iter().try_for_each(|browser| {
        browser.expect_clean_console()?;
        browser.expect_no_foreign_requests(&session.server)
    })
}

/// Same, for tests that break connections: network errors in the console are allowed.
pub(crate) fn with_browsers_and_disconnects(
    count: usize,
    test: impl FnOnce(&mut OnlineSession) -> TestResult,
) -> TestResult {
    run_with_disconnects(OnlineSession::start(count)?, test)
}

/// Same, with this server and a browser for each URL, at which there may be a load balancer.
pub(crate) fn with_browsers_at(
    server: TestServer,
    urls: Vec<String>,
    test: impl FnOnce(&mut OnlineSession) -> TestResult,
) -> TestResult {
    run_with_disconnects(OnlineSession::start_at(server, urls)?, test)
}

/// Same, with browsers that trust the certificate authority in a file. Documents are loaded again, which ends connections.
pub(crate) fn with_browsers_trusting(
    root: &Path,
    server: TestServer,
    count: usize,
    test: impl FnOnce(&mut OnlineSession) -> TestResult,
) -> TestResult {
    let urls = vec![server.address().to_owned(); count];
    let start = |_: &String| Browser::start_trusting(&Viewport::DESKTOP, root);
    let browsers = urls.iter().map(start).collect::<TestResult<_>>()?;
    run_with_disconnects(OnlineSession { server, browsers, urls }, test)
}

fn run_with_disconnects(
    mut session: OnlineSession,
    test: impl FnOnce(&mut OnlineSession) -> TestResult,
) -> TestResult {
    test(&mut session)?;
    session.browsers.iter().try_for_each(|browser| match browser.expect_clean_console() {
        Err(Error::ConsoleErrors(lines)) => {
            let other: Vec<String> = lines
                .into_iter()
                .filter(|line| !DISCONNECT_MESSAGES.iter().any(|known| line.contains(known)))
                .collect();
            if other.is_empty() { Ok(()) } else { Err(Error::ConsoleErrors(other)) }
        }
        other => other,
    })
}

impl OnlineSession {
    fn start(count: usize) -> TestResult<OnlineSession> {
        let server = TestServer::start()?;
        let urls = vec![server.address().to_owned(); count];
        OnlineSession::start_at(server, urls)
    }

    fn start_at(server: TestServer, urls: Vec<String>) -> TestResult<OnlineSession> {
        let browsers = urls.iter().map(|_| Browser::start(&Viewport::DESKTOP)).collect::<TestResult<_>>()?;
        Ok(OnlineSession { server, browsers, urls })
    }

    /// Opens a path in a browser.
    pub(crate) fn open(&self, player: usize, path: &str) -> TestResult<&Browser> {
        self.browsers[player].goto(&format!("{}{path}", self.urls[player]))?;
        Ok(&self.browsers[player])
    }

    /// Registers an account in a browser.
    pub(crate) fn register(&self, player: usize, name: &str) -> TestResult<&Browser> {
        let browser = self.open(player, "account")?;
        browser.type_into(Css("section:nth-of-type(2) [name=username]"), name)?;
        browser.type_into(Css("section:nth-of-type(2) [name=new-password]"), "correct horse")?;
        browser.click_element(Css("section:nth-of-type(2) [type=submit]"))?;
        browser.wait_for_text(".bar nav a[href=\"/account\"]", name)?;
        Ok(browser)
    }

    /// Starts a game by invitation link; White invites. Returns the path of the game.
    pub(crate) fn start_game(&self, white: usize, black: usize, clock: &str) -> TestResult<String> {
        let path = self.invite(white, clock)?;
        let guest = self.open(black, &path)?;
        guest.wait_for_text("h1", "Mina invites you to a game")?;
        guest.type_into(Field("Your name"), "Theo")?;
        guest.click_element(Button("Join game"))?;
        self.game(white)?.wait_for_status("WHITE'S TURN")?;
        self.game(black)?.wait_for_status("WHITE'S TURN")?;
        Ok(path)
    }

    /// Creates an invitation as White. Returns the path of the game.
    pub(crate) fn invite(&self, white: usize, clock: &str) -> TestResult<String> {
        let inviter = self.open(white, "online")?;
        inviter.type_into(Css(".card > .field input"), "Mina")?;
        inviter.click_element(Css("details.card:has(.invite) > summary"))?;
        inviter.click_element(Button("White"))?;
        inviter.click_element(Css(&format!(
            ".invite label.choice:has(input[name=clock]):nth-of-type({clock})"
        )))?;
        inviter.click_element(Button("Create link"))?;
        inviter.wait_for_text("h1", "Waiting for your opponent")?;
        Ok(inviter.run("return location.pathname.slice(1)", &[])?.as_str().unwrap_or_default().to_owned())
    }

    /// Game page of a browser.
    pub(crate) fn game(&self, player: usize) -> TestResult<GamePage<'_>> {
        GamePage::wait_for(&self.browsers[player])
    }

    /// Plays moves in turn; waits for each on both sides.
    pub(crate) fn play(&self, white: usize, black: usize, moves: &str) -> TestResult {
        for m in moves.split_whitespace() {
            let known = self.game(white)?.moves()?.len();
            let mover = if known.is_multiple_of(2) { white } else { black };
            self.game(mover)?.play(MoveInput::Click, m)?;
            for player in [white, black] {
                self.wait_for_move_count(player, known + 1)?;
            }
        }
        Ok(())
    }

    /// Waits until the move list of a browser has this length.
    pub(crate) fn wait_for_move_count(&self, player: usize, count: usize) -> TestResult {
        self.browsers[player].wait(&format!("{count} moves"), || {
            let seen = self.game(player)?.moves()?;
            Ok(if seen.len() == count { Ok(()) } else { Err(format!("{seen:?}")) })
        })
    }

    /// Switches a browser offline or online.
    pub(crate) fn set_network(&self, player: usize, network: Network) -> TestResult {
        let is_cut = network == Network::Offline;
        let conditions =
            json!({ "offline": is_cut, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.browsers[player].devtools("Network.enable", &json!({}))?;
        self.browsers[player].devtools("Network.emulateNetworkConditions", &conditions).map(drop)
    }
}

/// Network state of a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Network {
    Online,
    Offline,
}
