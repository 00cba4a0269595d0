//! Moments of the page that are the same at every visit, to be examined or photographed.

use serde_json::json;

use crate::{Browser, Look, Motion, Outcome, Place, Point, Pointer, Table, Visit, visit};

/// A moment of the page. Moves, names and clocks are fixed, time stands still and nothing glides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scene {
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
    Space(Space),
    /// The computer's opponents to choose from.
    Opponents,
    /// A game that has been reviewed, at one of its mistakes.
    Review,
}

/// How a board in space is looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Space {
    /// What everything is made of: `wood`, `marble` or `night`.
    pub look: &'static str,
    /// How far the eye has gone around the board, how high it is and how far away.
    pub eye: [f32; 3],
    /// What it looks at.
    pub aim: [f32; 3],
}

impl Scene {
    /// The name of the scene.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Scene::Home => "home",
            Scene::Form => "form",
            Scene::Game => "game",
            Scene::Promotion => "promotion",
            Scene::Explanation => "explanation",
            Scene::Checkmate => "checkmate",
            Scene::Settings => "settings",
            Scene::Lobby => "lobby",
            Scene::Account => "account",
            Scene::Archive => "archive",
            Scene::Online => "online",
            Scene::Space(_) => "space",
            Scene::Opponents => "opponents",
            Scene::Review => "review",
        }
    }

    /// Visits the page and lets something be done when the scene is set.
    pub fn show(self, look: &Look, then: impl FnOnce(&Browser) -> Outcome) -> Outcome {
        let look = Look { motion: Motion::Reduced, ..*look };
        visit(&look, |visit| {
            self.set(visit, &look)?;
            then(&visit.browser)
        })
    }

    fn set(self, visit: &Visit, look: &Look) -> Outcome {
        let browser = &visit.browser;
        browser.before_load(STAND_STILL)?;
        match self {
            Scene::Home => visit.home().map(drop),
            Scene::Form => visit.home()?.press(NEW_GAME),
            Scene::Settings => visit.home()?.press(SETTINGS),
            Scene::Lobby => browser.go(&format!("{}online", visit.host.address())),
            Scene::Account => browser.go(&format!("{}account", visit.host.address())),
            Scene::Archive => browser.go(&format!("{}games", visit.host.address())),
            Scene::Online => {
                visit.home()?;
                let game = browser.run(PLAY_ONLINE, &[])?;
                browser.go(&format!("{}game/{}", visit.host.address(), game.as_str().unwrap_or_default()))
            }
            Scene::Opponents => browser.go(&format!("{}computer", visit.host.address())),
            Scene::Review => review(visit, look),
            Scene::Game => GAME.set(visit, look),
            Scene::Promotion => PROMOTION.set(visit, look),
            Scene::Explanation => EXPLANATION.set(visit, look),
            Scene::Checkmate => CHECKMATE.set(visit, look),
            Scene::Space(space) => space.set(visit, look),
        }?;
        browser.wait(self.name(), || {
            let is_set = browser.has(Place(self.sign()))?;
            Ok(if is_set { Ok(()) } else { Err("another scene".to_owned()) })
        })?;
        browser.painted()
    }

    /// What is on the page only when the scene is set.
    const fn sign(self) -> &'static str {
        match self {
            Scene::Home => "main.home",
            Scene::Form => "main.sheet form",
            Scene::Game => ".square.selected",
            Scene::Promotion => "[data-promotion=n]",
            Scene::Explanation => ".bubble",
            Scene::Checkmate => ".square.mated",
            Scene::Settings => "main.sheet section",
            Scene::Lobby => ".presence-line",
            Scene::Account => "[name=password]",
            Scene::Archive => ".filters",
            Scene::Online => ".table.online .square",
            Scene::Space(_) => "board-3d[ready=high]",
            Scene::Opponents => ".rivals",
            Scene::Review => ".verdict",
        }
    }
}

/// A game that goes on, and the squares that are touched then.
struct Play {
    moves: &'static str,
    plies: usize,
    bottom: &'static str,
    touched: &'static [&'static str],
}

/// Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 \
                     c3b5 c6b5 c4b5 b8d7 e1a1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";

/// Emanuel Lasker's trap in the Albin counter-gambit, up to the move where a queen would be too little.
const TRAP: &str = "d2d4 d7d5 c2c4 e7e5 d4e5 d5d4 e2e3 f8b4 c1d2 d4e3 d2b4 e3f2 e1e2";

const GAME: Play = Play { moves: OPERA, plies: 18, bottom: "white", touched: &["c3"] };
const EXPLANATION: Play = Play { moves: OPERA, plies: 27, bottom: "white", touched: &["d7", "d1"] };
const CHECKMATE: Play = Play { moves: OPERA, plies: 32, bottom: "white", touched: &["d1", "d8"] };
const PROMOTION: Play = Play { moves: TRAP, plies: 13, bottom: "black", touched: &["f2", "g1"] };

