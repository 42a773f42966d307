// The page on a host without a network: what it is made of is kept when it is opened first, and
// a newer build takes its place when the page is opened next. `web/assemble.js` fills in what and which.
const CACHE = "mondrian-BUILD";
const FILES = [/* FILES */];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith("mondrian-") && name !== CACHE).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  // `?embed` is the same file.
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
