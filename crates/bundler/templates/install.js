// Installing the page as an app, and what is missing without https. It is loaded after the page.
//
// The custom element <install-app> is a part of the settings. It has a button while the browser offers to install the page, and
// instructions where browsers make no offer (iOS); an installed app has neither. The first script keeps the offer, which may
// come before this script.

const TEXTS = {{texts}};
const SEEN = "{{flag}}";
const CHANGES = ["beforeinstallprompt", "appinstalled"];

const text = () => TEXTS[document.documentElement.lang] ?? TEXTS.en;
const isApp = () => navigator.standalone || matchMedia("(display-mode: standalone)").matches;
const create = (name, properties) => Object.assign(document.createElement(name), properties);

// Before the listeners of the elements, which draw what is left.
addEventListener("appinstalled", () => delete window.installOffer);

class InstallApp extends HTMLElement {
  #language = new MutationObserver(() => this.#draw());

  connectedCallback() {
    this.#language.observe(document.documentElement, { attributeFilter: ["lang"] });
    for (const change of CHANGES) addEventListener(change, this);
    this.#draw();
  }

  disconnectedCallback() {
    this.#language.disconnect();
    for (const change of CHANGES) removeEventListener(change, this);
  }

  handleEvent() {
    this.#draw();
  }

  #draw() {
    const { install, about, ios } = text();
    const section = create("section");
    if (window.installOffer) {
      section.append(create("button", { type: "button", textContent: install, onclick: () => this.#install() }));
      section.append(create("p", { className: "about", textContent: about }));
    } else if (isSecureContext && navigator.standalone === false) {
      // Only Safari on iOS has this property.
      section.append(create("p", { textContent: ios }));
    }
    this.replaceChildren(...(section.hasChildNodes() && !isApp() ? [section] : []));
  }

  // An offer can be used once. If the user declines, the browser makes a new one when it sees fit.
  async #install() {
    const offer = window.installOffer;
    delete window.installOffer;
    await offer?.prompt();
    await offer?.userChoice;
    this.#draw();
  }
}

customElements.define("install-app", InstallApp);

// Shown once. It is hidden while a game or a form with its button below is on the screen.
function showInsecure() {
  const style = new CSSStyleSheet();
  style.replaceSync(`
    .insecure {
      position: fixed; inset: auto 1rem max(1rem, env(safe-area-inset-bottom)); z-index: 4; display: flex; flex-wrap: wrap;
      align-items: center; justify-content: space-between; gap: .5rem 1rem; max-width: 36rem; margin: 0 auto; padding: .6rem .9rem;
      border-radius: 12px; background: var(--card); color: var(--ink); box-shadow: var(--shadow); border: 1px solid var(--line);
    }
    .insecure span { flex: 1 1 16rem; }
    body:has(.table, .sheet, .update) .insecure { display: none; }
  `);
  document.adoptedStyleSheets.push(style);
  const message = create("div", { className: "insecure" });
  message.setAttribute("role", "status");
  document.body.append(message);
  const onclick = () => {
    language.disconnect();
    message.remove();
    remember();
  };
  const draw = () => {
    const { insecure, seen } = text();
    message.replaceChildren(create("span", { textContent: insecure }), create("button", { type: "button", textContent: seen, onclick }));
  };
  const language = new MutationObserver(draw);
  language.observe(document.documentElement, { attributeFilter: ["lang"] });
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    remember();
  }).observe(message);
  draw();
}

function remember() {
  try {
    localStorage.setItem(SEEN, "1");
  } catch {
    // Without storage it is shown again.
  }
}

function isSeen() {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}

if (!isSecureContext && !isSeen()) showInsecure();
