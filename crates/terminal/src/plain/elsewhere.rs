//! The side that is not played from here: it is waited for, and played on without if it fails.

use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use client::{Act, Deed, Event, Problem, Table};
use game::Offer;
use rules::Color;

use super::{Session, Source};
use crate::app::trouble_text;
use crate::opponent::Pace;
use crate::texts::Text;
use crate::{EngineOptions, Opponent, Question, Report, Reports, Rival, Trouble, Who, opponent};

/// Whoever sits elsewhere.
#[derive(Debug, Default)]
pub(super) struct Elsewhere {
    seated: Option<Seated>,
    /// Whoever sat there and failed: they can be started again.
    gone: Option<Rival>,
    question: Question,
}

#[derive(Debug)]
struct Seated {
    opponent: Box<dyn Opponent>,
    reports: Receiver<Report>,
    rival: Rival,
}

/// How often clocks are looked at while the other side thinks.
const A_MOMENT: Duration = Duration::from_millis(100);

/// After so many of them a person is told who is waited for.
const LONG: u32 = 20;

/// How long an offer waits for its answer; playing on declines it.
const PATIENCE: Duration = Duration::from_secs(5);

impl Elsewhere {
    /// The side that is played there, and by whom.
    pub(super) fn player(&self) -> Option<(Color, &str)> {
        self.seated.as_ref().map(|seated| (seated.rival.side, seated.opponent.name()))
    }

    pub(super) fn tell(&mut self, deed: Deed, table: &Table) {
        if let Some(seated) = &mut self.seated {
            seated.opponent.hear(deed, table);
        }
    }

    /// What it was asked is not wanted any more.
    pub(super) fn rest(&mut self) {
        if let Some(seated) = &mut self.seated {
            seated.opponent.rest();
        }
    }

    /// Another game comes to the table.
    pub(super) fn begin(&mut self) {
        self.gone = None;
        if let Some(seated) = &mut self.seated {
            seated.opponent.begin();
        }
    }

    /// The next thing it reports, if it does so in time.
    fn report_within(&self, time: Duration) -> Option<Report> {
        self.seated.as_ref()?.reports.recv_timeout(time).ok()
    }
}