/// Stops the clock of the page.
const STAND_STILL: &str = "performance.now = () => 1000";

/// Begins a game against the computer of the server, which waits for the first move; its id comes back.
const PLAY_ONLINE: &str = "
    const side = { base: 600000 };
    const terms = { start: { ruleset: 'standard' }, control: { type: 'clock', white: side, black: side } };
    return fetch('/api/games', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ terms, side: 'white', name: 'Mina', computer: 'otto' }),
    }).then((answer) => answer.json()).then((invited) => invited.game);
";

/// Doors of the first screen, by the signs on them.
const NEW_GAME: Place<'static> = Place(".door:has([href='#icon-board'])");
const CONTINUE: Place<'static> = Place("button.door:has([href='#icon-play'])");
const SETTINGS: Place<'static> = Place(".door:has([href='#icon-settings'])");

/// Lets the clocks go on.
const GO_ON: Place<'static> = Place(".action:has([href='#icon-play'])");

/// A game of two who are learning, with something to say about it.
const LESSON: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 7. Qf3+ Ke6 8. Nc3 Nce7 \
                      9. d4 c6 10. Bg5 h6 11. Bxe7 Bxe7 12. O-O-O Rf8 13. Qe4 Rxf2 14. dxe5 Bg5+ 15. Kb1 Rd2 \
                      16. h4 Rxd1+ 17. Rxd1 Bxh4 18. Nxd5 cxd5 19. Rxd5 Qg5 20. Rd6+ Ke7 21. Rg6 1-0";

/// The move whose cost is looked at, counted in the list.
const LESSON_PLY: u32 = 34;

/// Reviews a game and goes to one of its mistakes.
fn review(visit: &Visit, look: &Look) -> Outcome {
    let browser = &visit.browser;
    let (white, black) =
        if look.language.starts_with("ko") { ("미나", "지호") } else { ("Mina", "Theo") };
    let game = format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{LESSON}\n");
    browser.before_load(&format!(
        "if (!localStorage.getItem('hanpan.study')) localStorage.setItem('hanpan.study', {})",
        json!(game)
    ))?;
    browser.go(&format!("{}analysis?review=1", visit.host.address()))?;
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
    browser.press(Place(&format!(".list .pair:nth-child({}) button:last-of-type", LESSON_PLY / 2))).map(drop)
}

impl Play {
    fn set(&self, visit: &Visit, look: &Look) -> Outcome {
        let browser = &visit.browser;
        browser.before_load(&format!("localStorage.setItem('hanpan.game', {})", json!(self.kept(look))))?;
        visit.home()?.press(CONTINUE)?;
        let table = Table::of(browser)?;
        browser.press(GO_ON)?;
        for square in self.touched {
            let square = table.board.middle(square)?;
            match look.pointer {
                Pointer::Mouse => browser.click(square)?,
                Pointer::Finger => browser.tap(square)?,
            }
        }
        match look.pointer {
            // Where it is, it would leave a mark.
            Pointer::Mouse => browser.hover(Point { x: 1.0, y: 1.0 }),
            Pointer::Finger => Ok(()),
        }
    }

    /// The game as the page keeps it.
    fn kept(&self, look: &Look) -> String {
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

impl Space {
    /// Stands the board up in the game of Morphy, at the finest level.
    fn set(self, visit: &Visit, look: &Look) -> Outcome {
        let browser = &visit.browser;
        browser.before_load(&format!(
            "localStorage.setItem('hanpan.settings', 'space on\\nspace-look {}')",
            self.look
        ))?;
        Play { touched: &[], ..GAME }.set(visit, look)?;
        browser.wait("the board in space", || {
            let is_ready = browser.has(Place("board-3d[ready]"))?;
            Ok(if is_ready { Ok(()) } else { Err("a flat one".to_owned()) })
        })?;
        let script = "const board = document.querySelector('board-3d');
            board.setAttribute('quality', 'high');
            board.look(...[...arguments].map(Number));";
        let eye: Vec<String> = self.eye.iter().chain(&self.aim).map(f32::to_string).collect();
        browser.run(script, &eye.iter().map(String::as_str).collect::<Vec<_>>()).map(drop)
    }
}

impl Browser {
    /// Waits until what has changed is on the screen: the frame after the next one has it for certain.
    fn painted(&self) -> Outcome {
        let script = "return new Promise((painted) => \
                      requestAnimationFrame(() => requestAnimationFrame(() => painted(null))))";
        self.run(script, &[]).map(drop)
    }
}
