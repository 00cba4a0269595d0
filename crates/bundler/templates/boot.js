import start from "{{glue}}";

// What is in the document already is painted first: the program is most of what has to travel, and it keeps the browser
// busy while it starts. A page that nobody looks at is never painted, and does not wait for it.
const painted = new Promise((go) => {
  new PerformanceObserver(go).observe({ type: "paint", buffered: true });
  setTimeout(go, 250);
});
painted.then(() => start({ module_or_path: "{{wasm}}" }));

// After the page has loaded: what is kept for later must not slow down what is needed now.
addEventListener("load", async () => {
  try {
    await navigator.serviceWorker?.register("/service-worker.js");
    (await navigator.serviceWorker?.ready)?.active?.postMessage("later");
  } catch {
    // Without it everything works but without a network.
  }
});
