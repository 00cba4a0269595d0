//! The pages of the application; their paths are those of the crate `routes`.

use protocol::GameId;

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The start page with its screens: the home screen, games on one device, the settings.
    Home,
    /// The lobby.
    Online,
    /// A game: invitation, ongoing or finished.
    Game(GameId),
    /// Profile of a user.
    Player(String),
    /// The user's own account.
    Account,
    /// The archive of finished games.
    Games,
    /// A game against the computer.
    Computer,
    /// The analysis board.
    Analysis,
    /// A page of the part for learning, by its path, which that part parses.
    Learn(String),
    /// Unknown path.
    NotFound,
}

impl Route {
    /// The route of a decoded path.
    pub fn from_path(path: &str) -> Route {
        let path = path.trim_end_matches('/');
        match path {
            "" => Route::Home,
            routes::ONLINE | routes::PAGE_DOCUMENT => Route::Online,
            routes::ACCOUNT => Route::Account,
            routes::GAMES => Route::Games,
            routes::COMPUTER => Route::Computer,
            routes::ANALYSIS => Route::Analysis,
            _ if routes::is_learn_path(path) => Route::Learn(path.to_owned()),
            _ if !routes::is_page_path(path) => Route::NotFound,
            _ => match (path.strip_prefix(routes::GAME_PREFIX), path.strip_prefix(routes::PLAYER_PREFIX)) {
                (Some(id), _) => id.parse().map_or(Route::NotFound, Route::Game),
                (None, Some(name)) => Route::Player(name.to_owned()),
                (None, None) => Route::NotFound,
            },
        }
    }

    /// Returns true if the page is useless without a server. Computer, analysis and learning work offline.
    pub fn needs_server(&self) -> bool {
        !matches!(self, Route::Home | Route::Computer | Route::Analysis | Route::Learn(_) | Route::NotFound)
    }

    /// Returns true if there is a board below the navigation bar. A game uses the whole screen and has its
    /// own navigation.
    pub fn has_board(&self) -> bool {
        match self {
            Route::Analysis => true,
            Route::Learn(path) => {
                path.starts_with(routes::ENDINGS_PREFIX) || path.starts_with(routes::PUZZLES_PREFIX)
            }
            _ => false,
        }
    }

    /// The path of a route, not encoded.
    pub fn path(&self) -> String {
        match self {
            Route::Home => routes::HOME.to_owned(),
            Route::Online | Route::NotFound => routes::ONLINE.to_owned(),
            Route::Game(id) => format!("{}{id}", routes::GAME_PREFIX),
            Route::Player(name) => routes::PLAYER_PREFIX.to_owned() + name,
            Route::Learn(path) => path.clone(),
            Route::Account => routes::ACCOUNT.to_owned(),
            Route::Games => routes::GAMES.to_owned(),
            Route::Computer => routes::COMPUTER.to_owned(),
            Route::Analysis => routes::ANALYSIS.to_owned(),
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
        check("/", Route::Home);
        check("/online", Route::Online);
        check("/online/", Route::Online);
        check("/account", Route::Account);
        check("/games", Route::Games);
        check("/computer", Route::Computer);
        check("/analysis", Route::Analysis);
        check("/player/민지", Route::Player("민지".to_owned()));
        check("/player/a/b", Route::NotFound);
        check("/game/nonsense", Route::NotFound);
        check("/learn", Route::Learn("/learn".to_owned()));
        check("/learn/rook/", Route::Learn("/learn/rook".to_owned()));
        check("/learn/rook/1", Route::NotFound);
        check("/nothing", Route::NotFound);
        check(&format!("/game/{game}"), Route::Game(game.parse().unwrap_or_else(|_| GameId::from_bits(0))));
    }

    #[test]
    fn every_route_round_trips_through_its_path() {
        let all =
            [Route::Home, Route::Online, Route::Account, Route::Games, Route::Computer, Route::Analysis];
        let all = all.into_iter().chain([Route::Player("Ann".to_owned())]);
        for route in all.chain([Route::Game(GameId::from_bits(7))]) {
            assert_eq!(Route::from_path(&route.path()), route);
        }
    }

    #[test]
    fn every_path_of_the_table_has_a_route() {
        for path in routes::PAGE_PATHS {
            assert_eq!(Route::from_path(path).path(), path);
        }
    }
}
