// Shows how much of the module has been downloaded. The browser reports decompressed bytes and the server the compressed length,
// so the share of the first is shown as bytes of the second.
async function counted(path, size) {
  const response = await fetch(path);
  const [bar, text] = ["progress", "span"].map((name) => document.querySelector(`#first .download ${name}`));
  if (!bar || !response.body) return response;
  const total = Number(response.headers.get("content-length")) || size;
  let read = 0;
  bar.max = total;
  const count = new TransformStream({
    transform(chunk, out) {
      read += chunk.length;
      bar.value = Math.min(1, read / size) * total;
      text.textContent = `${Math.round(bar.value / 1000)} / ${Math.round(total / 1000)} kB`;
      out.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), response);
}
const module = counted("{{wasm}}", {{size}});

