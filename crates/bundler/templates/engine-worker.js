// The Web Worker that runs the engine. It searches in time slices and handles messages of the page in between.

import start, { EngineWorker } from "{{glue}}";

const messages = [];
let worker;
const slices = new MessageChannel();

function runSlice() {
  for (const line of messages.splice(0)) worker.handle_message(line);
  if (!worker.is_busy()) return;
  const responses = worker.run_slice();
  if (responses) postMessage(responses);
  if (worker.is_busy()) slices.port2.postMessage(0);
}

slices.port1.onmessage = runSlice;
addEventListener("message", (event) => {
  messages.push(event.data);
  if (worker) slices.port2.postMessage(0);
});

// Fails without a connection before the first visit, and in browsers without SIMD.
start({ module_or_path: "{{wasm}}" }).then(
  () => {
    worker = new EngineWorker();
    runSlice();
  },
  () => postMessage("unavailable"),
);
