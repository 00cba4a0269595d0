//! Pending offers of the opponent with accept and decline, and the user's own with their answer.

use crate::app::App;
use crate::boxed::{BoxedMemo, fragment, handler, show};
use client::{ClubMessageKey, Event, MessageKey, OfferKind, PlayerAction};
use game::Offer;
use leptos::prelude::*;
use rules::Color;

use crate::pages::translate;

/// The pending offers.
#[component]
pub(crate) fn OnlineOffers() -> impl IntoView {
    let app = App::from_context();
    let received = BoxedMemo::new(move || {
        app.with_view(|view| {
            let game = view.online().game()?;
            let me = Color::from(game.seat()?);
            let pending = |offer| view.local_game().game().pending(offer) == Some(!me);
            let mut offers: Vec<Proposal> = Vec::new();
            offers.extend(pending(Offer::Draw).then_some(Proposal::Draw));
            offers.extend(pending(Offer::Takeback).then_some(Proposal::Takeback));
            offers.extend(game.is_rematch_offered().then_some(Proposal::Rematch));
            Some(offers)
        })
        .unwrap_or_default()
    });
    let sent = app.memo(|view| {
        let me = view.online().game().and_then(|game| game.seat()).map(Color::from);
        let is_mine = |offer| me.is_some() && view.local_game().game().pending(offer) == me;
        let rematch =
            view.online().game().and_then(|game| game.server_game()?.rematch_offer).map(Color::from);
        is_mine(Offer::Draw) || is_mine(Offer::Takeback) || me.is_some() && rematch == me
    });
    let declined = app.memo_localized(|view, locale| {
        let game = view.online().game()?;
        let (by, offer) = game.server_game()?.declined?;
        Some(locale.declined_offer(by.into(), offer)).filter(|_| game.seat().is_some_and(|seat| seat != by))
    });
    view! {
        {show(move || Some(fragment(received.get().into_iter().map(|proposal| offer_card(app, proposal)))))}
        {show(move || sent.get().then(|| view! { <p class="notice">{translate(app, ClubMessageKey::Offered)}</p> }.into_any()))}
        {show(move || declined.get().map(|text| view! { <p class="notice">{text}</p> }.into_any()))}
    }
}

/// An offer of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proposal {
    Draw,
    Takeback,
    Rematch,
}

impl Proposal {
    const fn message(self) -> ClubMessageKey {
        match self {
            Proposal::Draw => ClubMessageKey::OffersDraw,
            Proposal::Takeback => ClubMessageKey::OffersTakeback,
            Proposal::Rematch => ClubMessageKey::OffersRematch,
        }
    }

    fn accept(self) -> Event {
        match self {
            Proposal::Draw => Event::LocalAction(PlayerAction::accept(Offer::Draw)),
            Proposal::Takeback => Event::LocalAction(PlayerAction::accept(Offer::Takeback)),
            Proposal::Rematch => Event::Rematch,
        }
    }

    fn decline(self) -> Event {
        match self {
            Proposal::Draw => Event::LocalAction(PlayerAction::decline(Offer::Draw)),
            Proposal::Takeback => Event::LocalAction(PlayerAction::decline(Offer::Takeback)),
            Proposal::Rematch => Event::LocalAction(PlayerAction::Decline { offer: OfferKind::Rematch }),
        }
    }
}

fn offer_card(app: App, proposal: Proposal) -> AnyView {
    let label = translate(app, proposal.message());
    view! {
        <div class="offer" tabindex="-1" role="group" aria-label=label>
            <p>{label}</p>
            <button type="button" class="main" on:click=handler(move |_| app.send(proposal.accept()))>{app.translate(MessageKey::Accept)}</button>
            <button type="button" on:click=handler(move |_| app.send(proposal.decline()))>{app.translate(MessageKey::Decline)}</button>
        </div>
    }
    .into_any()
}
