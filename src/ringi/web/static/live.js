// Keeps a page current. The server draws everything; this fetches the drawn parts when something changed and puts those
// in place that differ, without taking the focus, the typed text or what was folded open away from anybody.

const body = document.body;
const words = JSON.parse(body.dataset.words || "{}");
const ARM = 700;
// A card that has just arrived must not catch a click that was meant for the one before it.

// -- the stream ---------------------------------------------------------------------------------------------------

function listen(told) {
  if ("SharedWorker" in window) {
    try {
      const worker = new SharedWorker(body.dataset.worker, { name: `ringi ${body.dataset.person}` });
      worker.port.addEventListener("message", (event) => told(event.data));
      worker.port.start();
      window.addEventListener("pagehide", () => worker.port.postMessage("leave"));
      window.addEventListener("pageshow", (event) => event.persisted && location.reload());
      return;
    } catch {
      // Not allowed here: a stream of our own does as well.
    }
  }
  const source = new EventSource("/api/events");
  source.addEventListener("hello", () => told({ kind: "open" }));
  source.addEventListener("change", (event) => told({ kind: "change", ...JSON.parse(event.data) }));
  source.addEventListener("tick", (event) => told({ kind: "tick", fact: JSON.parse(event.data) }));
  source.addEventListener("error", () => {
    told({ kind: "lost" });
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(told), 3000);
  });
}

// -- putting parts in place ---------------------------------------------------------------------------------------

let fetching = false;
let again = false;
let composing = false;

document.addEventListener("compositionstart", () => (composing = true));
document.addEventListener("compositionend", () => {
  composing = false;
  if (again) refresh();
});

// A hidden page is never drawn, but its title still has to count.
const drawn = () => new Promise((done) => (requestAnimationFrame(done), setTimeout(done, 250)));

async function refresh() {
  if (!body.dataset.fragment) return;
  if (fetching || composing) {
    again = true;
    return;
  }
  fetching = true;
  again = false;
  try {
    const answer = await fetch(body.dataset.fragment, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (answer.status === 401) location.reload();
    if (!answer.ok) setTimeout(refresh, 2000);
    else {
      const text = await answer.text();
      await drawn();
      if (composing) again = true;
      else replace(new DOMParser().parseFromString(text, "text/html"));
    }
  } catch {
    // The stream will say when the server is back, and then this is called again.
  } finally {
    fetching = false;
    if (again && !composing) setTimeout(refresh, 50);
  }
}

function replace(fresh) {
  const kept = remember();
  for (const container of fresh.querySelectorAll("[data-keyed]")) {
    const here = document.querySelector(`[data-keyed="${container.dataset.keyed}"]`);
    if (here) reconcile(here, container);
  }
  const main = fresh.querySelector("main");
  const ours = document.getElementById("main");
  if (main && ours) ours.classList.toggle("deciding", main.classList.contains("deciding"));
  restore(kept);
  counts();
  times();
}

function reconcile(here, fresh) {
  const old = new Map([...here.children].map((child) => [child.dataset.key, child]));
  let place = null;
  for (const child of [...fresh.children]) {
    let node = old.get(child.dataset.key);
    old.delete(child.dataset.key);
    if (!node || node.dataset.print !== child.dataset.print) {
      const arrived = document.importNode(child, true);
      if (node) {
        fold(node, arrived);
        node.replaceWith(arrived);
      } else {
        arrived.classList.add("arrived");
        arm(arrived);
      }
      node = arrived;
    }
    const next = place ? place.nextElementSibling : here.firstElementChild;
    if (next !== node) here.insertBefore(node, next);
    place = node;
  }
  for (const gone of old.values()) gone.remove();
}

function fold(old, fresh) {
  // What a person opened stays open; what they never touched follows the server.
  for (const details of old.querySelectorAll("details[id][data-touched]")) {
    const twin = fresh.querySelector(`#${CSS.escape(details.id)}`);
    if (twin) {
      twin.open = details.open;
      twin.dataset.touched = "";
    }
  }
}

document.addEventListener("click", (event) => {
  const summary = event.target.closest("summary");
  if (summary) summary.parentElement.dataset.touched = "";
});

function arm(part) {
  for (const buttons of part.querySelectorAll("[data-arm]")) {
    const all = [...buttons.querySelectorAll("button")];
    for (const button of all) button.disabled = true;
    setTimeout(() => all.forEach((button) => (button.disabled = false)), ARM);
  }
}

function remember() {
  const typed = new Map();
  for (const field of document.querySelectorAll("main textarea[id], main input[id]")) {
    if (field.value !== field.defaultValue) typed.set(field.id, field.value);
  }
  const at = document.activeElement;
  const focus = at && at.id && at !== body ? { id: at.id, from: at.selectionStart, to: at.selectionEnd } : null;
  return { typed, focus };
}

function restore({ typed, focus }) {
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field && field.value !== value) field.value = value;
  }
  const at = focus && document.getElementById(focus.id);
  if (at && at !== document.activeElement) {
    at.focus({ preventScroll: true });
    if (typeof focus.from === "number" && at.setSelectionRange) at.setSelectionRange(focus.from, focus.to);
  }
}

