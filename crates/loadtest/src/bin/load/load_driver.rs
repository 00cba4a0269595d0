//! Many at once, who all do the same and wait for each other in between.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use loadtest::{ConnectionError, LoadtestError, LoadtestResult, Rng};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::Instant;

use crate::bot_game::BotGame;
use crate::metrics::Metrics;

/// So many connect at a time.
const MAX_CONCURRENT_CONNECTS: usize = 48;

/// What all tables do.
#[derive(Clone, Copy, Debug)]
enum LoadPhase {
    /// They connect.
    Connect,
    /// They begin a game.
    Begin,
    /// They play until then: a move in each span, or as fast as they can.
    Play { every: Option<Duration>, until: Instant },
}

/// All tables.
pub(crate) struct LoadDriver {
    games: u32,
    phase: watch::Sender<LoadPhase>,
    reports: mpsc::Receiver<Result<Metrics, ConnectionError>>,
}

impl LoadDriver {
    /// They come and connect, two for each table; this returns when all are there.
    pub(crate) async fn connect(server: SocketAddr, size: u32) -> LoadtestResult<LoadDriver> {
        let (phase, phases) = watch::channel(LoadPhase::Connect);
        let (report, reports) = mpsc::channel(size as usize);
        let mut dice = Rng::new(u64::from(size));
        let turns = Arc::new(Semaphore::new(MAX_CONCURRENT_CONNECTS));
        for number in 0..size {
            let member =
                GameTask { permits: Arc::clone(&turns), phases: phases.clone(), report: report.clone() };
            tokio::spawn(member.run(server, number, dice.fork()));
        }
        let mut crowd = LoadDriver { games: size, phase, reports };
        crowd.collect_reports().await?;
        Ok(crowd)
    }

    /// All begin a game.
    pub(crate) async fn start_games(&mut self) -> LoadtestResult<Metrics> {
        self.phase.send_replace(LoadPhase::Begin);
        self.collect_reports().await
    }

    /// All play for so long.
    pub(crate) async fn play(&mut self, every: Option<Duration>, time: Duration) -> LoadtestResult<Metrics> {
        self.phase.send_replace(LoadPhase::Play { every, until: Instant::now() + time });
        self.collect_reports().await
    }

    /// Waits until all have reported.
    async fn collect_reports(&mut self) -> LoadtestResult<Metrics> {
        let mut sum = Metrics::default();
        for _ in 0..self.games {
            match self.reports.recv().await {
                Some(Ok(tally)) => sum.merge(tally),
                Some(Err(ConnectionError(why))) => return Err(LoadtestError::context("a table", why)),
                None => return Err(LoadtestError("all tables have gone".to_owned())),
            }
        }
        Ok(sum)
    }
}

struct GameTask {
    permits: Arc<Semaphore>,
    phases: watch::Receiver<LoadPhase>,
    report: mpsc::Sender<Result<Metrics, ConnectionError>>,
}

impl GameTask {
    async fn run(mut self, server: SocketAddr, number: u32, dice: Rng) {
        let Err(broken) = self.run_phases(server, number, dice).await else { return };
        self.report.send(Err(broken)).await.ok();
    }

    async fn run_phases(
        &mut self,
        server: SocketAddr,
        number: u32,
        dice: Rng,
    ) -> Result<(), ConnectionError> {
        let gone = |_| ConnectionError("nobody waits any more".to_owned());
        let mut table = {
            let _turn = self.permits.acquire().await.map_err(|_| ConnectionError("no turn".to_owned()))?;
            BotGame::connect(server, number, dice).await?
        };
        loop {
            if self.report.send(Ok(table.take_metrics())).await.is_err() {
                return Ok(());
            }
            tokio::select! {
                changed = self.phases.changed() => changed.map_err(gone)?,
                broken = table.listen() => return broken,
            }
            let phase = *self.phases.borrow_and_update();
            match phase {
                LoadPhase::Connect => {}
                LoadPhase::Begin => {
                    let _turn = tokio::select! {
                        turn = self.permits.acquire() => turn,
                        broken = table.listen() => return broken,
                    };
                    table.start_game().await?;
                }
                LoadPhase::Play { every, until } => table.play(every, until).await?,
            }
        }
    }
}
