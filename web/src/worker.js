// The Worker: searches, a step of 30 ms at a time. Between two steps it reads its mail, so
// that Stop is at once. What it is sent: the first one `{ id, packed }`, the core to be unpacked
// for the page; then `{ module }`, then `{ id, request }`. What it sends: `{ ready }`,
// `{ id, answer }` to each request and to what was packed, `{ id, step }` after each step of a
// search, with what is known then to a request for a hint, and `{ failed }` before it dies.

import { makeCore, unpackCore } from "./core.js";

const STEP_MS = 30;

/** The instance, once the module has come. */
let making = null;
let core = null;
/** The search that runs: the request that began it. */
let job = null;
const { port1: alarm, port2: bell } = new MessageChannel();

onmessage = ({ data }) => {
  // Not in a promise: what goes wrong is an error of the Worker, which the page hears of.
  if (data.packed) {
    const answer = unpackCore(data.packed);
    postMessage({ id: data.id, answer }, [answer.buffer]);
  } else {
    serve(data);
  }
};

async function serve(data) {
  if (data.module) {
    making = makeCore(data.module, (failed) => postMessage({ failed }));
    core = await making;
    postMessage({ ready: true });
    return;
  }
  await making;
  const { id, request } = data;
  const answer = core(request);
  if (request.op === "solve" || request.op === "hint" || request.op === "explain") job = null;
  postMessage({ id, answer });
  if (request.op === "stop") job = null;
  else if (answer.running) {
    job = { id, request };
    alarm.postMessage(null);
  }
}

bell.onmessage = () => {
  if (!job) return;
  const { id, request } = job;
  const step = core({ op: "step", ms: STEP_MS });
  if (!step.running) job = null;
  const hint = request.op === "hint" ? core(request) : undefined;
  postMessage({ id, step, hint });
  if (job) alarm.postMessage(null);
};
