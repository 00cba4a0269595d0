//! Actions in a game, by board and bot.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use game::{Claim, Millis, Ply};
use protocol::lichess::Done;
use protocol::{
    ActionError, ChatContent, ChatRoom, ChatText, GameId, GameState, OfferKind, PlayerAction, WireMove,
};
use rules::{IllegalMoveReason, UciMove};
use serde_json::json as value;

use super::auth::TokenCaller;
use super::error::{LichessError, LichessResult, json, ok};
use super::fields::{Fields, is_true};
use super::render::{player_name, replay};
use super::snapshot::game_id;
use crate::accounts::Scope;
use crate::games::GameRequest;
use crate::http::AppState;
use crate::random;

/// API that a request uses: people play with the board API, bots with the bot API.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlayApi {
    Board,
    Bot,
}

impl PlayApi {
    /// Checks that the token and the account are for this API.
    ///
    /// # Errors
    ///
    /// Returns 403 without the scope, and 400 if a person uses the bot API or a bot the board API.
    pub(super) fn check(self, caller: &TokenCaller) -> Result<(), LichessError> {
        match (self, caller.token.is_bot) {
            (PlayApi::Board, is_bot) => {
                caller.require(&[Scope::BoardPlay])?;
                if is_bot { Err(LichessError::bad_request(NOT_FOR_BOTS)) } else { Ok(()) }
            }
            (PlayApi::Bot, is_bot) => {
                caller.require(&[Scope::BotPlay])?;
                if is_bot { Ok(()) } else { Err(LichessError::bad_request(ONLY_FOR_BOTS)) }
            }
        }
    }
}

const NOT_FOR_BOTS: &str = "This endpoint cannot be used with a Bot account";
const ONLY_FOR_BOTS: &str =
    "This endpoint can only be used with a Bot account; POST /api/bot/account/upgrade makes one";

/// `POST /api/{board,bot}/game/{id}/move/{uci}`, with `offeringDraw`.
pub(super) async fn make_move(
    State(app): State<AppState>,
    caller: TokenCaller,
    Extension(api): Extension<PlayApi>,
    Path((id, text)): Path<(String, String)>,
    fields: Fields,
) -> LichessResult {
    api.check(&caller)?;
    let game = game_id(&id)?;
    let uci = UciMove::parse(text.as_bytes())
        .map_err(|error| LichessError::bad_request(format!("{text} is no move: {error}")))?;
    let (mut state, mut played) = app.play_now(&caller, game, uci).await?;
    if played == Err(ActionError::Stale) {
        // This node had not heard of the last move; it has read the log since.
        (state, played) = app.play_now(&caller, game, uci).await?;
    }
    if played == Err(ActionError::IllegalMove) {
        let reason = replay(&state).and_then(|game| illegal_reason(&game, uci));
        let reason = reason.map_or_else(|| "illegal move".to_owned(), |reason| reason.to_string());
        return Err(LichessError::bad_request(format!("{text}: {reason}")));
    }
    played?;
    if fields.flag("offeringDraw") == Some(true) {
        // The move may have ended the game, or the offer may come too soon after the last one.
        app.act(&caller, game, PlayerAction::Offer { offer: OfferKind::Draw }).await.ok();
    }
    ok()
}

/// `POST /api/{board,bot}/game/{id}/{action}`: the actions without a parameter, and chat.
pub(super) async fn action(
    State(app): State<AppState>,
    caller: TokenCaller,
    Extension(api): Extension<PlayApi>,
    Path((id, action)): Path<(String, String)>,
    fields: Fields,
) -> LichessResult {
    api.check(&caller)?;
    let game = game_id(&id)?;
    let action = match action.as_str() {
        "abort" => PlayerAction::Abort,
        "resign" => PlayerAction::Resign,
        "claim-victory" => PlayerAction::ClaimWin,
        "claim-draw" => PlayerAction::ClaimDraw,
        "chat" => return app.say(&caller, game, &fields).await,
        _ => return Err(LichessError::not_found("Not found")),
    };
    app.act(&caller, game, action).await?;
    ok()
}

