//! The opponent in line mode: waits for its moves and continues without it if it fails.

use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use client::{BoardCommand, Event, LocalGame, PlayerAction, Problem};
use game::Offer;
use rules::Color;

use super::{InputSource, Session};
use crate::app::opponent_error_text;
use crate::opponent::MoveDelay;
use crate::{
    EngineOptions, MoveRequestId, Opponent, OpponentError, OpponentEvent, OpponentEventSink, OpponentKind,
    OpponentOptions, opponent,
};
use texts::TerminalMessageKey;

/// The current opponent, or the last one that failed.
#[derive(Debug, Default)]
pub(super) struct OpponentSlot {
    seated: Option<SeatedOpponent>,
    /// An opponent that failed and can be restarted.
    failed: Option<OpponentOptions>,
    request: MoveRequestId,
}

#[derive(Debug)]
struct SeatedOpponent {
    opponent: Box<dyn Opponent>,
    events: Receiver<OpponentEvent>,
    options: OpponentOptions,
}

/// Interval at which flags are checked while waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Number of intervals after which a person is told that the opponent is thinking.
const POLLS_BEFORE_NOTICE: u32 = 20;

/// Time to wait for the answer to an offer.
const OFFER_TIMEOUT: Duration = Duration::from_secs(5);

impl OpponentSlot {
    /// The opponent's side and name.
    pub(super) fn player(&self) -> Option<(Color, &str)> {
        self.seated.as_ref().map(|seated| (seated.options.side, seated.opponent.name()))
    }

    pub(super) fn notify(&mut self, action: &PlayerAction, local_game: &LocalGame) {
        if let Some(seated) = &mut self.seated {
            seated.opponent.handle_action(action, local_game);
        }
    }

    /// Cancels the current request.
    pub(super) fn cancel(&mut self) {
        if let Some(seated) = &mut self.seated {
            seated.opponent.cancel();
        }
    }

    /// Notifies the opponent of a new game.
    pub(super) fn new_game(&mut self) {
        self.failed = None;
        if let Some(seated) = &mut self.seated {
            seated.opponent.new_game();
        }
    }

    /// The next event, if it arrives within `time`.
    fn next_event(&self, time: Duration) -> Option<OpponentEvent> {
        self.seated.as_ref()?.events.recv_timeout(time).ok()
    }
}

