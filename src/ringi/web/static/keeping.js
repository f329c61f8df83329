// Putting drawn parts in place without taking anything away from anybody: the focus, a selection, typed text, an
// unfinished word of an input method, what was folded open.

const ARM = 700;
// A card that has just arrived must not catch a click that was meant for the one before it.

// -- an unfinished word -------------------------------------------------------------------------------------------

const ended = new Set();
let writing = false;

document.addEventListener("compositionstart", () => (writing = true));
document.addEventListener("compositionend", () => {
  writing = false;
  ended.forEach((act) => act());
});

export const composing = () => writing;
export const onComposed = (act) => ended.add(act);

// A hidden page is never drawn, but its title still has to count.
export const drawn = () => new Promise((done) => (requestAnimationFrame(done), setTimeout(done, 250)));

// -- what people did ----------------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const summary = event.target.closest("summary");
  if (summary) summary.parentElement.dataset.touched = "";
});

function remember() {
  const typed = new Map();
  for (const field of document.querySelectorAll("main textarea[id], main input[id]")) {
    if (field.value !== field.defaultValue) typed.set(field.id, field.value);
  }
  const at = document.activeElement;
  const focus = at && at.id && at !== document.body ? { id: at.id, from: at.selectionStart, to: at.selectionEnd } : null;
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

// Changes the page; what was typed and where somebody was is the same afterwards.
export function keeping(change) {
  const kept = remember();
  change();
  restore(kept);
}

// -- making one drawing into the next -----------------------------------------------------------------------------

const nameOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.dataset.key || node.id : "");

function attributes(old, fresh) {
  const held = (name) =>
    name === "data-touched" ||
    (name === "open" && old.dataset.touched !== undefined) ||
    (name === "disabled" && old.closest("[data-arming]") !== null) ||
    name === "data-arming";
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value && !held(name)) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !held(name)) old.removeAttribute(name);
}

function children(old, fresh) {
  const named = new Map([...old.children].filter(nameOf).map((child) => [nameOf(child), child]));
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const name = nameOf(child);
    const twin = name ? named.get(name) : at && !nameOf(at) ? at : null;
    named.delete(name);
    if (twin && twin.nodeName === child.nodeName) {
      if (twin === at) at = at.nextSibling;
      else old.insertBefore(twin, at);
      renew(twin, child);
    } else old.insertBefore(document.importNode(child, true), at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

// Makes a node look like another, touching only what differs; the node that then stands there.
export function renew(old, fresh) {
  if (old.nodeName !== fresh.nodeName) {
    const made = document.importNode(fresh, true);
    old.replaceWith(made);
    return made;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    // Streamed text grows at its end: what somebody has selected in it stays selected.
    if (fresh.data.startsWith(old.data)) old.appendData(fresh.data.slice(old.data.length));
    else if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  attributes(old, fresh);
  children(old, fresh);
  return old;
}

export function arm(part) {
  for (const buttons of part.querySelectorAll("[data-arm]")) {
    const all = [...buttons.querySelectorAll("button")];
    buttons.dataset.arming = "";
    for (const button of all) button.disabled = true;
    setTimeout(() => {
      delete buttons.dataset.arming;
      buttons.querySelectorAll("button").forEach((button) => (button.disabled = false));
    }, ARM);
  }
}

// A part that was not there before.
export function arrive(child) {
  const made = document.importNode(child, true);
  made.classList.add("arrived");
  arm(made);
  return made;
}

// Makes a container hold the freshly drawn parts, in their order; what did not change is not touched.
export function reconcile(here, fresh) {
  const old = new Map([...here.children].map((child) => [child.dataset.key, child]));
  let place = null;
  for (const child of [...fresh.children]) {
    let node = old.get(child.dataset.key);
    old.delete(child.dataset.key);
    if (!node) node = arrive(child);
    else if (node.dataset.print !== child.dataset.print) node = renew(node, child);
    const next = place ? place.nextElementSibling : here.firstElementChild;
    if (next !== node) here.insertBefore(node, next);
    place = node;
  }
  for (const gone of old.values()) gone.remove();
}

// Regions are the stream's: what was fetched for the lists may be older than what it has brought by now.
export function reconcileAll(fresh) {
  for (const container of fresh.querySelectorAll("[data-keyed]")) {
    const here = document.querySelector(`[data-keyed="${CSS.escape(container.dataset.keyed)}"]`);
    if (here && here.dataset.region === undefined) reconcile(here, container);
  }
}
