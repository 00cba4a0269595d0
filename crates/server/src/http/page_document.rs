//! The document of all pages but the start page. While the program is being downloaded it shows a frame of the page in the
//! visitor's language: navigation, heading, and who sent the invitation.

use std::fmt::Write as _;

use axum::http::HeaderMap;
use protocol::{PlayerInfo, PlayerKind, RatingMode, Speed};
use rules::ByColor;
use texts::{
    ClubMessageKey, ComputerMessageKey, EditorMessageKey, Language, MessageKey, PracticeMessageKey,
    PuzzleMessageKey, fill,
};

use super::cookie;
use crate::store::{GameHead, GameStatus};

/// Borders of the part of the document that the frame replaces.
const BEGIN: &str = "<!--frame-->";
const END: &str = "<!--/frame-->";

/// Cookie that the page sets when the service worker has cached its files.
const FILES_COOKIE: &str = "hanpan-files";

/// The files that a document announces, so that the browser requests them before it has run a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Download {
    /// The program; its script requests the parts of the page.
    Program,
    /// The program and the parts of a game in one file.
    Pack,
}

impl Download {
    /// Files for the page of a game. The pack is for a browser that has none of its files. Once the service worker has cached
    /// them one by one, the page sets a cookie. An insecure origin has no service worker, and no `Sec-Fetch` headers.
    pub(super) fn of_game(headers: &HeaderMap) -> Download {
        let is_secure = headers.contains_key("sec-fetch-mode");
        if is_secure && cookie::values(headers, FILES_COOKIE).next().is_none() {
            Download::Pack
        } else {
            Download::Program
        }
    }
}

/// The frame of a page.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Frame {
    /// A page that is known by its path.
    Page(&'static str),
    /// An invitation: the host, and whether an account is needed.
    Invitation { host: PlayerInfo, speed: Speed, stakes: RatingMode },
    /// A game with both players.
    Game(ByColor<PlayerInfo>),
    /// Any other page.
    Other,
    /// No such page, or no such game.
    NotFound(ClubMessageKey),
    /// A page that the server writes itself; the content is HTML.
    Server { title: String, content: String },
}

impl Frame {
    /// The frame of a path without parameter, or of a profile.
    pub(super) fn of_path(path: &str) -> Frame {
        routes::PAGE_PATHS.into_iter().find(|page| *page == path).map_or(Frame::Other, Frame::Page)
    }

    /// The frame of a stored game.
    pub(super) fn of_game(head: GameHead) -> Frame {
        let (speed, stakes) = (head.attributes.speed, head.attributes.stakes);
        match (head.status, head.seats.white, head.seats.black) {
            (GameStatus::Waiting { .. }, Some(host), None)
            | (GameStatus::Waiting { .. }, None, Some(host)) => Frame::Invitation { host, speed, stakes },
            (_, Some(white), Some(black)) => Frame::Game(ByColor { white, black }),
            _ => Frame::Other,
        }
    }

    /// Writes the frame into the document. A document without the marks is returned as it is.
    pub(super) fn fill_in(&self, document: &str, language: Language, download: Download) -> String {
        let parts = document.split_once(BEGIN).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
        let Some((head, tail)) = parts else { return document.to_owned() };
        let words = Words(language);
        let title = self.title(words);
        // The heading of a missing page is a sentence, its title is not.
        let title = title.trim_end_matches('.');
        let title = if title.is_empty() { String::new() } else { format!("{} · ", escape(title)) };
        let head = head.replacen("lang=\"en\"", &format!("lang=\"{}\"", language.code()), 1).replacen(
            "<title>Hanpan",
            &format!("<title>{title}{}", words.base(MessageKey::AppName)),
            1,
        );
        let head: String = head.split_inclusive('\n').filter(|line| self.loads(line, download)).collect();
        format!("{head}{}{tail}", self.html(words))
    }

    /// Returns true if the program in the browser shows the page.
    const fn needs_program(&self) -> bool {
        !matches!(self, Frame::NotFound(_) | Frame::Server { .. })
    }

    /// Returns true if a line of the document's head loads nothing, or what this page is to load.
    fn loads(&self, line: &str, download: Download) -> bool {
        let (is_script, is_preload) = (line.starts_with("<script "), line.contains("preload\""));
        let is_pack = line.contains(" data-pack>");
        match line.contains(" as=\"fetch\"") {
            _ if !self.needs_program() => !is_script && !is_preload,
            true => is_pack == (download == Download::Pack),
            false => true,
        }
    }

