// Downloads the files of the application, adds the parts to the running program when pages need them, and asks the server
// what a page asks first while the program is still on its way.

const PARTS = {{parts}}; // The files of each part: path, bytes, bytes as sent.
const PACK = "{{pack}}"; // The program and the parts of a game in one file.
const START = ""; // The start page is in the first file.
const STYLE = "{{page-style}}";
const ONLINE = {{online}}; // Pages that ask for the user.
const LEARNING = {{learning}}; // Pages of one part.

const downloads = new Map();
const instances = new Map();
let setExports;
const exports = new Promise((set) => (setExports = set));

// Starts the program with what `start`, the function of wasm-bindgen, returns.
export async function run(start) {
  const [, page, id] = location.pathname.split("/");
  askEarly(page, id);
  const parts = page === START ? [] : (LEARNING.includes(page) ? PARTS.{{learn}} : (PARTS[page] ?? PARTS.online));
  // An invitation comes before the board of its game.
  const table = page === "{{game}}" ? PARTS.{{table}} : [];
  const hasBoard = document.querySelector("#first .table");
  const files = unique([{{main}}, ...parts, ...(hasBoard ? table : [])]);
  const count = counter(files, () => table.forEach(([path]) => download(path)));
  // The server sends the files of a game as one to a browser that has none of them.
  if (document.querySelector("link[data-pack]")) unpack(unique([...files, ...table]), count);
  for (const [path] of files) download(path, count);
  return () => start({ module_or_path: download(files[0][0]) }).then(setExports);
}

const replies = new Map();
const messages = [];
let socket;

// Requests the user, and then, since the first reply sets the session cookie, opens the socket and enters the game.
function askEarly(page, id) {
  if (!ONLINE.includes(page)) return;
  const me = fetch("/api/me");
  replies.set("/api/me", me);
  me.then(() => {
    if (page !== "{{game}}") return;
    socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/socket`);
    socket.onopen = () => socket?.send(JSON.stringify({ type: "enter", game: id }));
    socket.onmessage = (event) => messages.push(event.data);
  }).catch(() => {});
}

// The reply to a request that was sent early, once.
export function earlyReply(path) {
  const reply = replies.get(path);
  replies.delete(path);
  return reply;
}

// The socket that was opened early, once; its messages follow when the caller has set its handlers.
export function earlySocket() {
  const early = socket;
  socket = undefined;
  if (!early || early.readyState > WebSocket.OPEN) return undefined;
  queueMicrotask(() => {
    for (const data of messages.splice(0)) early.dispatchEvent(new MessageEvent("message", { data }));
  });
  return early;
}

function unique(files) {
  return [...new Map(files.map((file) => [file[0], file])).values()];
}

function download(path, count = (response) => response) {
  if (!downloads.has(path)) {
    const response = fetch(path).then((response) => {
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return count(response);
    });
    response.catch(() => downloads.delete(path));
    downloads.set(path, response);
  }
  return downloads.get(path);
}

let unpacked;

// Downloads the pack, and cuts it into responses of its files. Each can be read while it arrives.
function unpack(files, count = (response) => response) {
  const streams = [];
  for (const [path] of files) {
    const body = new ReadableStream({ start: (stream) => void streams.push(stream) });
    const response = new Response(body, { headers: { "content-type": "application/wasm" } });
    downloads.set(path, Promise.resolve(count(response)));
  }
  let [index, missing] = [0, files[0][1]];
  const write = (chunk) => {
    while (chunk.length > 0) {
      const bytes = chunk.subarray(0, missing);
      streams[index].enqueue(bytes);
      missing -= bytes.length;
      chunk = chunk.subarray(bytes.length);
      if (missing === 0) {
        streams[index].close();
        index += 1;
        missing = files[index]?.[1];
      }
    }
  };
  unpacked = download(PACK).then((response) => response.body.pipeTo(new WritableStream({ write })));
  unpacked.catch((error) => streams.slice(index).forEach((stream) => stream.error(error)));
}

// Keeps the pack for the service worker, which caches its files one by one.
export async function keepPack() {
  if (!unpacked || navigator.serviceWorker.controller) return;
  await unpacked;
  const cache = await caches.open("hanpan-pack");
  await cache.add(new Request(PACK, { cache: "force-cache" }));
}

// Shows in the document how much has been downloaded, and calls a function when all is there. The browser reports decompressed bytes, so their share is shown.
function counter(files, whenDone) {
  const [bar, text] = ["progress", "span"].map((name) => document.querySelector(`#first .download ${name}`));
  if (!bar) return undefined;
  const sum = (column) => files.reduce((sum, file) => sum + file[column], 0);
  const [size, sent] = [sum(1), sum(2)];
  let [read, done] = [0, 0];
  bar.max = sent;
  return (response) => {
    if (!response.body) return response;
    const count = new TransformStream({
      transform(chunk, out) {
        read += chunk.length;
        bar.value = Math.min(1, read / size) * sent;
        text.textContent = `${Math.round(bar.value / 1000)} / ${Math.round(sent / 1000)} kB`;
        out.enqueue(chunk);
      },
      flush() {
        done += 1;
        if (done === files.length) whenDone();
      },
    });
    return new Response(response.body.pipeThrough(count), response);
  };
}

function instantiate([path]) {
  if (!instances.has(path)) {
    const response = download(path);
    const instance = exports.then((shared) => WebAssembly.instantiateStreaming(response, { __wasm_split: shared }));
    instance.catch(() => {
      instances.delete(path);
      downloads.delete(path);
    });
    instances.set(path, instance);
  }
  return instances.get(path);
}

let styleSheet;

// The document of the start page does not load the style sheet of the other pages.
function style() {
  if (!styleSheet && !document.querySelector(`link[href="${STYLE}"]`)) {
    styleSheet = loadStyle();
    styleSheet.catch(() => (styleSheet = undefined));
  }
  return styleSheet;
}

function loadStyle() {
  return new Promise((loaded, failed) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLE, onload: loaded });
    link.onerror = () => {
      link.remove();
      failed(new Error(STYLE));
    };
    document.head.append(link);
  });
}

function loader(part) {
  return async (callback, data) => {
    let isLoaded = true;
    try {
      await Promise.all([part !== "{{import}}" && style(), ...PARTS[part].map(instantiate)]);
    } catch (error) {
      console.error(error);
      isLoaded = false;
    }
    (await exports).__indirect_function_table.get(callback)(data, isLoaded);
  };
}

