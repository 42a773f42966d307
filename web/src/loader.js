// @ts-check
// What the page begins with: it unpacks the page's script, which is three times as large as it lies in the
// file, and runs it.

import { unpackBytes } from "./core.js";

async function load() {
  const packed = document.getElementById("page");
  const bytes = unpackBytes(packed.textContent).subarray(0, Number(packed.dataset.bytes));
  const code = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  document.body.append(script);
}

load().catch(() => document.body.prepend("This browser is too old for the puzzle (2023 or newer)."));