    fn title(&self, words: Words) -> String {
        match self {
            Frame::Page(path) => words.heading(path).to_owned(),
            Frame::Invitation { host, .. } => words.invited_by(host),
            Frame::Game(players) => words.pairing(players),
            Frame::Other => String::new(),
            Frame::NotFound(key) => words.page(*key).to_owned(),
            Frame::Server { title, .. } => title.clone(),
        }
    }

    fn html(&self, words: Words) -> String {
        if let Frame::Game(_) = self {
            // The board of a game uses the whole screen.
            let board = "<div class=\"table online\"><div class=\"corner\"></div><div class=\"side-above\"></div>\
                <div class=\"board-place\"><div class=\"board empty\"></div></div></div>";
            let title = escape(&self.title(words));
            return format!(
                "<main id=\"first\"><p class=\"unseen\">{title}</p>{board}{}</main>",
                words.progress()
            );
        }
        let title = escape(&self.title(words));
        let content = match self {
            Frame::Page(path) => {
                let about = match *path {
                    routes::ONLINE => {
                        card(words.page(ClubMessageKey::Quick), words.page(ClubMessageKey::QuickAbout))
                    }
                    _ => String::new(),
                };
                format!("<h1>{title}</h1>{about}")
            }
            Frame::Invitation { host, speed, stakes } => {
                let stakes = words.page(match stakes {
                    RatingMode::Casual => ClubMessageKey::Casual,
                    RatingMode::Rated => ClubMessageKey::Rated,
                });
                let host = escape(&words.player(host));
                format!(
                    "<h1>{title}</h1><section class=\"card\"><p class=\"host\">{host}</p></section>\
                     <p class=\"terms\">{} · {stakes}</p><div class=\"board empty\"></div>",
                    words.speed(*speed)
                )
            }
            Frame::NotFound(_) => format!(
                "<h1>{title}</h1><p><a class=\"button\" href=\"{}\">{}</a> <a class=\"button\" href=\"{}\">{}</a></p>",
                routes::HOME,
                words.page(ClubMessageKey::Home),
                routes::ONLINE,
                words.page(ClubMessageKey::Title),
            ),
            Frame::Server { content, .. } => format!("<h1>{title}</h1>{content}"),
            Frame::Game(_) | Frame::Other => String::new(),
        };
        let class = match self {
            Frame::Page(
                routes::ONLINE
                | routes::COMPUTER
                | routes::LEARN
                | routes::EDITOR
                | routes::ENDINGS
                | routes::PUZZLES,
            ) => "content",
            _ => "content narrow",
        };
        let progress = if self.needs_program() { words.progress() } else { String::new() };
        let bar = words.bar(match self {
            Frame::Page(path) if routes::is_learn_path(path) => routes::LEARN,
            Frame::Page(path) => path,
            Frame::Server { .. } => routes::ACCOUNT,
            _ => "",
        });
        format!(
            "<div id=\"first\" class=\"page\">{bar}<main class=\"{class}\">{content}</main>{progress}</div>"
        )
    }
}

/// A card with a heading and a paragraph.
fn card(heading: &str, about: &str) -> String {
    format!("<section class=\"card\"><h2>{heading}</h2><p class=\"about\">{about}</p></section>")
}

/// The texts of a language. Those of the catalogues need no escaping, which a test holds.
#[derive(Clone, Copy)]
struct Words(Language);

