// The sessions that somebody keeps open: which, in what order, which are pinned and what has been seen of each. This is
// the browser's memory; how a session stands is asked of the server.

const words = JSON.parse(document.body.dataset.bench || "{}");
const MOST = 10;
const STORE = `ringi.tabs.${document.body.dataset.person}`;
const main = () => document.getElementById("main");
let standing = new Map();

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) || "[]");
    return Array.isArray(found) ? found.filter((one) => one && typeof one.id === "string") : [];
  } catch {
    return [];
  }
}

function write(tabs) {
  localStorage.setItem(STORE, JSON.stringify(tabs));
}

function visit() {
  const id = main()?.dataset.session;
  if (!id) return;
  const tabs = read();
  const known = tabs.find((one) => one.id === id);
  const seen = new Date().toISOString();
  const title = main().dataset.title || "";
  if (known) Object.assign(known, { title, seen });
  else tabs.push({ id, title, seen, pinned: false });
  // The oldest that nobody pinned makes room.
  while (tabs.length > MOST) {
    const oldest = tabs.filter((one) => !one.pinned && one.id !== id).sort((a, b) => (a.seen < b.seen ? -1 : 1))[0];
    if (!oldest) break;
    tabs.splice(tabs.indexOf(oldest), 1);
  }
  write(tabs);
}

function glyph(tone) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", `glyph glyph-${tone}`);
  svg.setAttribute("width", "12");
  svg.setAttribute("height", "12");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#g-${tone}`);
  svg.append(use);
  return svg;
}

function tab(one, here) {
  const stands = standing.get(one.id);
  const row = document.createElement("div");
  row.className = "tab";
  row.dataset.session = one.id;
  const active = one.id === here;
  const said = [];
  if (active) row.dataset.active = "";
  if (stands?.words) said.push(stands.words);
  if (stands && !active && stands.updated > one.seen) {
    row.dataset.unread = "";
    said.push(words.tab_unread);
  }
  if (stands && (stands.gone || stands.stale)) {
    row.dataset.stale = "";
    said.push(words.tab_stale);
  }
  if (stands?.running) row.dataset.running = "";
  const link = document.createElement("a");
  link.href = `/s/${encodeURIComponent(one.id)}`;
  link.dataset.switch = "";
  if (active) link.setAttribute("aria-current", "page");
  const name = document.createElement("bdi");
  name.textContent = stands?.title || one.title || one.id;
  link.append(glyph(stands?.tone || "stopped"), name);
  if (said.length) {
    const more = document.createElement("span");
    more.className = "unseen";
    more.textContent = ` (${said.join(", ")})`;
    link.append(more);
  }
  link.title = [name.textContent, ...said].join(" · ");
  const pin = button(one.pinned ? "◆" : "◇", `${one.pinned ? words.tab_unpin : words.tab_pin}: ${name.textContent}`, () => {
    change((tabs) => tabs.map((other) => (other.id === one.id ? { ...other, pinned: !other.pinned } : other)));
  });
  pin.setAttribute("aria-pressed", String(!!one.pinned));
  row.append(link, pin);
  if (!one.pinned && !active) {
    row.append(button("×", `${words.tab_close}: ${name.textContent}`, () => change((tabs) => tabs.filter((other) => other.id !== one.id))));
  }
  return row;
}

function button(text, label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

function change(how) {
  write(how(read()));
  draw();
}

function draw() {
  const place = document.getElementById("tabs");
  if (!place) return;
  const at = document.activeElement?.closest?.(".tab")?.dataset.session;
  const which = at ? [...document.activeElement.parentElement.children].indexOf(document.activeElement) : -1;
  const tabs = read().sort((a, b) => Number(b.pinned) - Number(a.pinned));
  place.hidden = tabs.length < 2;
  place.replaceChildren(...tabs.map((one) => tab(one, main()?.dataset.session)));
  const [row, active] = [place, place.querySelector("[data-active]")].map((node) => node?.getBoundingClientRect());
  if (active) place.scrollLeft += (active.left + active.right - row.left - row.right) / 2; // the present one is in sight
  const again = at && place.querySelector(`[data-session="${CSS.escape(at)}"]`);
  if (again) again.children[Math.min(which, again.children.length - 1)]?.focus({ preventScroll: true });
}

let asking = 0;
async function ask() {
  const ids = read().map((one) => one.id);
  if (ids.length < 2) return;
  const mine = ++asking;
  try {
    const answer = await fetch(`/tabs?ids=${encodeURIComponent(ids.join(","))}`, { cache: "no-store" });
    if (!answer.ok || mine !== asking) return;
    const found = await answer.json();
    standing = new Map(found.sessions.map((one) => [one.id, one]));
    visit();
    draw();
  } catch {
    // The page says itself when the server is away.
  }
}

let soon = 0;
function later() {
  clearTimeout(soon);
  soon = setTimeout(ask, 400);
}

function begin() {
  visit();
  draw();
  later();
  const side = document.querySelector(".side");
  // The list at the side is drawn anew whenever a session moved: then the tabs may stand differently too.
  if (side) new MutationObserver(later).observe(side, { childList: true, subtree: true });
}

window.addEventListener("storage", (event) => event.key === STORE && draw());
document.addEventListener("ringi:switched", begin);
begin();
