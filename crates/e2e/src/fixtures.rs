//! Reproducible page states for audits and screenshots.

mod api_scripts;
mod saved_game;

use rules::CastlingStyle;
use serde_json::{Value, json};

use crate::{
    Board, Browser, Css, GamePage, Motion, MoveInput, Session, TestResult, Viewport, with_session, wrong_move,
};
pub use api_scripts::{CHALLENGE_AS_BOT, CREATE_BOT, REGISTER};
use api_scripts::{CREATE_GAME, CREATE_TOKENS, PLAY_BOT};
use saved_game::{CHECKMATE, EXPLANATION, GAME, PROMOTION, SavedGame};

/// A reproducible page state: moves, names and clocks are fixed, time is frozen and animations are off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fixture {
    /// The home screen without a saved game.
    Home,
    /// The new-game form.
    Form,
    /// A middlegame with a selected knight that can capture.
    Game,
    /// The promotion dialog.
    Promotion,
    /// The explanation of an illegal move of a pinned rook.
    Explanation,
    /// Checkmate at the end of that game.
    Checkmate,
    /// The question whether to resign that game.
    Question,
    /// The settings.
    Settings,
    /// The lobby.
    Lobby,
    /// The account page of a guest.
    Account,
    /// The archive of finished games.
    Archive,
    /// A path without a page.
    NotFound,
    /// The link of a game that does not exist.
    NoGame,
    /// The account page of a user.
    OwnAccount,
    /// The API tokens of a user.
    ApiTokens,
    /// The form for a new API token.
    TokenForm,
    /// An API token that has just been created.
    NewToken,
    /// The consent to the access of a program.
    Consent,
    /// A faulty request of a program for access.
    FaultyRequest,
    /// The profile of a user.
    Profile,
    /// The profile of a bot that has challenged the user, with the form to challenge it.
    ChallengeForm,
    /// The lobby with challenges from and to the user.
    Challenges,
    /// An invitation, as its host sees it.
    Hosting,
    /// An invitation, as a guest sees it.
    Invitation,
    /// A new online game.
    Online,
    /// An online game against a bot, with an open chat.
    Chat,
    /// That game after its end.
    OnlineEnd,
    /// The middlegame on the 3D board.
    Board3d(Board3dView),
    /// The list of computer opponents.
    Opponents,
    /// A new game against the computer.
    Computer,
    /// The analysis board with the initial position.
    Analysis,
    /// A reviewed game at a mistake.
    Review,
    /// The board editor with a position that is wrong in two ways.
    Editor,
    /// The list of endgames to practise.
    Exercises,
    /// An endgame with its outcome.
    Exercise,
    /// The overview of the puzzles, with records.
    Puzzles,
    /// A puzzle to be solved.
    Puzzle,
    /// A wrong answer to a puzzle with its refutation.
    RefutedPuzzle,
    /// The list of lessons, some of them finished.
    Learn,
    /// The first step of a stage.
    Lesson,
    /// A legal move in a lesson that does not lead to the goal.
    WrongMove,
    /// A finished stage.
    LessonEnd,
}

/// Theme and camera of the 3D board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Board3dView {
    /// Theme: `wood`, `marble` or `night`.
    pub theme: &'static str,
    /// Camera position: azimuth, elevation and distance.
    pub camera: [f32; 3],
    /// Point that the camera looks at.
    pub target: [f32; 3],
}