impl Words {
    fn base(self, key: MessageKey) -> &'static str {
        texts::base(self.0).text(key.key())
    }

    fn page(self, key: ClubMessageKey) -> &'static str {
        texts::club(self.0).text(key.key())
    }

    fn player(self, player: &PlayerInfo) -> String {
        match (&player.name, player.standing) {
            (Some(name), _) => name.to_string(),
            (None, PlayerKind::Gone) => self.page(ClubMessageKey::DeletedAccount).to_owned(),
            (None, _) => self.page(ClubMessageKey::Guest).to_owned(),
        }
    }

    fn invited_by(self, host: &PlayerInfo) -> String {
        fill(texts::club(self.0).text("invite.by"), &[("name", &self.player(host))])
    }

    fn pairing(self, players: &ByColor<PlayerInfo>) -> String {
        let (white, black) = (self.player(&players.white), self.player(&players.black));
        fill(texts::club(self.0).text("play.against"), &[("white", &white), ("black", &black)])
    }

    fn speed(self, speed: Speed) -> &'static str {
        self.page(match speed {
            Speed::Bullet => ClubMessageKey::Bullet,
            Speed::Blitz => ClubMessageKey::Blitz,
            Speed::Rapid => ClubMessageKey::Rapid,
            Speed::Classical => ClubMessageKey::Classical,
            Speed::Correspondence => ClubMessageKey::Correspondence,
            Speed::Unlimited => ClubMessageKey::Unlimited,
        })
    }

    /// Heading of a page.
    fn heading(self, path: &str) -> &'static str {
        match path {
            routes::GAMES => self.page(ClubMessageKey::Archive),
            routes::ACCOUNT => self.page(ClubMessageKey::Account),
            routes::COMPUTER => texts::club(self.0).text(ComputerMessageKey::Choose.key()),
            routes::ANALYSIS => texts::club(self.0).text(ClubMessageKey::Analysis.key()),
            routes::LEARN => self.base(MessageKey::Learn),
            routes::EDITOR => texts::learn(self.0).text(EditorMessageKey::Title.key()),
            routes::ENDINGS => texts::learn(self.0).text(PracticeMessageKey::Title.key()),
            routes::PUZZLES => texts::puzzles(self.0).text(PuzzleMessageKey::Title.key()),
            _ => self.page(ClubMessageKey::Title),
        }
    }

    /// The navigation bar of the page, without the settings.
    fn bar(self, current: &str) -> String {
        let links = [
            (routes::ONLINE, self.page(ClubMessageKey::Online)),
            (routes::GAMES, self.page(ClubMessageKey::Archive)),
            (routes::COMPUTER, texts::club(self.0).text(ComputerMessageKey::Short.key())),
            (routes::LEARN, self.base(MessageKey::Learn)),
            (routes::ANALYSIS, texts::club(self.0).text(ClubMessageKey::Analysis.key())),
            (routes::ACCOUNT, self.page(ClubMessageKey::Account)),
        ];
        let mut bar = format!(
            "<header class=\"bar\"><a class=\"brand\" href=\"{}\">{}</a><nav aria-label=\"{}\">",
            routes::HOME,
            self.base(MessageKey::AppName),
            self.page(ClubMessageKey::Menu)
        );
        for (path, text) in links {
            let current = if path == current { " aria-current=\"page\"" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(bar, "<a href=\"{path}\"{current}>{text}</a>");
        }
        bar + "</nav><span class=\"round\"></span></header>"
    }

    /// The progress of the download, which the boot script updates, and its texts for a download that fails.
    fn progress(self) -> String {
        let [loading, failed, reload] =
            [ClubMessageKey::Loading, ClubMessageKey::ServerUnreachable, ClubMessageKey::Reload]
                .map(|key| self.page(key));
        format!(
            "<p class=\"download\" data-failed=\"{failed}\" data-reload=\"{reload}\">{loading} <span></span>\
             <progress aria-label=\"{loading}\"></progress></p>"
        )
    }
}

