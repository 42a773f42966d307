// Makes one HTML file of the page, the Worker, the core and the built-in levels (web/PROTOCOL.md,
// "The file"), and a folder for static hosts, in which it is the index. `web/build` calls it.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { compress } from "lzma1";
import { PNG } from "pngjs";
import { makeCore, packBytes, unpackCore } from "./src/core.js";
import { split } from "./src/streams.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values: given } = parseArgs({
  options: {
    core: { type: "string" },
    player: { type: "string" },
    site: { type: "string" },
  },
});

/** How hard what is packed is packed. */
const STRONGEST = 9;

// What the page is made of: a player says by their hash from which sources it was built.
const SOURCES = [
  "web/src", "web/core", "web/assemble.js", "web/build", "web/service.js", "web/package-lock.json",
  "core/Cargo.toml", "core/src/lib.rs", "core/src/puzzle", "core/src/report", "core/src/search", "core/src/words", "levels", "Cargo.toml", "Cargo.lock",
];

function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).sort().flatMap((name) => filesBelow(`${path}/${name}`));
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap(filesBelow)) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path))).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

async function bundle(entry, extra = {}) {
  const { outputFiles } = await build({
    entryPoints: [join(root, "web/src", entry)],
    bundle: true, minify: true, write: false, charset: "utf8", target: "es2022",
    format: "iife", logLevel: "warning", ...extra,
  });
  return outputFiles[0].text.trimEnd();
}

const policyHash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// On a host the page may also ask for what stands beside it: the manifest, its icons, the service worker.
function policy(script, style, isOnHost) {
  const own = isOnHost ? " 'self'" : "";
  const rules = [
    "default-src 'none'",
    `script-src ${policyHash(script)} 'wasm-unsafe-eval' blob:`,
    `worker-src blob:${own}`,
    `style-src ${policyHash(style)}`,
    `img-src data: blob:${own}`,
    ...(isOnHost ? ["manifest-src 'self'"] : []),
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join("; ")}">`;
}

// The data of a script element may hold neither its end nor what begins a comment.
const embedded = (object) => JSON.stringify(object).replaceAll("<", "\\u003c");

function fill(html, marker, text) {
  const parts = html.split(marker);
  if (parts.length !== 2) throw new Error(`${marker} stands ${parts.length - 1} times in the template`);
  return parts.join(text);
}

/** Returns `levels/year.txt`, packed: a third of it. */
const year = () => packBytes(compress(readFileSync(join(root, "levels/year.txt")), STRONGEST));

/** Returns the page: the file that is whole by itself, and that for a host, which has a manifest. */
async function players(packed, packs) {
  const script = await bundle("loader.js");
  const worker = await bundle("worker.js");
  const style = await bundle("style.css", { format: undefined });
  const page = deflateRawSync(await bundle("main.js", { define: { WORKER: JSON.stringify(worker), STYLE: JSON.stringify(style) } }), { level: STRONGEST });
  const [, version] = /^version = "(.*)"/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"));
  const generator = `<meta name="generator" content="Mondrian ${version}, sources ${hashOfSources()}">`;
  let html = readFileSync(join(root, "web/src/index.html"), "utf8");
  // White space between the lines of the template says nothing.
  html = html.replace(/\n\s*/g, "\n");
  html = fill(html, "<!-- PAGE -->", `<script type="text/plain" id="page" data-bytes="${page.length}">${packBytes(page)}</script>`);
  html = fill(html, "<!-- CORE -->", `<script type="text/plain" id="core">${packBytes(packed)}</script>`);
  html = fill(html, "<!-- LEVELS -->", `<script type="application/json" id="levels">${embedded({ packs, year: year() })}</script>`);
  html = fill(html, "<!-- SCRIPT -->", `<script>${script}</script>`);
  const head = (isOnHost) => `${policy(script, style, isOnHost)}\n${generator}`;
  return {
    player: fill(html, "<!-- POLICY -->", head(false)),
    hosted: fill(html, "<!-- POLICY -->", `${head(true)}\n<link rel="manifest" href="manifest.webmanifest">\n<link rel="apple-touch-icon" href="icon-180.png">`),
  };
}

