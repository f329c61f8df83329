// The keyboard: / finds, j and k walk through lists, c writes, i goes to the inbox, ? shows all of it. Never while
// somebody is typing, and never instead of a key that the browser needs.

const typing = (node) => node.closest?.("input, textarea, select, [contenteditable]") !== null;
const items = () =>
  [...document.querySelectorAll(".home .waiting a, .home .tasks a, .side li a, .found a")].filter((node) => node.checkVisibility());

function walk(by) {
  const all = items();
  if (!all.length) return;
  const at = all.indexOf(document.activeElement);
  const here = all.findIndex((node) => node.closest("[aria-current]"));
  const from = at >= 0 ? at : here >= 0 ? here : by > 0 ? -1 : 0;
  all[(from + by + all.length) % all.length].focus();
}

const help = () => document.getElementById("keys");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (typing(event.target)) {
    if (event.key === "Escape" && event.target.id === "search") close();
    else if (event.key === "ArrowDown" && event.target.id === "search") {
      event.preventDefault();
      into(document.querySelector("#found:not([hidden]) a"));
    }
    return;
  }
  if (help()?.open) return;
  const inList = event.target.closest?.(".waiting, .tasks, .side ul, .found");
  if (event.key === "/" && document.getElementById("search")?.checkVisibility()) {
    event.preventDefault();
    document.getElementById("search").focus();
  } else if (event.key === "j" || (inList && event.key === "ArrowDown")) (event.preventDefault(), walk(1));
  else if (event.key === "k" || (inList && event.key === "ArrowUp")) (event.preventDefault(), walk(-1));
  else if (event.key === "c" && document.querySelector("#compose textarea")) (event.preventDefault(), document.querySelector("#compose textarea").focus());
  else if (event.key === "i") location.assign("/");
  else if (event.key === "?") help()?.showModal();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) help()?.showModal();
  if (!event.target.closest(".search")) close();
});

// -- search -------------------------------------------------------------------------------------------------------

function close() {
  const found = document.getElementById("found");
  if (found) found.hidden = true;
}

let asked = 0;
let soon = 0;

// Whoever has gone into what was found keeps it: an answer that is still on its way does not take it from under them.
function into(first) {
  if (!first) return;
  clearTimeout(soon);
  asked += 1;
  first.focus();
}

async function find() {
  const input = document.getElementById("search");
  const found = document.getElementById("found");
  const mine = ++asked;
  if (!input.value.trim()) return close();
  try {
    const answer = await fetch(`/find?q=${encodeURIComponent(input.value.trim())}`, { cache: "no-store" });
    if (!answer.ok || mine !== asked) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    found.replaceChildren(...document.adoptNode(fresh.body).childNodes);
    found.hidden = false;
  } catch {
    // Away; the page says so.
  }
}

document.addEventListener("input", (event) => {
  if (event.target.id !== "search") return;
  clearTimeout(soon);
  soon = setTimeout(find, 150);
});

// What only works with a script is there only with one.
for (const node of document.querySelectorAll("[data-script-only]")) node.hidden = false;
