//! `hanpan learn`: chess lessons in the terminal.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use client::Language;
use game::Timestamp;
use lessons::{Stage, stages};
use terminal::line_mode::{self, Console, InputSource, SessionOutcome, StdinReader};
use terminal::{Options, PieceStyle};

use crate::error::CommandError;

/// Learn chess: short lessons from the first move to mate in two
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without STAGE the stages are listed, and the first that is not finished begins. A stage is a few positions, each with a
sentence that says what to do. Type moves (a1a6 or Ra6); a wrong one is explained. hint shows a move, again starts the
position anew, list shows all stages, next goes on, the name of a stage goes there, quit ends. Finished stages keep their
stars, also for the next time.

Lessons run line by line, for pipes and screen readers, too. The exit code is 2 if a line was not a legal move.

Example:
  $ printf 'a1a6\\nquit\\n' | hanpan learn rook")]
pub(crate) struct Args {
    /// Stage to begin with: rook, castling, fork, ... or its number
    #[arg(value_name = "STAGE")]
    stage: Option<String>,
    /// Use ASCII only
    #[arg(long)]
    ascii: bool,
    /// Language: en or ko [default: saved setting, else the system's]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let stage = args.stage.as_deref().map(find_stage).transpose()?;
    let language = args.lang.as_deref().map(|code| {
        Language::from_code(code)
            .ok_or_else(|| CommandError::BadInput(format!("--lang {code}: expected en or ko")))
    });
    let piece_style = args.ascii.then_some(PieceStyle::Letters);
    let options = Options { piece_style, language: language.transpose()?, ..Options::default() };
    let began = Instant::now();
    let clock = move || Timestamp(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
    let mut listener = StdinReader::start();
    let interrupt = listener.interrupt();
    let source = if io::stdin().is_terminal() { InputSource::Person } else { InputSource::Script };
    let console = Console::new(&mut listener, out, source, &clock).with_interrupt(interrupt.clone());
    let outcome = line_mode::learn(&options, stage, console)?;
    out.flush()?;
    interrupt.exit_by_signal();
    match outcome {
        SessionOutcome::Success => Ok(()),
        SessionOutcome::WithErrors => Err(CommandError::Reported),
        SessionOutcome::Refused(sentence) => Err(CommandError::BadInput(sentence)),
        SessionOutcome::InputFailed(reason) => {
            Err(CommandError::BadInput(format!("standard input: {reason}")))
        }
    }
}

/// The stage with this name or number.
fn find_stage(word: &str) -> Result<&'static Stage, CommandError> {
    let number = word.parse::<usize>().ok().and_then(|number| stages().get(number.checked_sub(1)?));
    number.or_else(|| lessons::stage(word)).ok_or_else(|| {
        let names: Vec<&str> = stages().iter().map(|stage| stage.name).collect();
        CommandError::BadInput(format!("'{word}': no such stage; there are {}", names.join(", ")))
    })
}
