//! What a guest is called.

use client::{ClubPhrase, Phrase};
use leptos::prelude::*;
use protocol::Name;
use web::app::App;
use web::choice;
use web::lazy::{Kept, part_if};

use super::me::Myself;
use crate::page::say;
use crate::world::memory;

/// The longest name.
const LONGEST: u16 = 20;

/// The field for a guest's name; whoever has an account has a name.
#[component]
pub(crate) fn GuestName() -> impl IntoView {
    let app = App::here();
    let myself = Myself::here();
    let name = RwSignal::new(memory::name());
    part_if(
        move || !myself.has_account(),
        move || {
            choice::field(
                say(app, ClubPhrase::YourName),
                app.say(Phrase::NameHint),
                name.into(),
                LONGEST,
                Kept::new(|| None),
                move |text| {
                    memory::keep_name(text.trim());
                    name.set(text);
                },
            )
        },
    )
}

/// The name a guest has chosen, if it can be one.
pub(crate) fn chosen() -> Option<Name> {
    Name::new(&memory::name()).ok()
}
