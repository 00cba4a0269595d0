//! The name of a guest.

use crate::app::App;
use crate::boxed::{BoxedMemo, show_if};
use crate::controls;
use client::{ClubMessageKey, MessageKey};
use leptos::prelude::*;
use protocol::PlayerName;

use super::current_user::CurrentUser;
use crate::pages::translate;
use crate::platform::online_storage;

/// Maximum length, in characters.
const MAX_LENGTH: u16 = 20;

/// The field for a guest's name; hidden for users with an account.
#[component]
pub(crate) fn GuestName() -> impl IntoView {
    let app = App::from_context();
    let user = CurrentUser::from_context();
    let name = RwSignal::new(online_storage::name());
    show_if(
        move || !user.has_account(),
        move || {
            controls::text_field(
                translate(app, ClubMessageKey::YourName),
                app.translate(MessageKey::NameHint),
                name.into(),
                MAX_LENGTH,
                BoxedMemo::new(|| None),
                move |text| {
                    online_storage::save_name(text.trim());
                    name.set(text);
                },
            )
        },
    )
}

/// The chosen name, if it is valid.
pub(crate) fn chosen() -> Option<PlayerName> {
    PlayerName::new(&online_storage::name()).ok()
}
