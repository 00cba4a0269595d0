//! The terminal in full-screen mode. It is restored however the program ends.

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

/// The alternate screen in raw mode; restored on drop and before a panic message.
#[derive(Debug)]
pub struct TerminalScreen {
    /// Never dropped: its destructor writes to stderr on failure and would panic if the terminal is gone.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<BufWriter<TerminalOutput>>>>,
}

/// The terminal's file descriptor and not the buffered stdout: unwritten data in the buffer would fail again
/// at exit.
#[cfg(unix)]
type TerminalOutput = std::fs::File;
#[cfg(not(unix))]
type TerminalOutput = std::io::Stdout;

#[cfg(unix)]
fn terminal_output() -> io::Result<TerminalOutput> {
    use std::os::fd::AsFd;
    stdout().as_fd().try_clone_to_owned().map(TerminalOutput::from)
}

#[cfg(not(unix))]
fn terminal_output() -> io::Result<TerminalOutput> {
    Ok(stdout())
}

/// True while the alternate screen is active. Both the panic hook and the drop may restore it.
static IS_ALTERNATE: AtomicBool = AtomicBool::new(false);

/// A full screen in 24-bit colours has a few dozen kilobytes and is written at once.
const OUTPUT_BUFFER_BYTES: usize = 1 << 16;

impl TerminalScreen {
    /// Enters the full-screen mode.
    ///
    /// # Errors
    /// There is no terminal, or it cannot be written to.
    pub fn open() -> io::Result<TerminalScreen> {
        restore_on_panic();
        let terminal = Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(
            OUTPUT_BUFFER_BYTES,
            terminal_output()?,
        )))?;
        let mut screen = TerminalScreen { terminal: ManuallyDrop::new(terminal) };
        screen.enter()?;
        Ok(screen)
    }

    /// Enters the full-screen mode again after [`leave`](TerminalScreen::leave).
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

    /// Restores the terminal for the shell.
    pub(crate) fn leave(&mut self) {
        restore();
    }

    pub(crate) fn area(&self) -> io::Result<Rect> {
        Ok(Rect::from((ratatui::layout::Position::ORIGIN, self.terminal.size()?)))
    }

    /// Draws and writes the changed cells in one synchronized update.
    pub(crate) fn draw(&mut self, paint: impl FnOnce(Rect, &mut Buffer)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| paint(frame.area(), frame.buffer_mut()))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Redraws everything the next time. (`Terminal::clear` would query the cursor position and block on
    /// terminals that do not answer.)
    pub(crate) fn redraw_all(&mut self) -> io::Result<()> {
        let area = self.area()?;
        self.terminal.resize(area)
    }

    /// Writes raw bytes: a bell, or a text for the clipboard.
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

/// Restores the terminal once; errors are ignored because it may be gone.
fn restore() {
    if !IS_ALTERNATE.swap(false, Ordering::SeqCst) {
        return;
    }
    if let Ok(mut out) = terminal_output() {
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
        let default_hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            default_hook(panic);
        }));
    });
}