impl Session<'_> {
    /// Starts an opponent.
    pub(super) fn seat_opponent(&mut self, options: &OpponentOptions) {
        let (sender, events) = channel();
        // Sending fails once the session is over, which is fine.
        let sink = OpponentEventSink::new(move |event| drop(sender.send(event)));
        let delay = match self.console.source {
            InputSource::Person => MoveDelay::Human,
            InputSource::Script => MoveDelay::None,
        };
        let opponent = opponent::start(&options.kind, self.texts, delay, sink);
        self.opponent.seated = Some(SeatedOpponent { opponent, events, options: options.clone() });
    }

    /// Restarts the failed opponent.
    pub(super) fn restart_opponent(&mut self) -> io::Result<()> {
        let Some(options) = self.opponent.failed.take().filter(|_| self.is_in_progress()) else {
            self.record_error();
            return self.console.print(self.texts.get(TerminalMessageKey::OpponentNotLost));
        };
        self.seat_opponent(&options);
        self.send(Event::MakeRemote(options.side))?;
        self.send(Event::Command(BoardCommand::Resume))
    }

    /// The engine options needed to resume the game.
    pub(super) fn engine_to_resume_with(&self) -> Option<&EngineOptions> {
        let seated = self.opponent.seated.as_ref().filter(|_| !self.local_game().is_all_local())?;
        match &seated.options.kind {
            OpponentKind::Engine(options) => Some(options),
            OpponentKind::Computer(_) => None,
        }
    }

    /// Handles events without a request: offers and errors.
    pub(super) fn handle_opponent_events(&mut self) -> io::Result<()> {
        while let Some(event) = self.opponent.next_event(Duration::ZERO) {
            match event {
                OpponentEvent::Answered(..) => {}
                OpponentEvent::Acted(action) => self.opponent_acted(action)?,
                OpponentEvent::Starting => self.print_about_opponent(TerminalMessageKey::OpponentWaits)?,
                OpponentEvent::Failed(error) => self.opponent_failed(error)?,
            }
        }
        Ok(())
    }

    fn print_about_opponent(&mut self, text: TerminalMessageKey) -> io::Result<()> {
        let Some((_, name)) = self.opponent.player() else { return Ok(()) };
        let notice = self.fill(text, &[("name", &name)]);
        self.console.print(&notice)?;
        // No prompt follows that would flush the output.
        self.console.output.flush()
    }

    /// Waits for the opponent's moves. Without an opponent both sides become local.
    pub(super) fn wait_for_opponent_moves(&mut self) -> io::Result<()> {
        while self.state.view(self.console.now()).waits_for().is_some() && !self.console.is_interrupted() {
            let now = self.console.now();
            let local_game = self.state.view(now).local_game();
            let Some(seated) = &mut self.opponent.seated else {
                self.send(Event::MakeLocal)?;
                continue;
            };
            self.opponent.request = MoveRequestId(self.opponent.request.0 + 1);
            seated.opponent.request_move(self.opponent.request, local_game, now);
            self.wait_for_move()?;
        }
        Ok(())
    }

    fn wait_for_move(&mut self) -> io::Result<()> {
        let expected = self.opponent.request;
        let plies = self.local_game().game().plies();
        let waits = |session: &Self| {
            let is_there = session.opponent.seated.is_some() && !session.console.is_interrupted();
            is_there && session.is_in_progress() && session.local_game().game().plies() == plies
        };
        let mut polls = 0;
        while waits(self) {
            polls += 1;
            if polls == POLLS_BEFORE_NOTICE && self.console.source == InputSource::Person {
                self.print_about_opponent(TerminalMessageKey::OpponentThinks)?;
            }
            match self.opponent.next_event(POLL_INTERVAL) {
                Some(OpponentEvent::Answered(request, _)) if request != expected => {}
                Some(OpponentEvent::Answered(_, action) | OpponentEvent::Acted(action)) => {
                    self.opponent_acted(action)?
                }
                Some(OpponentEvent::Starting) => {
                    // The engine is still starting, so the "thinking" notice is skipped.
                    polls = POLLS_BEFORE_NOTICE;
                    self.print_about_opponent(TerminalMessageKey::OpponentWaits)?;
                }
                Some(OpponentEvent::Failed(error)) => self.opponent_failed(error)?,
                None => self.send(Event::Tick)?,
            }
        }
        Ok(())
    }

    /// Waits a limited time for the answer to an offer.
    pub(super) fn await_offer_answer(&mut self, offer: Offer) -> io::Result<()> {
        let mut polls = OFFER_TIMEOUT.as_millis() / POLL_INTERVAL.as_millis();
        let is_open = |session: &Self| {
            let local_game = session.local_game();
            local_game.game().pending(offer).is_some_and(|by| !local_game.is_local(!by))
        };
        let is_there =
            |session: &Self| session.opponent.seated.is_some() && !session.console.is_interrupted();
        while is_open(self) && polls > 0 && is_there(self) {
            match self.opponent.next_event(POLL_INTERVAL) {
                Some(OpponentEvent::Answered(..) | OpponentEvent::Starting) => {}
                Some(OpponentEvent::Acted(action)) => self.opponent_acted(action)?,
                Some(OpponentEvent::Failed(error)) => self.opponent_failed(error)?,
                None => polls -= 1,
            }
        }
        Ok(())
    }

    /// Handles an action of the opponent. Stale actions are ignored; an invalid one ends the opponent's
    /// participation.
    fn opponent_acted(&mut self, action: PlayerAction) -> io::Result<()> {
        // A flag that has fallen takes precedence over a later move.
        self.send(Event::Tick)?;
        if opponent::is_stale(&action, self.local_game()) {
            return Ok(());
        }
        self.send(Event::RemoteAction(action.clone()))?;
        let is_invalid =
            matches!(self.state.view(self.console.now()).problem(), Some(Problem::InvalidRemoteAction(_)));
        if is_invalid { self.opponent_failed(OpponentError::invalid_reply(&action)) } else { Ok(()) }
    }

    fn opponent_failed(&mut self, error: OpponentError) -> io::Result<()> {
        let Some(seated) = self.opponent.seated.take() else { return Ok(()) };
        let name = seated.opponent.name().to_owned();
        self.outcome = super::SessionOutcome::WithErrors;
        self.console.print(&opponent_error_text(self.texts, &name, &error))?;
        self.console.print(self.texts.get(TerminalMessageKey::OpponentContinue))?;
        // An unsupported variant stays unsupported after a restart.
        if error != OpponentError::Unsupported {
            self.opponent.failed = Some(seated.options);
            self.console.print(self.texts.get(TerminalMessageKey::PlainStartAgain))?;
        }
        self.send(Event::MakeLocal)?;
        // The clocks pause until the user continues.
        self.send(Event::Command(BoardCommand::Pause))
    }
}
