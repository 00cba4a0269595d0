//! The socket to the server. What comes of it is brought to the client; what is to be sent comes from there.

use client::Event;
use client::online::{NetworkEvent, SocketId};
use leptos::prelude::*;
use protocol::{Json, ToClient, ToServer};
use web::app::App;
use web_sys::wasm_bindgen::JsCast;
use web_sys::wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, WebSocket};

/// The one socket there is at a time.
#[derive(Debug, Default)]
pub(crate) struct Socket {
    connection: Option<OpenSocket>,
}

/// A socket with the closures that the browser calls; they live as long as it does.
#[derive(Debug)]
struct OpenSocket {
    call: SocketId,
    socket: WebSocket,
    _message: Closure<dyn Fn(MessageEvent)>,
    _close: Closure<dyn Fn()>,
}

impl Socket {
    /// Opens one; what comes of it is reported under this name.
    pub(crate) fn connect(&mut self, app: App, call: SocketId) {
        self.connection = open_socket(app, call);
        if self.connection.is_none() {
            send_deferred(app, NetworkEvent::Closed(call));
        }
    }

    /// Closes it, if it is this one.
    pub(crate) fn disconnect(&mut self, call: SocketId) {
        drop(self.connection.take_if(|open| open.call == call));
    }

    /// Sends something. What cannot be sent is not lost: the client is told that the socket is closed, and sends it again.
    pub(crate) fn send(&self, message: &ToServer) {
        if let Some(open) = &self.connection {
            let _ = open.socket.send_with_str(&message.to_json());
        }
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        // One that is closed already stays so.
        let _ = self.socket.close();
    }
}

fn open_socket(app: App, call: SocketId) -> Option<OpenSocket> {
    let location = window().location();
    let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
    let socket = WebSocket::new(&format!("{scheme}://{}/socket", location.host().ok()?)).ok()?;
    let message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        // What is no message of ours says nothing.
        let heard = event.data().as_string().and_then(|text| ToClient::from_json(&text).ok());
        if let Some(heard) = heard {
            app.send(Event::Network(NetworkEvent::Message(call, Box::new(heard))));
        }
    });
    let close = Closure::<dyn Fn()>::new(move || app.send(Event::Network(NetworkEvent::Closed(call))));
    socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
    socket.set_onclose(Some(close.as_ref().unchecked_ref()));
    Some(OpenSocket { call, socket, _message: message, _close: close })
}

/// Tells the client once it is not busy any more.
fn send_deferred(app: App, incoming: NetworkEvent) {
    set_timeout(move || app.send(Event::Network(incoming.clone())), std::time::Duration::ZERO);
}
