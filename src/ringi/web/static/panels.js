// What stands beside the thread: which tab is shown, how wide the columns are, what is hidden. All of it is this
// browser's memory and nobody else's business; nothing here is ever sent anywhere.

const root = document.documentElement;
const kept = (name) => localStorage.getItem(`ringi.${name}`);
const keep = (name, value) => localStorage.setItem(`ringi.${name}`, value);

// -- tabs ---------------------------------------------------------------------------------------------------------

export function show(name, focus = false) {
  const body = document.getElementById(`panel-${name}`);
  if (!body) return false;
  if (root.dataset.right === "hidden") side("right", false);
  for (const panel of document.querySelectorAll(".panel-body")) panel.hidden = panel !== body;
  for (const tab of document.querySelectorAll(".panel-tabs [role=tab]")) {
    const chosen = tab.dataset.panel === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen && focus) tab.focus();
  }
  return true;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-panel]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!show(link.dataset.panel)) return;
  event.preventDefault();
  if (!link.matches("[role=tab]")) {
    const panel = document.getElementById(`panel-${link.dataset.panel}`);
    const card = link.dataset.card && panel.querySelector(`[data-key="card-${CSS.escape(link.dataset.card)}"]`);
    if (card) card.tabIndex = -1;
    (card || panel).scrollIntoView({ block: card ? "start" : "nearest" });
    (card || panel).focus({ preventScroll: true });
  }
});

document.addEventListener("keydown", (event) => {
  const tab = event.target.closest?.(".panel-tabs [role=tab]");
  if (!tab) return;
  const all = [...document.querySelectorAll(".panel-tabs [role=tab]")];
  const at = all.indexOf(tab);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  show(all[(to + all.length) % all.length].dataset.panel, true);
});

// -- how many wait ------------------------------------------------------------------------------------------------

function decisions() {
  const waiting = document.querySelectorAll("#decide > .decision:has(form)").length; // what this person can settle
  const badge = document.querySelector("[data-decisions]");
  if (badge) {
    badge.textContent = String(waiting);
    badge.hidden = !waiting;
  }
  const main = document.getElementById("main");
  if (main && main.dataset.own === "no") main.classList.toggle("deciding", !!main.querySelector("#decide [data-arm]"));
}
document.addEventListener("ringi:parts", decisions);
document.addEventListener("ringi:drawn", decisions);
document.addEventListener("ringi:switched", decisions);

// -- on demand ----------------------------------------------------------------------------------------------------

document.addEventListener(
  "toggle",
  async (event) => {
    const details = event.target;
    if (!details.open || !details.dataset.detail || details.dataset.asked) return;
    const into = details.querySelector(":scope > [data-loaded]");
    details.dataset.asked = "yes";
    into.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(details.dataset.detail, { headers: { Accept: "text/html" }, cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      into.replaceChildren(...document.adoptNode(fresh.body).childNodes);
    } catch {
      delete details.dataset.asked; // opened again, it is asked for again
    } finally {
      into.removeAttribute("aria-busy");
    }
  },
  true,
);

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-older]");
  if (!link || event.button || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  const part = link.closest("[data-key]");
  const thread = part.parentElement;
  part.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.dataset.older, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const fresh = [...new DOMParser().parseFromString(await answer.text(), "text/html").body.children];
    const below = document.documentElement.scrollHeight - window.scrollY;
    for (const node of fresh) {
      const made = document.adoptNode(node);
      made.dataset.past = "";
      part.before(made);
    }
    part.remove();
    window.scrollTo(0, document.documentElement.scrollHeight - below); // what was being read stays where it is
    thread.querySelector("[data-past]")?.setAttribute("tabindex", "-1");
  } catch {
    part.removeAttribute("aria-busy");
  }
});

// -- columns ------------------------------------------------------------------------------------------------------

function side(name, hidden) {
  if (hidden) root.dataset[name] = "hidden";
  else delete root.dataset[name];
  keep(`${name}-hidden`, hidden ? "yes" : "");
  for (const button of document.querySelectorAll(`[data-hides="${name}"]`)) {
    button.setAttribute("aria-pressed", String(!hidden));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-hides]");
  if (button) side(button.dataset.hides, root.dataset[button.dataset.hides] !== "hidden");
});

const WIDTHS = { left: [180, 400], right: [300, 720] };

function width(name, pixels) {
  const [least, most] = WIDTHS[name];
  const wide = Math.round(Math.min(most, Math.max(least, pixels)));
  root.style.setProperty(`--${name}-width`, `${wide}px`);
  keep(`${name}-width`, String(wide));
  for (const split of document.querySelectorAll(`[data-split="${name}"]`)) split.setAttribute("aria-valuenow", String(wide));
  return wide;
}

const column = (name) => document.querySelector(name === "left" ? ".side" : ".right");
const present = (name) => column(name)?.getBoundingClientRect().width || 0;

document.addEventListener("pointerdown", (event) => {
  const split = event.target.closest("[data-split]");
  if (!split) return;
  event.preventDefault();
  const name = split.dataset.split;
  const from = event.clientX;
  const begun = present(name);
  split.setPointerCapture(event.pointerId);
  const move = (at) => width(name, begun + (name === "left" ? at.clientX - from : from - at.clientX));
  split.addEventListener("pointermove", move);
  split.addEventListener("pointerup", () => split.removeEventListener("pointermove", move), { once: true });
});

document.addEventListener("keydown", (event) => {
  const split = event.target.closest?.("[data-split]");
  const by = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
  if (!split || !by) return;
  event.preventDefault();
  const name = split.dataset.split;
  width(name, present(name) + (name === "left" ? by : -by));
});

function restore() {
  for (const name of ["left", "right"]) {
    if (kept(`${name}-width`)) width(name, Number(kept(`${name}-width`)) || 0);
    side(name, kept(`${name}-hidden`) === "yes");
  }
  for (const node of document.querySelectorAll("main [data-script-only]")) node.hidden = false;
  decisions();
}

// What stands under the tabs has to know how high they are: their row wraps.
const high = new ResizeObserver(([{ target }]) => root.style.setProperty("--tabs-high", `${target.offsetHeight}px`));

function measure() {
  high.disconnect();
  const tabs = document.getElementById("tabs");
  if (tabs) high.observe(tabs);
}

// A conversation is read from its end, unless the address or somebody says otherwise.
function toTheEnd() {
  const main = document.getElementById("main");
  if (main?.dataset.own !== "no" || location.hash || window.scrollY || matchMedia("(max-width: 860px)").matches) return;
  window.scrollTo(0, document.documentElement.scrollHeight);
}

restore();
measure();
toTheEnd();
document.addEventListener("ringi:switched", () => (restore(), measure(), toTheEnd()));
