//! Several browsers at one host.

use e2e::{Browser, Button, Css, Error, Field, GamePage, MoveInput, TestResult, TestServer, Viewport};
use serde_json::json;

/// A host and those who come to it.
pub(crate) struct OnlineSession {
    pub(crate) server: TestServer,
    pub(crate) browsers: Vec<Browser>,
}

/// What a browser writes down when there is no network, or no host: it cannot be kept from it.
const DISCONNECT_MESSAGES: [&str; 3] = ["WebSocket connection to", "net::ERR_", "Failed to load resource"];

/// Lets a story happen between so many people. None of their browsers may log anything.
pub(crate) fn with_browsers(
    count: usize,
    story: impl FnOnce(&mut OnlineSession) -> TestResult,
) -> TestResult {
    let mut meeting = OnlineSession::start(count)?;
    story(&mut meeting)?;
    meeting.browsers.iter().try_for_each(|person| {
        person.expect_clean_console()?;
        person.expect_no_foreign_requests(&meeting.server)
    })
}

/// The same where the connection breaks on purpose: what browsers say about that is expected, and nothing else.
pub(crate) fn with_browsers_and_disconnects(
    count: usize,
    story: impl FnOnce(&mut OnlineSession) -> TestResult,
) -> TestResult {
    let mut meeting = OnlineSession::start(count)?;
    story(&mut meeting)?;
    meeting.browsers.iter().try_for_each(|person| match person.expect_clean_console() {
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
        let host = TestServer::start()?;
        let people = (0..count).map(|_| Browser::start(&Viewport::DESKTOP)).collect::<TestResult<_>>()?;
        Ok(OnlineSession { server: host, browsers: people })
    }

    /// Opens a page of the club.
    pub(crate) fn open(&self, who: usize, path: &str) -> TestResult<&Browser> {
        self.browsers[who].goto(&format!("{}{path}", self.server.address()))?;
        Ok(&self.browsers[who])
    }

    /// Two people sit down at a game by a link: White invites. Gives the path of the game.
    pub(crate) fn start_game(&self, white: usize, black: usize, clock: &str) -> TestResult<String> {
        let path = self.invite(white, clock)?;
        let guest = self.open(black, &path)?;
        guest.wait_for_text("h1", "You are invited to a game")?;
        guest.type_into(Field("Your name"), "Theo")?;
        guest.click_element(Button("Sit down and play"))?;
        self.game(white)?.wait_for_status("WHITE'S TURN")?;
        self.game(black)?.wait_for_status("WHITE'S TURN")?;
        Ok(path)
    }

    /// A guest waits for somebody to play against, as White. Gives the path of the game.
    pub(crate) fn invite(&self, white: usize, clock: &str) -> TestResult<String> {
        let host = self.open(white, "online")?;
        host.type_into(Css(".card > .field input"), "Mina")?;
        host.click_element(Css("details.card:has(.invite) > summary"))?;
        host.click_element(Button("White"))?;
        host.click_element(Css(&format!(
            ".invite label.choice:has(input[name=clock]):nth-of-type({clock})"
        )))?;
        host.click_element(Button("Get the link"))?;
        host.wait_for_text("h1", "Waiting for your opponent")?;
        Ok(host.run("return location.pathname.slice(1)", &[])?.as_str().unwrap_or_default().to_owned())
    }

    /// The table that somebody has on the screen.
    pub(crate) fn game(&self, who: usize) -> TestResult<GamePage<'_>> {
        GamePage::wait_for(&self.browsers[who])
    }

    /// Two people play moves in turn; each waits for the other's to arrive.
    pub(crate) fn play(&self, white: usize, black: usize, moves: &str) -> TestResult {
        for m in moves.split_whitespace() {
            let known = self.game(white)?.moves()?.len();
            let mover = if known.is_multiple_of(2) { white } else { black };
            self.game(mover)?.play(MoveInput::Click, m)?;
            for who in [white, black] {
                self.wait_for_move_count(who, known + 1)?;
            }
        }
        Ok(())
    }

    /// Waits until somebody's list has so many moves.
    pub(crate) fn wait_for_move_count(&self, who: usize, count: usize) -> TestResult {
        self.browsers[who].wait(&format!("{count} moves"), || {
            let seen = self.game(who)?.moves()?;
            Ok(if seen.len() == count { Ok(()) } else { Err(format!("{seen:?}")) })
        })
    }

    /// Takes somebody off the network, or puts them back.
    pub(crate) fn set_network(&self, who: usize, network: Network) -> TestResult {
        let is_cut = network == Network::Offline;
        let conditions =
            json!({ "offline": is_cut, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.browsers[who].devtools("Network.enable", &json!({}))?;
        self.browsers[who].devtools("Network.emulateNetworkConditions", &conditions).map(drop)
    }
}

/// Whether somebody has a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Network {
    Online,
    Offline,
}
