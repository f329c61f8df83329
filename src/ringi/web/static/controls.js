// Answers to what another runtime asks: each goes to its owner once, under a key of its own, and stands as sent until
// the owner's fact arrives. Nothing is marked as decided here.

const said = JSON.parse(document.body.dataset.bench || "{}");
const session = () => document.getElementById("main")?.dataset.session || "";

export function tell(form, text, bad = false) {
  const card = form.closest("[data-key]") || form;
  const place = card.querySelector("[data-said]") || form.querySelector("[data-said]");
  if (!place) return;
  place.textContent = text;
  place.toggleAttribute("data-bad", bad);
  if (bad) place.scrollIntoView({ block: "nearest" });
}

// One control, with the same key for as long as nobody knows what became of it.
export async function control(name, body, key, to = session()) {
  let answer;
  try {
    answer = await fetch(`/v1/sessions/${encodeURIComponent(to)}/controls/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key, Accept: "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    return { known: false, ok: false, text: said.unreachable };
  }
  let found = {};
  try {
    found = await answer.json();
  } catch {
    // An answer that cannot be read says nothing about what happened.
  }
  if (answer.ok) return { known: true, ok: true, text: said.sent, found };
  const error = found.error || {};
  const text = [error.message, error.next, error.code && `(${error.code})`].filter(Boolean).join(" ");
  return { known: answer.status < 500, ok: false, text: text || said.refused, found };
}

export const fresh = () => crypto.randomUUID();

// -- what was filled in -------------------------------------------------------------------------------------------

function problem(field, text) {
  const kind = field.dataset.kind;
  if (!text) return field.dataset.required === undefined ? "" : said.form_missing;
  if (kind === "number" || kind === "integer") {
    const value = Number(text);
    if (!Number.isFinite(value)) return kind === "integer" ? said.form_whole : said.form_number;
    if (kind === "integer" && !Number.isInteger(value)) return said.form_whole;
    const input = field.querySelector("input");
    if (input.dataset.least && value < Number(input.dataset.least)) return said.form_least.replace("{n}", input.dataset.least);
    if (input.dataset.most && value > Number(input.dataset.most)) return said.form_most.replace("{n}", input.dataset.most);
  }
  if (kind === "json") {
    try {
      JSON.parse(text);
    } catch {
      return said.form_json;
    }
  }
  return "";
}

const READ = { number: Number, integer: Number, boolean: (text) => text === "true", choice: JSON.parse, json: JSON.parse };

// The answer of a form, or null when something in it has to be put right first.
function answers(form) {
  const found = {};
  let first = null;
  for (const field of form.querySelectorAll(".field")) {
    const input = field.querySelector("input, select, textarea");
    const text = input.value.trim();
    const wrong = problem(field, text);
    field.toggleAttribute("data-wrong", !!wrong);
    input.setAttribute("aria-invalid", String(!!wrong));
    field.querySelector(".field-error").textContent = wrong;
    if (wrong) first ||= input;
    else if (text) found[field.dataset.name] = (READ[field.dataset.kind] || String)(text);
  }
  first?.focus();
  return first ? null : found;
}

export function bodyOf(form) {
  const body = {};
  for (const [name, value] of new FormData(form)) {
    if (name !== "form_token" && !name.startsWith("field.") && value !== "") body[name] = value;
  }
  if (form.querySelector(".field")) {
    const answer = answers(form);
    if (answer === null) return null;
    body.input = answer;
  } else if (body.choice !== undefined) {
    body.input = body.choice;
    delete body.choice;
  }
  if (body.queue_id !== undefined) {
    // A turn that waits is its runtime's own: what should become of it is a wish, in the one control that edits.
    const { queue_id: queueId, remove, text } = body;
    return { patch: remove ? { queueId, remove: true } : { queueId, text } };
  }
  return body;
}

// -- sending ------------------------------------------------------------------------------------------------------

async function send(form, name, body) {
  const key = (form.dataset.idempotency ||= fresh());
  const about = body.action_id;
  const pressed = form.contains(document.activeElement) ? document.activeElement : null;
  const buttons = (at, off) =>
    (at.closest(".decision, form") || at).querySelectorAll("button").forEach((button) => (button.disabled = off));
  buttons(form, true);
  tell(form, said.sending);
  if (about) sent.set(about, said.sending);
  const place = form.closest("[data-key]")?.dataset.key;
  const result = await control(name, body, key);
  const there = seen(form, place);
  delete there.dataset.sent;
  if (result.known) delete there.dataset.idempotency; // decided either way: what comes next is something new
  else there.dataset.idempotency = key;
  if (about && result.ok) sent.set(about, result.text);
  else if (about) sent.delete(about);
  tell(there, result.text, !result.ok);
  buttons(there, result.ok);
  if (pressed && document.activeElement === document.body) (again(there, pressed, result.ok) || there).focus({ preventScroll: true });
}

// A button that is put out of use loses the focus: whoever works with the keyboard goes on where they were, at the
// button if it can be pressed again, else at what became of it.
function again(there, pressed, done) {
  const button = (pressed.id && document.getElementById(pressed.id)) || (pressed.isConnected ? pressed : there.querySelector("button"));
  if (button && !done && !button.disabled) return button;
  const said = (there.closest("[data-key]") || there).querySelector("[data-said]");
  if (said) said.tabIndex = -1;
  return said;
}

// The card may have been drawn again while the answer was on its way: what is said belongs on the one that is seen.
function seen(form, place) {
  const drawn = !form.isConnected && place && document.querySelector(`[data-key="${CSS.escape(place)}"]`);
  const same = [...(drawn ? drawn.querySelectorAll("form[data-control]") : [])];
  return same.find((one) => one.dataset.control === form.dataset.control) || drawn || form;
}

// An answer that was sent stands as sent, also when its card is drawn again before the owner's fact has come.
const sent = new Map();

function hold() {
  for (const [id, text] of sent) {
    const card = document.querySelector(`[data-key="card-${CSS.escape(id)}"]`);
    if (!card) sent.delete(id);
    else {
      card.querySelectorAll("button").forEach((button) => (button.disabled = true));
      const form = card.querySelector("form");
      if (form) tell(form, text);
    }
  }
}
document.addEventListener("ringi:parts", hold);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-control]") || event.defaultPrevented) return;
  event.preventDefault();
  const body = bodyOf(form);
  if (body === null) delete form.dataset.sent;
  else send(form, form.dataset.control, body);
});

