// Caches a whole version of the page for offline use.
//
// Files with a content hash are served from the cache. Documents are served network first with a timeout, so that a new
// version is seen at once, and otherwise from the cache. Responses are not added to the cache one by one: a version is
// cached as a whole when it is installed, or not at all. The lazily loaded modules follow, also as a whole, once a page
// has loaded and asks for them. Large files that few need are cached when a page first fetches them. A page that was sent the files of a game as one has kept that pack for the worker.

const VERSION = "hanpan-{{version}}";
const FILES = {{files}};
const LATER = {{later}};
const ON_USE = {{on_use}};
const PACK = "{{pack}}";
const PACKED = {{packed}}; // The files of the pack: path, bytes.
const PAGES = {{page_paths}};
const ALIASES = {{aliases}};
const SERVER_PAGES = {{server_pages}};
const TIMEOUT = 3000; // milliseconds

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(
    caches.open(VERSION).then(async (cache) => {
      await unpack(cache);
      // Reloaded, because the HTTP cache may have the document of another version.
      const home = new Request("/", { cache: "reload" });
      await Promise.all([cache.addAll(await missing(cache, FILES)), cache.add(home)]);
    }),
  );
});

async function unpack(cache) {
  const pack = await (await caches.match(PACK))?.blob();
  let end = 0;
  for (const [path, bytes] of pack ? PACKED : []) {
    const file = pack.slice(end, (end += bytes), "application/wasm");
    await cache.put(path, new Response(file));
  }
}

// The files that are not in the cache.
async function missing(cache, files) {
  const cached = (await cache.keys()).map((request) => new URL(request.url).pathname);
  return files.filter((path) => !cached.includes(path));
}

self.addEventListener("message", (event) => {
  if (event.data === "later") event.waitUntil(cacheLater().catch(() => {}));
});

async function cacheLater() {
  const cache = await caches.open(VERSION);
  if (!(await cache.match("{{page_document}}"))) {
    await cache.addAll((await missing(cache, LATER)).map((path) => new Request(path, { cache: "no-cache" })));
  }
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("hanpan-") && name !== VERSION))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  // Pages that the server writes itself have no other version.
  const isOfServer = ["{{api}}", ...SERVER_PAGES].some((prefix) => url.pathname.startsWith(prefix));
  const isUnknown = event.request.mode === "navigate" && !isOfServer;
  if (url.pathname === "/") event.respondWith(networkFirst(event.request, "/"));
  else if (PAGES.test(url.pathname)) event.respondWith(networkFirst(event.request, "{{page_document}}"));
  else if (FILES.includes(url.pathname) || LATER.includes(url.pathname)) event.respondWith(fromCache(event.request));
  else if (ON_USE.includes(url.pathname)) event.respondWith(cacheOnUse(event.request));
  else if (isUnknown) event.respondWith(networkFirst(event.request, "{{page_document}}"));
});

async function networkFirst(request, page) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT) });
    // Redirects and pages that do not exist are answers, a server in trouble is none.
    if (response.status < 500) return response;
  } catch {
    // Offline, or slower than the timeout.
  }
  const alias = ALIASES[new URL(request.url).pathname.replace(/\/+$/, "")];
  return alias ? Response.redirect(alias) : fromCache(page);
}

async function fromCache(request) {
  const cache = await caches.open(VERSION);
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

async function cacheOnUse(request) {
  const response = await fromCache(request);
  const cache = await caches.open(VERSION);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
