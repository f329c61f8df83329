// A page's end of the stream: every script of the page hears the same connection, whoever keeps it.

import { Stream } from "./stream.js";

const body = document.body;
const hearers = new Set();
let say = null;

const told = (message) => hearers.forEach((hear) => hear(message));

const lang = document.documentElement.lang.slice(0, 2);

function shared(lock) {
  const address = new URL(body.dataset.worker, location.href);
  address.searchParams.set("lang", lang);
  const worker = new SharedWorker(address, { name: `ringi ${body.dataset.person}`, type: "module" });
  worker.port.addEventListener("message", (event) => told(event.data));
  worker.port.start();
  window.addEventListener("pagehide", () => worker.port.postMessage({ kind: "leave" }));
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  worker.port.postMessage({ kind: "here", lock });
  return (message) => worker.port.postMessage(message);
}

function alone() {
  const stream = new Stream(lang);
  stream.join(told);
  return (message) => stream.hear(told, message);
}

function begin() {
  const early = [];
  say = (message) => early.push(message);
  const join = (lock) => {
    try {
      say = shared(lock);
    } catch {
      say = alone(); // not allowed here: a stream of our own does as well
    }
    early.splice(0).forEach((message) => say(message));
  };
  if (!("SharedWorker" in window) || !navigator.locks) return join("");
  // The lock is held before the worker hears of us: a tab that is gone in any moment after that is known to be gone.
  const lock = `ringi ${crypto.randomUUID()}`;
  navigator.locks.request(lock, () => (join(lock), new Promise(() => {}))).catch(() => join(""));
}

function tell(message) {
  if (say === null) begin();
  say(message);
}

export function listen(hear) {
  hearers.add(hear);
}

export const lists = () => tell({ kind: "lists" });
export const watch = (session, token, page) => tell({ kind: "watch", session, token, page });
export const unwatch = (session) => tell({ kind: "unwatch", session });
