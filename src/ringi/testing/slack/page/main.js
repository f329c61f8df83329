// The page of the double: one drawing of the whole, made again whenever the workspace or the person changed something.

import { act, desk, follow, load } from "./desk.js";
import { make, put } from "./dom.js";
import { side, top } from "./frame.js";
import { homePane } from "./home.js";
import { layers } from "./layers.js";
import { channelPane, markSeen, threadPane } from "./talk.js";
import { begin, channelOf, HOME, look, onEnter, say, settle, talksToApp, ui } from "./ui.js";

const page = document.getElementById("page");
const over = document.getElementById("layers");
const NEAR = 60; // pixels from the end within which a log follows what arrives

const LANGS = { ja: "ja", en: "en", zh: "zh-Hans" };
let asked = false;

// Several changes in one turn of the browser are one drawing.
function draw() {
  if (asked) return;
  asked = true;
  queueMicrotask(() => {
    asked = false;
    drawing();
  });
}

function drawing() {
  document.documentElement.lang = LANGS[ui.lang];
  document.title = say("title");
  if (!desk.state) return put(page, [make("p", { class: "empty" }, desk.lost ? say("lost") : say("loading"))]);
  settle();
  const eyes = look();
  desk.people = desk.state.users.length;
  const before = ends();
  const inThread = ui.thread && ui.at !== HOME;
  put(page, [
    make(
      "div",
      { key: "frame", class: inThread ? "frame beside" : "frame", "data-pane": ui.pane },
      top(),
      desk.lost && make("p", { key: "lost", class: "lost", role: "status" }, say("lost")),
      !desk.lost && desk.state.app?.connected === false && make("p", { key: "alone", class: "lost calm", role: "status" }, say("not_connected")),
      make("div", { key: "panes", class: "panes" }, side(), ui.at === HOME ? homePane(eyes) : channelPane(eyes), inThread && threadPane(eyes)),
    ),
  ]);
  put(over, layers(eyes));
  followEnds(before);
  aimed();
  markSeen();
  choose();
}

// A log that stood at its end stays there; one that was scrolled back is left alone.
const ends = () =>
  new Map([...page.querySelectorAll("[data-stick]")].map((log) => [log.dataset.stick, log.scrollHeight - log.scrollTop - log.clientHeight < NEAR]));

function followEnds(before) {
  for (const log of page.querySelectorAll("[data-stick]"))
    if (before.get(log.dataset.stick) !== false) log.scrollTop = log.scrollHeight;
}

function aimed() {
  const found = ui.aim && [...page.querySelectorAll(`[data-ts="${CSS.escape(ui.aim)}"]`)].at(-1);
  if (!found) return;
  ui.aim = "";
  found.scrollIntoView({ block: "nearest" });
  found.focus({ preventScroll: true });
}

// What a person picked stands in the select; the drawing may know better after a step back in the history.
function choose() {
  for (const select of page.querySelectorAll("select[data-now]")) if (select.value !== select.dataset.now) select.value = select.dataset.now;
}

// Slack tells the app when somebody opens its Home or its conversation.
onEnter(() => {
  const channel = desk.state && channelOf(ui.at);
  if (ui.at === HOME) act("open_home", { user: ui.me, tab: "home" });
  else if (channel && talksToApp(channel)) act("open_home", { user: ui.me, tab: "messages" });
});

document.addEventListener("click", (event) => {
  if (ui.menu && !event.target.closest?.(".menu-place")) {
    ui.menu = "";
    draw();
  }
});
document.addEventListener("visibilitychange", draw);
for (const kind of ["wheel", "touchmove"])
  window.addEventListener(kind, (event) => ui.menu && !event.target.closest?.(".menu") && ((ui.menu = ""), draw()), { passive: true });

await begin(draw);
await load();
follow(draw);
draw();
