//! The terminal as a full screen, and the way back: however the program ends, the shell gets its terminal as it was.

use std::io::{self, BufWriter, Write, stdout};
use std::mem::ManuallyDrop;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, queue};
use ratatui::layout::Rect;

/// The full screen. It is given back when this is dropped, and before a panic says what it has to say.
#[derive(Debug)]
pub struct TerminalScreen {
    /// Never dropped: it would complain about a terminal that is gone to a standard error that is gone as well, and panic.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<BufWriter<TerminalOutput>>>>,
}

/// The terminal itself, and not the buffer of standard output: what cannot be written to a terminal that is gone would stay
/// there, and fail once more when the program ends.
#[cfg(unix)]
type TerminalOutput = std::fs::File;
#[cfg(not(unix))]
type Out = std::io::Stdout;

#[cfg(unix)]
fn out() -> io::Result<TerminalOutput> {
    use std::os::fd::AsFd;
    stdout().as_fd().try_clone_to_owned().map(TerminalOutput::from)
}

#[cfg(not(unix))]
fn out() -> io::Result<TerminalOutput> {
    Ok(stdout())
}

/// Whether the shell's screen is hidden. The panic hook and the drop may both want to give it back.
static IS_ALTERNATE: AtomicBool = AtomicBool::new(false);

/// A whole screen in 24-bit colours is a few dozen kilobytes, and goes out in one piece.
const OUTPUT_BUFFER_BYTES: usize = 1 << 16;

impl TerminalScreen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// There is none, or it cannot be written to.
    pub fn open() -> io::Result<TerminalScreen> {
        restore_on_panic();
        let terminal =
            Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(OUTPUT_BUFFER_BYTES, out()?)))?;
        let mut screen = TerminalScreen { terminal: ManuallyDrop::new(terminal) };
        screen.enter()?;
        Ok(screen)
    }

    /// Takes the terminal again, after it was [given back](Screen::give_back).
    pub(crate) fn enter(&mut self) -> io::Result<()> {
        IS_ALTERNATE.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        execute!(
            self.terminal.backend_mut(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste,
            EnableFocusChange,
            cursor::Hide
        )?;
        self.redraw_all()
    }

    /// Gives the terminal back to the shell.
    pub(crate) fn leave(&mut self) {
        restore();
    }

    pub(crate) fn area(&self) -> io::Result<Rect> {
        Ok(Rect::from((ratatui::layout::Position::ORIGIN, self.terminal.size()?)))
    }

    /// Draws, and writes only what has changed since the last time, at one stroke.
    pub(crate) fn draw(&mut self, paint: impl FnOnce(Rect, &mut Buffer)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| paint(frame.area(), frame.buffer_mut()))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Everything is written again with the next drawing. (`Terminal::clear` would ask the terminal where its cursor is,
    /// and wait long for those that do not answer.)
    pub(crate) fn redraw_all(&mut self) -> io::Result<()> {
        let area = self.area()?;
        self.terminal.resize(area)
    }

    /// Writes something that is not to be seen: a bell, a text for the clipboard.
    pub(crate) fn write_raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(bytes)?;
        Write::flush(out)
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, once. If it is gone, there is nothing to give back.
fn restore() {
    if !IS_ALTERNATE.swap(false, Ordering::SeqCst) {
        return;
    }
    if let Ok(mut out) = out() {
        let _ = execute!(
            out,
            EndSynchronizedUpdate,
            DisableFocusChange,
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
    }
    let _ = disable_raw_mode();
}

fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            tell(panic);
        }));
    });
}