impl Fixture {
    /// Name of the fixture.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Fixture::Home => "home",
            Fixture::Form => "form",
            Fixture::Game => "game",
            Fixture::Promotion => "promotion",
            Fixture::Explanation => "explanation",
            Fixture::Checkmate => "checkmate",
            Fixture::Question => "question",
            Fixture::Settings => "settings",
            Fixture::Lobby => "lobby",
            Fixture::Account => "account",
            Fixture::Archive => "archive",
            Fixture::NotFound => "not-found",
            Fixture::NoGame => "no-game",
            Fixture::OwnAccount => "own-account",
            Fixture::ApiTokens => "api-tokens",
            Fixture::TokenForm => "token-form",
            Fixture::NewToken => "new-token",
            Fixture::Consent => "consent",
            Fixture::FaultyRequest => "faulty-request",
            Fixture::Profile => "profile",
            Fixture::ChallengeForm => "challenge-form",
            Fixture::Challenges => "challenges",
            Fixture::Hosting => "hosting",
            Fixture::Invitation => "invitation",
            Fixture::Online => "online",
            Fixture::Chat => "chat",
            Fixture::OnlineEnd => "online-end",
            Fixture::Board3d(_) => "space",
            Fixture::Opponents => "opponents",
            Fixture::Computer => "computer",
            Fixture::Analysis => "analysis",
            Fixture::Review => "review",
            Fixture::Editor => "editor",
            Fixture::Exercises => "exercises",
            Fixture::Exercise => "exercise",
            Fixture::Puzzles => "puzzles",
            Fixture::Puzzle => "puzzle",
            Fixture::RefutedPuzzle => "refuted-puzzle",
            Fixture::Learn => "learn",
            Fixture::Lesson => "lesson",
            Fixture::WrongMove => "wrong-move",
            Fixture::LessonEnd => "lesson-end",
        }
    }

    /// Opens the fixture in a new session and runs `then`.
    pub fn show(self, viewport: &Viewport, then: impl FnOnce(&Browser) -> TestResult) -> TestResult {
        let viewport = Viewport { motion: Motion::Reduced, ..*viewport };
        with_session(&viewport, |session| {
            self.set_up(session, &viewport)?;
            then(&session.browser)
        })
    }

    fn set_up(self, session: &Session, viewport: &Viewport) -> TestResult {
        let browser = &session.browser;
        browser.add_init_script(FREEZE_CLOCK)?;
        match self {
            Fixture::Home => session.open_home().map(drop),
            Fixture::Form => session.open_home()?.click_element(NEW_GAME),
            Fixture::Settings => session.open_home()?.click_element(SETTINGS),
            Fixture::Lobby => browser.goto(&format!("{}online", session.server.address())),
            Fixture::Account => browser.goto(&format!("{}account", session.server.address())),
            Fixture::Archive => browser.goto(&format!("{}games", session.server.address())),
            Fixture::NotFound | Fixture::NoGame | Fixture::FaultyRequest => {
                if self == Fixture::FaultyRequest {
                    session.open_home()?.run(REGISTER, &["mina"])?;
                }
                let page = match self {
                    Fixture::NotFound => "nowhere",
                    Fixture::NoGame => NO_GAME,
                    _ => FAULTY_REQUEST,
                };
                browser.goto(&format!("{}{page}", session.server.address()))?;
                // The browser logs the status 404 or 400.
                browser.take_log("browser").map(drop)
            }
            Fixture::Chat | Fixture::OnlineEnd => {
                let (token, game) = set_up_challenges(session)?;
                let end = if self == Fixture::OnlineEnd { "resign" } else { "" };
                browser.run(PLAY_BOT, &[&token, &game, end])?;
                open_game(session, &json!(game))?;
                browser.wait("the chat", || {
                    let is_there = browser.has(Css(".chat"))?;
                    Ok(if is_there { Ok(()) } else { Err("no chat".to_owned()) })
                })?;
                browser.run("document.querySelector('.chat').open = true", &[]).map(drop)
            }
            Fixture::ChallengeForm => {
                set_up_challenges(session)?;
                browser.goto(&format!("{}player/robo", session.server.address()))?;
                browser.click_element(Css(".challenge-form > summary"))
            }
            Fixture::Challenges => {
                set_up_challenges(session)?;
                browser.goto(&format!("{}player/robo", session.server.address()))?;
                browser.click_element(Css(".challenge-form > summary"))?;
                browser.click_element(Css(".challenge-form [type=submit]"))?;
                browser.click_element(Css(".bar nav a[href=\"/online\"]"))
            }
            Fixture::OwnAccount | Fixture::Profile => {
                session.open_home()?.run(REGISTER, &["mina"])?;
                let page = if self == Fixture::Profile { "player/mina" } else { "account" };
                browser.goto(&format!("{}{page}", session.server.address()))
            }
            Fixture::ApiTokens | Fixture::TokenForm | Fixture::NewToken | Fixture::Consent => {
                let home = session.open_home()?;
                home.run(REGISTER, &["mina"])?;
                home.run(CREATE_TOKENS, &[])?;
                let page = match self {
                    Fixture::ApiTokens => "account/oauth/token",
                    Fixture::Consent => CONSENT,
                    _ => {
                        "account/oauth/token/create?scopes[]=board:play&scopes[]=challenge:write&description=cli-chess"
                    }
                };
                browser.goto(&format!("{}{page}", session.server.address()))?;
                if self == Fixture::NewToken {
                    browser.click_element(Css("form button.main"))
                } else {
                    Ok(())
                }
            }
            Fixture::Hosting | Fixture::Invitation => {
                let game = session.open_home()?.run(CREATE_GAME, &[])?;
                if self == Fixture::Invitation {
                    browser.devtools("Network.clearBrowserCookies", &json!({}))?;
                }
                open_game(session, &game)
            }
            Fixture::Online => {
                let game = session.open_home()?.run(CREATE_GAME, &["otto"])?;
                open_game(session, &game)
            }
            Fixture::Opponents => browser.goto(&format!("{}computer", session.server.address())),
            Fixture::Computer => {
                browser.goto(&format!("{}computer", session.server.address()))?;
                session.submit_new_game().map(drop)
            }
            Fixture::Analysis => browser.goto(&format!("{}analysis", session.server.address())),
            Fixture::Review => set_up_review(session, viewport),
            Fixture::Editor => browser.goto(&format!("{}{FAULTY_POSITION}", session.server.address())),
            Fixture::Exercises => browser.goto(&format!("{}endings", session.server.address())),
            Fixture::Exercise => browser.goto(&format!("{}endings/rook", session.server.address())),
            Fixture::Puzzles => {
                browser.add_init_script(PUZZLE_RECORD)?;
                browser.goto(&format!("{}puzzles", session.server.address()))
            }
            Fixture::Puzzle | Fixture::RefutedPuzzle => {
                set_up_puzzle(session, self == Fixture::RefutedPuzzle)
            }
            Fixture::Learn => {
                let progress = "localStorage.setItem('hanpan.lessons', 'rook 3\\nbishop 2\\nqueen 1')";
                browser.add_init_script(progress)?;
                browser.goto(&format!("{}learn", session.server.address()))
            }
            Fixture::Lesson => browser.goto(&format!("{}learn/rook", session.server.address())),
            Fixture::WrongMove => set_up_lesson(session, "protect", "c1c8"),
            Fixture::LessonEnd => set_up_lesson(session, "en-passant", "e5d6").and_then(|()| {
                browser.wait_for_text(".learn-dots .unseen", &step_label(viewport))?;
                play_in_lesson(session, "d5c6")
            }),
            Fixture::Game => GAME.set_up(session, viewport),
            Fixture::Question => {
                GAME.set_up(session, viewport)?;
                browser.click_element(Css(".action:has([href='#icon-flag'])"))
            }
            Fixture::Promotion => PROMOTION.set_up(session, viewport),
            Fixture::Explanation => EXPLANATION.set_up(session, viewport),
            Fixture::Checkmate => CHECKMATE.set_up(session, viewport),
            Fixture::Board3d(view) => view.set_up(session, viewport),
        }?;
        browser.wait(self.name(), || {
            let is_set = browser.has(Css(self.marker()))?;
            Ok(if is_set { Ok(()) } else { Err("another scene".to_owned()) })
        })?;
        browser.wait_for_paint()
    }

    /// Selector of an element that exists only in this state.
    const fn marker(self) -> &'static str {
        match self {
            Fixture::Home => "main.home",
            Fixture::Form => "main.sheet form",
            Fixture::Game => ".square.selected",
            Fixture::Promotion => "[data-promotion=n]",
            Fixture::Explanation => ".bubble",
            Fixture::Checkmate => ".square.mated",
            Fixture::Question => "dialog[open]",
            Fixture::Settings => "main.sheet section",
            Fixture::Lobby => ".presence-line",
            Fixture::Account => "[name=password]",
            Fixture::Archive => ".filters",
            Fixture::NotFound => "#first h1",
            Fixture::NoGame => ".page:not([hidden]) .content h1",
            Fixture::OwnAccount => ".sessions strong",
            Fixture::ApiTokens => ".sessions button",
            Fixture::TokenForm => ".switch :checked",
            Fixture::NewToken => ".secret",
            Fixture::Consent => ".scopes",
            Fixture::FaultyRequest => "section.card code",
            Fixture::Profile => ".page:not([hidden]) .ratings, .page:not([hidden]) h1",
            Fixture::ChallengeForm => ".page:has(.challenge-place .challenge) .challenge-form form",
            Fixture::Challenges => ".challenges li.own",
            Fixture::Hosting => ".link-card",
            Fixture::Invitation => ".page:not([hidden]) button.main.large",
            Fixture::Online => ".table.online .square",
            Fixture::Chat => ".chat[open] .said",
            Fixture::OnlineEnd => ".table.online .actions a[download]",
            Fixture::Board3d(_) => "board-3d[ready=high]",
            Fixture::Opponents => ".rivals",
            Fixture::Computer => ".table .square",
            Fixture::Analysis => ".pv",
            Fixture::Review => ".verdict",
            Fixture::Editor => ".square.faulty",
            Fixture::Exercises => ".exercise",
            Fixture::Exercise => ".truth[data-known=true]",
            Fixture::Puzzles => ".puzzle-themes a",
            Fixture::Puzzle => "[data-phase=solving]",
            Fixture::RefutedPuzzle => ".truth.slipped p + p",
            Fixture::Learn => ".learn-stages .won",
            Fixture::Lesson => ".learn-targets path",
            Fixture::WrongMove => ".learn-remark.wrong-move",
            Fixture::LessonEnd => ".learn-result",
        }
    }
}

