// Keeps the lists and the records of a page current. The server draws everything; this fetches the drawn parts when
// something changed and puts those in place that differ.

import { piece } from "./drafting.js";
import { composing, drawn, keeping, onComposed, reconcileAll } from "./keeping.js";
import { listen, lists } from "./listening.js";
import { announce } from "./saying.js";
import { times, words } from "./times.js";

const body = document.body;

// -- putting parts in place ---------------------------------------------------------------------------------------

let fetching = false;
let again = false;

onComposed(() => again && refresh());

async function refresh() {
  const from = body.dataset.fragment;
  if (!from) return;
  if (fetching || composing()) {
    again = true;
    return;
  }
  fetching = true;
  again = false;
  try {
    const answer = await fetch(from, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (answer.status === 401) location.reload();
    if (!answer.ok) setTimeout(refresh, 2000);
    else {
      const text = await answer.text();
      await drawn();
      // Another page is shown by now: what was drawn for the one before is of no use.
      if (composing() || from !== body.dataset.fragment) again = true;
      else replace(new DOMParser().parseFromString(text, "text/html"));
    }
  } catch {
    // The stream will say when the server is back, and then this is called again.
  } finally {
    fetching = false;
    if (again && !composing()) setTimeout(refresh, 50);
  }
}

const stands = () => document.querySelector(".task-head .state .mark")?.textContent.trim();

function replace(fresh) {
  const stood = stands();
  keeping(() => {
    reconcileAll(fresh);
    const main = fresh.querySelector("main");
    const ours = document.getElementById("main");
    if (main && ours) ours.classList.toggle("deciding", main.classList.contains("deciding"));
    if (ours && main?.dataset.title) {
      ours.dataset.title = main.dataset.title;
      document.title = `${main.dataset.title} · Ringi`;
    }
  });
  counts();
  times();
  document.dispatchEvent(new CustomEvent("ringi:drawn"));
  if (stood && stands() && stands() !== stood) announce(stands());
}

// -- counts, ticks ------------------------------------------------------------------------------------------------

function counts() {
  const badge = document.getElementById("inbox-count");
  if (!badge) return;
  const count = Number(badge.dataset.count);
  document.title = (count ? `(${count}) ` : "") + document.title.replace(/^\(\d+\) /, "");
}

function tick(fact) {
  if (fact.type === "text.delta") {
    piece(fact);
    return;
  }
  const row = document.querySelector(`[data-call="${CSS.escape(fact.toolCallId)}"]`);
  const bar = row && row.querySelector("progress");
  if (!bar) return;
  const { done, total, words: said } = fact.payload;
  if (total) {
    bar.max = total;
    bar.value = done;
  }
  const beside = row.querySelector(".tick");
  if (beside && said) beside.textContent = said;
}

function lost(is) {
  let note = document.getElementById("lost");
  if (is && !note) {
    note = document.createElement("p");
    note.id = "lost";
    note.className = "notice lost";
    note.setAttribute("role", "status");
    note.textContent = words.lost;
    body.append(note);
  } else if (!is && note) note.remove();
}

// -- begin --------------------------------------------------------------------------------------------------------

// What came of a press is where whoever pressed goes on, also without a pointer.
if (document.activeElement === body) document.getElementById("notice")?.focus({ preventScroll: true });
if (new URLSearchParams(location.search).has("done")) history.replaceState(null, "", location.pathname + location.hash);

let losing = 0;
function away() {
  lost(true);
  refresh(); // says whether the server is gone, or this person is signed out
}

listen((message) => {
  if (message.kind === "tick") tick(message.fact);
  else if (message.kind === "lost") losing ||= setTimeout(away, 1500);
  else if (message.kind === "view") location.reload(); // another role sees another page
  else if (message.kind === "open" || message.kind === "change") {
    clearTimeout(losing);
    losing = 0;
    lost(false);
    refresh();
  }
});
lists();

// A form is sent once, however often its button is pressed.
// Ctrl+Enter (⌘+Enter) in a box sends it, where there is only one thing that sending can mean.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || composing()) return;
  const form = event.target instanceof HTMLTextAreaElement ? event.target.form : null;
  const buttons = form ? form.querySelectorAll("button") : [];
  if (buttons.length !== 1 || buttons[0].disabled) return;
  event.preventDefault();
  form.requestSubmit(buttons[0]);
});

document.addEventListener("submit", (event) => {
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "yes";
});
