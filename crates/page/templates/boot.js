import start from "{{glue}}";

start({ module_or_path: "{{wasm}}" });

// After the page has loaded: what is kept for later must not slow down what is needed now.
addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