fn open_game(session: &Session, id: &Value) -> TestResult {
    let id = id.as_str().unwrap_or_default();
    session.browser.goto(&format!("{}game/{id}", session.server.address()))
}

/// Logs the browser in as mina, whom the bot robo has challenged; returns the API token of robo and the id of the challenge.
fn set_up_challenges(session: &Session) -> TestResult<(String, String)> {
    let browser = session.open_home()?;
    browser.run(REGISTER, &["robo"])?;
    let text = |value: Value| value.as_str().unwrap_or_default().to_owned();
    let token = text(browser.run(CREATE_BOT, &[])?);
    browser.devtools("Network.clearBrowserCookies", &json!({}))?;
    browser.run(REGISTER, &["mina"])?;
    let challenge = text(browser.run(CHALLENGE_AS_BOT, &[&token, "mina"])?);
    Ok((token, challenge))
}

/// Opens a puzzle, always the same, and plays a wrong move if one is wanted.
fn set_up_puzzle(session: &Session, is_refuted: bool) -> TestResult {
    let browser = &session.browser;
    browser.add_init_script("Math.random = () => 0.25")?;
    browser.goto(&format!("{}puzzles/rated", session.server.address()))?;
    let puzzle = browser.wait_for_puzzle(None)?;
    if !is_refuted {
        return Ok(());
    }
    let wrong = wrong_move(&puzzle).uci(CastlingStyle::Standard).to_string();
    GamePage { browser, board: Board { browser } }.play(MoveInput::Click, &wrong)
}

