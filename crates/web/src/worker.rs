//! The Web Worker that runs the engine. It is started with the first request.

use std::cell::Cell;
use std::rc::Rc;

use engine_worker::{WorkerRequest, WorkerResponse};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, MessageEvent, WorkerOptions, WorkerType};

/// Message of a worker whose module cannot be loaded.
const UNAVAILABLE: &str = "unavailable";

/// A worker that is started on demand.
#[derive(Default)]
pub(crate) struct Worker {
    running: Option<Running>,
}

struct Running {
    worker: web_sys::Worker,
    /// Callback for the answers; has to live as long as the worker may call it.
    #[allow(dead_code, reason = "keeps the callback alive")]
    on_message: Closure<dyn Fn(MessageEvent)>,
    /// Callback for a script that cannot be loaded; likewise.
    #[allow(dead_code, reason = "keeps the callback alive")]
    on_error: Closure<dyn Fn(Event)>,
    /// True once the worker is known to be of no use: the next request starts another.
    has_failed: Rc<Cell<bool>>,
    /// True while the worker searches for a move or an evaluation: it handles no messages until it has
    /// answered.
    is_blocked: Rc<Cell<bool>>,
}

impl Worker {
    /// Sends a request and cancels the previous one. Returns false if the worker cannot be started; calls `on_failure` if that
    /// turns out later.
    pub(crate) fn request(
        &mut self,
        request: &WorkerRequest,
        on_answer: impl Fn(WorkerResponse) + 'static,
        on_failure: impl Fn() + 'static,
    ) -> bool {
        self.stop();
        if self.running.as_ref().is_some_and(|running| running.has_failed.get()) {
            self.running = None;
        }
        let worker = match &self.running {
            Some(running) => running.worker.clone(),
            None => {
                let options = WorkerOptions::new();
                options.set_type(WorkerType::Module);
                let Ok(worker) = web_sys::Worker::new_with_options(routes::ENGINE_WORKER_SCRIPT, &options)
                else {
                    return false;
                };
                worker
            }
        };
        let is_blocked = Rc::new(Cell::new(request.job.is_blocking()));
        let has_answered = Rc::clone(&is_blocked);
        let has_failed = Rc::new(Cell::new(false));
        let fail = {
            let has_failed = Rc::clone(&has_failed);
            Rc::new(move || {
                has_failed.set(true);
                on_failure();
            })
        };
        let on_error = Closure::<dyn Fn(Event)>::new({
            let fail = Rc::clone(&fail);
            move |_| fail()
        });
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            has_answered.set(false);
            let text = event.data().as_string().unwrap_or_default();
            if text == UNAVAILABLE {
                return fail();
            }
            text.lines().filter_map(|line| line.parse().ok()).for_each(&on_answer);
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let is_sent = worker.post_message(&JsValue::from_str(&request.to_string())).is_ok();
        match &mut self.running {
            Some(running) => {
                (running.on_message, running.on_error) = (on_message, on_error);
                (running.has_failed, running.is_blocked) = (has_failed, is_blocked);
            }
            None => self.running = Some(Running { worker, on_message, on_error, has_failed, is_blocked }),
        }
        is_sent
    }

    /// Cancels the current request. A blocked worker is terminated; the next request starts another.
    pub(crate) fn stop(&mut self) {
        match &self.running {
            Some(running) if running.is_blocked.get() => self.running = None,
            Some(running) => drop(running.worker.post_message(&JsValue::from_str("stop"))),
            None => {}
        }
    }
}

/// A message that is on its way when the page is left must not call the callback, which is gone.
impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
