//! URL paths of the pages and of the files with fixed names: one table for the router (`web`), the server, the service
//! worker (`bundler`) and all links.
//!
//! The screens of the start page are fragments of [`HOME`]. The server and the service worker answer the paths of
//! all other pages with [`PAGE_DOCUMENT`], and the router finds the page. A new page needs a constant here,
//! an entry in [`PAGE_PATHS`] or [`PAGE_PREFIXES`], and a variant of `web::Route`; the server and the service worker follow.
//!
//! The crate has no dependencies and its constants are plain strings: they add nothing to the page's size.
//!
//! ```
//! assert!(routes::is_page_path("/online"));
//! assert!(routes::is_page_path("/player/Ann"));
//! assert!(!routes::is_page_path("/player/Ann/games"));
//! ```

/// The start page.
pub const HOME: &str = "/";

/// The lobby.
pub const ONLINE: &str = "/online";
/// The user's account.
pub const ACCOUNT: &str = "/account";
/// The archive of finished games.
pub const GAMES: &str = "/games";
/// Games against the computer.
pub const COMPUTER: &str = "/computer";
/// The analysis board.
pub const ANALYSIS: &str = "/analysis";
/// Learning: lessons, and what else makes a player better.
pub const LEARN: &str = "/learn";
/// Prefix of a stage of the lessons; its name follows.
pub const LEARN_PREFIX: &str = "/learn/";
/// The board editor.
pub const EDITOR: &str = "/editor";
/// The practice of endgames.
pub const ENDINGS: &str = "/endings";
/// Prefix of an exercise of that practice; its id follows.
pub const ENDINGS_PREFIX: &str = "/endings/";
/// Puzzles.
pub const PUZZLES: &str = "/puzzles";
/// Prefix of a mode of the puzzles; its name follows.
pub const PUZZLES_PREFIX: &str = "/puzzles/";
/// Prefix of a game's page; the id of the game follows.
pub const GAME_PREFIX: &str = "/game/";
/// Prefix of a user's profile; the percent-encoded name follows.
pub const PLAYER_PREFIX: &str = "/player/";

/// The analysis board, with a review of the stored game; White is at the bottom.
pub const REVIEW: &str = "/analysis?review=1";
/// The same with Black at the bottom.
pub const REVIEW_AS_BLACK: &str = "/analysis?review=1&bottom=black";

/// The settings, a screen of the first page.
pub const SETTINGS: &str = "/settings";
/// Other names of pages, and the addresses that the server redirects them to.
pub const ALIASES: [(&str, &str); 1] = [(SETTINGS, "/#settings")];

/// Paths of the pages that have no parameter, without the start page.
pub const PAGE_PATHS: [&str; 9] =
    [ONLINE, ACCOUNT, GAMES, COMPUTER, ANALYSIS, LEARN, EDITOR, ENDINGS, PUZZLES];
/// Prefixes of the pages with one parameter, which is a single non-empty path segment.
pub const PAGE_PREFIXES: [&str; 5] =
    [GAME_PREFIX, PLAYER_PREFIX, LEARN_PREFIX, ENDINGS_PREFIX, PUZZLES_PREFIX];
/// Paths with which those of the part for learning begin; it finds the page of a path itself. A new page of it needs its path here
/// and in [`PAGE_PATHS`] or [`PAGE_PREFIXES`].
pub const LEARN_PATHS: [&str; 4] = [LEARN, EDITOR, ENDINGS, PUZZLES];

/// The document of all pages but the start page.
pub const PAGE_DOCUMENT: &str = "/page.html";
/// The script that defines the element `<board-3d>`.
pub const BOARD3D_SCRIPT: &str = "/board3d.js";
/// The script of the extras: piece sets, boards, zen mode, speech.
pub const EXTRAS_SCRIPT: &str = "/extras.js";
/// The script that defines the element `<waiting-games>` of the home screen.
pub const WAITING_GAMES_SCRIPT: &str = "/page-waiting.js";
/// The script that says when a new version of the page is ready.
pub const UPDATE_SCRIPT: &str = "/page-update.js";
/// The script that offers to install the page as an app, and says what is missing without https.
pub const INSTALL_SCRIPT: &str = "/page-install.js";
/// The script of the engine's Web Worker.
pub const ENGINE_WORKER_SCRIPT: &str = "/engine-worker.js";

/// The list of the files with puzzles, a path per line.
pub const PUZZLE_FILES: &str = "/puzzles.txt";

/// Prefix of the server's HTTP API: links to it leave the page.
pub const API_PREFIX: &str = "/api/";

/// Prefixes of the pages that the server writes itself: links to them leave the application.
pub const SERVER_PAGE_PREFIXES: [&str; 2] = [OAUTH, API_TOKENS];
/// Consent to the access of a program.
pub const OAUTH: &str = "/oauth";
/// The API tokens of the user.
pub const API_TOKENS: &str = "/account/oauth/token";

/// Query parameter of the pages for games: the position to begin with, as a FEN.
pub const START_PARAMETER: &str = "fen";