/// `POST /api/{board,bot}/game/{id}/{draw,takeback}/{yes,no}`: offers, accepts or declines.
pub(super) async fn offer(
    State(app): State<AppState>,
    caller: TokenCaller,
    Extension(api): Extension<PlayApi>,
    Path((id, offer, answer)): Path<(String, String, String)>,
) -> LichessResult {
    api.check(&caller)?;
    let game = game_id(&id)?;
    let offer = match offer.as_str() {
        "draw" => OfferKind::Draw,
        "takeback" => OfferKind::Takeback,
        _ => return Err(LichessError::not_found("Not found")),
    };
    if is_true(&answer) {
        if offer == OfferKind::Draw && app.claim_draw(&caller, game).await? {
            return ok();
        }
        // An offer accepts that of the opponent.
        app.act(&caller, game, PlayerAction::Offer { offer }).await?;
    } else {
        match app.act(&caller, game, PlayerAction::Decline { offer }).await {
            Ok(()) | Err(ActionError::NoOffer { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    ok()
}

/// `GET /api/{board,bot}/game/{id}/chat`: recent messages of the players.
pub(super) async fn chat(
    State(app): State<AppState>,
    caller: TokenCaller,
    Extension(api): Extension<PlayApi>,
    Path((id, what)): Path<(String, String)>,
) -> LichessResult {
    api.check(&caller)?;
    match what.as_str() {
        "chat" => {}
        "abort" | "resign" | "claim-victory" | "claim-draw" => {
            return Err(LichessError::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed"));
        }
        // chess-tui asks for `stream` here, and tries again after a 404 until its game has begun.
        _ => return Err(LichessError::not_found("Not found")),
    }
    let (node, viewer, game) = (&app.node, caller.player(), game_id(&id)?);
    app.lichess_game(game, viewer).await?;
    let lines = node.games.request(node, game, |reply| GameRequest::ChatLines { viewer, reply });
    let lines = lines.await?.into_iter().map(|line| {
        let text = chat_text(&line.speech);
        value!({ "user": player_name(&line.from), "text": text })
    });
    json(&lines.collect::<Vec<_>>())
}

impl AppState {
    /// Plays a move in the position as this node knows it, which is returned.
    async fn play_now(
        &self,
        caller: &TokenCaller,
        game: GameId,
        uci: UciMove,
    ) -> Result<(Box<GameState>, Result<(), ActionError>), LichessError> {
        let state = self.snapshot(game, caller.player()).await?.state;
        let ply = Ply::new(state.moves.len());
        let played = self.act(caller, game, PlayerAction::Move { ply, uci: WireMove(uci) }).await;
        Ok((state, played))
    }

    /// Performs an action as the owner of the token.
    pub(super) async fn act(
        &self,
        caller: &TokenCaller,
        game: GameId,
        action: PlayerAction,
    ) -> Result<(), ActionError> {
        let (node, identity, received) = (&self.node, caller.identity(), self.node.time.now());
        let (id, round_trip) = (random::id(), Millis::ZERO);
        let acting = |reply| GameRequest::Action { identity, id, action, received, round_trip, reply };
        node.games.request(node, game, acting).await.map(drop)
    }

    /// Claims a draw if the position gives one; returns false if it does not.
    async fn claim_draw(&self, caller: &TokenCaller, game: GameId) -> Result<bool, LichessError> {
        let state = self.snapshot(game, caller.player()).await?.state;
        let claim: Option<Claim> = replay(&state).and_then(|game| game.claims().iter().next());
        let Some(claim) = claim else { return Ok(false) };
        Ok(self.act(caller, game, PlayerAction::claim(claim)).await.is_ok())
    }

    /// Posts a chat message. Players of ours do not speak to spectators: such a message is accepted and dropped, because
    /// programs greet both.
    async fn say(&self, caller: &TokenCaller, game: GameId, fields: &Fields) -> LichessResult {
        let text = fields.get("text").ok_or_else(|| LichessError::bad_request("The text is missing"))?;
        let text =
            ChatText::new(text).map_err(|error| LichessError::bad_request(format!("text: {error}")))?;
        if fields.get("room") == Some("spectator") {
            self.lichess_game(game, caller.player()).await?;
            return json(&Done::OK);
        }
        let (identity, room, speech) = (caller.identity(), ChatRoom::Players, ChatContent::Text(text));
        let saying = |reply| GameRequest::Chat { identity, room, speech, reply };
        self.node.games.request(&self.node, game, saying).await?;
        ok()
    }
}

/// Text of a chat message; phrases are in English.
pub(super) fn chat_text(speech: &ChatContent) -> String {
    use protocol::ChatPhrase;
    match speech {
        ChatContent::Text(text) => text.as_str().to_owned(),
        ChatContent::Phrase(phrase) => match phrase {
            ChatPhrase::Hello => "Hello",
            ChatPhrase::GoodLuck => "Good luck",
            ChatPhrase::HaveFun => "Have fun!",
            ChatPhrase::WellPlayed => "Well played",
            ChatPhrase::GoodGame => "Good game",
            ChatPhrase::ThankYou => "Thank you",
            ChatPhrase::MustGo => "I have to go",
            ChatPhrase::Goodbye => "Goodbye",
        }
        .to_owned(),
    }
}

/// The reason why a move is illegal.
fn illegal_reason(game: &game::Game, uci: UciMove) -> Option<IllegalMoveReason> {
    match uci {
        UciMove::Normal { from, to, promotion } => game.explain(from, to, promotion).err(),
        UciMove::Null => None,
    }
}
