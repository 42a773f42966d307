// @ts-check
// The engine beside the page: a Worker that searches. One that dies is said to have, and a
// new one takes its place.

/** A search that says nothing for so long is taken for dead, in milliseconds. */
const SILENCE = 15000;

/** One that has said nothing for so long is within a long step, in milliseconds. */
const LONG_STEP = 150;

/** A Worker that has held more than this is replaced when it is idle: its memory never shrinks. */
const LARGE_BYTES = 128 << 20;

/** Resolves when the page is seen. */
const isSeen = () => new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
  const look = () => {
    if (document.hidden) return;
    document.removeEventListener("visibilitychange", look);
    resolve();
  };
  document.addEventListener("visibilitychange", look);
  look();
});

/* global WORKER */
/** @import { Message } from "./protocol" */

/** The engine. It rests while nobody sees the page. */
export class Engine {
  /** @param {(words: string) => void} onDeath is told when a Worker has died */
  constructor(onDeath) {
    this.onDeath = onDeath;
    /** @type {WebAssembly.Module | null} */
    this.module = null;
    this.last = 0;
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    /** @type {{ id: number, tell: (answer: any, hint?: any) => void, died: (words: string) => void } | null} */
    this.search = null;
    document.addEventListener("visibilitychange", () => this.sleepOrWake());
    this.address = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    this.start();
  }

  /** Returns the module of a packed core. The Worker unpacks it, as the page would stand still. */
  async load(packed) {
    this.module = await WebAssembly.compile(await this.post({ packed }));
    this.worker.postMessage({ module: this.module });
    return this.module;
  }

  start() {
    this.peak = 0;
    const worker = new Worker(this.address);
    this.worker = worker;
    worker.onmessage = ({ data }) => this.worker === worker && this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker) this.die(event.message ?? "it stopped");
    };
    if (this.module) worker.postMessage({ module: this.module });
    this.sleepOrWake();
  }

  /** A search of a page that is not seen waits. */
  sleepOrWake() {
    this.heard = performance.now();
    this.worker?.postMessage({ sleeps: document.hidden });
  }

  /** Sends a request; the Worker is made anew if the last one has died. */
  send(message) {
    if (!this.worker) this.start();
    this.worker.postMessage(message);
  }

  receive({ id, ready, answer, step, hint }) {
    this.heard = performance.now();
    if (ready) return;
    const search = this.search?.id === id ? this.search : null;
    if (answer) {
      const reply = this.waiting.get(id);
      this.waiting.delete(id);
      reply?.resolve(answer);
      if (search) {
        if (!answer.running) this.end();
        search.tell(answer);
      }
    } else if (search) {
      for (const event of step.events ?? []) this.peak = Math.max(this.peak, event.peak_memory_bytes ?? 0);
      if (!step.running) this.end();
      search.tell(step, hint);
    }
  }

  /** Ends what the page waits for and tells it why; the next request makes a new Worker. */
  die(words) {
    this.worker?.terminate();
    this.worker = null;
    const { waiting, search } = this;
    this.waiting = new Map();
    this.end();
    for (const { reject } of waiting.values()) reject(new Error(words));
    search?.died(words);
    this.onDeath(words);
  }

  end() {
    clearInterval(this.watch);
    this.search = null;
  }

  /** Asks the Worker; the promise is refused when it dies. */
  async ask(request) {
    await isSeen();
    return this.post({ request });
  }

  /** Sends a message with an id; the promise is kept by the answer to it. */
  post(message) {
    const id = ++this.last;
    this.send({ id, ...message });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /**
   * Begins a search; the one before is dropped. `tell(answer, hint)` hears of each step,
   * `died(words)` of its death.
   */
  begin(/** @type {Message} */ request, tell, died = (/** @type {string} */ _words) => {}) {
    this.end();
    const id = ++this.last;
    this.search = { id, tell, died };
    this.heard = performance.now();
    this.watch = setInterval(() => {
      // A page that is not shown may have slept itself: only a whole silence counts.
      if (!document.hidden && performance.now() - this.heard > SILENCE) this.die("it does not answer any more");
    }, 1000);
    this.send({ id, request });
  }

  /** Stops the search that runs, at once: what it may still say is not heard. A Worker in a long step is left alone. */
  stop() {
    if (!this.search) return;
    this.end();
    if (!this.waiting.size && performance.now() - this.heard > LONG_STEP) {
      this.worker.terminate();
      this.start();
      return;
    }
    this.send({ id: ++this.last, request: { op: "stop" } });
  }

  /** Stops the search, at once; the same request goes on with it, unless another search began. */
  halt() {
    if (!this.search) return;
    this.end();
    this.send({ id: ++this.last, halt: true });
  }

  /** Stops, and gives back what the Worker has held. */
  rest() {
    this.stop();
    if (this.peak < LARGE_BYTES || !this.worker) return;
    this.worker.terminate();
    this.start();
  }

  get isSearching() {
    return this.search !== null;
  }
}
