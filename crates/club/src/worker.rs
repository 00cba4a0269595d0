//! The worker in which the engine thinks. It is started when there is something to ask.

use std::cell::Cell;
use std::rc::Rc;

use engine_worker::{WorkerJob, WorkerRequest, WorkerResponse};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, WorkerOptions, WorkerType};

/// Where the packer has put its script.
const SCRIPT_PATH: &str = "/engine-worker.js";

/// A worker, or none yet.
#[derive(Default)]
pub(crate) struct Worker {
    running: Option<Running>,
}

struct Running {
    worker: web_sys::Worker,
    /// What hears the answers; it has to live as long as they come.
    _on_message: Closure<dyn Fn(MessageEvent)>,
    /// A move and a judgement are thought about in one go: the worker hears nothing until it has answered.
    is_blocked: Rc<Cell<bool>>,
}

impl Worker {
    /// Asks a question in place of any other. Says whether there is anybody to ask.
    pub(crate) fn request(
        &mut self,
        question: &WorkerRequest,
        hear: impl Fn(WorkerResponse) + 'static,
    ) -> bool {
        self.stop();
        let running = match self.running.take() {
            Some(running) => running.worker,
            None => {
                let options = WorkerOptions::new();
                options.set_type(WorkerType::Module);
                let Ok(worker) = web_sys::Worker::new_with_options(SCRIPT_PATH, &options) else {
                    return false;
                };
                worker
            }
        };
        let is_deaf = Rc::new(Cell::new(!matches!(question.job, WorkerJob::Analyse { .. })));
        let has_answered = Rc::clone(&is_deaf);
        let ear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            has_answered.set(false);
            let text = event.data().as_string().unwrap_or_default();
            text.lines().filter_map(|line| line.parse().ok()).for_each(&hear);
        });
        running.set_onmessage(Some(ear.as_ref().unchecked_ref()));
        let is_heard = running.post_message(&JsValue::from_str(&question.to_string())).is_ok();
        self.running = Some(Running { worker: running, _on_message: ear, is_blocked: is_deaf });
        is_heard
    }

    /// Nothing is wanted any more. Whoever would not hear it is let go; the next question finds another.
    pub(crate) fn stop(&mut self) {
        match &self.running {
            Some(running) if running.is_blocked.get() => {
                running.worker.terminate();
                self.running = None;
            }
            Some(running) => drop(running.worker.post_message(&JsValue::from_str("stop"))),
            None => {}
        }
    }
}
