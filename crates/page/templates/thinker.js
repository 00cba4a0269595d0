// The worker in which the computer thinks. After each slice it looks whether the page has said something.

import start, { Thinker } from "{{glue}}";

const heard = [];
let thinker;
const turns = new MessageChannel();

function turn() {
  for (const line of heard.splice(0)) thinker.hear(line);
  if (!thinker.is_busy()) return;
  const answers = thinker.think();
  if (answers) postMessage(answers);
  if (thinker.is_busy()) turns.port2.postMessage(0);
}

turns.port1.onmessage = turn;
addEventListener("message", (event) => {
  heard.push(event.data);
  if (thinker) turns.port2.postMessage(0);
});

start({ module_or_path: "{{wasm}}" }).then(() => {
  thinker = new Thinker();
  turn();
});
