//! Moments of the page that are the same at every visit, to be examined or photographed.

use serde_json::json;

use crate::{Browser, Css, GamePage, Motion, Point, Pointer, Session, TestResult, Viewport, with_session};

/// A moment of the page. Moves, names and clocks are fixed, time stands still and nothing glides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fixture {
    /// The first screen, without a game to continue.
    Home,
    /// The form for a new game.
    Form,
    /// A game in the middle: a knight is selected and has something to capture.
    Game,
    /// A pawn has arrived and the board asks what it becomes.
    Promotion,
    /// A pinned rook was tried, and the board says why it stays.
    Explanation,
    /// The end of that game.
    Checkmate,
    /// The settings.
    Settings,
    /// Where people meet.
    Lobby,
    /// Who one is, for a guest.
    Account,
    /// Games that are over.
    Archive,
    /// A game on a server that has just begun.
    Online,
    /// The same game on a board in space.
    Board3d(Board3dView),
    /// The computer's opponents to choose from.
    Opponents,
    /// A game that has been reviewed, at one of its mistakes.
    Review,
}

/// How a board in space is looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Board3dView {
    /// What everything is made of: `wood`, `marble` or `night`.
    pub theme: &'static str,
    /// How far the eye has gone around the board, how high it is and how far away.
    pub camera: [f32; 3],
    /// What it looks at.
    pub target: [f32; 3],
}

impl Fixture {
    /// The name of the scene.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Fixture::Home => "home",
            Fixture::Form => "form",
            Fixture::Game => "game",
            Fixture::Promotion => "promotion",
            Fixture::Explanation => "explanation",
            Fixture::Checkmate => "checkmate",
            Fixture::Settings => "settings",
            Fixture::Lobby => "lobby",
            Fixture::Account => "account",
            Fixture::Archive => "archive",
            Fixture::Online => "online",
            Fixture::Board3d(_) => "space",
            Fixture::Opponents => "opponents",
            Fixture::Review => "review",
        }
    }

    /// Visits the page and lets something be done when the scene is set.
    pub fn show(self, look: &Viewport, then: impl FnOnce(&Browser) -> TestResult) -> TestResult {
        let look = Viewport { motion: Motion::Reduced, ..*look };
        with_session(&look, |session| {
            self.set_up(session, &look)?;
            then(&session.browser)
        })
    }

    fn set_up(self, session: &Session, look: &Viewport) -> TestResult {
        let browser = &session.browser;
        browser.add_init_script(FREEZE_CLOCK)?;
        match self {
            Fixture::Home => session.open_home().map(drop),
            Fixture::Form => session.open_home()?.click_element(NEW_GAME),
            Fixture::Settings => session.open_home()?.click_element(SETTINGS),
            Fixture::Lobby => browser.goto(&format!("{}online", session.server.address())),
            Fixture::Account => browser.goto(&format!("{}account", session.server.address())),
            Fixture::Archive => browser.goto(&format!("{}games", session.server.address())),
            Fixture::Online => {
                session.open_home()?;
                let game = browser.run(CREATE_ONLINE_GAME, &[])?;
                browser.goto(&format!(
                    "{}game/{}",
                    session.server.address(),
                    game.as_str().unwrap_or_default()
                ))
            }
            Fixture::Opponents => browser.goto(&format!("{}computer", session.server.address())),
            Fixture::Review => set_up_review(session, look),
            Fixture::Game => GAME.set_up(session, look),
            Fixture::Promotion => PROMOTION.set_up(session, look),
            Fixture::Explanation => EXPLANATION.set_up(session, look),
            Fixture::Checkmate => CHECKMATE.set_up(session, look),
            Fixture::Board3d(space) => space.set_up(session, look),
        }?;
        browser.wait(self.name(), || {
            let is_set = browser.has(Css(self.marker()))?;
            Ok(if is_set { Ok(()) } else { Err("another scene".to_owned()) })
        })?;
        browser.wait_for_paint()
    }

    /// What is on the page only when the scene is set.
    const fn marker(self) -> &'static str {
        match self {
            Fixture::Home => "main.home",
            Fixture::Form => "main.sheet form",
            Fixture::Game => ".square.selected",
            Fixture::Promotion => "[data-promotion=n]",
            Fixture::Explanation => ".bubble",
            Fixture::Checkmate => ".square.mated",
            Fixture::Settings => "main.sheet section",
            Fixture::Lobby => ".presence-line",
            Fixture::Account => "[name=password]",
            Fixture::Archive => ".filters",
            Fixture::Online => ".table.online .square",
            Fixture::Board3d(_) => "board-3d[ready=high]",
            Fixture::Opponents => ".rivals",
            Fixture::Review => ".verdict",
        }
    }
}

