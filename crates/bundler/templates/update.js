// Says when the server has a newer version of the page than the one that is open. It is loaded after the page, and asks when the
// page is shown again, and now and then. The message is hidden while a game is on the screen.

const TEXTS = {{texts}};
const [REST, INTERVAL] = [60_000, 15 * 60_000]; // milliseconds

const style = new CSSStyleSheet();
style.replaceSync(`
  .update {
    position: fixed; inset: auto 1rem max(1rem, env(safe-area-inset-bottom)); z-index: 4; display: flex; flex-wrap: wrap;
    align-items: center; justify-content: space-between; gap: .5rem 1rem; max-width: 26rem; margin: 0 auto; padding: .6rem .9rem;
    border-radius: 12px; background: var(--card); color: var(--ink); box-shadow: var(--shadow); border: 1px solid var(--line);
  }
  body:has(.table) .update { display: none; }
`);

let asked = 0;

async function ask() {
  if (document.hidden || Date.now() - asked < REST) return;
  asked = Date.now();
  try {
    // The names of these files contain a hash of everything that the page consists of.
    const script = document.querySelector("script[src]").getAttribute("src");
    const sheet = document.querySelector("link[rel=stylesheet]").getAttribute("href");
    const response = await fetch("{{home}}", { cache: "no-cache" });
    const newest = response.ok ? await response.text() : "";
    if (newest && !(newest.includes(script) && newest.includes(sheet))) show();
  } catch {
    // Offline: there is no newer version to be had.
  }
}

function show() {
  if (document.querySelector(".update")) return;
  document.adoptedStyleSheets.push(style);
  const text = TEXTS[document.documentElement.lang] ?? TEXTS.en;
  const message = Object.assign(document.createElement("div"), { className: "update" });
  message.setAttribute("role", "status");
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text.reload });
  button.addEventListener("click", () => location.reload());
  document.body.append(message);
  message.append(Object.assign(document.createElement("span"), { textContent: text.ready }), button);
}

document.addEventListener("visibilitychange", ask);
setInterval(ask, INTERVAL);
