//! Appends of several games in one statement. While a statement is under way, the appends of other games that share its
//! connection wait and go together with the next: the busier the server, the fewer round trips an append costs server and
//! database. An append that fails fails alone.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::appends::{self, EntryColumns, added, appended};
use super::pool::{Lane, Pool};
use super::rows::Uuid;
use super::statement_error::StatementError;
use crate::store::columns::StatusColumns;
use crate::store::{Append, AppendError, Appended, GameStatus};

/// Most appends of one statement.
const MAX_BATCH: usize = 16;

/// Parameters of an append in a batch.
const PARAMETERS: usize = 10;

/// Queues of appends, one for each connection that appends.
pub(super) struct AppendBatches {
    pool: Arc<Pool>,
    queues: Vec<mpsc::UnboundedSender<WaitingAppend>>,
}

/// An append whose caller waits for the result.
struct WaitingAppend {
    append: Append,
    result: oneshot::Sender<Result<Appended, AppendError>>,
}

impl WaitingAppend {
    fn answer(self, result: Result<Appended, AppendError>) {
        // A caller that is gone does not want it.
        self.result.send(result).ok();
    }
}

impl AppendBatches {
    /// Starts a task for each queue, which ends with the queue.
    pub(super) fn new(pool: &Arc<Pool>) -> AppendBatches {
        let queue = |_| {
            // Callers wait for their results, so a queue is no longer than the number of games.
            let (queue, waiting) = mpsc::unbounded_channel();
            tokio::spawn(write(Arc::clone(pool), waiting));
            queue
        };
        AppendBatches { pool: Arc::clone(pool), queues: (0..pool.appenders()).map(queue).collect() }
    }

    /// Appends to a game. Dropping the future does not stop the append.
    pub(super) fn append(
        &self,
        append: Append,
    ) -> impl Future<Output = Result<Appended, AppendError>> + Send + use<> {
        let pool = Arc::clone(&self.pool);
        let queue = is_plain(&append).then(|| self.queues[pool.appender(append.game.bits())].clone());
        async move {
            let Some(queue) = queue else { return appends::append(&pool, &append).await };
            let (result, answer) = oneshot::channel();
            queue.send(WaitingAppend { append, result }).map_err(|_| StatementError::stopped())?;
            answer.await.unwrap_or_else(|_| Err(StatementError::stopped().into()))
        }
    }
}

/// Returns true if the append neither seats a player nor ends the game.
fn is_plain(append: &Append) -> bool {
    append.seat.is_none() && !matches!(append.status, Some(GameStatus::Over { .. }))
}

/// Writes the appends of a queue.
async fn write(pool: Arc<Pool>, mut queue: mpsc::UnboundedReceiver<WaitingAppend>) {
    let mut batch = Vec::with_capacity(MAX_BATCH);
    while queue.recv_many(&mut batch, MAX_BATCH).await > 0 {
        // Always in the same order, or two servers could wait for each other's games.
        batch.sort_by_key(|waiting| waiting.append.game);
        let (results, lost) = append_all(&pool, &batch).await;
        for (waiting, result) in batch.drain(..results.len()).zip(results) {
            waiting.answer(result);
        }
        if let Some(lost) = lost {
            // Those that wait fail too: one batch after the other, each would try to connect as long.
            batch.extend(std::iter::from_fn(|| queue.try_recv().ok()));
            batch.drain(..).for_each(|waiting| waiting.answer(Err(lost.clone())));
        }
    }
}

/// Appends a batch. Returns the results in order, and the reason why there are fewer: the connection is lost, so that the
/// effect of the rest is unknown.
async fn append_all(
    pool: &Pool,
    batch: &[WaitingAppend],
) -> (Vec<Result<Appended, AppendError>>, Option<AppendError>) {
    let failure = match append_together(pool, batch).await {
        Ok(rows) => return (rows.iter().map(result).collect(), None),
        Err(failure) => failure,
    };
    if failure.needs_new_connection() {
        return (Vec::new(), Some(failure.into()));
    }
    if batch.len() == 1 {
        return (vec![Err(failure.into())], None);
    }
    // Nothing was written: the append that failed shall be the only one.
    let mut results = Vec::with_capacity(batch.len());
    for waiting in batch {
        match append_together(pool, std::slice::from_ref(waiting)).await {
            Ok(rows) => results.extend(rows.iter().map(result)),
            Err(failure) if failure.needs_new_connection() => return (results, Some(failure.into())),
            Err(failure) => results.push(Err(failure.into())),
        }
    }
    (results, None)
}

/// Runs the appends in one statement, which has a row for each, in their order.
async fn append_together(pool: &Pool, batch: &[WaitingAppend]) -> Result<Vec<Row>, StatementError> {
    let columns: Vec<AppendColumns<'_>> =
        batch.iter().map(|waiting| AppendColumns::new(&waiting.append)).collect();
    let parameters: Vec<&(dyn ToSql + Sync)> = columns.iter().flat_map(AppendColumns::parameters).collect();
    let lane = Lane::Append(batch[0].append.game.bits());
    let rows = pool.query(lane, &sql(batch.len()), &parameters).await?;
    if rows.len() == batch.len() {
        Ok(rows)
    } else {
        Err(StatementError::disconnect("database: missing answers"))
    }
}

/// Statement of a batch. The database evaluates the parts of a `UNION ALL` one after the other.
fn sql(appends: usize) -> String {
    let part = |index: usize| {
        let [id, numbers, plies, times, bodies, moves, added, stage, turn, due] =
            std::array::from_fn(|parameter| format!("${}", PARAMETERS * index + parameter + 1));
        format!(
            "SELECT hanpan_append({id}, {numbers}, {plies}, {times}, {bodies}, {moves}, {added}, NULL, NULL, NULL, NULL,
                                  NULL, NULL, {stage}, {turn}, {due}, NULL, NULL, NULL)"
        )
    };
    (0..appends).map(part).collect::<Vec<_>>().join(" UNION ALL ")
}

fn result(row: &Row) -> Result<Appended, AppendError> {
    appended(row.try_get(0).map_err(StatementError::from)?, None)
}

/// Columns of an append in a batch.
struct AppendColumns<'a> {
    id: Uuid,
    entries: EntryColumns<'a>,
    added: i32,
    stage: Option<i16>,
    turn: Option<&'static str>,
    due: Option<i64>,
}

impl AppendColumns<'_> {
    fn new(append: &Append) -> AppendColumns<'_> {
        let entries = EntryColumns::new(&append.entries);
        let status = append.status.map(StatusColumns::from);
        AppendColumns {
            id: Uuid::from(append.game),
            added: added(append, &entries),
            entries,
            stage: status.as_ref().map(|status| status.stage as i16),
            turn: status.as_ref().and_then(|status| status.turn),
            due: status.as_ref().and_then(|status| status.due),
        }
    }

    fn parameters(&self) -> [&(dyn ToSql + Sync); PARAMETERS] {
        let EntryColumns { numbers, plies, times, bodies, moves } = &self.entries;
        [&self.id, numbers, plies, times, bodies, moves, &self.added, &self.stage, &self.turn, &self.due]
    }
}
