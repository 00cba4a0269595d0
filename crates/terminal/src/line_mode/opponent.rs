//! The side that is not played from here: it is waited for, and played on without if it fails.

use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use client::{BoardCommand, Event, LocalGame, PlayerAction, Problem};
use game::Offer;
use rules::Color;

use super::{InputSource, Session};
use crate::app::opponent_error_text;
use crate::opponent::MoveDelay;
use crate::texts::Text;
use crate::{
    EngineOptions, MoveRequestId, Opponent, OpponentError, OpponentEvent, OpponentEventSink, OpponentKind,
    OpponentOptions, opponent,
};

/// Whoever sits elsewhere.
#[derive(Debug, Default)]
pub(super) struct OpponentSlot {
    seated: Option<SeatedOpponent>,
    /// Whoever sat there and failed: they can be started again.
    failed: Option<OpponentOptions>,
    request: MoveRequestId,
}

#[derive(Debug)]
struct SeatedOpponent {
    opponent: Box<dyn Opponent>,
    events: Receiver<OpponentEvent>,
    options: OpponentOptions,
}

/// How often clocks are looked at while the other side thinks.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// After so many of them a person is told who is waited for.
const POLLS_BEFORE_NOTICE: u32 = 20;

/// How long an offer waits for its answer; playing on declines it.
const OFFER_TIMEOUT: Duration = Duration::from_secs(5);

impl OpponentSlot {
    /// The side that is played there, and by whom.
    pub(super) fn player(&self) -> Option<(Color, &str)> {
        self.seated.as_ref().map(|seated| (seated.options.side, seated.opponent.name()))
    }

    pub(super) fn notify(&mut self, action: &PlayerAction, table: &LocalGame) {
        if let Some(seated) = &mut self.seated {
            seated.opponent.handle_action(action, table);
        }
    }

    /// What it was asked is not wanted any more.
    pub(super) fn cancel(&mut self) {
        if let Some(seated) = &mut self.seated {
            seated.opponent.cancel();
        }
    }

    /// Another game comes to the table.
    pub(super) fn new_game(&mut self) {
        self.failed = None;
        if let Some(seated) = &mut self.seated {
            seated.opponent.new_game();
        }
    }

    /// The next thing it reports, if it does so in time.
    fn next_event(&self, time: Duration) -> Option<OpponentEvent> {
        self.seated.as_ref()?.events.recv_timeout(time).ok()
    }
}

