// A session, live: puts the parts that the stream brings in their places, all that came in one frame at once, and
// switches between sessions inside the page. Nothing here knows what a fact is.

import { arrive, composing, drawn, keeping, onComposed, reconcileAll, renew } from "./keeping.js";
import { listen, unwatch, watch } from "./listening.js";
import { announce } from "./saying.js";
import { times, words } from "./times.js";

const PAST = 500; // parts that fell out of the server's window and stay on the page

const main = () => document.getElementById("main");
let token = 0;
let path = location.pathname;
// Raised whenever another session is wanted: whatever was asked for before comes too late.
let shown = { session: "", sequence: -1 };

// -- parts --------------------------------------------------------------------------------------------------------

let waiting = [];
let planned = false;

async function plan() {
  if (planned) return;
  planned = true;
  await drawn();
  planned = false;
  if (!composing()) apply();
}
onComposed(() => waiting.length && plan());

function apply() {
  const events = waiting.filter((event) => event.token === token && event.session === shown.session);
  waiting = [];
  const news = events.filter(({ sequence, whole }) => {
    const late = sequence < shown.sequence || (sequence === shown.sequence && !whole);
    if (!late) shown.sequence = sequence;
    return !late;
  });
  if (!news.length) return;
  const regions = new Map();
  keeping(() => news.forEach((event) => each(event, regions, last(news))));
  main().dataset.sequence = shown.sequence;
  if (news.some(({ whole }) => whole)) main().dataset.stage = "4"; // everything by reference is there; the rest on demand
  const touched = new Set();
  for (const [name, { node, changed }] of regions) {
    if (changed) touched.add(name);
    if (changed) times(node);
  }
  const { session, sequence } = shown;
  document.dispatchEvent(new CustomEvent("ringi:parts", { detail: { session, sequence, regions: [...touched] } }));
}

// What each part looks like in the end: a part that changed ten times within a frame is made once.
function last(events) {
  const found = new Map();
  for (const { parts } of events) for (const part of parts) found.set(`${part.region} ${part.key}`, part);
  return found;
}

function place(regions, name) {
  if (!regions.has(name)) {
    const node = document.querySelector(`[data-region="${CSS.escape(name)}"]`);
    const byKey = new Map(node ? [...node.children].map((child) => [child.dataset.key, child]) : []);
    regions.set(name, { node, byKey, changed: false });
  }
  return regions.get(name);
}

function each({ parts, whole }, regions, final) {
  const mentioned = new Map();
  const gone = new Map();
  for (const part of parts) {
    const region = place(regions, part.region);
    if (!region.node) continue;
    if (part.html === null) {
      if (!gone.has(region)) gone.set(region, new Set());
      gone.get(region).add(part.key);
    }
  }
  for (const [region, keys] of gone) leave(region, keys);
  for (const part of parts) {
    const region = regions.get(part.region);
    if (!region.node || part.html === null) continue;
    if (whole) {
      if (!mentioned.has(region)) mentioned.set(region, new Set());
      mentioned.get(region).add(part.key);
    }
    put(region, part, final.get(`${part.region} ${part.key}`));
  }
  for (const name of whole || []) {
    const region = place(regions, name);
    if (!region.node) continue;
    const kept = mentioned.get(region) || new Set();
    const rest = [...region.byKey].filter(([key, node]) => !kept.has(key) && node.dataset.past === undefined);
    leave(region, new Set(rest.map(([key]) => key)));
    region.node.removeAttribute("aria-busy");
  }
}

// A part that is no longer drawn goes; only in a window the ones that have scrolled out at its beginning stay.
function leave(region, keys) {
  const nodes = [...region.node.children];
  const staying = nodes.some((node) => !keys.has(node.dataset.key) && node.dataset.past === undefined);
  let past = region.node.dataset.window !== undefined && staying;
  for (const node of nodes) {
    if (!keys.has(node.dataset.key)) {
      past = past && node.dataset.past !== undefined;
      continue;
    }
    region.byKey.delete(node.dataset.key);
    region.changed = true;
    if (past && node.dataset.key !== "loading") node.dataset.past = "";
    else node.remove();
  }
  const old = region.node.querySelectorAll(":scope > [data-past]");
  for (let number = 0; number < old.length - PAST; number++) old[number].remove();
}

const sheet = document.createElement("template");

