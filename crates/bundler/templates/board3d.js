// The element <board-3d>: a glass before the flat board. It draws what its attribute `scene` says, in its `look`, and tells
// the flat board behind it, its parent, where the fingers are: as if they were on the flat board's squares.

import start, { Board, Motion, Phase } from "{{glue}}";

// Why the program is not there, if it is not.
const broken = await start({ module_or_path: "{{wasm}}" }).then(
  () => undefined,
  (reason) => reason,
);

// What a finger can do after it went down, here or on the flat board.
const STRAYS = ["pointermove", "pointerup", "pointercancel", "pointerleave"];

class Board3d extends HTMLElement {
  static observedAttributes = ["scene", "look", "quality"];
  frames = 0; // how many were drawn, for those who count
  #board;
  #canvas;
  #frame = 0;
  #hope = 0; // of a finer level
  #fingers = new Map();
  #deed; // what the fingers do: "press", "orbit", "circle" or nothing
  #sizes = new ResizeObserver(() => this.#fit());
  #keys = (event) => this.#key(event);
  #strays = (event) => this.#stray(event);

  connectedCallback() {
    addEventListener("keydown", this.#keys, true);
    for (const type of STRAYS) this.parentElement.addEventListener(type, this.#strays, true);
    this.#sizes.observe(this);
    this.#turn();
  }

  disconnectedCallback() {
    removeEventListener("keydown", this.#keys, true);
    this.#sizes.disconnect();
    this.#close();
    // Browsers have few of these, and give one back late.
    this.#canvas?.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
    this.#canvas = undefined;
    this.replaceChildren();
  }

  attributeChangedCallback(name, before, value) {
    if (!this.isConnected || before === value) return;
    if (name === "look") this.#turn();
    if (name === "scene") this.#show();
    if (name === "quality" && value && this.#board) this.#fix(value);
  }

  // Where on the screen a square can be pointed at.
  spot(square) {
    const { left, top, width, height } = this.getBoundingClientRect();
    const [x, y] = this.#board.spot(square, performance.now());
    return [left + x * width, top + y * height];
  }

  // What colour is seen at a point now: so far to White's right of the middle of a square, so far ahead and so far above.
  color(square, right, ahead, above = 0) {
    const now = performance.now();
    const [x, y] = this.#board.point(square, right, ahead, above, now);
    const gl = this.#canvas.getContext("webgl2");
    const pixel = new Uint8Array(4);
    // What was drawn before is gone as soon as it is on the screen.
    this.#board.draw_watched(now);
    gl.readPixels(x * this.#canvas.width, (1 - y) * this.#canvas.height, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return [...pixel.slice(0, 3)];
  }

  // How long a frame takes at a level, on a canvas of this many pixels a side, in milliseconds; and how many triangles.
  async time(quality, size) {
    this.setAttribute("quality", quality);
    this.#canvas.width = this.#canvas.height = size;
    this.#board.resize(size, size);
    return [await this.#frameTime(), this.#board.triangles()];
  }

  // Brings the eye to a place: how far around, how high, how far away, and what it looks at.
  look(turn, tilt, distance, x = 0, y = 0, z = 0) {
    this.#do((board) => board.place(turn, tilt, distance, x, y, z));
  }

  get #stands() {
    return this.hasAttribute("ready");
  }

  // Stands up or lies down, as its look wants it. What cannot be touched stays flat.
  #turn() {
    const look = this.getAttribute("look");
    if (!look || this.closest("[inert]")) return this.#lie();
    if (this.#board) this.#board.dress(look);
    else return this.#open();
    this.setAttribute("ready", this.#board.quality());
    this.#fit();
    this.#show();
  }

  // The board is kept, so that it stands up at once the next time.
  #lie() {
    clearTimeout(this.#hope);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.removeAttribute("ready");
    this.removeAttribute("failed");
    this.querySelector("p")?.remove();
  }

  #open() {
    if (broken) return this.#fail(broken);
    this.#canvas ??= this.#stretched();
    // The board smooths its edges itself, where that can be afforded.
    const gl = this.#canvas.getContext("webgl2", { antialias: false, powerPreference: "high-performance" });
    if (!gl) return this.#fail("no WebGL 2");
    try {
      this.#board = new Board(gl, letters(), this.getAttribute("look"), this.getAttribute("scene"));
    } catch (reason) {
      return this.#fail(reason);
    }
    this.setAttribute("ready", this.#board.quality());
    this.#show();
    const quality = this.getAttribute("quality");
    if (quality) this.#fix(quality);
    else this.#measure();
  }

  #close() {
    this.#lie();
    this.#board?.free();
    this.#board = undefined;
  }

  // The flat board stays; why it does, can be read on it.
  #fail(reason) {
    this.#close();
    this.#canvas = undefined;
    this.setAttribute("failed", String(reason));
    const remark = document.createElement("p");
    remark.textContent = this.getAttribute("sorry");
    this.replaceChildren(remark);
  }

  // A canvas that listens.
  #stretched() {
    const canvas = document.createElement("canvas");
    const listen = (types, deed) => {
      for (const type of types) canvas.addEventListener(type, deed, { passive: false });
    };
    listen(["pointerdown", ...STRAYS], (event) => this.#point(event));
    listen(["wheel"], (event) => this.#zoom(event, Math.exp(event.deltaY * 0.001)));
    listen(["dblclick"], () => this.#do((board, now) => board.reset(now)));
    listen(["contextmenu"], (event) => event.preventDefault());
    listen(["webglcontextlost"], (event) => {
      // Otherwise the browser would not give it back.
      event.preventDefault();
      this.#close();
    });
    listen(["webglcontextrestored"], () => this.#turn());
    this.replaceChildren(canvas);
    return canvas;
  }

  // How long a frame takes until it is really there, in milliseconds.
  async #frameTime() {
    const began = performance.now();
    this.#board.draw_watched(began);
    while (this.#board && !this.#board.is_drawn()) await new Promise((later) => setTimeout(later));
    return performance.now() - began;
  }

  // Goes up from level to level while frames are quick. The first at a level has shaders to wait for, so the second counts.
  async #measure() {
    this.#fit();
    let level;
    do {
      level = this.#board.quality();
      await this.#frameTime();
      if (!this.#board) return;
      const time = await this.#frameTime();
      if (!this.#board || this.hasAttribute("quality")) return;
      this.#board.took(time);
      if (this.#stands) this.setAttribute("ready", this.#board.quality());
      this.#fit();
    } while (level !== this.#board.quality() && this.#board.is_hopeful());
  }

  #fix(quality) {
    this.#board.fix(quality);
    if (this.#stands) this.setAttribute("ready", quality);
    this.#fit();
  }

  #fit() {
    if (!this.#board) return;
    const scale = Math.min(devicePixelRatio, this.#board.sharpness());
    const [width, height] = [this.clientWidth, this.clientHeight].map((size) => Math.round(size * scale));
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    this.#do((board) => board.resize(width, height));
  }

  #show() {
    const { motion } = document.documentElement.dataset;
    const isCalm = motion === "off" || (motion !== "on" && matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.#do((board, now) => board.show(this.getAttribute("scene"), isCalm ? Motion.Reduced : Motion.Full, now));
  }

  #do(deed) {
    if (!this.#board || !this.#stands) return;
    deed(this.#board, performance.now());
    this.#wake();
  }

  #wake() {
    clearTimeout(this.#hope);
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    const quality = this.#board.quality();
    if (this.#board.draw(performance.now())) {
      this.frames++;
      this.#wake();
    } else if (this.#board.is_hopeful()) {
      // When the page has nothing else to do, a frame may be quicker than the first one was.
      this.#hope = setTimeout(() => this.#measure(), 1500);
    }
    if (quality !== this.#board.quality()) {
      this.setAttribute("ready", this.#board.quality());
      this.#fit();
    }
    const pawn = this.getAttribute("scene").split(";")[6];
    if (pawn) {
      const [x, y] = this.#board.spot(pawn, performance.now());
      this.parentElement.style.setProperty("--pawn-x", x);
      this.parentElement.style.setProperty("--pawn-y", y);
    }
  }

  #point(event) {
    event.stopPropagation();
    // The finger that held a piece here goes on with it on the flat board.
    if (!this.#stands) return this.#pass(event, event);
    const before = this.#fingers.get(event.pointerId);
    const here = { x: event.clientX, y: event.clientY };
    switch (event.type) {
      case "pointerdown":
        event.preventDefault();
        this.#canvas.setPointerCapture(event.pointerId);
        this.#fingers.set(event.pointerId, here);
        this.#down(event);
        break;
      case "pointermove":
        // A finger that is down already has come from the flat board.
        if (!before) return this.#tell(event, event.buttons ? Phase.Hold : Phase.Hover);
        if (this.#deed === "circle" && Math.hypot(here.x - before.x, here.y - before.y) < 4) return;
        if (this.#deed === "circle") this.#deed = "orbit";
        this.#fingers.set(event.pointerId, here);
        if (this.#deed === "orbit") this.#orbit(before, here, event.pointerId);
        else if (this.#deed === "press") this.#tell(event, Phase.Hold);
        break;
      case "pointerleave":
        if (!before) this.#tell(event, Phase.Hover);
        break;
      default:
        if (!before) return this.#tell(event, Phase.Hold);
        this.#fingers.delete(event.pointerId);
        if (this.#deed === "circle") this.#tell(event, Phase.Hover, "pointerdown");
        if (this.#deed === "circle" || this.#deed === "press") this.#tell(event, Phase.Hold);
        if (!this.#fingers.size) this.#deed = undefined;
    }
  }

  // The right button turns the board; so do two fingers, and whatever begins beside the board. A click with it draws a
  // circle, and with a key held down it draws arrows.
  #down(event) {
    const has_key = event.shiftKey || event.ctrlKey || event.altKey;
    if (this.#fingers.size > 1) {
      if (this.#deed === "press") this.#tell(event, Phase.Hold, "pointercancel");
      this.#deed = "orbit";
    } else if (event.button === 2 && !has_key) {
      this.#deed = "circle";
    } else if (event.button === 1 || this.#cell(event, Phase.Hover) < 0) {
      this.#deed = "orbit";
    } else {
      this.#deed = "press";
      this.#tell(event, Phase.Press);
    }
  }

  // A finger that went down on the flat board goes on with its piece here.
  #stray(event) {
    if (!this.#stands || !event.isTrusted || event.target !== this.parentElement) return;
    event.stopImmediatePropagation();
    this.#tell(event, Phase.Hold);
  }

  #orbit(before, here, finger) {
    const others = [...this.#fingers].filter(([id]) => id !== finger).map(([, place]) => place);
    const share = 1 / (others.length + 1);
    this.#do((board, now) => {
      const size = this.clientWidth;
      board.orbit(((before.x - here.x) / size) * 4 * share, ((here.y - before.y) / size) * 3 * share, now);
      if (others.length === 1) {
        const far = (place) => Math.hypot(place.x - others[0].x, place.y - others[0].y) || 1;
        board.zoom(far(before) / far(here), now);
      }
    });
  }

  // The cell of the flat board that the finger sees; less than 0 beside it.
  #cell(event, phase) {
    const glass = this.getBoundingClientRect();
    const x = ((event.clientX - glass.left) / glass.width) * 2 - 1;
    const y = 1 - ((event.clientY - glass.top) / glass.height) * 2;
    return this.#board.cell(x, y, phase, performance.now());
  }

  // Tells the flat board what the finger does, on the square that it sees.
  #tell(event, phase, type = event.type) {
    const cell = this.#cell(event, phase);
    this.#wake();
    const flat = this.parentElement.getBoundingClientRect();
    const clientX = cell < 0 ? flat.left - 9 : flat.left + (((cell % 8) + 0.5) * flat.width) / 8;
    const clientY = cell < 0 ? flat.top - 9 : flat.top + ((Math.floor(cell / 8) + 0.5) * flat.height) / 8;
    this.#pass(event, { clientX, clientY }, type);
  }

  #pass(event, { clientX, clientY }, type = event.type) {
    const { button, buttons, pointerType, ctrlKey, altKey } = event;
    // The flat board cannot catch this pointer: it has a number that no finger has.
    const pointerId = event.pointerId + 1e6;
    const told = { clientX, clientY, button, buttons, pointerType, pointerId, ctrlKey, altKey };
    const kind = { isPrimary: true, bubbles: true, cancelable: true };
    this.parentElement.dispatchEvent(new PointerEvent(type, { ...told, ...kind }));
  }

  #zoom(event, factor) {
    event.preventDefault();
    event.stopPropagation();
    this.#do((board, now) => board.zoom(factor, now));
  }

  // With the shift key the arrows turn the board, the keys for pages zoom, Home goes back.
  #key(event) {
    if (!this.#stands || !event.shiftKey || event.target.closest?.("input, textarea, select, dialog")) return;
    const deeds = {
      ArrowLeft: (board, now) => board.orbit(-0.12, 0, now),
      ArrowRight: (board, now) => board.orbit(0.12, 0, now),
      ArrowUp: (board, now) => board.orbit(0, 0.08, now),
      ArrowDown: (board, now) => board.orbit(0, -0.08, now),
      PageUp: (board, now) => board.zoom(0.9, now),
      PageDown: (board, now) => board.zoom(1.1, now),
      Home: (board, now) => board.reset(now),
    };
    const deed = deeds[event.key];
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    this.#do(deed);
  }
}

// The names of files and ranks, white on black, in a row.
function letters() {
  const size = 96;
  const canvas = document.createElement("canvas");
  canvas.width = size * 16;
  canvas.height = size;
  const pen = canvas.getContext("2d");
  pen.fillRect(0, 0, canvas.width, size);
  pen.fillStyle = "#fff";
  pen.font = `600 ${size * 0.72}px Georgia, "Times New Roman", serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const [index, letter] of [..."abcdefgh12345678"].entries()) {
    pen.fillText(letter, (index + 0.5) * size, size * 0.53);
  }
  return canvas;
}

customElements.define("board-3d", Board3d);
