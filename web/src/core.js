// The core: the program's own library as WebAssembly. See PROTOCOL.md.

/** Returns the module that the page carries, as gzip in base64. */
export async function loadModule() {
  const text = document.getElementById("core").textContent;
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** Makes an instance: a function from request to answer. It throws when the core traps. */
export async function makeCore(module, onFailure) {
  let memory;
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  const page = {
    now_ms: () => performance.now(),
    failed: (at, length) => onFailure(text(at, length)),
  };
  const { exports } = await WebAssembly.instantiate(module, { page });
  memory = exports.memory;
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = exports.alloc(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const answer = exports.call(at, bytes.length) >>> 0;
    const length = new DataView(memory.buffer).getUint32(answer, true);
    return JSON.parse(text(answer + 4, length));
  };
}

/** The rules on the page's own thread: every answer is there at once. */
export class Rules {
  static async make(module) {
    const rules = new Rules();
    rules.module = module;
    await rules.renew();
    return rules;
  }

  async renew() {
    this.words = null;
    this.call = await makeCore(this.module, (words) => { this.words = words; });
  }

  /** Returns an answer; one that is an error is thrown as such. */
  ask(request) {
    let answer;
    try {
      answer = this.call(request);
    } catch (trap) {
      const words = this.words ?? String(trap);
      this.renew();
      throw new Refused({ message: `the program failed: ${words}`, line: null, column: null });
    }
    if (answer.event === "error") throw new Refused(answer);
    return answer;
  }

  /** Returns the levels in a text, and what was dropped while reading. */
  read(text) {
    return this.ask({ op: "read", text });
  }

  /** Returns the position after moves; `slides` is null unless exactly one cell is empty. */
  play(code, moves) {
    const look = this.ask({ op: "play", code, moves });
    return { ...look, slides: Object.keys(look.slides).length ? look.slides : null };
  }
}

/** What the core has refused, with the place. */
export class Refused extends Error {
  constructor({ message, line, column }) {
    super(message);
    Object.assign(this, { line, column });
  }

  /** Returns the message with its place, unless it says it itself. */
  get words() {
    const place = this.line === null || this.line === undefined ? "" : ` (line ${this.line}, column ${this.column})`;
    return this.message + (/\bline \d/.test(this.message) ? "" : place);
  }
}
