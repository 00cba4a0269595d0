//! Offline use after the first visit.

use e2e::{Board3d, Browser, Button, Css, GamePage, Motion, MoveInput, TestResult, Viewport, with_session};

#[test]
fn page_works_without_the_server() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let game = session.new_game(&[])?;
        game.play(MoveInput::Click, "e2e4 e7e5")?;
        wait_for_service_worker(game.browser)?;
        session.server.stop();
        session.browser.reload()?;
        GamePage::wait_for(&session.browser)?.wait_for_moves("e4 e5")?;
        // A new game, started from the home screen.
        session.browser.run("localStorage.clear()", &[])?;
        let game = session.new_game(&["King capture"])?;
        game.play(MoveInput::Drag, "e7e5 f2f3 d8h4")?;
        game.wait_for_status("WHITE'S TURN | CHECK")?;
        session.open_home()?.click_element(Button("Settings"))?;
        session.browser.click_element(Button("한국어"))?;
        session.browser.wait_for_text("h1", "설정")?;
        session.server.restart()?;
        session.open_home()?.wait_for_text("h1", "한판")
    })
}

#[test]
fn board3d_works_without_the_server() -> TestResult {
    with_session(
        &Viewport { width: 800, height: 480, motion: Motion::Reduced, ..Viewport::DESKTOP },
        |session| {
            session.open_home()?.wait("the rest of the page", || {
                let script = "return caches.match('/board3d.js').then((found) => Boolean(found))";
                let is_kept = session.browser.run(script, &[])? == true;
                Ok(if is_kept { Ok(()) } else { Err("not kept yet".to_owned()) })
            })?;
            session.server.stop();
            let game = session.new_game(&[])?;
            Board3d::open(game.browser)?;
            game.play(MoveInput::Click, "e2e4 e7e5")?;
            game.wait_for_moves("e4 e5")?;
            session.server.restart()
        },
    )
}

#[test]
fn engine_works_without_the_server() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        wait_for_service_worker(session.open_home()?)?;
        session.browser.wait("the other pages to be kept", || {
            let script = "return caches.match('/page.html').then((found) => Boolean(found))";
            let is_kept = session.browser.run(script, &[])?;
            Ok(if is_kept == true { Ok(()) } else { Err("not yet".to_owned()) })
        })?;
        session.server.stop();
        session.browser.goto(&format!("{}computer", session.server.address()))?;
        let game = session.submit_new_game()?;
        game.play(MoveInput::Click, "e2e4")?;
        game.browser.wait("an answer", || {
            let moves = game.moves()?;
            Ok(if moves.len() == 2 { Ok(()) } else { Err(format!("{moves:?}")) })
        })?;
        session.browser.goto(&format!("{}analysis", session.server.address()))?;
        GamePage::wait_for(&session.browser)?.browser.wait("a line", || {
            let has = session.browser.has(Css(".pv"))?;
            Ok(if has { Ok(()) } else { Err("none".to_owned()) })
        })?;
        // Other names of pages, and paths that are none.
        session.browser.goto(&format!("{}settings", session.server.address()))?;
        session.browser.wait_for_text("h1", "Settings")?;
        session.browser.goto(&format!("{}nothing", session.server.address()))?;
        session.browser.wait_for_text("h1", "Page not found.")
    })
}

#[test]
fn page_is_installable() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        wait_for_service_worker(session.open_home()?)?;
        let found = session.browser.devtools("Page.getInstallabilityErrors", &serde_json::json!({}))?;
        let errors = found["installabilityErrors"].as_array().cloned().unwrap_or_default();
        // Incognito windows cannot install apps; that is the only expected error.
        let faults: Vec<_> = errors.iter().filter(|error| error["errorId"] != "in-incognito").collect();
        assert!(faults.is_empty(), "{faults:?}");
        let manifest = session.browser.devtools("Page.getAppManifest", &serde_json::json!({}))?;
        assert_eq!(manifest["errors"], serde_json::json!([]), "{manifest}");
        Ok(())
    })
}

#[test]
fn the_images_of_the_manifest_have_their_sizes() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let script = "
            const image = async (path) => createImageBitmap(await (await fetch(path)).blob());
            const manifest = await (await fetch('/manifest.webmanifest')).json();
            const images = [...manifest.icons, ...manifest.screenshots];
            const drawn = images.filter((icon) => icon.type === 'image/png').map(async (icon) => {
                const { width, height } = await image(icon.src);
                return `${icon.purpose ?? icon.form_factor} ${icon.sizes} ${width}x${height}`;
            });
            const touch = await image(document.querySelector('link[rel=apple-touch-icon]').href);
            return [...(await Promise.all(drawn)), `touch ${touch.width}x${touch.height}`].join(', ')";
        let found = session.open_home()?.run(&format!("return (async () => {{ {script} }})()"), &[])?;
        assert_eq!(
            found,
            "any 192x192 192x192, any 512x512 512x512, maskable 512x512 512x512, wide 1280x760 1280x760, \
             narrow 780x1688 780x1688, touch 180x180"
        );
        Ok(())
    })
}

#[test]
fn a_new_version_is_announced_but_not_over_a_game() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        session.new_game(&[])?;
        // A page of another version has another script.
        session.browser.wait("the message", || {
            let script = "
                document.querySelector('script[src]').setAttribute('src', '/assets/hanpan-0.js');
                document.dispatchEvent(new Event('visibilitychange'));
                return Boolean(document.querySelector('.update'))";
            let is_there = session.browser.run(script, &[])? == true;
            Ok(if is_there { Ok(()) } else { Err("not yet".to_owned()) })
        })?;
        let is_shown = "return document.querySelector('.update').offsetParent !== null \
            || getComputedStyle(document.querySelector('.update')).display !== 'none'";
        assert_eq!(session.browser.run(is_shown, &[])?, false, "a game is not interrupted");
        session.browser.click_element(Button("Hanpan"))?;
        session.browser.wait_for_text(".update span", "A new version is ready.")?;
        session.browser.click_element(Button("Reload"))?;
        session.browser.wait("the new page", || {
            let is_gone = session.browser.run("return !document.querySelector('.update')", &[])? == true;
            Ok(if is_gone { Ok(()) } else { Err("the message is still there".to_owned()) })
        })
    })
}

/// Waits until the service worker has cached the page.
fn wait_for_service_worker(browser: &Browser) -> TestResult {
    browser.wait("the page's worker", || {
        let script = "
            return navigator.serviceWorker.getRegistration()
                .then((found) => found?.active?.state ?? 'none')";
        let state = browser.run(script, &[])?;
        Ok(if state == "activated" { Ok(()) } else { Err(state.to_string()) })
    })
}
