//! The pages and their addresses.

use protocol::GameId;

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    /// Where people meet.
    Online,
    /// A game: invited to, being played, or over.
    Game(GameId),
    /// Somebody with an account.
    Player(String),
    /// Who one is oneself.
    Account,
    /// Games that are over.
    Games,
    /// A game against the computer.
    Computer,
    /// Any position or game, with the engine beside it.
    Analysis,
    /// No page has this address.
    NotFound,
}

impl Route {
    /// The page at a path whose parts have been decoded.
    pub(crate) fn from_path(path: &str) -> Route {
        let mut parts = path.trim_matches('/').splitn(2, '/');
        match (parts.next().unwrap_or_default(), parts.next()) {
            ("online" | "club.html", None) => Route::Online,
            ("account", None) => Route::Account,
            ("games", None) => Route::Games,
            ("computer", None) => Route::Computer,
            ("analysis", None) => Route::Analysis,
            ("game", Some(id)) => id.parse().map_or(Route::NotFound, Route::Game),
            ("player", Some(name)) if !name.contains('/') => Route::Player(name.to_owned()),
            _ => Route::NotFound,
        }
    }

    /// Whether there is nothing at a page without a server. Where the engine is, there is no need for one.
    pub(crate) fn needs_server(&self) -> bool {
        !matches!(self, Route::Computer | Route::Analysis)
    }

    /// Whether there is a board below the bar. A table has the whole screen, and its own place for what belongs to it.
    pub(crate) fn has_board(&self) -> bool {
        matches!(self, Route::Analysis)
    }

    /// The path of a page, its parts not encoded.
    pub(crate) fn path(&self) -> String {
        match self {
            Route::Online | Route::NotFound => "/online".to_owned(),
            Route::Game(id) => format!("/game/{id}"),
            Route::Player(name) => format!("/player/{name}"),
            Route::Account => "/account".to_owned(),
            Route::Games => "/games".to_owned(),
            Route::Computer => "/computer".to_owned(),
            Route::Analysis => "/analysis".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_parsed_to_routes() {
        let game = "LR-K5QxbTA6fRw96ZdE7kA";
        let check = |path: &str, expected: Route| assert_eq!(Route::from_path(path), expected, "{path}");
        check("/online", Route::Online);
        check("/online/", Route::Online);
        check("/account", Route::Account);
        check("/games", Route::Games);
        check("/computer", Route::Computer);
        check("/analysis", Route::Analysis);
        check("/player/민지", Route::Player("민지".to_owned()));
        check("/player/a/b", Route::NotFound);
        check("/game/nonsense", Route::NotFound);
        check("/nothing", Route::NotFound);
        check(&format!("/game/{game}"), Route::Game(game.parse().unwrap_or_else(|_| GameId::from_bits(0))));
    }

    #[test]
    fn every_route_round_trips_through_its_path() {
        let routes = [Route::Online, Route::Account, Route::Games, Route::Computer, Route::Analysis];
        let routes = routes.into_iter().chain([Route::Player("Ann".to_owned())]);
        for route in routes.chain([Route::Game(GameId::from_bits(7))]) {
            assert_eq!(Route::from_path(&route.path()), route);
        }
    }
}