impl Session<'_> {
    /// Somebody takes the seat elsewhere.
    pub(super) fn seat_opponent(&mut self, rival: &OpponentOptions) {
        let (sender, reports) = channel();
        // Nobody listens any more once the game has been left.
        let receive = OpponentEventSink::new(move |report| drop(sender.send(report)));
        let pace = match self.console.source {
            InputSource::Person => MoveDelay::Human,
            InputSource::Script => MoveDelay::None,
        };
        let opponent = opponent::start(&rival.kind, self.texts, pace, receive);
        self.opponent.seated = Some(SeatedOpponent { opponent, events: reports, options: rival.clone() });
    }

    /// Whoever has failed takes the seat again.
    pub(super) fn restart_opponent(&mut self) -> io::Result<()> {
        let Some(rival) = self.opponent.failed.take().filter(|_| self.is_in_progress()) else {
            self.record_error();
            return self.console.print(self.texts.get(Text::OpponentNotLost));
        };
        self.seat_opponent(&rival);
        self.send(Event::MakeRemote(rival.side))?;
        self.send(Event::Command(BoardCommand::Resume))
    }

    /// The engine with which the game has to be gone on with, if there is one.
    pub(super) fn engine_to_resume_with(&self) -> Option<&EngineOptions> {
        let seated = self.opponent.seated.as_ref().filter(|_| !self.table().is_all_local())?;
        match &seated.options.kind {
            OpponentKind::Engine(options) => Some(options),
            OpponentKind::Computer(_) => None,
        }
    }

    /// Hears what the other side has reported unasked: an offer, or that it cannot go on.
    pub(super) fn handle_opponent_events(&mut self) -> io::Result<()> {
        while let Some(report) = self.opponent.next_event(Duration::ZERO) {
            match report {
                OpponentEvent::Answered(..) => {}
                OpponentEvent::Acted(action) => self.opponent_acted(action)?,
                OpponentEvent::Starting => self.print_about_opponent(Text::OpponentWaits)?,
                OpponentEvent::Failed(trouble) => self.opponent_failed(trouble)?,
            }
        }
        Ok(())
    }

    fn print_about_opponent(&mut self, text: Text) -> io::Result<()> {
        let Some((_, name)) = self.opponent.player() else { return Ok(()) };
        let said = self.fill(text, &[("name", &name)]);
        self.console.print(&said)?;
        // It is waited for with nothing asked, so nothing else would bring it to the screen.
        self.console.output.flush()
    }

    /// Waits for the moves of the side that is not played from here. If nobody sits there, both sides are played here.
    pub(super) fn wait_for_opponent_moves(&mut self) -> io::Result<()> {
        while self.state.view(self.console.now()).waits_for().is_some() && !self.console.is_interrupted() {
            let now = self.console.now();
            let table = self.state.view(now).local_game();
            let Some(seated) = &mut self.opponent.seated else {
                self.send(Event::MakeLocal)?;
                continue;
            };
            self.opponent.request = MoveRequestId(self.opponent.request.0 + 1);
            seated.opponent.request_move(self.opponent.request, table, now);
            self.wait_for_move()?;
        }
        Ok(())
    }

    fn wait_for_move(&mut self) -> io::Result<()> {
        let asked = self.opponent.request;
        let plies = self.table().game().plies();
        let waits = |session: &Self| {
            let is_there = session.opponent.seated.is_some() && !session.console.is_interrupted();
            is_there && session.is_in_progress() && session.table().game().plies() == plies
        };
        let mut moments = 0;
        while waits(self) {
            moments += 1;
            if moments == POLLS_BEFORE_NOTICE && self.console.source == InputSource::Person {
                self.print_about_opponent(Text::OpponentThinks)?;
            }
            match self.opponent.next_event(POLL_INTERVAL) {
                Some(OpponentEvent::Answered(question, _)) if question != asked => {}
                Some(OpponentEvent::Answered(_, action) | OpponentEvent::Acted(action)) => {
                    self.opponent_acted(action)?
                }
                Some(OpponentEvent::Starting) => {
                    // It does not think yet.
                    moments = POLLS_BEFORE_NOTICE;
                    self.print_about_opponent(Text::OpponentWaits)?;
                }
                Some(OpponentEvent::Failed(trouble)) => self.opponent_failed(trouble)?,
                None => self.send(Event::Tick)?,
            }
        }
        Ok(())
    }

    /// Waits a while for the answer to an offer that was made to the other side.
    pub(super) fn await_offer_answer(&mut self, offer: Offer) -> io::Result<()> {
        let mut moments = OFFER_TIMEOUT.as_millis() / POLL_INTERVAL.as_millis();
        let is_open = |session: &Self| {
            let table = session.table();
            table.game().pending(offer).is_some_and(|by| !table.is_local(!by))
        };
        let is_there =
            |session: &Self| session.opponent.seated.is_some() && !session.console.is_interrupted();
        while is_open(self) && moments > 0 && is_there(self) {
            match self.opponent.next_event(POLL_INTERVAL) {
                Some(OpponentEvent::Answered(..) | OpponentEvent::Starting) => {}
                Some(OpponentEvent::Acted(action)) => self.opponent_acted(action)?,
                Some(OpponentEvent::Failed(trouble)) => self.opponent_failed(trouble)?,
                None => moments -= 1,
            }
        }
        Ok(())
    }

    /// The other side has done something. What comes too late is passed over; what cannot be is a lie, and its author is
    /// not asked again.
    fn opponent_acted(&mut self, action: PlayerAction) -> io::Result<()> {
        // A flag that has fallen goes before a move that has come since.
        self.send(Event::Tick)?;
        if opponent::is_stale(&action, self.table()) {
            return Ok(());
        }
        self.send(Event::RemoteAction(action.clone()))?;
        let is_lie =
            matches!(self.state.view(self.console.now()).problem(), Some(Problem::InvalidRemoteAction(_)));
        if is_lie { self.opponent_failed(OpponentError::invalid_reply(&action)) } else { Ok(()) }
    }

    fn opponent_failed(&mut self, trouble: OpponentError) -> io::Result<()> {
        let Some(seated) = self.opponent.seated.take() else { return Ok(()) };
        let name = seated.opponent.name().to_owned();
        self.outcome = super::SessionOutcome::WithErrors;
        self.console.print(&opponent_error_text(self.texts, &name, &trouble))?;
        self.console.print(self.texts.get(Text::OpponentContinue))?;
        // What cannot play this kind of game could not play it the next time either.
        if trouble != OpponentError::Unsupported {
            self.opponent.failed = Some(seated.options);
            self.console.print(self.texts.get(Text::PlainStartAgain))?;
        }
        self.send(Event::MakeLocal)?;
        // Nobody's time runs meanwhile.
        self.send(Event::Command(BoardCommand::Pause))
    }
}
