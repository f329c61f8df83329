// The composer of a session and of the home page: keeps the draft in this browser, sends it in the chosen way, and lets
// go of it only when the other side has taken it.

import { control, fresh } from "./controls.js";

const said = JSON.parse(document.body.dataset.bench || "{}");
const form = () => document.getElementById("compose");
const box = () => form()?.querySelector("textarea[name=text]");
const name = (what) => `ringi.${what}.${form()?.dataset.draft}`;
let files = [];

// -- the draft ----------------------------------------------------------------------------------------------------

function restore() {
  if (!form()) return;
  for (const node of form().querySelectorAll("[data-script-only]")) node.hidden = false;
  const draft = localStorage.getItem(name("draft"));
  if (draft && !box().value) box().value = draft;
  files = [];
  const lost = JSON.parse(localStorage.getItem(name("files")) || "[]");
  listed();
  if (lost.length) tell(`${said.files_again} ${lost.join(", ")}`, true);
  steered();
  chose = "";
  fitting();
  ways.disconnect();
  const place = form().querySelector(".ways");
  if (place) ways.observe(place, watched);
}

document.addEventListener("input", (event) => {
  if (event.target !== box()) return;
  if (box().value) localStorage.setItem(name("draft"), box().value);
  else localStorage.removeItem(name("draft"));
});

function taken() {
  localStorage.removeItem(name("draft"));
  box().value = "";
  files = [];
  chosen();
  delete form().dataset.idempotency;
}

// A steer that its owner did not take comes back into the box, to be queued or sent anew.
function steered() {
  const sent = localStorage.getItem(name("steer"));
  if (!sent) return;
  for (const one of document.querySelectorAll(".steered[data-status]")) {
    if (one.dataset.text !== sent) continue;
    if (one.dataset.status === "rejected" && !box().value) {
      box().value = sent;
      localStorage.setItem(name("draft"), sent);
    }
    if (one.dataset.status === "rejected" || one.dataset.status === "accepted") localStorage.removeItem(name("steer"));
  }
}
document.addEventListener("ringi:parts", (event) => event.detail.regions.includes("queue") && steered());

// -- the ways to send ---------------------------------------------------------------------------------------------

// They are drawn again while the page is open. What somebody chose stays chosen for as long as it can be; otherwise
// the way that fits now is taken.
let chose = "";

function fitting() {
  const now = form()?.querySelector(".ways-now");
  if (!now) return;
  const way = (name) => now.querySelector(`input[value="${CSS.escape(name)}"]`);
  if (chose && (!way(chose) || way(chose).disabled)) chose = "";
  const right = way(chose || now.dataset.chosen);
  if (right && !right.checked) right.checked = true;
  shut();
}

// Nothing can be sent while no way is open (its runtime is away, say); what is written stays, and can be sent again by
// itself as soon as one is.
let sending = false;

function shut() {
  const all = [...(form()?.querySelectorAll(".ways-now input") || [])];
  const none = all.length > 0 && all.every((one) => one.disabled);
  form().querySelector(".send").disabled = sending || none;
}

document.addEventListener("change", (event) => {
  if (event.target.name === "mode" && event.target.form === form()) chose = event.target.value;
});

const ways = new MutationObserver(fitting);
const watched = { attributes: true, childList: true, subtree: true };

// -- files --------------------------------------------------------------------------------------------------------

const LIMIT = 1024 * 1024;
const MOST = 5;

// Only their names outlive the page: whoever comes back to the draft is told to attach them again.
function chosen() {
  if (files.length) localStorage.setItem(name("files"), JSON.stringify(files.map((file) => file.name)));
  else localStorage.removeItem(name("files"));
  listed();
}

function listed() {
  const list = document.getElementById("attached");
  if (!list) return;
  list.replaceChildren(
    ...files.map((file) => {
      const row = document.createElement("li");
      row.className = "chip";
      const words = document.createElement("bdi");
      words.textContent = file.name;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "×";
      button.setAttribute("aria-label", `${said.remove} ${file.name}`);
      button.addEventListener("click", () => {
        files = files.filter((one) => one !== file);
        chosen();
      });
      row.append(words, button);
      return row;
    }),
  );
}

document.addEventListener("change", (event) => {
  if (event.target.id !== "attach") return;
  const wrong = [];
  for (const file of event.target.files) {
    if (file.size > LIMIT) wrong.push(`${file.name}: ${said.file_large}`);
    else if (files.length >= MOST) wrong.push(`${file.name}: ${said.file_many}`);
    else files.push(file);
  }
  event.target.value = "";
  chosen();
  tell(wrong.join(" "), true);
});

const encoded = (file) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done({ name: file.name, content: String(reader.result).split(",")[1] || "" });
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });

// -- sending ------------------------------------------------------------------------------------------------------

function tell(text, bad = false) {
  const place = form().querySelector("[data-said]");
  place.textContent = text;
  place.toggleAttribute("data-bad", bad);
}

async function own(mode, text) {
  const { delivery_id, form_token } = form().elements;
  const body = { text, mode, delivery_id: delivery_id.value, files: await Promise.all(files.map(encoded)) };
  let answer;
  try {
    answer = await fetch(form().action, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-Form-Token": form_token.value },
      body: JSON.stringify(body),
    });
  } catch {
    return { known: false, ok: false, text: said.unreachable };
  }
  const found = await answer.json().catch(() => ({}));
  if (answer.ok) return { known: true, ok: true, text: found.said, to: found.to, delivery: found.delivery };
  const error = found.error || {};
  return { known: answer.status < 500, ok: false, text: [error.message, error.next, `(${error.code})`].join(" ") };
}

async function submit() {
  const mode = form().elements.mode?.value || "send"; // at home there is one way
  const text = box().value.trim();
  sending = true;
  form().querySelector(".send").disabled = true;
  tell(said.sending);
  form().dataset.idempotency ||= fresh();
  const sent = name("steer");
  const result =
    form().dataset.own === "yes" ? await own(mode, text) : await control(mode, { text }, form().dataset.idempotency);
  sending = false;
  shut();
  delete form().dataset.sent;
  if (result.known) delete form().dataset.idempotency;
  tell(result.text || "", !result.ok);
  if (!result.ok) return; // what was written stays
  if (mode === "steer") localStorage.setItem(sent, text);
  if (result.delivery) form().elements.delivery_id.value = result.delivery;
  taken();
  if (result.to && mode === "send") location.assign(result.to);
}

document.addEventListener("submit", (event) => {
  if (event.target !== form() || event.defaultPrevented) return;
  event.preventDefault();
  submit();
});

document.addEventListener("keydown", (event) => {
  if (event.target !== box() || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  if (event.defaultPrevented || event.isComposing) return;
  event.preventDefault();
  const send = form().querySelector(".send");
  if (!send.disabled) form().requestSubmit(send);
});

document.addEventListener("ringi:switched", restore);
restore();
