// Block Kit as it is read: every block that a card, a modal or a home is made of.

import { make } from "./dom.js";
import { element, inputId, written } from "./elements.js";
import { markdown } from "./markdown.js";
import { mrkdwn, worded } from "./mrkdwn.js";
import { say } from "./ui.js";

export const blocks = (list, where, look) => (list || []).map((block, index) => drawn(block, index, where, look));

function drawn(block, index, where, look) {
  const build = Object.hasOwn(KINDS, block.type) ? KINDS[block.type] : unknown;
  return build(block, where, look, index);
}

const unknown = (block) => make("p", { class: "unknown" }, say("unknown_block", { type: String(block.type || "?") }));
const text = (object, look) => make("div", { class: "text" }, written(object, look));

function section(block, where, look) {
  const fields = (block.fields || []).map((field) => make("div", { class: "field-text text" }, written(field, look)));
  return make(
    "div",
    { class: "block section" },
    make("div", { class: "section-body" }, block.text && text(block.text, look), fields.length > 0 && make("div", { class: "fields" }, fields)),
    block.accessory && make("div", { class: "accessory" }, element(block.accessory, block, where, look)),
  );
}

function context(block, where, look) {
  const parts = (block.elements || []).map((one) =>
    one.type === "image" ? element(one, block, where, look) : make("span", { class: "text" }, written(one, look)),
  );
  return make("div", { class: "block context" }, parts);
}

const actions = (block, where, look) =>
  make("div", { class: "block actions", "data-block": block.block_id }, (block.elements || []).map((one) => element(one, block, where, look)));

function input(block, where, look) {
  const wrong = where.wrong?.(block);
  const one = block.element || {};
  const group = ["radio_buttons", "checkboxes", "multi_static_select"].includes(one.type);
  const name = [worded(block.label?.text), block.optional && make("span", { class: "hint" }, ` ${say("optional")}`)];
  return make(
    "div",
    { key: `input ${block.block_id}`, class: wrong ? "block input wrong" : "block input", "data-block": block.block_id },
    group ? make("span", { class: "label", id: `${where.markId(block)}_l` }, name) : make("label", { class: "label", for: inputId(one, block, where) }, name),
    element(one, block, where, look),
    block.hint && make("div", { class: "hint", id: `${where.markId(block)}_h` }, worded(block.hint.text)),
    wrong && make("div", { class: "fault", id: `${where.markId(block)}_e`, role: "alert" }, wrong),
  );
}

function image(block, where) {
  const name = block.alt_text || say("image");
  return make(
    "figure",
    { class: "block image" },
    block.title && make("figcaption", null, worded(block.title.text)),
    make("div", { class: "picture large", role: "img", "aria-label": name, title: say("image_what") }, name),
  );
}

// -- what streams are made of -------------------------------------------------------------------------------------------

const SIGNS = { pending: "⬜", in_progress: "🔄", complete: "✅", error: "❌" };

function taskCard(block, where, look) {
  const rich = (part) => (typeof part === "string" ? markdown(part, look) : part && drawn(part, 0, where, look));
  return make(
    "div",
    { class: "block task" },
    make("div", { class: "task-title" }, `${SIGNS[block.status] || "⬜"} `, worded(block.title || "")),
    block.details && make("div", { class: "text" }, rich(block.details)),
    block.output && make("div", { class: "text" }, rich(block.output)),
  );
}

const plan = (block, where, look) =>
  make("div", { class: "block plan" }, make("h4", null, worded(block.title?.text ?? block.title ?? "")), (block.tasks || []).map((task) => taskCard(task, where, look)));

function rich(part, look) {
  if (typeof part === "string") return part;
  const inner = () => (part.elements || []).map((one) => rich(one, look));
  switch (part.type) {
    case "text": {
      const tags = [part.style?.code && "code", part.style?.bold && "strong", part.style?.italic && "em", part.style?.strike && "s"];
      return tags.filter(Boolean).reduce((node, tag) => make(tag, null, node), String(part.text ?? ""));
    }
    case "link":
      return mrkdwn(`<${String(part.url || "").replace(/[|<>]/g, "")}|${String(part.text || part.url || "").replace(/[<>]/g, "")}>`, look);
    case "user":
      return mrkdwn(`<@${part.user_id}>`, look);
    case "channel":
      return mrkdwn(`<#${part.channel_id}>`, look);
    case "emoji":
      return worded(`:${part.name}:`);
    case "rich_text_preformatted":
      return make("pre", null, inner());
    case "rich_text_quote":
      return make("blockquote", null, inner());
    case "rich_text_list":
      return make(part.style === "ordered" ? "ol" : "ul", null, (part.elements || []).map((one) => make("li", null, rich(one, look))));
    default:
      return make("div", null, inner());
  }
}

function table(block, where, look) {
  const cell = (one, tag) => make(tag, null, one?.type === "rich_text" ? rich(one, look) : worded(one?.text ?? ""));
  const [head, ...rows] = block.rows || [];
  return make(
    "div",
    { class: "block table", tabindex: "0", role: "region" },
    make("table", null, make("thead", null, make("tr", null, (head || []).map((one) => cell(one, "th")))), make("tbody", null, rows.map((row) => make("tr", null, row.map((one) => cell(one, "td")))))),
  );
}

const KINDS = {
  header: (block) => make("h3", { class: "block header" }, worded(block.text?.text)),
  section,
  divider: () => make("hr", { class: "block" }),
  context,
  actions,
  context_actions: actions,
  input,
  image,
  markdown: (block, where, look) => make("div", { class: "block text" }, markdown(block.text, look)),
  rich_text: (block, where, look) => make("div", { class: "block text" }, (block.elements || []).map((one) => rich(one, look))),
  alert: (block, where, look) => make("div", { class: `block alert ${block.level || ""}` }, written(block.text, look)),
  task_card: taskCard,
  plan,
  table,
};