function put(region, part, final) {
  const { node: here, byKey } = region;
  let node = byKey.get(part.key);
  const heard = node?.dataset.announce;
  const wanted = final.html === null ? part : final;
  if (!node || node.dataset.print !== wanted.print) {
    sheet.innerHTML = wanted.html;
    const fresh = sheet.content.firstElementChild;
    if (!fresh) return;
    fresh.dataset.key = part.key;
    fresh.dataset.print = wanted.print;
    if (node) node = renew(node, fresh);
    else node = arrive(fresh);
    byKey.set(part.key, node);
    region.changed = true;
    if (node.dataset.announce && node.dataset.announce !== heard) announce(node.dataset.announce);
  }
  const before = part.after === null ? lastPast(here) : byKey.get(part.after) || here.lastElementChild;
  const next = before ? before.nextElementSibling : here.firstElementChild;
  if (next !== node && before !== node) here.insertBefore(node, next);
}

function lastPast(here) {
  if (here.dataset.window === undefined) return null;
  const all = here.querySelectorAll(":scope > [data-past]");
  return all.length ? all[all.length - 1] : null;
}

// -- which session ------------------------------------------------------------------------------------------------

function begin(mine) {
  const { session, sequence, unsettled } = main().dataset;
  shown = { session, sequence: Number(sequence ?? -1) };
  const page = sequence === undefined || unsettled !== undefined ? null : Number(sequence);
  if (session) watch(session, mine, page);
}

async function activate(address, push) {
  const mine = ++token;
  main().setAttribute("aria-busy", "true");
  let answer;
  let text = "";
  try {
    answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
    text = await answer.text();
  } catch {
    if (mine === token) location.assign(address); // the browser says what is wrong
    return;
  }
  if (mine !== token) return;
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const made = fresh.getElementById("main");
  if (!answer.ok || !made || made.dataset.session === undefined) {
    location.assign(address);
    return;
  }
  document.dispatchEvent(new CustomEvent("ringi:leaving", { detail: { session: shown.session } }));
  if (shown.session) unwatch(shown.session);
  waiting = [];
  main().replaceWith(document.adoptNode(made));
  reconcileAll(fresh);
  document.body.dataset.fragment = fresh.body.dataset.fragment || "";
  document.title = fresh.title;
  if (push) history.pushState(null, "", address);
  path = location.pathname;
  begin(mine);
  times();
  main().focus({ preventScroll: true });
  window.scrollTo(0, 0);
  document.dispatchEvent(new CustomEvent("ringi:switched", { detail: { session: shown.session } }));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-switch]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  activate(link.href, true);
});
// A jump inside the page is told here too, and is no other session: nothing is drawn anew under whoever jumped.
window.addEventListener("popstate", () => location.pathname !== path && activate(location.href, false));

// -- on demand ----------------------------------------------------------------------------------------------------

document.addEventListener(
  "toggle",
  async (event) => {
    const details = event.target;
    const wants = details.open && (details.matches?.("[data-load]") ? details : details.querySelector?.("[data-load]"));
    if (!wants || wants.dataset.asked) return;
    wants.dataset.asked = "yes";
    const mine = token;
    const into = wants.querySelector("[data-loaded]") || wants;
    into.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(wants.dataset.load, { headers: { Accept: "text/html" }, cache: "no-store" });
      const text = await answer.text();
      if (mine !== token || !into.isConnected) return;
      if (!answer.ok) throw new Error(String(answer.status));
      const fresh = new DOMParser().parseFromString(text, "text/html");
      into.replaceChildren(...document.adoptNode(fresh.body).childNodes);
      times(into);
    } catch {
      delete wants.dataset.asked; // opened again, it is asked for again
      if (mine === token) into.textContent = words.unavailable || words.lost;
    } finally {
      into.removeAttribute("aria-busy");
    }
  },
  true,
);

// -- begin --------------------------------------------------------------------------------------------------------

listen((message) => {
  if (message.session !== shown.session || message.token !== token) return;
  if (message.kind === "parts") {
    waiting.push(message);
    if (!composing()) plan();
  } else if (message.kind === "state") {
    document.dispatchEvent(new CustomEvent("ringi:state", { detail: message }));
  } else if (message.kind === "gone") location.reload(); // says why
  else if (message.kind === "failed") main().dataset.stale = "";
});
begin(token);
