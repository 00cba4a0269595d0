// The custom element <board-3d>, a canvas over the flat board. It draws its attribute `scene` in the theme `look`, and
// forwards pointer events to its parent, the flat board, with the coordinates of the square that was hit.

import start, { Board, Motion, PointerPhase } from "{{glue}}";

// The error, if the module could not be loaded.
const loadError = await start({ module_or_path: "{{wasm}}" }).then(
  () => undefined,
  (reason) => reason,
);

// Pointer events that may follow a pointerdown, here or on the flat board.
const FOLLOW_UPS = ["pointermove", "pointerup", "pointercancel", "pointerleave"];

class Board3d extends HTMLElement {
  static observedAttributes = ["scene", "look", "quality"];
  frames = 0; // number of frames drawn, for tests
  #board;
  #canvas;
  #frame = 0;
  #probeTimer = 0;
  #pointers = new Map();
  #gesture; // "press", "orbit", "circle" or undefined
  #resizes = new ResizeObserver(() => this.#resize());
  #keys = (event) => this.#key(event);
  #flatEvents = (event) => this.#fromFlat(event);

  connectedCallback() {
    addEventListener("keydown", this.#keys, true);
    for (const type of FOLLOW_UPS) this.parentElement.addEventListener(type, this.#flatEvents, true);
    this.#resizes.observe(this);
    this.#update();
  }

  disconnectedCallback() {
    removeEventListener("keydown", this.#keys, true);
    this.#resizes.disconnect();
    this.#close();
    // Browsers limit the number of contexts, and free one late.
    this.#canvas?.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
    this.#canvas = undefined;
    this.replaceChildren();
  }

  attributeChangedCallback(name, before, value) {
    if (!this.isConnected || before === value) return;
    if (name === "look") this.#update();
    if (name === "scene") this.#show();
    if (name === "quality" && value && this.#board) this.#fix(value);
  }

  // A point of the screen at which a square can be clicked.
  spot(square) {
    const { left, top, width, height } = this.getBoundingClientRect();
    const [x, y] = this.#board.square_point(square, performance.now());
    return [left + x * width, top + y * height];
  }

  // The colour drawn at a point, given relative to the centre of a square from White's point of view.
  color(square, right, ahead, above = 0) {
    const now = performance.now();
    const [x, y] = this.#board.point_near(square, right, ahead, above, now);
    const gl = this.#canvas.getContext("webgl2");
    const pixel = new Uint8Array(4);
    // The drawing buffer is cleared after it has been shown.
    this.#board.draw_timed(now);
    gl.readPixels(x * this.#canvas.width, (1 - y) * this.#canvas.height, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return [...pixel.slice(0, 3)];
  }

  // Frame time in milliseconds at a quality level, on a square canvas of `size` pixels; and the number of triangles.
  async time(quality, size) {
    this.setAttribute("quality", quality);
    this.#canvas.width = this.#canvas.height = size;
    this.#board.resize(size, size);
    return [await this.#frameTime(), this.#board.triangles()];
  }

  // Places the camera: yaw, pitch, distance, and the point it looks at.
  look(turn, tilt, distance, x = 0, y = 0, z = 0) {
    this.#run((board) => board.set_camera(turn, tilt, distance, x, y, z));
  }

  get #isShown() {
    return this.hasAttribute("ready");
  }

  // Shows or hides the 3D board, depending on the attribute `look`. Inert boards stay flat.
  #update() {
    const look = this.getAttribute("look");
    if (!look || this.closest("[inert]")) return this.#hide();
    if (this.#board) this.#board.set_theme(look);
    else return this.#open();
    this.setAttribute("ready", this.#board.quality_name());
    this.#resize();
    this.#show();
  }

  // The board is kept, so that it can be shown again at once.
  #hide() {
    clearTimeout(this.#probeTimer);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.removeAttribute("ready");
    this.removeAttribute("failed");
    this.querySelector("p")?.remove();
  }

  #open() {
    if (loadError) return this.#fail(loadError);
    this.#canvas ??= this.#createCanvas();
    // The renderer has its own antialiasing, depending on the quality level.
    const gl = this.#canvas.getContext("webgl2", { antialias: false, powerPreference: "high-performance" });
    if (!gl) return this.#fail("no WebGL 2");
    try {
      this.#board = new Board(gl, letters(), this.getAttribute("look"), this.getAttribute("scene"));
    } catch (reason) {
      return this.#fail(reason);
    }
    this.setAttribute("ready", this.#board.quality_name());
    this.#show();
    const quality = this.getAttribute("quality");
    if (quality) this.#fix(quality);
    else this.#measure();
  }

  #close() {
    this.#hide();
    this.#board?.free();
    this.#board = undefined;
  }

  // The flat board stays, with a message.
  #fail(reason) {
    this.#close();
    this.#canvas = undefined;
    this.setAttribute("failed", String(reason));
    const remark = document.createElement("p");
    remark.textContent = this.getAttribute("sorry");
    this.replaceChildren(remark);
  }

  // Creates the canvas with its event listeners.
  #createCanvas() {
    const canvas = document.createElement("canvas");
    const listen = (types, listener) => {
      for (const type of types) canvas.addEventListener(type, listener, { passive: false });
    };
    listen(["pointerdown", ...FOLLOW_UPS], (event) => this.#pointer(event));
    listen(["wheel"], (event) => this.#zoom(event, Math.exp(event.deltaY * 0.001)));
    listen(["dblclick"], () => this.#run((board, now) => board.reset_camera(now)));
    listen(["contextmenu"], (event) => event.preventDefault());
    listen(["webglcontextlost"], (event) => {
      // Required for the context to be restored.
      event.preventDefault();
      this.#close();
    });
    listen(["webglcontextrestored"], () => this.#update());
    this.replaceChildren(canvas);
    return canvas;
  }

  // Time in milliseconds until a frame is complete on the GPU.
  async #frameTime() {
    const began = performance.now();
    this.#board.draw_timed(began);
    while (this.#board && !this.#board.is_drawn()) await new Promise((later) => setTimeout(later));
    return performance.now() - began;
  }

  // Raises the quality level while frames are fast. The first frame at a level compiles shaders, so the second is measured.
  async #measure() {
    this.#resize();
    let level;
    do {
      level = this.#board.quality_name();
      await this.#frameTime();
      if (!this.#board) return;
      const time = await this.#frameTime();
      if (!this.#board || this.hasAttribute("quality")) return;
      this.#board.report_probe(time);
      if (this.#isShown) this.setAttribute("ready", this.#board.quality_name());
      this.#resize();
    } while (level !== this.#board.quality_name() && this.#board.should_probe());
  }

  #fix(quality) {
    this.#board.fix_quality(quality);
    if (this.#isShown) this.setAttribute("ready", quality);
    this.#resize();
  }

  #resize() {
    if (!this.#board) return;
    const scale = Math.min(devicePixelRatio, this.#board.max_pixel_ratio());
    const [width, height] = [this.clientWidth, this.clientHeight].map((size) => Math.round(size * scale));
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    this.#run((board) => board.resize(width, height));
  }

  #show() {
    const { motion } = document.documentElement.dataset;
    const isReduced = motion === "off" || (motion !== "on" && matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.#run((board, now) => board.show(this.getAttribute("scene"), isReduced ? Motion.Reduced : Motion.Full, now));
    // Before the dialog is painted for the first time.
    if (this.#board && this.#isShown) this.#placePromotion();
  }

  #run(action) {
    if (!this.#board || !this.#isShown) return;
    action(this.#board, performance.now());
    this.#requestFrame();
  }

  #requestFrame() {
    clearTimeout(this.#probeTimer);
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    const quality = this.#board.quality_name();
    if (this.#board.draw(performance.now())) {
      this.frames++;
      this.#requestFrame();
    } else if (this.#board.should_probe()) {
      // When the page is idle, a frame may be faster than the first one.
      this.#probeTimer = setTimeout(() => this.#measure(), 1500);
    }
    if (quality !== this.#board.quality_name()) {
      this.setAttribute("ready", this.#board.quality_name());
      this.#resize();
    }
    this.#placePromotion();
  }

  // The style sheet places the promotion dialog at the pawn's square.
  #placePromotion() {
    const promotion = this.getAttribute("scene").split(";")[6];
    if (!promotion) return;
    const [x, y] = this.#board.square_point(promotion, performance.now());
    this.parentElement.style.setProperty("--pawn-x", x);
    this.parentElement.style.setProperty("--pawn-y", y);
  }

  #pointer(event) {
    event.stopPropagation();
    // A drag that began in 3D continues on the flat board.
    if (!this.#isShown) return this.#dispatch(event, event);
    const before = this.#pointers.get(event.pointerId);
    const here = { x: event.clientX, y: event.clientY };
    switch (event.type) {
      case "pointerdown":
        event.preventDefault();
        this.#canvas.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, here);
        this.#down(event);
        break;
      case "pointermove":
        // A pointer that is already down comes from the flat board.
        if (!before) return this.#forward(event, event.buttons ? PointerPhase.Hold : PointerPhase.Hover);
        if (this.#gesture === "circle" && Math.hypot(here.x - before.x, here.y - before.y) < 4) return;
        if (this.#gesture === "circle") this.#gesture = "orbit";
        this.#pointers.set(event.pointerId, here);
        if (this.#gesture === "orbit") this.#orbit(before, here, event.pointerId);
        else if (this.#gesture === "press") this.#forward(event, PointerPhase.Hold);
        break;
      case "pointerleave":
        if (!before) this.#forward(event, PointerPhase.Hover);
        break;
      default:
        if (!before) return this.#forward(event, PointerPhase.Hold);
        this.#pointers.delete(event.pointerId);
        if (this.#gesture === "circle") this.#forward(event, PointerPhase.Hover, "pointerdown");
        if (this.#gesture === "circle" || this.#gesture === "press") this.#forward(event, PointerPhase.Hold);
        if (!this.#pointers.size) this.#gesture = undefined;
    }
  }

  // The right button orbits the camera; so do two pointers, and any drag that begins beside the board. A right click draws
  // a circle; with a modifier key the right button draws arrows.
  #down(event) {
    const hasModifier = event.shiftKey || event.ctrlKey || event.altKey;
    if (this.#pointers.size > 1) {
      if (this.#gesture === "press") this.#forward(event, PointerPhase.Hold, "pointercancel");
      this.#gesture = "orbit";
    } else if (event.button === 2 && !hasModifier) {
      this.#gesture = "circle";
    } else if (event.button === 1 || this.#cell(event, PointerPhase.Hover) < 0) {
      this.#gesture = "orbit";
    } else {
      this.#gesture = "press";
      this.#forward(event, PointerPhase.Press);
    }
  }

  // A drag that began on the flat board continues in 3D.
  #fromFlat(event) {
    if (!this.#isShown || !event.isTrusted || event.target !== this.parentElement) return;
    event.stopImmediatePropagation();
    this.#forward(event, PointerPhase.Hold);
  }

  #orbit(before, here, pointerId) {
    const others = [...this.#pointers].filter(([id]) => id !== pointerId).map(([, point]) => point);
    const share = 1 / (others.length + 1);
    this.#run((board, now) => {
      const size = this.clientWidth;
      board.orbit(((before.x - here.x) / size) * 4 * share, ((here.y - before.y) / size) * 3 * share, now);
      if (others.length === 1) {
        const far = (point) => Math.hypot(point.x - others[0].x, point.y - others[0].y) || 1;
        board.zoom(far(before) / far(here), now);
      }
    });
  }

  // The cell of the flat board under the pointer; negative beside the board.
  #cell(event, phase) {
    const rect = this.getBoundingClientRect();
    const x = ((event.clientX - rect.left) / rect.width) * 2 - 1;
    const y = 1 - ((event.clientY - rect.top) / rect.height) * 2;
    return this.#board.cell_at(x, y, phase, performance.now());
  }

  // Forwards the event to the flat board, at the centre of the square that was hit.
  #forward(event, phase, type = event.type) {
    const cell = this.#cell(event, phase);
    this.#requestFrame();
    const flat = this.parentElement.getBoundingClientRect();
    const clientX = cell < 0 ? flat.left - 9 : flat.left + (((cell % 8) + 0.5) * flat.width) / 8;
    const clientY = cell < 0 ? flat.top - 9 : flat.top + ((Math.floor(cell / 8) + 0.5) * flat.height) / 8;
    this.#dispatch(event, { clientX, clientY }, type);
  }

  #dispatch(event, { clientX, clientY }, type = event.type) {
    const { button, buttons, pointerType, ctrlKey, altKey } = event;
    // An id that no pointer has: the flat board must not capture the real pointer.
    const pointerId = event.pointerId + 1e6;
    const pointer = { clientX, clientY, button, buttons, pointerType, pointerId, ctrlKey, altKey };
    const flags = { isPrimary: true, bubbles: true, cancelable: true };
    this.parentElement.dispatchEvent(new PointerEvent(type, { ...pointer, ...flags }));
  }

  #zoom(event, factor) {
    event.preventDefault();
    event.stopPropagation();
    this.#run((board, now) => board.zoom(factor, now));
  }

  // Shift with arrow keys orbits, with Page Up and Page Down zooms, with Home resets the camera.
  #key(event) {
    if (!this.#isShown || !event.shiftKey || event.target.closest?.("input, textarea, select, dialog")) return;
    const actions = {
      ArrowLeft: (board, now) => board.orbit(-0.12, 0, now),
      ArrowRight: (board, now) => board.orbit(0.12, 0, now),
      ArrowUp: (board, now) => board.orbit(0, 0.08, now),
      ArrowDown: (board, now) => board.orbit(0, -0.08, now),
      PageUp: (board, now) => board.zoom(0.9, now),
      PageDown: (board, now) => board.zoom(1.1, now),
      Home: (board, now) => board.reset_camera(now),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    this.#run(action);
  }
}

// An image of the coordinate labels, white on black, in a row.
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
