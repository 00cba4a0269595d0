//! Runs many bot games concurrently through the same phases, with a barrier after each phase.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use loadtest::{ConnectionError, LoadtestError, LoadtestResult};
use rng::Rng;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::Instant;

use crate::bot_game::BotGame;
use crate::metrics::Metrics;

/// Limit on concurrent connection attempts.
const MAX_CONCURRENT_CONNECTS: usize = 48;

/// The phase that all games are in.
#[derive(Clone, Copy, Debug)]
enum LoadPhase {
    /// Bots connect.
    Connect,
    /// Bots start a game.
    Begin,
    /// Bots play until `until`: one move per `every`, or as fast as possible if `None`.
    Play { every: Option<Duration>, until: Instant },
}

/// Drives all games through the phases and collects their metrics.
pub(crate) struct LoadDriver {
    games: u32,
    phase: watch::Sender<LoadPhase>,
    reports: mpsc::Receiver<Result<Metrics, ConnectionError>>,
}

impl LoadDriver {
    /// Connects two bots per game, to different servers if there are several; returns when all are connected.
    pub(crate) async fn connect(servers: &[SocketAddr], size: u32) -> LoadtestResult<LoadDriver> {
        let (phase, phases) = watch::channel(LoadPhase::Connect);
        let (report, reports) = mpsc::channel(size as usize);
        let mut rng = Rng::new(u64::from(size));
        let permits = Arc::new(Semaphore::new(MAX_CONCURRENT_CONNECTS));
        for number in 0..size {
            let task =
                GameTask { permits: Arc::clone(&permits), phases: phases.clone(), report: report.clone() };
            let server = |bot: u32| servers[(number + bot) as usize % servers.len()];
            tokio::spawn(task.run([server(0), server(1)], number, rng.fork()));
        }
        let mut driver = LoadDriver { games: size, phase, reports };
        driver.collect_reports().await?;
        Ok(driver)
    }

    /// Starts a game on every pair of connections.
    pub(crate) async fn start_games(&mut self) -> LoadtestResult<Metrics> {
        self.phase.send_replace(LoadPhase::Begin);
        self.collect_reports().await
    }

    /// Plays for `time`.
    pub(crate) async fn play(&mut self, every: Option<Duration>, time: Duration) -> LoadtestResult<Metrics> {
        self.phase.send_replace(LoadPhase::Play { every, until: Instant::now() + time });
        self.collect_reports().await
    }

    /// Waits for one report from every game.
    async fn collect_reports(&mut self) -> LoadtestResult<Metrics> {
        let mut sum = Metrics::default();
        for _ in 0..self.games {
            match self.reports.recv().await {
                Some(Ok(metrics)) => sum.merge(metrics),
                Some(Err(ConnectionError(why))) => return Err(LoadtestError::context("bot game", why)),
                None => return Err(LoadtestError("all bot games ended".to_owned())),
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
    async fn run(mut self, servers: [SocketAddr; 2], number: u32, rng: Rng) {
        let Err(error) = self.run_phases(servers, number, rng).await else { return };
        self.report.send(Err(error)).await.ok();
    }

    async fn run_phases(
        &mut self,
        servers: [SocketAddr; 2],
        number: u32,
        rng: Rng,
    ) -> Result<(), ConnectionError> {
        let driver_gone = |_| ConnectionError("load driver is gone".to_owned());
        let mut bot_game = {
            let _turn =
                self.permits.acquire().await.map_err(|_| ConnectionError("semaphore closed".to_owned()))?;
            BotGame::connect(servers, number, rng).await?
        };
        loop {
            if self.report.send(Ok(bot_game.take_metrics())).await.is_err() {
                return Ok(());
            }
            tokio::select! {
                changed = self.phases.changed() => changed.map_err(driver_gone)?,
                error = bot_game.listen() => return error,
            }
            let phase = *self.phases.borrow_and_update();
            match phase {
                LoadPhase::Connect => {}
                LoadPhase::Begin => {
                    let _turn = tokio::select! {
                        permit = self.permits.acquire() => permit,
                        error = bot_game.listen() => return error,
                    };
                    bot_game.start_game().await?;
                }
                LoadPhase::Play { every, until } => bot_game.play(every, until).await?,
            }
        }
    }
}