/// A game that goes on, and the squares that are touched then.
struct SavedGame {
    moves: &'static str,
    plies: usize,
    bottom: &'static str,
    clicked: &'static [&'static str],
}

/// Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA_GAME: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 \
                     c3b5 c6b5 c4b5 b8d7 e1a1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";

/// Emanuel Lasker's trap in the Albin counter-gambit, up to the move where a queen would be too little.
const PROMOTION_GAME: &str = "d2d4 d7d5 c2c4 e7e5 d4e5 d5d4 e2e3 f8b4 c1d2 d4e3 d2b4 e3f2 e1e2";

const GAME: SavedGame = SavedGame { moves: OPERA_GAME, plies: 18, bottom: "white", clicked: &["c3"] };
const EXPLANATION: SavedGame =
    SavedGame { moves: OPERA_GAME, plies: 27, bottom: "white", clicked: &["d7", "d1"] };
const CHECKMATE: SavedGame =
    SavedGame { moves: OPERA_GAME, plies: 32, bottom: "white", clicked: &["d1", "d8"] };
const PROMOTION: SavedGame =
    SavedGame { moves: PROMOTION_GAME, plies: 13, bottom: "black", clicked: &["f2", "g1"] };

/// Stops the clock of the page.
const FREEZE_CLOCK: &str = "performance.now = () => 1000";

/// Begins a game against the computer of the server, which waits for the first move; its id comes back.
const CREATE_ONLINE_GAME: &str = "
    const side = { base: 600000 };
    const terms = { start: { ruleset: 'standard' }, control: { type: 'clock', white: side, black: side } };
    return fetch('/api/games', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ terms, side: 'white', name: 'Mina', computer: 'otto' }),
    }).then((answer) => answer.json()).then((invited) => invited.game);
";

/// Doors of the first screen, by the signs on them.
const NEW_GAME: Css<'static> = Css(".door:has([href='#icon-board'])");
const CONTINUE: Css<'static> = Css("button.door:has([href='#icon-play'])");
const SETTINGS: Css<'static> = Css(".door:has([href='#icon-settings'])");

/// Lets the clocks go on.
const RESUME: Css<'static> = Css(".action:has([href='#icon-play'])");

/// A game of two who are learning, with something to say about it.
const REVIEW_PGN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 7. Qf3+ Ke6 8. Nc3 Nce7 \
                      9. d4 c6 10. Bg5 h6 11. Bxe7 Bxe7 12. O-O-O Rf8 13. Qe4 Rxf2 14. dxe5 Bg5+ 15. Kb1 Rd2 \
                      16. h4 Rxd1+ 17. Rxd1 Bxh4 18. Nxd5 cxd5 19. Rxd5 Qg5 20. Rd6+ Ke7 21. Rg6 1-0";

/// The move whose cost is looked at, counted in the list.
const REVIEW_PLY: u32 = 34;

