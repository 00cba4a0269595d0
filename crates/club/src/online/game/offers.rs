//! What the other side proposes, with the two answers; and what waits for theirs.

use client::online::Wish;
use client::{Act, ClubPhrase, Event, Phrase};
use game::Offer;
use leptos::prelude::*;
use rules::Color;
use web::app::App;
use web::lazy::{Kept, doing, part, row};

use crate::page::say;

/// The offers that wait.
#[component]
pub(crate) fn Offers() -> impl IntoView {
    let app = App::here();
    let received = Kept::new(move || {
        app.read(|view| {
            let game = view.online().game()?;
            let me = Color::from(game.seat()?);
            let pending = |offer| view.table().game().pending(offer) == Some(!me);
            let mut offers: Vec<Proposal> = Vec::new();
            offers.extend(pending(Offer::Draw).then_some(Proposal::Draw));
            offers.extend(pending(Offer::Takeback).then_some(Proposal::Takeback));
            offers.extend(game.is_asked_for_rematch().then_some(Proposal::Rematch));
            Some(offers)
        })
        .unwrap_or_default()
    });
    let sent = app.watch(|view| {
        let me = view.online().game().and_then(|game| game.seat()).map(Color::from);
        let is_mine = |offer| me.is_some() && view.table().game().pending(offer) == me;
        let rematch = view.online().game().and_then(|game| game.truth()?.rematch_offer).map(Color::from);
        is_mine(Offer::Draw) || is_mine(Offer::Takeback) || me.is_some() && rematch == me
    });
    view! {
        {part(move || Some(row(received.get().into_iter().map(|proposal| card(app, proposal)))))}
        {part(move || sent.get().then(|| view! { <p class="notice">{say(app, ClubPhrase::Offered)}</p> }.into_any()))}
    }
}

/// Something proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proposal {
    Draw,
    Takeback,
    Rematch,
}

impl Proposal {
    const fn words(self) -> ClubPhrase {
        match self {
            Proposal::Draw => ClubPhrase::OffersDraw,
            Proposal::Takeback => ClubPhrase::OffersTakeback,
            Proposal::Rematch => ClubPhrase::OffersRematch,
        }
    }

    fn accept(self) -> Event {
        match self {
            Proposal::Draw => Event::Act(Act::Accept(Offer::Draw)),
            Proposal::Takeback => Event::Act(Act::Accept(Offer::Takeback)),
            Proposal::Rematch => Event::Wish(Wish::Rematch),
        }
    }

    fn decline(self) -> Event {
        match self {
            Proposal::Draw => Event::Act(Act::Decline(Offer::Draw)),
            Proposal::Takeback => Event::Act(Act::Decline(Offer::Takeback)),
            Proposal::Rematch => Event::Wish(Wish::DeclineRematch),
        }
    }
}

fn card(app: App, proposal: Proposal) -> AnyView {
    let label = say(app, proposal.words());
    view! {
        <div class="offer" tabindex="-1" role="group" aria-label=label>
            <p>{label}</p>
            <button type="button" class="main" on:click=doing(move |_| app.send(proposal.accept()))>{app.say(Phrase::Accept)}</button>
            <button type="button" on:click=doing(move |_| app.send(proposal.decline()))>{app.say(Phrase::Decline)}</button>
        </div>
    }
    .into_any()
}
