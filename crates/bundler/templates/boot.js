import start from "{{glue}}";
import { keepPack, run } from "{{parts}}";

// The static content is painted first: starting the program blocks the main thread. A hidden page is never painted, hence the
// timeout.
const painted = new Promise((go) => {
  new PerformanceObserver(go).observe({ type: "paint", buffered: true });
  setTimeout(go, 250);
});
Promise.all([run(start), painted]).then(([go]) => go()).catch(showFailure);

// The settings show it, whose script comes later.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.installOffer = event;
});

// The download broke off. The frame of the page has texts in the visitor's language; the start page is the same for all.
function showFailure(error) {
  console.error(error);
  const reload = () => location.reload();
  addEventListener("online", reload);
  const first = document.getElementById("first");
  const place = first?.querySelector(".download") ?? first?.appendChild(document.createElement("p"));
  if (!place) return;
  const { failed = "The server cannot be reached. 서버에 연결할 수 없습니다.", reload: label = "Reload · 새로 고침" } = place.dataset;
  place.setAttribute("role", "alert");
  place.replaceChildren(failed, " ", Object.assign(document.createElement("button"), { textContent: label, onclick: reload }));
}

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