/// Opens a stage and plays a move in its first step.
fn set_up_lesson(session: &Session, stage: &str, m: &str) -> TestResult {
    session.browser.goto(&format!("{}learn/{stage}", session.server.address()))?;
    play_in_lesson(session, m)
}

fn play_in_lesson(session: &Session, m: &str) -> TestResult {
    let browser = &session.browser;
    browser.wait_for_element(Css(".learn-stage .man"))?;
    GamePage { browser, board: Board { browser } }.play(MoveInput::Click, m)
}

/// The label of the second step of two.
fn step_label(viewport: &Viewport) -> String {
    if viewport.language.starts_with("ko") { "2문제 중 2번째" } else { "Step 2 of 2" }.to_owned()
}

/// Stores a record of puzzles.
const PUZZLE_RECORD: &str = "localStorage.setItem('hanpan.puzzles', \
    'rating 1240 90 0.06\\nrated 31\\nsolved 22\\nstreak 9\\nthree-minutes 14\\ndaily-solved ' \
    + Math.floor(Date.now() / 86400000) + ' 4')";

/// Freezes the page's clock.
const FREEZE_CLOCK: &str = "performance.now = () => 1000";

/// Path of the consent to the access of a program.
const CONSENT: &str = "oauth?response_type=code&client_id=my-board.example&redirect_uri=http://127.0.0.1:8123/callback\
    &code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&scope=board:play+challenge:write";

