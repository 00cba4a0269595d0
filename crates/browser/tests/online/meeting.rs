//! Several browsers at one host.

use browser::{Browser, Button, Error, Field, Hand, Host, Look, Outcome, Place, Table};
use serde_json::json;

/// A host and those who come to it.
pub(crate) struct Meeting {
    pub(crate) host: Host,
    pub(crate) people: Vec<Browser>,
}

/// What a browser writes down when there is no network, or no host: it cannot be kept from it.
const CUT_OFF: [&str; 3] = ["WebSocket connection to", "net::ERR_", "Failed to load resource"];

/// Lets a story happen between so many people. None of their browsers may log anything.
pub(crate) fn meet(count: usize, story: impl FnOnce(&mut Meeting) -> Outcome) -> Outcome {
    let mut meeting = Meeting::of(count)?;
    story(&mut meeting)?;
    meeting.people.iter().try_for_each(|person| {
        person.expect_silence()?;
        person.expect_no_strangers(&meeting.host)
    })
}

/// The same where the connection breaks on purpose: what browsers say about that is expected, and nothing else.
pub(crate) fn meet_with_breaks(count: usize, story: impl FnOnce(&mut Meeting) -> Outcome) -> Outcome {
    let mut meeting = Meeting::of(count)?;
    story(&mut meeting)?;
    meeting.people.iter().try_for_each(|person| match person.expect_silence() {
        Err(Error::Logged(lines)) => {
            let other: Vec<String> =
                lines.into_iter().filter(|line| !CUT_OFF.iter().any(|known| line.contains(known))).collect();
            if other.is_empty() { Ok(()) } else { Err(Error::Logged(other)) }
        }
        other => other,
    })
}

impl Meeting {
    fn of(count: usize) -> Outcome<Meeting> {
        let host = Host::start()?;
        let people = (0..count).map(|_| Browser::start(&Look::DESKTOP)).collect::<Outcome<_>>()?;
        Ok(Meeting { host, people })
    }

    /// Opens a page of the club.
    pub(crate) fn open(&self, who: usize, path: &str) -> Outcome<&Browser> {
        self.people[who].go(&format!("{}{path}", self.host.address()))?;
        Ok(&self.people[who])
    }

    /// Two people sit down at a game by a link: White invites. Gives the path of the game.
    pub(crate) fn sit_down(&self, white: usize, black: usize, clock: &str) -> Outcome<String> {
        let path = self.invite(white, clock)?;
        let guest = self.open(black, &path)?;
        guest.wait_for_words("h1", "You are invited to a game")?;
        guest.write(Field("Your name"), "Theo")?;
        guest.press(Button("Sit down and play"))?;
        self.table(white)?.wait_for_status("WHITE'S TURN")?;
        self.table(black)?.wait_for_status("WHITE'S TURN")?;
        Ok(path)
    }

    /// A guest waits for somebody to play against, as White. Gives the path of the game.
    pub(crate) fn invite(&self, white: usize, clock: &str) -> Outcome<String> {
        let host = self.open(white, "online")?;
        host.write(Place(".card > .field input"), "Mina")?;
        host.press(Place("details.card:has(.invite) > summary"))?;
        host.press(Button("White"))?;
        host.press(Place(&format!(".invite label.choice:has(input[name=clock]):nth-of-type({clock})")))?;
        host.press(Button("Get the link"))?;
        host.wait_for_words("h1", "Waiting for your opponent")?;
        Ok(host.run("return location.pathname.slice(1)", &[])?.as_str().unwrap_or_default().to_owned())
    }

    /// The table that somebody has on the screen.
    pub(crate) fn table(&self, who: usize) -> Outcome<Table<'_>> {
        Table::of(&self.people[who])
    }

    /// Two people play moves in turn; each waits for the other's to arrive.
    pub(crate) fn play(&self, white: usize, black: usize, moves: &str) -> Outcome {
        for m in moves.split_whitespace() {
            let known = self.table(white)?.moves()?.len();
            let mover = if known.is_multiple_of(2) { white } else { black };
            self.table(mover)?.play(Hand::Click, m)?;
            for who in [white, black] {
                self.wait_for_count(who, known + 1)?;
            }
        }
        Ok(())
    }

    /// Waits until somebody's list has so many moves.
    pub(crate) fn wait_for_count(&self, who: usize, count: usize) -> Outcome {
        self.people[who].wait(&format!("{count} moves"), || {
            let seen = self.table(who)?.moves()?;
            Ok(if seen.len() == count { Ok(()) } else { Err(format!("{seen:?}")) })
        })
    }

    /// Takes somebody off the network, or puts them back.
    pub(crate) fn set_network(&self, who: usize, network: Network) -> Outcome {
        let is_cut = network == Network::Cut;
        let conditions =
            json!({ "offline": is_cut, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.people[who].devtools("Network.enable", &json!({}))?;
        self.people[who].devtools("Network.emulateNetworkConditions", &conditions).map(drop)
    }
}

/// Whether somebody has a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Network {
    There,
    Cut,
}
