//! The parts of the application that are loaded when a page needs them. The bundler splits the program at the functions marked
//! `wasm_split`: what only one part reaches is in a file of that part, what several reach in files that they share.

#![allow(unsafe_code, reason = "the macro declares the loader functions, which the browser implements")]

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use client::Extensions;
use leptos::prelude::*;
use protocol::GameId;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::route::Route;
use crate::{analysis, computer, learn, online, pages};

type Loaded = Result<AnyView, SplitLoaderError>;
type Loading = Pin<Box<dyn Future<Output = Result<(), SplitLoaderError>>>>;

/// View of a part.
pub(crate) enum Drawn {
    /// The frame of all pages but the start page.
    Frame(RwSignal<Route>),
    /// A page in that frame.
    Page(Route),
}

/// Returns true if all code of a page is there.
pub(crate) fn is_loaded(route: &Route) -> bool {
    loading(route).is_none_or(|mut part| poll_once(part.as_mut()).is_some_and(|result| result.is_ok()))
}

/// Loads all code of a page; returns false if that failed.
pub(crate) async fn load(route: &Route) -> bool {
    match loading(route) {
        Some(part) => part.await.is_ok(),
        None => true,
    }
}

/// Draws the frame of all pages but the start page. The part of any of them has it; that of the current page is loaded.
pub(crate) fn draw_frame(route: RwSignal<Route>) -> AnyView {
    let current = route.get_untracked();
    draw(&current, Drawn::Frame(route))
}

/// Draws a page in the frame. Its part has been loaded: routes change afterwards.
pub(crate) fn draw_page(route: Route) -> AnyView {
    draw(&route.clone(), Drawn::Page(route))
}

/// Returns true if the code of the board of an online game is there.
pub(crate) fn is_table_loaded() -> bool {
    poll_once(pin!(load_table())).is_some_and(|result| result.is_ok())
}

/// Loads the code of the board of an online game; returns false if that failed.
pub(crate) async fn load_game_table() -> bool {
    load_table().await.is_ok()
}

/// Draws the board of an online game; its code has been loaded.
pub(crate) fn draw_table(id: GameId) -> AnyView {
    match poll_once(pin!(table(id))) {
        Some(Ok(view)) => view,
        Some(Err(_)) | None => ().into_any(),
    }
}

fn draw(route: &Route, drawn: Drawn) -> AnyView {
    let part = match route {
        Route::Home => None,
        Route::Computer => poll_once(pin!(computer(drawn))),
        Route::Analysis => poll_once(pin!(analysis(drawn))),
        Route::Learn(_) => poll_once(pin!(learn(drawn))),
        Route::Game(_) => poll_once(pin!(game(drawn))),
        Route::Online | Route::Player(_) | Route::Account | Route::Games | Route::NotFound => {
            poll_once(pin!(online(drawn)))
        }
    };
    match part {
        Some(Ok(view)) => view,
        Some(Err(_)) | None => ().into_any(),
    }
}

fn loading(route: &Route) -> Option<Loading> {
    match route {
        // The start page is in the first file.
        Route::Home => None,
        Route::Computer => Some(Box::pin(load_computer())),
        Route::Analysis => Some(Box::pin(load_analysis())),
        Route::Learn(_) => Some(Box::pin(load_learn())),
        Route::Game(_) => Some(Box::pin(load_game())),
        Route::Online | Route::Player(_) | Route::Account | Route::Games | Route::NotFound => {
            Some(Box::pin(load_online()))
        }
    }
}

fn poll_once<T>(future: Pin<&mut (impl Future<Output = T> + ?Sized)>) -> Option<T> {
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// Opening of FEN and PGN, which the first board does not need.
#[wasm_split(import, fallible)]
pub(crate) fn import() -> Result<Extensions, SplitLoaderError> {
    Ok(Extensions::import())
}

/// Games against the computer.
#[wasm_split(computer, fallible, preload(load_computer))]
pub(crate) fn computer(part: Drawn) -> Loaded {
    Ok(match part {
        Drawn::Frame(route) => pages::frame(route),
        Drawn::Page(_) => view! { <computer::ComputerPage /> }.into_any(),
    })
}

/// The analysis board.
#[wasm_split(analysis, fallible, preload(load_analysis))]
pub(crate) fn analysis(part: Drawn) -> Loaded {
    Ok(match part {
        Drawn::Frame(route) => pages::frame(route),
        Drawn::Page(_) => view! { <analysis::AnalysisPage /> }.into_any(),
    })
}

/// Learning.
#[wasm_split(learn, fallible, preload(load_learn))]
pub(crate) fn learn(part: Drawn) -> Loaded {
    Ok(match part {
        Drawn::Frame(route) => pages::frame(route),
        Drawn::Page(route) => learn::page(&route),
    })
}

/// Online games.
#[wasm_split(game, fallible, preload(load_game))]
pub(crate) fn game(part: Drawn) -> Loaded {
    Ok(match part {
        Drawn::Frame(route) => pages::frame(route),
        Drawn::Page(route) => online::game_page(route),
    })
}

/// The board of an online game, which an invitation needs only when it is accepted.
#[wasm_split(table, fallible, preload(load_table))]
fn table(id: GameId) -> Loaded {
    Ok(online::game_table(id))
}

/// All other pages that need a server.
#[wasm_split(online, fallible, preload(load_online))]
pub(crate) fn online(part: Drawn) -> Loaded {
    Ok(match part {
        Drawn::Frame(route) => pages::frame(route),
        Drawn::Page(route) => online::page(route),
    })
}
