import start from "{{glue}}";
import { keepPack, run } from "{{parts}}";

// The static content is painted first: starting the program blocks the main thread. A hidden page is never painted, hence the
// timeout.
const painted = new Promise((go) => {
  new PerformanceObserver(go).observe({ type: "paint", buffered: true });
  setTimeout(go, 250);
});
Promise.all([run(start), painted]).then(([go]) => go());

// After the program has replaced the static content, so that caching does not delay it.
const isShown = () => !document.getElementById("first");
const shown = new Promise((go) => {
  new MutationObserver((_, observer) => {
    if (isShown()) go(observer.disconnect());
  }).observe(document.body, { childList: true });
});
shown.then(async () => {
  {{later}}
  try {
    await keepPack();
    await navigator.serviceWorker?.register("/service-worker.js");
    (await navigator.serviceWorker?.ready)?.active?.postMessage("later");
    // From now on the server need not send the pack.
    document.cookie = "hanpan-files=1; path=/; max-age=31536000; samesite=lax";
  } catch {
    // Without a service worker only offline use is missing.
  }
});