/// Query parameter of the account page: the page to open after the log-in.
pub const RETURN_PARAMETER: &str = "next";

/// The value of [`RETURN_PARAMETER`], if it is a page that the server writes itself. Nothing else is opened: the parameter
/// may come from another site.
///
/// ```
/// assert_eq!(routes::return_address("/oauth?client_id=x"), Some("/oauth?client_id=x"));
/// assert_eq!(routes::return_address("//evil.example/oauth"), None);
/// ```
#[must_use]
pub fn return_address(value: &str) -> Option<&str> {
    let path = value.split('?').next().unwrap_or_default();
    let is_known = path == OAUTH || path == API_TOKENS || path.strip_prefix(API_TOKENS) == Some("/create");
    is_known.then_some(value)
}

/// Returns true if `path` (without query) is the path of a page other than the start page. The parameter is not validated.
#[must_use]
pub fn is_page_path(path: &str) -> bool {
    let parameter = PAGE_PREFIXES.into_iter().find_map(|prefix| path.strip_prefix(prefix));
    parameter.map_or_else(|| PAGE_PATHS.contains(&path), |part| !part.is_empty() && !part.contains('/'))
}

/// Returns true if `path` (without query) is a page of the part for learning.
///
/// ```
/// assert!(routes::is_learn_path("/learn/rook"));
/// assert!(!routes::is_learn_path("/learning"));
/// ```
#[must_use]
pub fn is_learn_path(path: &str) -> bool {
    is_page_path(path) && LEARN_PATHS.iter().any(|page| path.starts_with(page))
}

/// The address to which a path (without query) is redirected: that of an alias, or the path without trailing slashes.
/// `None` if the path is an address by itself, or none at all.
///
/// ```
/// assert_eq!(routes::redirect("/online/"), Some("/online"));
/// assert_eq!(routes::redirect("/settings"), Some("/#settings"));
/// assert_eq!(routes::redirect("/online"), None);
/// ```
#[must_use]
pub fn redirect(path: &str) -> Option<&str> {
    let page = path.trim_end_matches('/');
    let alias = ALIASES.into_iter().find(|(name, _)| *name == page).map(|(_, address)| address);
    alias.or_else(|| (page != path && is_page_path(page)).then_some(page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_paths_match_exactly_and_prefixes_take_one_segment() {
        let check = |path: &str, expected: bool| assert_eq!(is_page_path(path), expected, "{path}");
        PAGE_PATHS.into_iter().for_each(|path| check(path, true));
        for prefix in PAGE_PREFIXES {
            check(&format!("{prefix}x"), true);
            check(&format!("{prefix}%EB%AF%BC"), true);
            check(prefix, false);
            check(&format!("{prefix}a/b"), false);
        }
        for path in [HOME, "", "/online/", "/onlines", "/page", PAGE_DOCUMENT, "/api/games"] {
            check(path, false);
        }
    }

    #[test]
    fn pages_for_learning_are_told_by_the_beginning_of_their_paths() {
        let pages = PAGE_PATHS.into_iter().map(str::to_owned);
        let pages = pages.chain(PAGE_PREFIXES.into_iter().map(|prefix| prefix.to_owned() + "x"));
        for page in pages {
            let first = format!("/{}", page.split('/').nth(1).unwrap_or_default());
            assert_eq!(is_learn_path(&page), LEARN_PATHS.contains(&first.as_str()), "{page}");
        }
    }

    #[test]
    fn trailing_slashes_and_aliases_are_redirected_within_the_site() {
        let check = |path: &str, expected: Option<&str>| assert_eq!(redirect(path), expected, "{path}");
        PAGE_PATHS.into_iter().for_each(|path| check(path, None));
        check("/games/", Some(GAMES));
        check("/games//", Some(GAMES));
        check("/player/Ann/", Some("/player/Ann"));
        check("/settings", Some("/#settings"));
        check("/settings/", Some("/#settings"));
        for path in
            ["/", "//", "", "/nothing/", "//online/", "//evil.example/online/", "/player//x/", "/game/"]
        {
            check(path, None);
        }
    }

    #[test]
    fn only_pages_of_the_server_are_returned_to() {
        for page in ["/oauth?a=b", "/oauth", "/account/oauth/token", "/account/oauth/token/create?scopes[]=x"]
        {
            assert_eq!(return_address(page), Some(page));
        }
        for other in [
            "",
            "/",
            "/online",
            "oauth",
            "//oauth",
            "/oauth.evil.example",
            "/oauth/x",
            "/oauth\\x",
            "/oauth#x",
            "https://evil.example/oauth",
            "javascript:alert(1)",
            "/account/oauth/tokens",
            "/\\oauth",
        ] {
            assert_eq!(return_address(other), None, "{other}");
        }
    }

    #[test]
    fn links_to_the_review_are_the_analysis_page() {
        for link in [REVIEW, REVIEW_AS_BLACK] {
            assert_eq!(link.split('?').next(), Some(ANALYSIS));
        }
    }
}
