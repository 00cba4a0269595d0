//! Games over HTTP: invite, look, take away.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Response;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderMap, HeaderValue};
use protocol::http::{FailureReason, Invitation, Invited};
use protocol::{GameId, Player, Refusal, Seat, ToClient};

use super::App;
use super::asker::{Asker, Sent};
use super::exchange::{Answer, broken, json, refused};
use crate::live::{Opening, draw_seat, plays};
use crate::random;
use crate::tables::Request;

/// `POST /api/games`: a game and the link to it.
pub(super) async fn create(
    State(app): State<App>,
    asker: Asker,
    headers: HeaderMap,
    Sent(invitation): Sent<Invitation>,
) -> Answer {
    let (node, visitor) = (&app.node, &asker.visitor);
    let lot = random::lot();
    let opening = Opening::new(random::id(), &invitation.terms, lot).map_err(refused)?;
    let player = visitor.at_speed(invitation.name, opening.speed(), &*node.store).await;
    let seat = draw_seat(invitation.side, lot);
    let opening = opening.seat(seat, player.map_err(|error| broken(&error))?).map_err(refused)?;
    let opening = match &invitation.computer {
        None => opening,
        Some(_) if !plays(&opening.about) => return Err(refused(Refusal::NotWithComputer).into()),
        Some(called) => {
            let computer = node.computer(called).map_err(refused)?;
            opening.seat(seat.other(), computer).map_err(refused)?
        }
    };
    let beside_computer = match &invitation.computer {
        None => node.has_room(visitor.id).await.map(|()| None),
        Some(_) => node.computer_seat(opening.id, visitor.id).await.map(Some),
    };
    let game = opening.id;
    let created = node.create(opening, Some(asker.address), beside_computer.map_err(refused)?).await;
    created.map_err(refused)?;
    json(&Invited { game, seat, url: url(&app, &headers, game) })
}

/// `GET /api/games/{id}`: the game as it stands, for one who does not stay.
pub(super) async fn look(State(app): State<App>, asker: Asker, Path(id): Path<String>) -> Answer {
    let game = id.parse::<GameId>().map_err(|_| FailureReason::NotFound)?;
    let look =
        app.node.tables.ask(&app.node, game, |reply| Request::Look { reply }).await.map_err(refused)?;
    let is_asker =
        |player: &Option<Player>| player.as_ref().and_then(|player| player.id) == Some(asker.visitor.id);
    let you = Seat::ALL.into_iter().find(|&seat| is_asker(look.state.seats.of(seat)));
    json(&ToClient::State { game, now: look.now, you, state: look.state })
}

/// `GET /api/games/{id}/pgn`: the game for other programs.
pub(super) async fn pgn(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let game = id.parse::<GameId>().map_err(|_| FailureReason::NotFound)?;
    let pgn = app.node.tables.ask(&app.node, game, |reply| Request::Pgn { reply }).await.map_err(refused)?;
    Ok(as_pgn(Body::from(pgn.to_string())))
}

pub(super) fn as_pgn(body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-chess-pgn; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The link to a game, by the address under which the one who asks knows us.
fn url(app: &App, headers: &HeaderMap, game: GameId) -> String {
    match &app.node.config.public_url {
        Some(url) => format!("{url}/game/{game}"),
        None => {
            let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
            format!("http://{host}/game/{game}")
        }
    }
}