// -- counts, times, ticks -----------------------------------------------------------------------------------------

function counts() {
  const badge = document.getElementById("inbox-count");
  if (!badge) return;
  const count = Number(badge.dataset.count);
  document.title = (count ? `(${count}) ` : "") + document.title.replace(/^\(\d+\) /, "");
}

const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const joint = document.documentElement.lang === "en" ? " " : "";

function span(seconds, coarse) {
  const parts = [
    ["span_d", Math.floor(seconds / 86400)],
    ["span_h", Math.floor((seconds % 86400) / 3600)],
    ["span_m", Math.floor((seconds % 3600) / 60)],
    ["span_s", seconds % 60],
  ];
  const first = parts.findIndex(([, n]) => n > 0);
  if (first < 0) return fill(words.span_s, { n: 0 });
  const two = coarse && first === 2 ? parts.slice(2, 3) : parts.slice(first, first + 2);
  return two.filter(([, n], index) => n || index === 0).map(([key, n]) => fill(words[key], { n })).join(joint);
}

const since = (iso) => Math.max(0, Math.floor((Date.now() - Date.parse(iso)) / 1000));

function times() {
  for (const node of document.querySelectorAll("[data-elapsed]")) node.textContent = span(since(node.dataset.elapsed), false);
  for (const node of document.querySelectorAll("[data-waited]")) {
    node.textContent = fill(node.dataset.pattern, { span: span(since(node.dataset.waited), true) });
  }
  for (const node of document.querySelectorAll("time[data-ago]")) {
    const seconds = since(node.dateTime);
    if (seconds < 60) node.textContent = words.just_now;
    else if (seconds < 3600) node.textContent = fill(words.minutes_ago, { n: Math.floor(seconds / 60) });
    else if (seconds < 86400) node.textContent = fill(words.hours_ago, { n: Math.floor(seconds / 3600) });
  }
}

function tick(fact) {
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

if (new URLSearchParams(location.search).has("done")) history.replaceState(null, "", location.pathname + location.hash);

let losing = 0;
function away() {
  lost(true);
  refresh(); // says whether the server is gone, or this person is signed out
}

listen((message) => {
  if (message.kind === "tick") tick(message.fact);
  else if (message.kind === "lost") losing ||= setTimeout(away, 1500);
  else {
    clearTimeout(losing);
    losing = 0;
    lost(false);
    refresh();
  }
});

times();
setInterval(() => {
  for (const node of document.querySelectorAll("[data-elapsed]")) node.textContent = span(since(node.dataset.elapsed), false);
}, 1000);
setInterval(times, 20000);

// A form is sent once, however often its button is pressed.
// Ctrl+Enter (⌘+Enter) in a box sends it, where there is only one thing that sending can mean.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || composing) return;
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
