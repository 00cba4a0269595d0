// The worker in which the computer thinks. After each slice it looks whether the page has said something.

import start, { EngineWorker } from "{{glue}}";

const heard = [];
let worker;
const turns = new MessageChannel();

function turn() {
  for (const line of heard.splice(0)) worker.hear(line);
  if (!worker.is_busy()) return;
  const answers = worker.think();
  if (answers) postMessage(answers);
  if (worker.is_busy()) turns.port2.postMessage(0);
}

turns.port1.onmessage = turn;
addEventListener("message", (event) => {
  heard.push(event.data);
  if (worker) turns.port2.postMessage(0);
});

start({ module_or_path: "{{wasm}}" }).then(() => {
  worker = new EngineWorker();
  turn();
});
