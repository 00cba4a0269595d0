//! Installing the page as an app, and the message about plain http.

use e2e::{Browser, Button, Css, Error, Session, TestResult, TestServer, Viewport, with_session};

/// Stands in for the offer of a Chromium with windows: counts how often the user is asked, and accepts.
const OFFER: &str = "
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    offer.prompt = async () => { window.asked = (window.asked ?? 0) + 1; };
    offer.userChoice = Promise.resolve({ outcome: 'accepted' });
    window.dispatchEvent(offer);
    return offer.defaultPrevented";

fn open_settings(session: &Session) -> TestResult<&Browser> {
    let browser = session.open_home()?;
    browser.click_element(Button("Settings"))?;
    browser.wait_for_value("return customElements.get('install-app') !== undefined", &[], true)?;
    Ok(browser)
}

#[test]
fn settings_install_the_app_while_the_browser_offers_it() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = open_settings(session)?;
        assert!(!browser.has(Css("install-app *"))?, "nothing is offered");
        assert_eq!(browser.run(OFFER, &[])?, true, "the browser leaves the question to the page");
        browser.wait_for_text("install-app button", "Install Hanpan")?;
        browser.click_element(Button("한국어"))?;
        browser.wait_for_text("install-app button", "한판 설치")?;
        browser.click_element(Button("English"))?;
        browser.click_element(Button("Install Hanpan"))?;
        browser.wait_for_value("return document.querySelector('install-app *') === null", &[], true)?;
        assert_eq!(browser.run("return window.asked", &[])?, 1);
        // An offer from before the settings are opened is kept, and ends with the installation.
        browser.run(OFFER, &[])?;
        browser.click_element(Button("Back"))?;
        browser.click_element(Button("Settings"))?;
        browser.wait_for_text("install-app button", "Install Hanpan")?;
        browser.run("window.dispatchEvent(new Event('appinstalled'))", &[])?;
        browser.wait_for_value("return document.querySelector('install-app *') === null", &[], true)
    })
}

#[test]
fn settings_say_how_to_install_on_ios() -> TestResult {
    with_session(&Viewport::PHONE, |session| {
        session.browser.add_init_script("navigator.standalone = false")?;
        let browser = open_settings(session)?;
        browser.wait_for_text("install-app", "To install Hanpan, tap Share, then Add to Home Screen.")?;
        session.browser.add_init_script("navigator.standalone = true")?;
        session.browser.reload()?;
        browser.wait_for_value("return customElements.get('install-app') !== undefined", &[], true)?;
        assert!(!browser.has(Css("install-app *"))?, "the installed app does not offer itself");
        Ok(())
    })
}

#[test]
fn plain_http_is_explained_once_but_not_over_a_board() -> TestResult {
    let server = TestServer::start()?;
    // A name that is not this machine to the browser, as an address in a local network.
    let port = server.host().rsplit(':').next().unwrap();
    let browser = Browser::start_resolving(&Viewport::PHONE, "school.local")?;
    let url = format!("http://school.local:{port}/");
    browser.goto(&url)?;
    let message = browser.inner_text(".insecure[role=status] span")?;
    assert!(message.starts_with("Without https,") && message.contains("docs/hosting.md"), "{message}");
    browser.click_element(Css(".door:has([href='#icon-board'])"))?;
    browser.click_element(Css("form button[type=submit].large"))?;
    let display = "return getComputedStyle(document.querySelector('.insecure')).display";
    browser.wait_for_value(display, &[], "none")?;
    browser.click_element(Button("Hanpan"))?;
    browser.wait_for_value(display, &[], "flex")?;
    browser.click_element(Css(".insecure button"))?;
    assert!(!browser.has(Css(".insecure"))?);
    browser.reload()?;
    browser.wait_for_value("return customElements.get('install-app') !== undefined", &[], true)?;
    assert!(!browser.has(Css(".insecure"))?, "it has been dismissed");
    // Chromium says that it ignores a header without https.
    let logged = match browser.expect_clean_console() {
        Err(Error::ConsoleErrors(lines)) => lines,
        other => return other,
    };
    let others: Vec<_> = logged
        .iter()
        .filter(|line| !line.contains("Cross-Origin-Opener-Policy header has been ignored"))
        .collect();
    assert!(others.is_empty(), "{others:?}");
    Ok(())
}

#[test]
fn plain_http_on_this_machine_needs_no_explanation() -> TestResult {
    with_session(&Viewport::DESKTOP, |session| {
        let browser = open_settings(session)?;
        assert!(!browser.has(Css(".insecure"))?);
        Ok(())
    })
}
