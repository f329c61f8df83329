// What the right-hand panels load only when somebody asks. The server draws every piece; this puts it in its place, and
// drops an answer that comes after another one was asked for. Without it each link is a page of its own.

import { renew } from "./keeping.js";

const PART = { "X-Ringi-Part": "1", Accept: "text/html" };
const asked = new WeakMap();

const parsed = (text) => [...new DOMParser().parseFromString(text, "text/html").body.childNodes].map((node) => document.importNode(node, true));

async function load(place, address, { focus = true, add = false } = {}) {
  const turn = (asked.get(place) || 0) + 1;
  asked.set(place, turn);
  place.setAttribute("aria-busy", "true");
  const note = document.createElement("p");
  note.className = "quiet small";
  note.textContent = place.dataset.loading || "…";
  if (add) place.append(note);
  else place.replaceChildren(note);
  let nodes = null;
  try {
    const answer = await fetch(address, { headers: PART, cache: "no-store" });
    if (answer.status === 401) return location.reload();
    const text = await answer.text();
    if (answer.ok) nodes = parsed(text);
  } catch {
    // Said below; the link is still there to be pressed again.
  }
  if (asked.get(place) !== turn) return;
  place.removeAttribute("aria-busy");
  if (!nodes) {
    note.textContent = place.dataset.failed || "";
    place.dataset.shown = "";
    return;
  }
  if (add) note.replaceWith(...nodes);
  else place.replaceChildren(...nodes);
  if (focus && place.tabIndex === -1 && place.hasAttribute("tabindex")) {
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  }
}

function shut(place) {
  asked.set(place, (asked.get(place) || 0) + 1);
  place.replaceChildren();
  place.removeAttribute("aria-busy");
  place.dataset.shown = "";
}

// One fact is never open twice on a screen: its detail in the timeline closes its row in the process, and the other way
// round.
function only(about) {
  if (!about) return;
  for (const row of document.querySelectorAll(`.proc[data-key="${CSS.escape(about)}"]`)) {
    for (const fold of row.querySelectorAll("details[open]")) fold.open = false;
  }
}

document.addEventListener("toggle", (event) => {
  const fold = event.target;
  const row = fold instanceof HTMLDetailsElement && fold.open && fold.closest(".proc[data-key]");
  if (!row) return;
  for (const link of document.querySelectorAll(`a[data-about="${CSS.escape(row.dataset.key)}"][aria-expanded="true"]`)) {
    link.setAttribute("aria-expanded", "false");
    shut(document.getElementById(link.dataset.look));
  }
}, true);

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest("a[data-look], a[data-lines], a[data-at]");
  if (!link) return;
  if (link.dataset.look) {
    const place = document.getElementById(link.dataset.look);
    if (!place) return;
    event.preventDefault();
    const address = link.getAttribute("href");
    if ("toggle" in link.dataset && place.dataset.shown === address) {
      link.setAttribute("aria-expanded", "false");
      return shut(place);
    }
    place.dataset.shown = address;
    if ("toggle" in link.dataset) link.setAttribute("aria-expanded", "true");
    only(link.dataset.about);
    load(place, address);
  } else if (link.dataset.lines) {
    event.preventDefault();
    older(link);
  } else if (document.getElementById("past")) {
    event.preventDefault();
    travel(Number(link.dataset.at));
  }
});

// -- the timeline -------------------------------------------------------------------------------------------------

async function older(link) {
  const place = document.getElementById(link.dataset.lines);
  const region = link.closest("[data-region], [data-keyed]") || document;
  const last = [...place.querySelectorAll("[data-before]")].pop();
  let before = last ? Number(last.dataset.before) : 0;
  if (!last) {
    const shown = [...region.querySelectorAll(".line[data-sequence]")].map((line) => Number(line.dataset.sequence));
    before = shown.length ? Math.min(...shown) : 0;
  }
  if (last && !before) return;
  const kind = region.dataset?.only || "all";
  await load(place, `${link.getAttribute("href")}?before=${before}&kind=${encodeURIComponent(kind)}`, { focus: false, add: true });
  const end = [...place.querySelectorAll("[data-before]")].pop();
  if (end && end.dataset.before === "0") link.hidden = true;
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("select[data-filter]")) return;
  const region = event.target.closest("[data-region], [data-keyed]");
  if (!region) return;
  region.dataset.only = event.target.value;
  const place = region.querySelector(".older");
  if (place) shut(place);
  for (const link of region.querySelectorAll("a[data-lines]")) link.hidden = false;
});

// -- asking a team ------------------------------------------------------------------------------------------------

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-ask]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const said = form.querySelector("output");
  const buttons = [...form.querySelectorAll("button")];
  if (form.dataset.asking) return;
  form.dataset.asking = "yes";
  // The same press is the same deed, also when it has to be sent again; another press is another one.
  form.dataset.key ||= crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
  for (const button of buttons) button.disabled = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    body.set("key", form.dataset.key);
    const answer = await fetch(form.action, { method: "POST", headers: PART, body });
    const text = await answer.text();
    said.replaceChildren(...parsed(text));
    delete form.dataset.key;
  } catch {
    said.textContent = document.querySelector("[data-failed]")?.dataset.failed || "";
  } finally {
    delete form.dataset.asking;
    for (const button of buttons) button.disabled = false;
  }
}, true);

// -- the past -----------------------------------------------------------------------------------------------------

let waiting = 0;
let wanted = 0;

async function travel(at) {
  const place = document.getElementById("past");
  const form = place.querySelector("form[data-replay]");
  const turn = ++wanted;
  const focus = document.activeElement?.id;
  try {
    const answer = await fetch(`${form.getAttribute("action")}?at=${at}`, { headers: PART, cache: "no-store" });
    const text = await answer.text();
    if (turn !== wanted || !answer.ok) return;
    // The slider stays the one that somebody has hold of: only what differs is changed.
    const fresh = place.cloneNode(false);
    fresh.append(...parsed(text));
    renew(place, fresh);
    if (!waiting) for (const id of ["replay-slide", "replay-at"]) document.getElementById(id).value = at;
    history.replaceState(null, "", `?at=${at}`);
    const back = focus && document.getElementById(focus);
    (back || document.getElementById("replay-slide"))?.focus({ preventScroll: true });
  } catch {
    // The server is away: the moment that is shown stays.
  }
}

document.addEventListener("input", (event) => {
  if (event.target.id !== "replay-slide") return;
  document.getElementById("replay-at").value = event.target.value;
  clearTimeout(waiting);
  const at = Number(event.target.value);
  waiting = setTimeout(() => {
    waiting = 0;
    travel(at);
  }, 120);
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-replay]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  travel(Number(document.getElementById("replay-at").value) || 1);
}, true);

// -- sections on a telephone --------------------------------------------------------------------------------------

// The team has ten of them: there, they begin as a list of their names with the first one open.
const narrow = matchMedia("(max-width: 860px)");

function fold() {
  for (const [at, section] of document.querySelectorAll("details.section").entries()) {
    if (section.dataset.touched === undefined) section.open = !narrow.matches || at === 0;
  }
}
narrow.addEventListener("change", fold);
document.addEventListener("ringi:switched", fold);
fold();
