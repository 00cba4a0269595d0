// Keeps a whole version of the page, so that it opens without a network.
//
// Files with a hash in their name never change: they come from what is kept. A page itself comes from the network if
// it answers in time, so that a new version is seen at once, and otherwise from what is kept. What comes from the
// network is not added here: a version is kept as a whole when it is installed, or not at all. The second module
// follows once a page is there and asks for it, also as a whole.

const VERSION = "hanpan-{{version}}";
const FILES = {{files}};
const LATER = {{later}};
const CLUB = /^\/(online|account|games|computer|analysis|game\/[^/]+|player\/[^/]+)$/;
const PATIENCE = 3000; // milliseconds

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(
    caches.open(VERSION).then((cache) =>
      // The page is asked for anew: a copy the browser has might belong to another version.
      Promise.all([cache.addAll(FILES), cache.add(new Request("/", { cache: "reload" }))]),
    ),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "later") event.waitUntil(keepLater().catch(() => {}));
});

async function keepLater() {
  const cache = await caches.open(VERSION);
  if (!(await cache.match("/club.html"))) {
    await cache.addAll(LATER.map((path) => new Request(path, { cache: "no-cache" })));
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
  if (url.pathname === "/") event.respondWith(fresh(event.request, "/"));
  else if (CLUB.test(url.pathname)) event.respondWith(fresh(event.request, "/club.html"));
  else if (FILES.includes(url.pathname) || LATER.includes(url.pathname)) event.respondWith(kept(event.request));
});

async function fresh(request, page) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) return response;
  } catch {
    // No network, or none worth waiting for.
  }
  return kept(page);
}

async function kept(request) {
  const cache = await caches.open(VERSION);
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}
