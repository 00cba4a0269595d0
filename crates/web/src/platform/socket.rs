//! The WebSocket to the server. Its events go to the client; messages to send come from there.

use crate::app::App;
use client::Event;
use client::online::{NetworkEvent, SocketId};
use leptos::prelude::*;
use protocol::{FromJson, ToClient, ToJson, ToServer};
use web_sys::wasm_bindgen::JsCast;
use web_sys::wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, WebSocket};

use super::early;

/// The WebSocket; at most one is open.
#[derive(Debug, Default)]
pub(crate) struct Socket {
    connection: Option<OpenSocket>,
}

/// An open WebSocket with its callbacks, which live as long as it does.
#[derive(Debug)]
struct OpenSocket {
    id: SocketId,
    socket: WebSocket,
    _message: Closure<dyn Fn(MessageEvent)>,
    _close: Closure<dyn Fn()>,
}

impl Socket {
    /// Opens a WebSocket; its events carry `id`.
    pub(crate) fn connect(&mut self, app: App, id: SocketId) {
        self.connection = open_socket(app, id);
        if self.connection.is_none() {
            send_deferred(app, NetworkEvent::Closed(id));
        }
    }

    /// Closes the WebSocket, if it has this id.
    pub(crate) fn disconnect(&mut self, id: SocketId) {
        drop(self.connection.take_if(|open| open.id == id));
    }

    /// Sends a message. Failures are ignored: the client gets the close event and sends again.
    pub(crate) fn send(&self, on_message: &ToServer) {
        if let Some(open) = &self.connection {
            let _ = open.socket.send_with_str(&on_message.to_json());
        }
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        if self.socket.ready_state() == WebSocket::CONNECTING {
            // The browser would log an error, so it is closed once it is open.
            let socket = self.socket.clone();
            let close = Closure::once_into_js(move || drop(socket.close()));
            self.socket.set_onopen(Some(close.unchecked_ref()));
        } else {
            // Closing a closed socket has no effect.
            let _ = self.socket.close();
        }
    }
}

fn open_socket(app: App, id: SocketId) -> Option<OpenSocket> {
    let socket = early::socket().or_else(new_socket)?;
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        // Messages that cannot be parsed are ignored.
        let message = event.data().as_string().and_then(|text| ToClient::from_json(&text).ok());
        if let Some(message) = message {
            app.send(Event::Network(NetworkEvent::Message(id, Box::new(message))));
        }
    });
    let on_close = Closure::<dyn Fn()>::new(move || app.send(Event::Network(NetworkEvent::Closed(id))));
    // The client enters its game itself.
    socket.set_onopen(None);
    socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
    Some(OpenSocket { id, socket, _message: on_message, _close: on_close })
}

fn new_socket() -> Option<WebSocket> {
    let location = window().location();
    let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
    WebSocket::new(&format!("{scheme}://{}/socket", location.host().ok()?)).ok()
}

/// Sends the event after the current update is done.
fn send_deferred(app: App, event: NetworkEvent) {
    set_timeout(move || app.send(Event::Network(event.clone())), std::time::Duration::ZERO);
}