/** The sign of the program, as in index.html: rectangles on a square of 32, and their colours. */
const SIGN = [
  [0, 0, 32, 32, "#000000"], [2, 2, 8, 8, "#ffffff"], [2, 13, 8, 6, "#ffffff"], [13, 2, 17, 17, "#e45125"],
  [2, 22, 8, 8, "#0057a0"], [13, 22, 9, 8, "#ffffff"], [25, 22, 5, 8, "#f6dc5a"],
];

/** Returns the sign as a PNG; a mask may take a fifth of each side, so the sign stands in the middle of white. */
function icon(side) {
  const png = new PNG({ width: side, height: side });
  png.data.fill(255);
  const [gap, scale] = [side / 5, (side * 3) / 5 / 32];
  for (const [left, top, width, height, color] of SIGN) {
    const [x, y, right, bottom] = [left, top, left + width, top + height].map((at) => Math.round(gap + at * scale));
    const rgb = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
    for (let row = y; row < bottom; row += 1) {
      for (let column = x; column < right; column += 1) png.data.set(rgb, (row * side + column) * 4);
    }
  }
  return PNG.sync.write(png);
}

/** Writes what a host serves: the page, what makes an application of it, and what works without a network. */
function writeSite(folder, hosted) {
  const icons = [180, 192, 512];
  const manifest = {
    name: "Mondrian", short_name: "Mondrian", description: "A sliding-tile puzzle with its proof.",
    start_url: "./", scope: "./", display: "standalone", background_color: "#ffffff", theme_color: "#ffffff",
    icons: icons.map((side) => ({ src: `icon-${side}.png`, sizes: `${side}x${side}`, type: "image/png", purpose: "any maskable" })),
  };
  const files = new Map([
    ["index.html", hosted], ["manifest.webmanifest", JSON.stringify(manifest)], ...icons.map((side) => [`icon-${side}.png`, icon(side)]),
  ]);
  const hash = createHash("sha256");
  for (const bytes of files.values()) hash.update(bytes);
  const version = hash.digest("hex").slice(0, 16);
  const names = ["./", ...files.keys()].map((name) => JSON.stringify(name)).join(", ");
  const service = readFileSync(join(root, "web/service.js"), "utf8");
  files.set("service.js", fill(fill(service, "BUILD", version), "/* FILES */", names));
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
}

// The built-in levels as share codes, read by the core itself.
async function builtinPacks(core) {
  const call = await makeCore(await WebAssembly.compile(core));
  const code = (path) => {
    const answer = call({ op: "read", text: readFileSync(join(root, path), "utf8") });
    if (answer.event !== "error") return answer.levels[0].code;
    throw new Error(`${path}: ${answer.message}`);
  };
  // In the order in which the designer offers them.
  const list = readFileSync(join(root, "core/src/puzzle/format/builtin.rs"), "utf8");
  const packs = [...list.matchAll(/^ {4}"([\w-]+)": (.*);$/gm)].map(([, pack, files]) => ({
    title: pack[0].toUpperCase() + pack.slice(1),
    levels: [...files.matchAll(/"([\w-]+)"/g)].map(([, file]) => code(`levels/${pack}/${file}.mondrian.ron`)),
  }));
  if (!packs.length) throw new Error("core/src/puzzle/format/builtin.rs names no level");
  return packs;
}

/** Returns the module of a file: the module itself, or a player that carries it. */
function coreOf(file) {
  if (!file.endsWith(".html")) return readFileSync(file);
  const [, packed] = /<script type="text\/plain" id="core">([^<]*)</.exec(readFileSync(file, "utf8"));
  return unpackCore(packed);
}

const core = coreOf(given.core);
// A quarter smaller than gzip.
const packed = compress(split(core), STRONGEST);
const { player: html, hosted } = await players(packed, await builtinPacks(core));
writeFileSync(given.player, html);
writeSite(join(root, given.site), hosted);

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
console.log(`core ${kilobytes(core.length)}, ${kilobytes(packed.length)} with LZMA; player ${kilobytes(html.length)}`);