/// Reviews a game and goes to one of its mistakes.
fn set_up_review(session: &Session, look: &Viewport) -> TestResult {
    let browser = &session.browser;
    let (white, black) =
        if look.language.starts_with("ko") { ("미나", "지호") } else { ("Mina", "Theo") };
    let game = format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{REVIEW_PGN}\n");
    browser.add_init_script(&format!(
        "if (!localStorage.getItem('hanpan.study')) localStorage.setItem('hanpan.study', {})",
        json!(game)
    ))?;
    browser.goto(&format!("{}analysis?review=1", session.server.address()))?;
    let mut judged = json!(null);
    while judged != json!("all") {
        // Each position may take its time.
        judged = browser.wait("another position to be judged", || {
            let script = "
                if (!document.querySelector('.report')) return null;
                return document.querySelector('.review progress')?.value ?? 'all'";
            let now = browser.run(script, &[])?;
            Ok(if now.is_null() || now == judged { Err(now.to_string()) } else { Ok(now) })
        })?;
    }
    browser
        .click_element(Css(&format!(".list .pair:nth-child({}) button:last-of-type", REVIEW_PLY / 2)))
        .map(drop)
}

impl SavedGame {
    fn set_up(&self, session: &Session, look: &Viewport) -> TestResult {
        let browser = &session.browser;
        browser.add_init_script(&format!(
            "localStorage.setItem('hanpan.game', {})",
            json!(self.save_file(look))
        ))?;
        session.open_home()?.click_element(CONTINUE)?;
        let table = GamePage::wait_for(browser)?;
        browser.click_element(RESUME)?;
        for square in self.clicked {
            let square = table.board.center(square)?;
            match look.pointer {
                Pointer::Mouse => browser.click(square)?,
                Pointer::Touch => browser.tap(square)?,
            }
        }
        match look.pointer {
            // Where it is, it would leave a mark.
            Pointer::Mouse => browser.hover(Point { x: 1.0, y: 1.0 }),
            Pointer::Touch => Ok(()),
        }
    }

    /// The game as the page keeps it.
    fn save_file(&self, look: &Viewport) -> String {
        let (white, black) =
            if look.language.starts_with("ko") { ("미나", "지호") } else { ("Mina", "Theo") };
        let moves: Vec<&str> = self.moves.split_whitespace().take(self.plies).collect();
        let spent: Vec<String> =
            (0..self.plies).map(|ply| (4_000 + 7_919 * ply % 23_000).to_string()).collect();
        format!(
            "hanpan-game 1\n\
             ruleset standard\n\
             start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\n\
             white here {white}\n\
             black here {black}\n\
             bottom {}\n\
             turning fixed\n\
             white-time 600000 increment 5000\n\
             black-time 600000 increment 5000\n\
             moves {}\n\
             spent {}\n\
             thinking 2000\n",
            self.bottom,
            moves.join(" "),
            spent.join(" "),
        )
    }
}

impl Board3dView {
    /// Stands the board up in the game of Morphy, at the finest level.
    fn set_up(self, session: &Session, look: &Viewport) -> TestResult {
        let browser = &session.browser;
        browser.add_init_script(&format!(
            "localStorage.setItem('hanpan.settings', 'space on\\nspace-look {}')",
            self.theme
        ))?;
        SavedGame { clicked: &[], ..GAME }.set_up(session, look)?;
        browser.wait("the board in space", || {
            let is_ready = browser.has(Css("board-3d[ready]"))?;
            Ok(if is_ready { Ok(()) } else { Err("a flat one".to_owned()) })
        })?;
        let script = "const board = document.querySelector('board-3d');
            board.setAttribute('quality', 'high');
            board.look(...[...arguments].map(Number));";
        let eye: Vec<String> = self.camera.iter().chain(&self.target).map(f32::to_string).collect();
        browser.run(script, &eye.iter().map(String::as_str).collect::<Vec<_>>()).map(drop)
    }
}

impl Browser {
    /// Waits until what has changed is on the screen: the frame after the next one has it for certain.
    fn wait_for_paint(&self) -> TestResult {
        let script = "return new Promise((painted) => \
                      requestAnimationFrame(() => requestAnimationFrame(() => painted(null))))";
        self.run(script, &[]).map(drop)
    }
}
