// What lies over the page: the app's modal, the question before a press, and what went wrong.

import { blocks } from "./blocks.js";
import { desk } from "./desk.js";
import { does, inView, unfinished, valuesOf } from "./doing.js";
import { make } from "./dom.js";
import { written } from "./elements.js";
import { worded } from "./mrkdwn.js";
import { redraw, say, settled, ui } from "./ui.js";

export function layers(look) {
  const view = desk.state.views?.[ui.me];
  if (!view && !ui.confirm && opener) queueMicrotask(back);
  return [view && modal(view, look), ui.confirm && question(ui.confirm, look), ui.notice && notice()];
}

let opener = null;

const opened = (...wanted) => (node) => {
  if (!document.activeElement?.closest("dialog")) opener = document.activeElement;
  node.showModal();
  wanted.map((one) => node.querySelector(one)).find(Boolean)?.focus();
};

// Back to where one was before the dialog, if that is still there.
function back() {
  if (opener?.isConnected && document.activeElement === document.body) opener.focus();
  opener = null;
}

function modal(view, look) {
  const busy = ui.busy.has(view.id);
  const form = view.blocks?.some((block) => block.type === "input");
  return make(
    "dialog",
    {
      key: `view ${view.id}`,
      class: "modal",
      "aria-labelledby": "modal_title",
      "data-view": view.callback_id,
      mounted: opened("input, textarea, select", ".modal-body"),
      on: { cancel: (event) => (event.preventDefault(), shut(view)) },
    },
    make(
      "form",
      { novalidate: true, on: { submit: (event) => (event.preventDefault(), busy || send(view)) } },
      make(
        "header",
        null,
        make("h2", { id: "modal_title" }, worded(view.title?.text)),
        make("button", { type: "button", class: "shut", "aria-label": say("close"), title: say("close"), on: { click: () => shut(view) } }, "×"),
      ),
      make("div", { class: "modal-body", tabindex: "-1" }, blocks(view.blocks, inView(view), look)),
      (view.submit || view.close || form) &&
        make(
          "footer",
          null,
          make("button", { type: "button", class: "button", on: { click: () => shut(view) } }, worded(view.close?.text || "") || say("close")),
          (view.submit || form) &&
            make("button", { type: "submit", class: "button primary", "aria-busy": busy ? "true" : null }, worded(view.submit?.text) || say("submit")),
        ),
    ),
  );
}

async function send(view) {
  const faults = unfinished(view);
  if (Object.keys(faults).length) return complain(view, faults);
  const answer = await does("submit", { view_id: view.id, values: valuesOf(view) }, view.id);
  if (answer.errors) complain(view, told(answer.errors));
  else if (answer.ok) forget(view);
}

// What the double found itself comes as a name, what the app found as its words.
const told = (faults) => Object.fromEntries(Object.entries(faults).map(([block, words]) => [block, words === "required" ? say("required") : String(words)]));

function complain(view, faults) {
  ui.errors.set(view.id, faults);
  settled(() => document.querySelector(".modal .wrong :is(input, textarea, select)")?.focus());
}

function forget(view) {
  ui.errors.delete(view.id);
  for (const key of ui.typed.keys()) if (key.startsWith(`${view.id}/`)) ui.typed.delete(key);
}

async function shut(view) {
  const answer = await does("close", { view_id: view.id });
  if (answer.ok) forget(view);
}

function question({ question: asked, style, send: go }, look) {
  const leave = (yes) => {
    ui.confirm = null;
    settled(() => yes && go());
  };
  return make(
    "dialog",
    {
      key: "confirm",
      class: "confirm",
      role: "alertdialog",
      "aria-labelledby": "confirm_title",
      "aria-describedby": "confirm_text",
      mounted: opened(".deny"),
      on: { cancel: (event) => (event.preventDefault(), leave(false)) },
    },
    make("h2", { id: "confirm_title" }, worded(asked.title?.text)),
    make("div", { id: "confirm_text", class: "text" }, written(asked.text, look)),
    make(
      "footer",
      null,
      make("button", { type: "button", class: "button deny", on: { click: () => leave(false) } }, worded(asked.deny?.text) || say("deny")),
      make(
        "button",
        { type: "button", class: `button ${style === "danger" ? "danger" : "primary"} yes`, on: { click: () => leave(true) } },
        worded(asked.confirm?.text) || say("confirm"),
      ),
    ),
  );
}

const notice = () =>
  make(
    "div",
    { key: "notice", class: "notice", role: "alert" },
    make("span", null, ui.notice),
    make("button", { type: "button", class: "shut", "aria-label": say("close"), on: { click: () => ((ui.notice = ""), redraw()) } }, "×"),
  );