impl Session<'_> {
    /// Somebody takes the seat elsewhere.
    pub(super) fn seat(&mut self, rival: &Rival) {
        let (sender, reports) = channel();
        // Nobody listens any more once the game has been left.
        let receive = Reports::new(move |report| drop(sender.send(report)));
        let pace = match self.console.source {
            Source::Person => Pace::Natural,
            Source::Script => Pace::AtOnce,
        };
        let opponent = opponent::seat(&rival.who, self.texts, pace, receive);
        self.elsewhere.seated = Some(Seated { opponent, reports, rival: rival.clone() });
    }

    /// Whoever has failed takes the seat again.
    pub(super) fn restart(&mut self) -> io::Result<()> {
        let Some(rival) = self.elsewhere.gone.take().filter(|_| self.is_on()) else {
            self.mistake();
            return self.console.say(self.texts.get(Text::OpponentNobodyGone));
        };
        self.seat(&rival);
        self.send(Event::HandOver(rival.side))?;
        self.send(Event::Act(Act::Resume))
    }

    /// The engine with which the game has to be gone on with, if there is one.
    pub(super) fn resumed_with(&self) -> Option<&EngineOptions> {
        let seated = self.elsewhere.seated.as_ref().filter(|_| !self.table().is_shared())?;
        match &seated.rival.who {
            Who::Engine(options) => Some(options),
            Who::Computer(_) => None,
        }
    }

    /// Hears what the other side has reported unasked: an offer, or that it cannot go on.
    pub(super) fn hear_the_other_side(&mut self) -> io::Result<()> {
        while let Some(report) = self.elsewhere.report_within(Duration::ZERO) {
            match report {
                Report::Answers(..) => {}
                Report::Does(deed) => self.told(deed)?,
                Report::Waits => self.say_of_the_other_side(Text::OpponentWaits)?,
                Report::Fails(trouble) => self.play_on_without(trouble)?,
            }
        }
        Ok(())
    }

    fn say_of_the_other_side(&mut self, text: Text) -> io::Result<()> {
        let Some((_, name)) = self.elsewhere.player() else { return Ok(()) };
        let said = self.fill(text, &[("name", &name)]);
        self.console.say(&said)?;
        // It is waited for with nothing asked, so nothing else would bring it to the screen.
        self.console.output.flush()
    }

    /// Waits for the moves of the side that is not played from here. If nobody sits there, both sides are played here.
    pub(super) fn let_the_other_side_play(&mut self) -> io::Result<()> {
        while self.state.view(self.console.now()).waits_for().is_some() && !self.console.is_interrupted() {
            let now = self.console.now();
            let table = self.state.view(now).table();
            let Some(seated) = &mut self.elsewhere.seated else {
                self.send(Event::TakeOver)?;
                continue;
            };
            self.elsewhere.question = Question(self.elsewhere.question.0 + 1);
            seated.opponent.think(self.elsewhere.question, table, now);
            self.wait_for_answer()?;
        }
        Ok(())
    }

    fn wait_for_answer(&mut self) -> io::Result<()> {
        let asked = self.elsewhere.question;
        let plies = self.table().game().plies();
        let waits = |session: &Self| {
            let is_there = session.elsewhere.seated.is_some() && !session.console.is_interrupted();
            is_there && session.is_on() && session.table().game().plies() == plies
        };
        let mut moments = 0;
        while waits(self) {
            moments += 1;
            if moments == LONG && self.console.source == Source::Person {
                self.say_of_the_other_side(Text::OpponentThinks)?;
            }
            match self.elsewhere.report_within(A_MOMENT) {
                Some(Report::Answers(question, _)) if question != asked => {}
                Some(Report::Answers(_, deed) | Report::Does(deed)) => self.told(deed)?,
                Some(Report::Waits) => {
                    // It does not think yet.
                    moments = LONG;
                    self.say_of_the_other_side(Text::OpponentWaits)?;
                }
                Some(Report::Fails(trouble)) => self.play_on_without(trouble)?,
                None => self.send(Event::Tick)?,
            }
        }
        Ok(())
    }

    /// Waits a while for the answer to an offer that was made to the other side.
    pub(super) fn await_answer(&mut self, offer: Offer) -> io::Result<()> {
        let mut moments = PATIENCE.as_millis() / A_MOMENT.as_millis();
        let is_open = |session: &Self| {
            let table = session.table();
            table.game().pending(offer).is_some_and(|by| !table.is_here(!by))
        };
        let is_there =
            |session: &Self| session.elsewhere.seated.is_some() && !session.console.is_interrupted();
        while is_open(self) && moments > 0 && is_there(self) {
            match self.elsewhere.report_within(A_MOMENT) {
                Some(Report::Answers(..) | Report::Waits) => {}
                Some(Report::Does(deed)) => self.told(deed)?,
                Some(Report::Fails(trouble)) => self.play_on_without(trouble)?,
                None => moments -= 1,
            }
        }
        Ok(())
    }

    /// The other side has done something. What comes too late is passed over; what cannot be is a lie, and its author is
    /// not asked again.
    fn told(&mut self, deed: Deed) -> io::Result<()> {
        // A flag that has fallen goes before a move that has come since.
        self.send(Event::Tick)?;
        if opponent::is_too_late(deed, self.table()) {
            return Ok(());
        }
        self.send(Event::Told(deed))?;
        let is_lie = matches!(self.state.view(self.console.now()).problem(), Some(Problem::Told(_)));
        if is_lie { self.play_on_without(Trouble::lie(deed)) } else { Ok(()) }
    }

    fn play_on_without(&mut self, trouble: Trouble) -> io::Result<()> {
        let Some(seated) = self.elsewhere.seated.take() else { return Ok(()) };
        let name = seated.opponent.name().to_owned();
        self.finish = super::Finish::WithMistakes;
        self.console.say(&trouble_text(self.texts, &name, &trouble))?;
        self.console.say(self.texts.get(Text::OpponentGoOn))?;
        // What cannot play this kind of game could not play it the next time either.
        if trouble != Trouble::Unfit {
            self.elsewhere.gone = Some(seated.rival);
            self.console.say(self.texts.get(Text::PlainStartAgain))?;
        }
        self.send(Event::TakeOver)?;
        // Nobody's time runs meanwhile.
        self.send(Event::Act(Act::Pause))
    }
}
