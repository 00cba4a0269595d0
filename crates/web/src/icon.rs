//! Icons of buttons. Each stands beside a text, or its button has an `aria-label`.

use leptos::prelude::*;

/// SVG symbols, 24 by 24, drawn in `currentcolor`.
pub const SYMBOLS: &str = concat!(
    r#"<symbol id="icon-home" viewBox="0 0 24 24"><path d="M4 11l8-7 8 7M6 10v10h12V10"/></symbol>"#,
    r#"<symbol id="icon-plus" viewBox="0 0 24 24"><path d="M12 5v14M5 12h14"/></symbol>"#,
    r#"<symbol id="icon-back" viewBox="0 0 24 24"><path d="M15 5l-7 7 7 7"/></symbol>"#,
    r#"<symbol id="icon-on" viewBox="0 0 24 24"><path d="M9 5l7 7-7 7"/></symbol>"#,
    r#"<symbol id="icon-first" viewBox="0 0 24 24"><path d="M18 5l-7 7 7 7M7 5v14"/></symbol>"#,
    r#"<symbol id="icon-last" viewBox="0 0 24 24"><path d="M6 5l7 7-7 7M17 5v14"/></symbol>"#,
    r#"<symbol id="icon-undo" viewBox="0 0 24 24"><path d="M8 5L4 9l4 4M4 9h10a5.5 5.5 0 010 11H9"/></symbol>"#,
    r#"<symbol id="icon-flip" viewBox="0 0 24 24"><path d="M8 20V5L4 9M16 4v15l4-4"/></symbol>"#,
    r#"<symbol id="icon-flag" viewBox="0 0 24 24"><path d="M6 21V4h12l-3 4.5L18 13H6"/></symbol>"#,
    r#"<symbol id="icon-draw" viewBox="0 0 24 24"><path d="M5 9h14M5 15h14"/></symbol>"#,
    r#"<symbol id="icon-again" viewBox="0 0 24 24"><path d="M19 12a7 7 0 11-2-5l2 2M19 4v5h-5"/></symbol>"#,
    r#"<symbol id="icon-pause" viewBox="0 0 24 24"><path d="M8.5 5v14M15.5 5v14"/></symbol>"#,
    r#"<symbol id="icon-play" viewBox="0 0 24 24"><path d="M7 5l12 7-12 7z"/></symbol>"#,
    r#"<symbol id="icon-chart" viewBox="0 0 24 24"><path d="M4 4v16h16M7.5 15l4-5 3 3 5-7"/></symbol>"#,
    r#"<symbol id="icon-close" viewBox="0 0 24 24"><path d="M6 6l12 12M18 6L6 18"/></symbol>"#,
    r#"<symbol id="icon-copy" viewBox="0 0 24 24"><path d="M9 9h11v11H9zM15 9V4H4v11h5"/></symbol>"#,
    r#"<symbol id="icon-save" viewBox="0 0 24 24"><path d="M12 4v11m-5-5l5 5 5-5M4 20h16"/></symbol>"#,
    r#"<symbol id="icon-open" viewBox="0 0 24 24"><path d="M12 16V5m-5 5l5-5 5 5M4 20h16"/></symbol>"#,
    r#"<symbol id="icon-swap" viewBox="0 0 24 24"><path d="M4 8h15l-4-4M20 16H5l4 4"/></symbol>"#,
    r#"<symbol id="icon-computer" viewBox="0 0 24 24"><path d="M4 8h16v11H4zM12 8V4M9 12v2m6-2v2M2 13v2m20-2v2"/></symbol>"#,
    r#"<symbol id="icon-hint" viewBox="0 0 24 24"><path d="M9 17a6 6 0 116 0v1H9zM10 21h4"/></symbol>"#,
    r#"<symbol id="icon-people" viewBox="0 0 24 24"><circle cx="9" cy="8" r="3.5"/><path d="M2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6"/>"#,
    r#"<path d="M16 5.2a3.2 3.2 0 010 6M18 14.6c2.1.9 3.3 2.8 3.5 5.4"/></symbol>"#,
    r#"<symbol id="icon-space" viewBox="0 0 24 24"><path d="M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9"/></symbol>"#,
    r#"<symbol id="icon-settings" viewBox="0 0 24 24"><path d="M4 7h9m5 0h2M4 17h2m5 0h9"/>"#,
    r#"<circle cx="15.5" cy="7" r="2.5"/><circle cx="8.5" cy="17" r="2.5"/></symbol>"#,
    r#"<symbol id="icon-board" viewBox="0 0 24 24"><path d="M3 3h18v18H3z"/><path fill="currentcolor" stroke="none" "#,
    r#"d="M4 4h4v4H4zM12 4h4v4h-4zM8 8h4v4H8zM16 8h4v4h-4zM4 12h4v4H4zM12 12h4v4h-4zM8 16h4v4H8zM16 16h4v4h-4z"/></symbol>"#,
);

/// The icon with this name.
pub fn icon(name: &'static str) -> impl IntoView {
    view! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href=format!("#icon-{name}") /></svg> }
}
