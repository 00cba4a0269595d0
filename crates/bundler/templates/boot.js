import start from "{{glue}}";

// The static content is painted first: the module is the largest file, and starting it blocks the main thread. A hidden
// page is never painted, hence the timeout.
const painted = new Promise((go) => {
  new PerformanceObserver(go).observe({ type: "paint", buffered: true });
  setTimeout(go, 250);
});
painted.then(() => start({ module_or_path: {{source}} }));

// After the page has loaded, so that caching does not delay it.
addEventListener("load", async () => {
  {{later}}
  try {
    await navigator.serviceWorker?.register("/service-worker.js");
    (await navigator.serviceWorker?.ready)?.active?.postMessage("later");
  } catch {
    // Without a service worker only offline use is missing.
  }
});
