// A page's end of the stream: every script of the page hears the same connection, whoever keeps it.

import { Stream } from "./stream.js";

const body = document.body;
const hearers = new Set();
let say = null;

const told = (message) => hearers.forEach((hear) => hear(message));

function begin() {
  const lang = document.documentElement.lang.slice(0, 2);
  if ("SharedWorker" in window) {
    try {
      const address = new URL(body.dataset.worker, location.href);
      address.searchParams.set("lang", lang);
      const worker = new SharedWorker(address, { name: `ringi ${body.dataset.person}`, type: "module" });
      worker.port.addEventListener("message", (event) => told(event.data));
      worker.port.start();
      window.addEventListener("pagehide", () => worker.port.postMessage({ kind: "leave" }));
      window.addEventListener("pageshow", (event) => event.persisted && location.reload());
      say = (message) => worker.port.postMessage(message);
      if (navigator.locks) {
        const lock = `ringi ${crypto.randomUUID()}`;
        navigator.locks.request(lock, () => (say({ kind: "here", lock }), new Promise(() => {})));
      }
      return;
    } catch {
      // Not allowed here: a stream of our own does as well.
    }
  }
  const stream = new Stream(lang);
  stream.join(told);
  say = (message) => stream.hear(told, message);
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