/// Escapes a text for HTML content and quoted attributes.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use protocol::PlayerName;
    use texts::ServerMessageKey;

    use super::*;

    const DOCUMENT: &str = "<html lang=\"en\">\n<title>Hanpan</title>\n<link rel=\"modulepreload\" href=\"/a\">\n<link rel=\"preload\" href=\"/c\">\n\
        <script type=\"module\" src=\"/b\"></script>\n<body><!--frame--><p>old</p><!--/frame--></body>";

    fn player(name: Option<&str>, standing: PlayerKind) -> PlayerInfo {
        let name = name.map(|name| PlayerName::new(name).unwrap());
        PlayerInfo { id: None, name, standing, rating: None, bot: false }
    }

    #[test]
    fn frames_are_written_in_the_language_of_the_visitor() {
        let check = |frame: Frame, code: &str, expected: &[&str]| {
            let filled = frame.fill_in(DOCUMENT, Language::from_code(code).unwrap(), Download::Program);
            for text in expected {
                assert!(filled.contains(text), "{text} in {filled}");
            }
            assert!(!filled.contains("old") && !filled.contains("<!--"), "{filled}");
        };
        check(
            Frame::Page(routes::ONLINE),
            "en",
            &["lang=\"en\"", "<title>Play online · Hanpan<", "<h1>Play online</h1>"],
        );
        check(
            Frame::Page(routes::ONLINE),
            "ko",
            &["lang=\"ko\"", "<h1>온라인 대국</h1>", "<script", "<progress"],
        );
        check(Frame::Page(routes::COMPUTER), "ko", &["<h1>상대를 고르세요</h1>"]);
        check(
            Frame::Page(routes::LEARN),
            "ko",
            &["<h1>배우기</h1>", "href=\"/learn\" aria-current=\"page\""],
        );
        check(
            Frame::Page(routes::EDITOR),
            "ko",
            &["<h1>포지션 편집기</h1>", "href=\"/learn\" aria-current=\"page\""],
        );
        check(Frame::Page(routes::ENDINGS), "en", &["<h1>Endgame practice</h1>"]);
        check(Frame::Page(routes::PUZZLES), "ko", &["<h1>퍼즐</h1>"]);
        let host = player(Some("Ann"), PlayerKind::Guest);
        let invitation = Frame::Invitation { host, speed: Speed::Blitz, stakes: RatingMode::Rated };
        check(
            invitation.clone(),
            "en",
            &["<h1>Ann invites you to a game</h1>", "Blitz · Rated", "board empty"],
        );
        check(invitation, "ko", &["<title>Ann 님이"]);
        let guests =
            ByColor { white: player(None, PlayerKind::Guest), black: player(None, PlayerKind::Gone) };
        check(Frame::Game(guests), "en", &["Guest – Deleted account", "board empty"]);
        check(Frame::Other, "en", &["<title>Hanpan<"]);
    }

    #[test]
    fn names_are_escaped() {
        let host = player(Some("<b>&\"'"), PlayerKind::Guest);
        let frame = Frame::Invitation { host, speed: Speed::Blitz, stakes: RatingMode::Casual };
        let filled = frame.fill_in(DOCUMENT, Language::default(), Download::Program);
        assert!(filled.contains("&lt;b&gt;&amp;&quot;&#39; invites you"), "{filled}");
        assert!(!filled.contains("<b>"), "{filled}");
    }

    #[test]
    fn a_page_that_does_not_exist_loads_no_program() {
        let filled =
            Frame::NotFound(ClubMessageKey::NoPage).fill_in(DOCUMENT, Language::default(), Download::Program);
        assert!(filled.contains("<h1>Page not found.</h1>"), "{filled}");
        assert!(filled.contains("<title>Page not found · Hanpan"), "{filled}");
        assert!(!filled.contains("<script") && !filled.contains("preload"), "{filled}");
        assert!(!filled.contains("<progress"), "{filled}");
    }

    #[test]
    fn a_page_of_the_server_loads_no_program() {
        let frame = Frame::Server { title: "A < B".to_owned(), content: "<p>content</p>".to_owned() };
        let filled = frame.fill_in(DOCUMENT, Language::default(), Download::Program);
        assert!(filled.contains("<title>A &lt; B · Hanpan<"), "{filled}");
        assert!(filled.contains("<h1>A &lt; B</h1><p>content</p></main></div>"), "{filled}");
        assert!(!filled.contains("<script") && !filled.contains("preload"), "{filled}");
    }

    #[test]
    fn a_document_announces_the_program_or_the_pack() {
        let document = "<head>\n<link rel=\"preload\" href=\"/program\" as=\"fetch\" crossorigin>\n\
            <link rel=\"preload\" href=\"/pack\" as=\"fetch\" crossorigin data-pack>\n<script src=\"/b\"></script>\n<!--frame--><!--/frame-->";
        let check = |frame: Frame, download, expected: [bool; 3]| {
            let filled = frame.fill_in(document, Language::default(), download);
            assert_eq!(["/program", "/pack", "/b"].map(|path| filled.contains(path)), expected, "{filled}");
        };
        check(Frame::Other, Download::Program, [true, false, true]);
        check(Frame::Other, Download::Pack, [false, true, true]);
        check(Frame::NotFound(ClubMessageKey::NoGame), Download::Pack, [false; 3]);
    }

    #[test]
    fn the_pack_is_for_secure_origins_without_the_files() {
        let check = |lines: &[(&'static str, &str)], expected| {
            let headers = lines.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
            assert_eq!(Download::of_game(&headers.collect()), expected, "{lines:?}");
        };
        check(&[], Download::Program);
        check(&[("sec-fetch-mode", "navigate")], Download::Pack);
        check(&[("sec-fetch-mode", "navigate"), ("cookie", "hanpan-language=ko")], Download::Pack);
        check(&[("sec-fetch-mode", "navigate"), ("cookie", "a=b; hanpan-files=1")], Download::Program);
    }

    #[test]
    fn the_texts_of_the_frame_need_no_escaping() {
        for language in Language::ALL {
            let club = ClubMessageKey::ALL.iter().map(|key| texts::club(language).text(key.key()));
            let server = ServerMessageKey::ALL.iter().map(|key| texts::server(language).text(key.key()));
            for text in club.chain(server) {
                assert!(!text.contains(['<', '>', '&', '"']), "{language:?}: {text}");
            }
        }
    }
}
