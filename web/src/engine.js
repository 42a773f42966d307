// The engine beside the page: a Worker that searches. One that dies is said to have, and a
// new one takes its place.

/** A search that says nothing for so long is taken for dead, in milliseconds. */
const SILENCE = 15000;

/** A Worker that has held more than this is replaced when it is idle: its memory never shrinks. */
const LARGE_BYTES = 128 << 20;

/** The engine. `onDeath(words)` is told when a Worker has died. */
export class Engine {
  constructor(onDeath) {
    Object.assign(this, { module: null, onDeath, last: 0, waiting: new Map(), search: null });
    const source = document.getElementById("worker").textContent;
    this.address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.start();
  }

  /** Returns the module of a packed core. The Worker unpacks it, as the page would stand still. */
  async load(packed) {
    this.module = await WebAssembly.compile(await this.post({ packed }));
    this.worker.postMessage({ module: this.module });
    return this.module;
  }

  start() {
    this.words = null;
    this.peak = 0;
    const worker = new Worker(this.address);
    this.worker = worker;
    worker.onmessage = ({ data }) => this.worker === worker && this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker) this.die(this.words ?? event.message ?? "it stopped");
    };
    if (this.module) worker.postMessage({ module: this.module });
  }

  /** Sends a request; the Worker is made anew if the last one has died. */
  send(message) {
    if (!this.worker) this.start();
    this.worker.postMessage(message);
  }

  receive({ id, ready, failed, answer, step, hint }) {
    this.heard = performance.now();
    if (failed) this.words = failed;
    if (ready || failed) return;
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
    this.worker.terminate();
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
  ask(request) {
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
  begin(request, tell, died = () => {}) {
    this.end();
    const id = ++this.last;
    this.search = { id, tell, died };
    this.heard = performance.now();
    this.watch = setInterval(() => {
      // A page that is not shown may have slept itself: only a whole silence counts.
      if (performance.now() - this.heard > SILENCE) this.die("it does not answer any more");
    }, 1000);
    this.send({ id, request });
  }

  /** Stops the search that runs, at once: what it may still say is not heard. */
  stop() {
    if (!this.search) return;
    this.end();
    this.send({ id: ++this.last, request: { op: "stop" } });
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
