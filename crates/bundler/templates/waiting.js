// The custom element <waiting-games>: on the home screen, the games that wait for the user. It is loaded after the page, and
// asks the server only in a browser that has played online before; any other would be given a guest's identity for nothing.

const TEXTS = {{texts}};
const MOST = 3; // Any more are in the lobby.

class WaitingGames extends HTMLElement {
  #games = [];
  #language = new MutationObserver(() => this.#draw());

  connectedCallback() {
    this.#language.observe(document.documentElement, { attributeFilter: ["lang"] });
    document.addEventListener("visibilitychange", this);
    this.#draw();
    this.#load();
  }

  disconnectedCallback() {
    this.#language.disconnect();
    document.removeEventListener("visibilitychange", this);
    mark(0);
  }

  handleEvent() {
    if (!document.hidden) this.#load();
  }

  async #load() {
    try {
      if (!localStorage.getItem("{{flag}}")) return;
      const response = await fetch("/api/me/games");
      if (response.ok) this.#games = (await response.json()).games;
      this.#draw();
    } catch {
      // Offline, or no storage: the games of this device are shown.
    }
  }

  #draw() {
    const text = TEXTS[document.documentElement.lang] ?? TEXTS.en;
    const isOwnTurn = (game) => game.turn && game.turn === game.you;
    const name = (player) => player?.name ?? (player ? text.guest : "…");
    const online = this.#games
      .toSorted((a, b) => isOwnTurn(b) - isOwnTurn(a))
      .slice(0, MOST)
      .map((game) => {
        const title = isOwnTurn(game) ? text.own : game.turn ? text.opponents : text.waiting;
        const about = `${name(game.seats.white)} – ${name(game.seats.black)}`;
        return door("{{game}}" + game.game, "people", title, about, isOwnTurn(game));
      });
    const isUnfinished = (save) => save && !save.includes("\noutcome ");
    const save = stored("{{computer_key}}");
    if (isUnfinished(save)) {
      const opponent = save.match(/^(?:white|black) elsewhere (.+)$/m)?.[1] ?? text.computer;
      online.push(door("{{computer}}", "play", text.resume, opponent, !this.#games.some(isOwnTurn)));
    }
    this.replaceChildren(...online);
    mark(this.#games.filter(isOwnTurn).length);
  }
}

// Title and icon of the tab, as in the lobby.
function mark(turns) {
  document.title = (turns ? `(${turns}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  const icon = document.querySelector("link[rel=icon]");
  const path = turns ? icon?.dataset.turn : icon?.dataset.usual;
  if (path) icon.setAttribute("href", path);
}

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// Texts are set as text, never as HTML: they contain names of players.
function door(href, icon, title, about, isMain) {
  const link = Object.assign(document.createElement("a"), { href, className: isMain ? "door main" : "door" });
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#icon-${icon}`);
  drawing.append(use);
  const line = (className, textContent) => Object.assign(document.createElement("span"), { className, textContent });
  link.append(drawing, line("title", title), line("about", about));
  return link;
}

customElements.define("waiting-games", WaitingGames);
