//! Many at once, who all do the same and wait for each other in between.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bots::{Broken, Dice, Failure, Outcome};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::Instant;

use crate::table::Table;
use crate::tally::Tally;

/// So many connect at a time.
const AT_A_TIME: usize = 48;

/// What all tables do.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// They connect.
    Connect,
    /// They begin a game.
    Begin,
    /// They play until then: a move in each span, or as fast as they can.
    Play { every: Option<Duration>, until: Instant },
}

/// All tables.
pub(crate) struct Crowd {
    size: u32,
    phase: watch::Sender<Phase>,
    reports: mpsc::Receiver<Result<Tally, Broken>>,
}

impl Crowd {
    /// They come and connect, two for each table; this returns when all are there.
    pub(crate) async fn gather(server: SocketAddr, size: u32) -> Outcome<Crowd> {
        let (phase, phases) = watch::channel(Phase::Connect);
        let (report, reports) = mpsc::channel(size as usize);
        let mut dice = Dice::new(u64::from(size));
        let turns = Arc::new(Semaphore::new(AT_A_TIME));
        for number in 0..size {
            let member = Member { turns: Arc::clone(&turns), phases: phases.clone(), report: report.clone() };
            tokio::spawn(member.run(server, number, dice.fork()));
        }
        let mut crowd = Crowd { size, phase, reports };
        crowd.all().await?;
        Ok(crowd)
    }

    /// All begin a game.
    pub(crate) async fn begin(&mut self) -> Outcome<Tally> {
        self.phase.send_replace(Phase::Begin);
        self.all().await
    }

    /// All play for so long.
    pub(crate) async fn play(&mut self, every: Option<Duration>, time: Duration) -> Outcome<Tally> {
        self.phase.send_replace(Phase::Play { every, until: Instant::now() + time });
        self.all().await
    }

    /// Waits until all have reported.
    async fn all(&mut self) -> Outcome<Tally> {
        let mut sum = Tally::default();
        for _ in 0..self.size {
            match self.reports.recv().await {
                Some(Ok(tally)) => sum.add(tally),
                Some(Err(Broken(why))) => return Err(Failure::of("a table", why)),
                None => return Err(Failure("all tables have gone".to_owned())),
            }
        }
        Ok(sum)
    }
}

struct Member {
    turns: Arc<Semaphore>,
    phases: watch::Receiver<Phase>,
    report: mpsc::Sender<Result<Tally, Broken>>,
}

impl Member {
    async fn run(mut self, server: SocketAddr, number: u32, dice: Dice) {
        let Err(broken) = self.take_part(server, number, dice).await else { return };
        self.report.send(Err(broken)).await.ok();
    }

    async fn take_part(&mut self, server: SocketAddr, number: u32, dice: Dice) -> Result<(), Broken> {
        let gone = |_| Broken("nobody waits any more".to_owned());
        let mut table = {
            let _turn = self.turns.acquire().await.map_err(|_| Broken("no turn".to_owned()))?;
            Table::open(server, number, dice).await?
        };
        loop {
            if self.report.send(Ok(table.tally())).await.is_err() {
                return Ok(());
            }
            tokio::select! {
                changed = self.phases.changed() => changed.map_err(gone)?,
                broken = table.listen() => return broken,
            }
            let phase = *self.phases.borrow_and_update();
            match phase {
                Phase::Connect => {}
                Phase::Begin => {
                    let _turn = tokio::select! {
                        turn = self.turns.acquire() => turn,
                        broken = table.listen() => return broken,
                    };
                    table.begin().await?;
                }
                Phase::Play { every, until } => table.play(every, until).await?,
            }
        }
    }
}
