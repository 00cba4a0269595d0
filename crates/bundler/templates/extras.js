// Extras of the page: follows attributes of the root element. Loaded when the first of them is switched on.
//
// data-pieces: the piece set, whose symbols replace those of the page. data-speech: a text to speak. The others are for the
// style sheet.

const SETS = {{sets}};
const root = document.documentElement;

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "{{style}}";
document.head.append(style);

const symbol = (letter) => document.getElementById("piece-" + letter);
const classic = {};
for (const letter of "pnbrqk") classic[letter] = symbol(letter).innerHTML;

async function drawPieces() {
  const name = root.dataset.pieces;
  let drawings = classic;
  if (name in SETS) {
    const response = await fetch(SETS[name]);
    if (!response.ok) return;
    const file = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
    drawings = {};
    for (const drawing of file.querySelectorAll("symbol")) drawings[drawing.id] = drawing.innerHTML;
  }
  // Another set may have been chosen meanwhile.
  if (root.dataset.pieces !== name) return;
  for (const letter of "pnbrqk") symbol(letter).innerHTML = drawings[letter] ?? classic[letter];
}

function speak() {
  if (!("speechSynthesis" in window)) return;
  const spoken = new SpeechSynthesisUtterance(root.dataset.speech);
  spoken.lang = root.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

new MutationObserver((changes) => {
  const changed = new Set(changes.map((change) => change.attributeName));
  if (changed.has("data-pieces")) drawPieces().catch(() => {});
  if (changed.has("data-speech")) speak();
}).observe(root, { attributeFilter: ["data-pieces", "data-speech"] });

if (root.dataset.pieces) drawPieces().catch(() => {});
// What was to be spoken while this script was on its way.
if (root.dataset.speech) speak();
