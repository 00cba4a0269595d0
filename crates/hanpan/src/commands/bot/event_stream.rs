//! Reads the event stream of the account, and opens it again after every loss.

use std::sync::mpsc::Sender;

use terminal::LineStream;

use super::api::{ApiError, BotApi};
use super::backoff::Backoff;
use super::log::Log;
use super::wire::{GameKey, StreamEvent};

/// A message to the main loop.
#[derive(Debug)]
pub(super) enum Notice {
    /// The event stream is open.
    Connected,
    Event(StreamEvent),
    /// The server refuses the bot for good.
    Refused(ApiError),
    /// The worker of a game has ended.
    GameEnded(GameKey),
}

/// Sends events until the server refuses the bot or the receiver is gone.
pub(super) fn follow(api: &BotApi, log: Log, sender: &Sender<Notice>) {
    let mut backoff = Backoff::new();
    loop {
        let lost = match api.events() {
            Ok(stream) => {
                if sender.send(Notice::Connected).is_err() {
                    return;
                }
                match read(stream, log, sender, &mut backoff) {
                    Some(lost) => lost,
                    None => return,
                }
            }
            Err(error) => error,
        };
        let Some(asked) = lost.retry_after() else {
            // Without a receiver the process is ending.
            sender.send(Notice::Refused(lost)).ok();
            return;
        };
        let delay = backoff.next(asked);
        log.warn(format_args!("{lost}; reconnecting in {:.1} s", delay.as_secs_f64()));
        std::thread::sleep(delay);
    }
}

/// Sends the events of one stream; returns the reason of its end, or `None` if the receiver is gone.
fn read(
    mut stream: LineStream,
    log: Log,
    sender: &Sender<Notice>,
    backoff: &mut Backoff,
) -> Option<ApiError> {
    loop {
        let line = match stream.next_line() {
            Ok(Some(line)) => line,
            Ok(None) => {
                let sentence = "The server closed the event stream".to_owned();
                return Some(ApiError::Temporary { sentence, retry_after: None });
            }
            Err(error) => return Some(error.into()),
        };
        backoff.reset();
        if line.is_empty() {
            continue;
        }
        match StreamEvent::parse(&line) {
            Ok(event) => sender.send(Notice::Event(event)).ok()?,
            Err(error) => log.warn(format_args!("event stream: {error}")),
        }
    }
}
