// A policy while a model writes it: its pieces, put where the page says that it is being written. Nothing is kept once
// the page has the whole text; a piece that comes late then finds no place, and one that does not fit is left out.

const MOST = 20; // texts remembered at once
const drafts = new Map(); // run → {message, length, text}

// One piece. What was heard before is not heard twice; with a piece missing before it, it does not belong there.
export function piece(fact) {
  const { at, delta } = fact.payload;
  let draft = drafts.get(fact.runId);
  if (draft && fact.messageId < draft.message) return;
  if (!draft || fact.messageId > draft.message) {
    draft = { message: fact.messageId, length: 0, text: "" };
    drafts.delete(fact.runId);
    drafts.set(fact.runId, draft);
    if (drafts.size > MOST) drafts.delete(drafts.keys().next().value);
  }
  const more = at <= draft.length ? [...delta].slice(draft.length - at) : [];
  if (!more.length) return;
  draft.length += more.length;
  draft.text += more.join("");
  show(fact.runId);
}

function show(run) {
  const place = document.querySelector(`[data-writing="${CSS.escape(run)}"]`);
  const { text } = drafts.get(run);
  if (!place) return;
  const node = place.firstChild;
  // What somebody has selected in it stays selected.
  if (node && text.startsWith(node.data)) node.appendData(text.slice(node.data.length));
  else place.textContent = text;
  place.hidden = false;
}

// The page was drawn anew: what is still being written stands there again; what the page has otherwise is forgotten.
function again() {
  for (const run of [...drafts.keys()]) {
    if (document.querySelector(`[data-writing="${CSS.escape(run)}"]`)) show(run);
    else if (document.getElementById(`policy-${run}`)) drafts.delete(run);
  }
}
document.addEventListener("ringi:drawn", again);
document.addEventListener("ringi:switched", again);
