//! Keeps a finished game in the archive of the user's account.

use client::{ComputerMessageKey, LocalGame};
use game::{Chess960, Ruleset};
use leptos::prelude::*;
use protocol::http::KeepGameRequest;
use protocol::{ActionId, FenText, GameResult, PlayerName, Seat, StartPosition, ToJson, WireMove};
use rules::{CastlingStyle, Color};
use wasm_bindgen_futures::spawn_local;

use super::opponent_form::translate;
use super::{Computer, Opponent};
use crate::app::App;
use crate::boxed::{effect, handler, show};
use crate::online::current_user::CurrentUser;
use crate::online::unsent_games::{self, SendOutcome};
use crate::platform::online_storage;

/// State of the game on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Keeping {
    /// The game is not over, or it is not to be kept.
    None,
    /// The request is stored and being sent.
    Sent(String),
    /// The request was sent.
    Done(String, SendOutcome),
}

/// Stores a game when it ends, if the user has an account and the setting is on, sends it to the archive, and says how that
/// went. Without an earlier visit to the online pages there is no account to ask for.
pub(super) fn notice() -> AnyView {
    let app = App::from_context();
    let (computer, user) = (Computer::from_context(), CurrentUser::from_context());
    let keeping = RwSignal::new(Keeping::None);
    let is_wanted =
        app.memo(|view| view.local_game().game().outcome().is_some() && view.settings().keep_games.is_on());
    let on_sent = move |request: &str, outcome: SendOutcome| {
        // By then the page may have been left, or another game begun.
        let _ = keeping.try_update(|keeping| {
            if matches!(keeping, Keeping::Sent(sent) | Keeping::Done(sent, _) if *sent == *request) {
                *keeping = Keeping::Done(request.to_owned(), outcome);
            }
        });
    };
    if online_storage::has_visited_online() {
        user.load();
        unsent_games::send_when_known(user, on_sent);
    }
    effect(move || {
        if !is_wanted.get() {
            return keeping.set(Keeping::None);
        }
        let opponent = computer.opponent.get_untracked();
        if keeping.get_untracked() == Keeping::None
            && let Some(account) = user.account()
            && let Some(opponent) = opponent
            && let Some(request) = app.with_view_untracked(|view| request(view.local_game(), opponent))
        {
            let request = request.to_json();
            unsent_games::add(&account, &request);
            keeping.set(Keeping::Sent(request));
            spawn_local(async move { unsent_games::send(&account, on_sent).await });
        }
    });
    show(move || match keeping.get() {
        Keeping::None | Keeping::Sent(_) => None,
        Keeping::Done(_, outcome) => Some(outcome_notice(app, user, outcome)),
    })
}

fn outcome_notice(app: App, user: CurrentUser, outcome: SendOutcome) -> AnyView {
    match outcome {
        SendOutcome::Kept(game) => view! {
            <p class="notice" role="status">
                <a href=format!("{}{game}", routes::GAME_PREFIX)>{translate(app, ComputerMessageKey::Kept)}</a>
            </p>
        }
        .into_any(),
        SendOutcome::Waits => view! {
            <p class="notice" role="status">
                {translate(app, ComputerMessageKey::NotKept)}
                " "
                <button type="button" on:click=handler(move |_| user.reload())>
                    {translate(app, ComputerMessageKey::KeepAgain)}
                </button>
            </p>
        }
        .into_any(),
        SendOutcome::ArchiveFull => problem(translate(app, ComputerMessageKey::ArchiveFull)),
        SendOutcome::Refused => problem(translate(app, ComputerMessageKey::KeepRefused)),
    }
}

fn problem(words: Signal<String>) -> AnyView {
    view! { <p class="notice" role="alert">{words}</p> }.into_any()
}

/// The request for a finished game; `None` if the server cannot store such a game.
fn request(local_game: &LocalGame, opponent: Opponent) -> Option<KeepGameRequest> {
    let game = local_game.game();
    let start = match game.ruleset() {
        Ruleset::Standard => StartPosition::Standard,
        Ruleset::Chess960 => StartPosition::Chess960 { number: Some(Chess960::of(&game.start())?.number()) },
        Ruleset::FromPosition => {
            StartPosition::FromPosition { fen: FenText::try_from(game.start().to_string()).ok()? }
        }
        Ruleset::KingCapture => return None,
    };
    let own = Color::ALL.into_iter().find(|&color| local_game.is_local(color))?;
    let moves: Vec<WireMove> = game.moves().map(|m| WireMove(m.uci(CastlingStyle::Chess960))).collect();
    // The same game after a reload has the same id (FNV-1a); a rematch has the same seed.
    let text: String = moves.iter().map(|m| m.0.to_string()).collect();
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Some(KeepGameRequest {
        id: ActionId::from_bits(u128::from(opponent.seed) << 64 | u128::from(hash)),
        start,
        seat: Seat::from(own),
        computer: PlayerName::new(opponent.level.name()).ok()?,
        moves,
        result: GameResult(game.outcome()?),
    })
}
