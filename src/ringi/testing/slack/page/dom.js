// A description of elements, and how a description is put in place of what is there: only what differs is touched, so that
// focus, typed text and scrolling stay with the person. Everything that is shown passes here as text; markup is never read.

export function make(tag, given, ...children) {
  const { key, on, look, live, mounted, ...attributes } = given || {};
  return { tag, key, on, look, live, mounted, attributes, children: children.flat(Infinity).filter(shown) };
}

// Drawn again only when its memo changed: a channel of a thousand messages costs what its one new message costs.
export const lazy = (key, memo, build) => ({ key, memo, build });

const shown = (child) => child !== null && child !== undefined && child !== false && child !== "";
const isText = (fresh) => typeof fresh !== "object";
const waiting = [];
const DRAWN = new Set(["svg", "g", "path", "circle", "ellipse", "rect"]);

export function put(root, children) {
  settle(root, children.flat(Infinity).filter(shown));
  for (const [node, told] of waiting.splice(0)) told(node);
}

function create(fresh) {
  if (isText(fresh)) return document.createTextNode(String(fresh));
  const full = fresh.build ? fresh.build() : fresh;
  const node = DRAWN.has(full.tag) ? document.createElementNS("http://www.w3.org/2000/svg", full.tag) : document.createElement(full.tag);
  dress(node, full);
  node.ours = { key: fresh.key, memo: fresh.memo, on: full.on };
  settle(node, full.children);
  for (const [name, value] of Object.entries(full.live || {})) node[name] = value;
  if (full.mounted) waiting.push([node, full.mounted]);
  return node;
}

function dress(node, fresh) {
  const wanted = fresh.attributes;
  for (const { name } of [...node.attributes]) {
    // A dialog opens itself, and what was set through `look` is not ours to compare as text.
    if (name === "style" || (name === "open" && node.tagName === "DIALOG")) continue;
    if (wanted[name] === undefined || wanted[name] === null || wanted[name] === false) node.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined || value === null || value === false) continue;
    const text = value === true ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
  for (const [name, value] of Object.entries(fresh.look || {})) node.style.setProperty(name, value);
}

function change(node, fresh) {
  if (isText(fresh)) {
    if (node.data !== String(fresh)) node.data = String(fresh);
    return;
  }
  if (fresh.memo !== undefined && node.ours.memo === fresh.memo) return;
  const full = fresh.build ? fresh.build() : fresh;
  dress(node, full);
  node.ours = { key: fresh.key, memo: fresh.memo, on: full.on };
  settle(node, full.children);
}

function fits(node, fresh) {
  if (isText(fresh)) return node.nodeType === Node.TEXT_NODE;
  if (node.nodeType !== Node.ELEMENT_NODE || node.ours?.key !== fresh.key) return false;
  return fresh.build ? true : node.localName === fresh.tag;
}

function settle(parent, children) {
  const keys = new Set(children.map((fresh) => fresh.key).filter((key) => key !== undefined));
  const known = new Map();
  for (const node of [...parent.childNodes]) {
    const key = node.ours?.key;
    if (key === undefined) continue;
    if (keys.has(key)) known.set(key, node);
    else node.remove();
  }
  let cursor = parent.firstChild;
  for (const fresh of children) {
    const named = isText(fresh) || fresh.key === undefined ? null : known.get(fresh.key);
    const node = named || (isText(fresh) || fresh.key === undefined ? alike(cursor, fresh) : null);
    if (node && fits(node, fresh)) {
      change(node, fresh);
      // Only what really changed its order is moved: an element that moves loses the focus.
      if (!named || ahead(cursor, node)) cursor = skip(cursor, node).nextSibling;
      else parent.insertBefore(node, cursor);
    } else {
      parent.insertBefore(create(fresh), cursor);
      if (node === cursor && node) cursor = cursor.nextSibling;
      node?.remove();
    }
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

// The next of those without a name that could become what is wanted; what stands before it has gone from the drawing.
function alike(cursor, fresh) {
  let node = cursor;
  while (node && node.ours?.key === undefined && !fits(node, fresh)) node = node.nextSibling;
  return node && node.ours?.key === undefined ? node : null;
}

function ahead(cursor, node) {
  while (cursor && cursor !== node && cursor.ours?.key === undefined) cursor = cursor.nextSibling;
  return cursor === node;
}

function skip(cursor, node) {
  while (cursor !== node) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
  return node;
}

// One listener per kind for the whole page: an element's handler may change with every drawing, its listener never does.
for (const kind of ["click", "input", "change", "keydown", "keyup", "submit", "cancel", "focusout", "compositionend"]) {
  document.addEventListener(
    kind,
    (event) => {
      for (let node = event.target; node && node !== document; node = node.parentNode) {
        const handler = node.ours?.on?.[kind];
        if (handler) return handler(event, node);
      }
    },
    true,
  );
}
