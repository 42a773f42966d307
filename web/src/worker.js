// @ts-check
// The Worker: searches, a step of 30 ms at a time. Between two steps it reads its mail, so
// that Stop is at once. What it is sent: the first one `{ id, packed }`, the core to be unpacked
// for the page; then `{ module }`, then `{ id, request }`, `{ halt }` to leave a search where it is, which
// the same request goes on with, and `{ sleeps }` while nobody sees the page. What it sends: `{ ready }`,
// `{ id, answer }` to each request and to what was packed, `{ id, step }` after each step of a
// search, with what is known then to a request for a hint.

import { makeCore, unpackCore } from "./core.js";

const STEP_MS = 30;

/** The instance, once the module has come. */
let making = null;
let core = null;
/** The search that runs: the request that began it. */
let job = null;
/** Whether searches wait. */
let sleeps = false;
/** @type {(message: any, transfer?: Transferable[]) => void} */
const send = /** @type {any} */ (globalThis).postMessage;
const { port1: alarm, port2: bell } = new MessageChannel();
let isRung = false;

onmessage = ({ data }) => {
  if (data.sleeps !== undefined) {
    sleeps = data.sleeps;
    ring();
    return;
  }
  // Not in a promise: what goes wrong is an error of the Worker, which the page hears of.
  if (data.packed) {
    const answer = unpackCore(data.packed);
    send({ id: data.id, answer }, [answer.buffer]);
  } else {
    serve(data);
  }
};

async function serve(data) {
  if (data.module) {
    making = makeCore(data.module);
    core = await making;
    send({ ready: true });
    return;
  }
  await making;
  const { id, request, halt } = data;
  if (halt) {
    job = null;
    return;
  }
  const answer = core(request);
  job = answer.running ? { id, request } : null;
  send({ id, answer });
  ring();
}

/** Asks for the next step, once. */
function ring() {
  if (isRung || !job || sleeps) return;
  isRung = true;
  alarm.postMessage(null);
}

bell.onmessage = () => {
  isRung = false;
  if (!job || sleeps) return;
  const { id, request } = job;
  const step = core({ op: "step", ms: STEP_MS });
  if (!step.running) job = null;
  const hint = request.op === "hint" ? core(request) : undefined;
  send({ id, step, hint });
  ring();
};