/// Path of a request for access with an insecure way back.
const FAULTY_REQUEST: &str =
    "oauth?response_type=code&client_id=my-board.example&redirect_uri=http://my-board.example/callback";

/// Path of the editor with two white kings and a pawn on the last rank.
const FAULTY_POSITION: &str = "editor?fen=3P4/1k2K2K/8/8/8/8/8/8%20w%20-%20-%200%201";

/// Path of a game that does not exist.
const NO_GAME: &str = "game/AAAAAAAAAAAAAAAAAAAAAA";

/// Buttons of the home screen, by their icons.
const NEW_GAME: Css<'static> = Css(".door:has([href='#icon-board'])");
const SETTINGS: Css<'static> = Css(".door:has([href='#icon-settings'])");

/// A beginners' game with instructive mistakes.
const REVIEW_PGN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 7. Qf3+ Ke6 8. Nc3 Nce7 \
                      9. d4 c6 10. Bg5 h6 11. Bxe7 Bxe7 12. O-O-O Rf8 13. Qe4 Rxf2 14. dxe5 Bg5+ 15. Kb1 Rd2 \
                      16. h4 Rxd1+ 17. Rxd1 Bxh4 18. Nxd5 cxd5 19. Rxd5 Qg5 20. Rd6+ Ke7 21. Rg6 1-0";

/// Index in the move list of the mistake that is shown.
const REVIEW_PLY: u32 = 34;

/// Reviews a game and goes to one of its mistakes.
fn set_up_review(session: &Session, viewport: &Viewport) -> TestResult {
    let browser = &session.browser;
    let (white, black) =
        if viewport.language.starts_with("ko") { ("미나", "지호") } else { ("Mina", "Theo") };
    let game = format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{REVIEW_PGN}\n");
    browser.add_init_script(&format!(
        "if (!localStorage.getItem('hanpan.study')) localStorage.setItem('hanpan.study', {})",
        json!(game)
    ))?;
    browser.goto(&format!("{}analysis?review=1", session.server.address()))?;
    let mut judged = json!(null);
    while judged != json!("all") {
        // The timeout applies to each position.
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

impl Board3dView {
    /// Opens the opera game on the 3D board at the highest quality.
    fn set_up(self, session: &Session, viewport: &Viewport) -> TestResult {
        let browser = &session.browser;
        browser.add_init_script(&format!(
            "localStorage.setItem('hanpan.settings', 'space on\\nspace-look {}')",
            self.theme
        ))?;
        SavedGame { clicked: &[], ..GAME }.set_up(session, viewport)?;
        browser.wait("the 3D board", || {
            let is_ready = browser.has(Css("board-3d[ready]"))?;
            Ok(if is_ready { Ok(()) } else { Err("the 2D board".to_owned()) })
        })?;
        let script = "const board = document.querySelector('board-3d');
            board.setAttribute('quality', 'high');
            board.look(...[...arguments].map(Number));";
        let camera: Vec<String> = self.camera.iter().chain(&self.target).map(f32::to_string).collect();
        browser.run(script, &camera.iter().map(String::as_str).collect::<Vec<_>>()).map(drop)
    }
}

impl Browser {
    /// Waits until all changes are painted, which is certain after the second animation frame.
    fn wait_for_paint(&self) -> TestResult {
        let script = "return new Promise((painted) => \
                      requestAnimationFrame(() => requestAnimationFrame(() => painted(null))))";
        self.run(script, &[]).map(drop)
    }
}
