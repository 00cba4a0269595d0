//! Queue of password hashes: a few at a time, each in memory that is reused, the most trusted first.
//!
//! A hash takes tens of milliseconds of a CPU core, so a flood of wrong logins fills the queue. Logins of the
//! highest [`LoginPriority`] are served first, and within a priority the newest: under overload the oldest
//! callers have given up, and an honest login that arrives last does not wait for all others. When the queue
//! is full, the oldest caller of the lowest priority is refused.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use super::{HashMemory, LoginPriority};
use crate::sync::lock;

/// Callers that wait for a permit. At 30 hashes a second the last of them would wait two seconds.
const MAX_WAITING: usize = 64;

/// The queue is full, or the work panicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Overloaded;

/// Permits for hashes, each with its memory. The lock is never held across an `await`.
#[derive(Clone)]
pub(crate) struct HashQueue(Arc<Mutex<State>>);

struct State {
    idle: Vec<HashMemory>,
    /// Callers in order of arrival.
    waiting: Vec<WaitingCaller>,
}

struct WaitingCaller {
    priority: LoginPriority,
    permit: oneshot::Sender<HashPermit>,
}

/// RAII permit for one hash; given to the next caller on drop.
struct HashPermit {
    /// `None` after it was taken back.
    memory: Option<HashMemory>,
    queue: HashQueue,
}

impl HashQueue {
    /// Creates a queue for `concurrent` hashes at a time. Memory is allocated by the first hash of each permit
    /// and kept.
    pub(crate) fn new(concurrent: usize) -> HashQueue {
        let idle = (0..concurrent).map(|_| HashMemory::default()).collect();
        HashQueue(Arc::new(Mutex::new(State { idle, waiting: Vec::new() })))
    }

    /// Runs `work` on the blocking pool once it has a permit. The permit is released when the work ends, even
    /// if the caller has been dropped before.
    ///
    /// # Errors
    ///
    /// Returns [`Overloaded`] if the queue is full of callers with the same or a higher priority.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        priority: LoginPriority,
        work: impl FnOnce(&mut HashMemory) -> T + Send + 'static,
    ) -> Result<T, Overloaded> {
        let mut permit = self.acquire(priority).await.map_err(|_| Overloaded)?;
        let work = move || work(permit.memory.get_or_insert_default());
        spawn_blocking(work).await.map_err(|_| Overloaded)
    }

    fn acquire(&self, priority: LoginPriority) -> oneshot::Receiver<HashPermit> {
        let (permit, received) = oneshot::channel();
        let mut state = self.lock();
        state.waiting.retain(|caller| !caller.permit.is_closed());
        state.waiting.push(WaitingCaller { priority, permit });
        if let Some(memory) = state.idle.pop() {
            self.hand_on(&mut state, memory);
        }
        if state.waiting.len() > MAX_WAITING {
            // The first of several minima is the oldest.
            let last = (0..state.waiting.len()).min_by_key(|&index| state.waiting[index].priority);
            last.map(|index| state.waiting.remove(index));
        }
        received
    }

    /// Gives memory to the next caller, or keeps it as idle.
    fn hand_on(&self, state: &mut State, mut memory: HashMemory) {
        // The last of several maxima is the newest.
        while let Some(index) = (0..state.waiting.len()).max_by_key(|&index| state.waiting[index].priority) {
            let caller = state.waiting.remove(index);
            let permit = HashPermit { memory: Some(memory), queue: self.clone() };
            let Err(mut unused) = caller.permit.send(permit) else { return };
            memory = unused.memory.take().unwrap_or_default();
        }
        state.idle.push(memory);
    }

    /// Number of idle permits and of waiting callers.
    fn counts(&self) -> (usize, usize) {
        let state = self.lock();
        (state.idle.len(), state.waiting.len())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

impl Drop for HashPermit {
    fn drop(&mut self) {
        if let Some(memory) = self.memory.take() {
            self.queue.hand_on(&mut self.queue.lock(), memory);
        }
    }
}

impl fmt::Debug for HashQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (idle, waiting) = self.counts();
        f.debug_struct("HashQueue").field("idle", &idle).field("waiting", &waiting).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Starts work that ends on a message, and returns when it has started.
    async fn occupy(queue: &HashQueue) -> mpsc::Sender<()> {
        let (started, begun) = oneshot::channel();
        let (finish, finished) = mpsc::channel();
        let queue = queue.clone();
        let work = move |_: &mut HashMemory| {
            started.send(()).ok();
            finished.recv().ok();
        };
        tokio::spawn(async move { queue.run(LoginPriority::Trusted, work).await });
        begun.await.unwrap();
        finish
    }

    #[tokio::test]
    async fn the_highest_priority_is_first_and_then_the_newest() {
        let queue = HashQueue::new(1);
        let finish = occupy(&queue).await;
        let (served, mut order) = tokio::sync::mpsc::unbounded_channel();
        use LoginPriority::{First, Repeated, Trusted};
        for (number, priority) in [First, Repeated, Trusted, First, Repeated, Trusted].into_iter().enumerate()
        {
            let (queue, served) = (queue.clone(), served.clone());
            let work = move |_: &mut HashMemory| served.send(number).ok();
            tokio::spawn(async move { queue.run(priority, work).await });
            tokio::task::yield_now().await;
        }
        assert_eq!(queue.counts(), (0, 6));
        finish.send(()).unwrap();
        let mut numbers = Vec::new();
        for _ in 0..6 {
            numbers.extend(order.recv().await);
        }
        assert_eq!(numbers, [5, 2, 3, 0, 4, 1]);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_the_oldest_of_the_lowest_priority() {
        let queue = HashQueue::new(1);
        let finish = occupy(&queue).await;
        let mut attackers: Vec<_> =
            (0..MAX_WAITING).map(|_| queue.acquire(LoginPriority::Repeated)).collect();
        assert!(attackers[0].try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Empty));
        let honest = queue.acquire(LoginPriority::First);
        assert!(attackers[0].try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Closed));
        assert!(attackers[1].try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Empty));
        finish.send(()).unwrap();
        drop(honest.await.unwrap());
    }

    #[tokio::test]
    async fn memory_returns_from_callers_that_have_gone() {
        let queue = HashQueue::new(1);
        let finish = occupy(&queue).await;
        drop(queue.acquire(LoginPriority::First));
        let unread = queue.acquire(LoginPriority::First);
        finish.send(()).unwrap();
        while queue.counts() == (0, 1) {
            tokio::task::yield_now().await;
        }
        drop(unread);
        assert_eq!(queue.run(LoginPriority::First, |_| 7).await, Ok(7));
        assert_eq!(queue.counts(), (1, 0));
    }

    #[tokio::test]
    async fn a_panic_releases_the_permit() {
        let queue = HashQueue::new(1);
        let panics = |_: &mut HashMemory| -> u32 { panic!("deliberate") };
        assert_eq!(queue.run(LoginPriority::First, panics).await, Err(Overloaded));
        assert_eq!(queue.run(LoginPriority::First, |_| 7).await, Ok(7));
    }
}
