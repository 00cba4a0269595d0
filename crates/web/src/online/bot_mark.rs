//! The mark of accounts with which programs play.

use client::ClubMessageKey;
use leptos::prelude::*;
use protocol::PlayerInfo;

use crate::app::App;
use crate::pages::translate;

/// A small label beside the name of a bot.
pub(crate) fn bot_mark(app: App, player: &PlayerInfo) -> Option<AnyView> {
    let about = translate(app, ClubMessageKey::BotAbout);
    player.bot.then(|| {
        view! { <span class="bot" role="img" aria-label=about title=about>{translate(app, ClubMessageKey::Bot)}</span> }
            .into_any()
    })
}
