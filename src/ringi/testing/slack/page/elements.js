// The interactive parts of Block Kit: buttons, menus, choices and inputs, with the browser's own controls where it has them.

import { make } from "./dom.js";
import { mrkdwn, plain, verbatim, worded } from "./mrkdwn.js";
import { members, mine, nameOf, placeName, redraw, say, ui, within } from "./ui.js";

export const written = (object, look) => (object?.type === "mrkdwn" ? mrkdwn(object.text, object.verbatim ? verbatim(look) : look) : worded(object?.text));

// `where`: {key, press(element, block, chosen), typed(block, element), type(block, element, value)} of a message or a view.
export function element(one, block, where, look) {
  const build = KINDS[one.type];
  return build ? build(one, block, where, look) : make("span", { class: "unknown" }, say("unknown_block", { type: one.type || "?" }));
}

const idOf = (one, block, where) => `${where.key}/${block.block_id || ""}/${one.action_id || one.type}/${one.value || ""}`;
const domId = (one, block, where) => idOf(one, block, where).replace(/[^\w-]/g, "_");

// Slack asks first where the app wished it; an option may be asked for as well.
function press(one, block, where, chosen) {
  const question = one.confirm;
  const send = () => where.press(one, block, chosen);
  if (!question) return send();
  ui.confirm = { question, style: question.style, send };
  return redraw();
}

function button(one, block, where) {
  const key = idOf(one, block, where);
  const busy = ui.busy.has(key);
  const given = {
    key,
    class: `button ${one.style || ""}`,
    "aria-busy": busy ? "true" : null,
    "aria-label": one.accessibility_label,
    "data-action": one.action_id,
    "data-value": one.value,
  };
  const click = () => busy || press(one, block, { ...where, busy: key });
  if (/^https?:\/\//i.test(one.url || "")) {
    const inside = within(one.url);
    const leave = (event) => (click(), inside?.(event));
    const away = inside ? {} : { target: "_blank", rel: "noopener noreferrer" };
    return make("a", { ...given, href: one.url, ...away, on: { click: leave } }, worded(one.text?.text));
  }
  return make("button", { ...given, type: "button", on: { click } }, worded(one.text?.text));
}

// -- menus ----------------------------------------------------------------------------------------------------------------

export function menu(key, label, items, look, sign = "⋯") {
  const open = ui.menu === key;
  const shut = (focus) => {
    ui.menu = "";
    redraw();
    focus?.focus();
  };
  const toggle = (event, node) => {
    const box = node.getBoundingClientRect();
    ui.menu = open ? "" : key;
    ui.menuAt = { right: `${Math.max(8, innerWidth - box.right)}px`, top: `${box.bottom + 4}px`, height: `${innerHeight - box.bottom - 16}px` };
    if (innerHeight - box.bottom < 60 + items.length * 40)
      ui.menuAt = { right: ui.menuAt.right, top: `${Math.max(8, box.top - 12 - items.length * 40)}px`, height: `${box.top - 8}px` };
    redraw();
  };
  const keys = (event, node) => {
    const all = [...node.querySelectorAll("[role=menuitem]")];
    const now = all.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) all[(now + step + all.length) % all.length].focus();
    else if (event.key === "Home") all[0].focus();
    else if (event.key === "End") all.at(-1).focus();
    else if (event.key === "Escape" || event.key === "Tab") shut(event.key === "Escape" && node.previousElementSibling);
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  };
  const chosen = (item) => (event, node) => {
    const opener = node.closest(".menu").previousElementSibling;
    shut(opener);
    item.go();
  };
  return make(
    "span",
    { key, class: "menu-place" },
    make(
      "button",
      { type: "button", class: "more", "aria-haspopup": "menu", "aria-expanded": String(open), "aria-label": label, title: label, on: { click: toggle } },
      sign,
    ),
    open &&
      make(
        "div",
        {
          class: "menu",
          role: "menu",
          "aria-label": label,
          look: { right: ui.menuAt.right, top: ui.menuAt.top, "max-height": ui.menuAt.height },
          mounted: (node) => node.firstElementChild?.focus({ preventScroll: true }),
          on: { keydown: keys },
        },
        items.map((item) =>
          item.link
            ? make("a", { role: "menuitem", tabindex: "-1", href: item.link, target: "_blank", rel: "noopener noreferrer", on: { click: chosen(item) } }, item.words)
            : make("button", { role: "menuitem", tabindex: "-1", type: "button", "data-value": item.value, on: { click: chosen(item) } }, item.words),
        ),
      ),
  );
}

function overflow(one, block, where, look) {
  const items = (one.options || []).map((option) => ({
    words: [make("span", null, worded(option.text?.text)), option.description && make("span", { class: "hint" }, worded(option.description.text))],
    value: option.value,
    link: /^https?:\/\//i.test(option.url || "") ? option.url : "",
    go: () => press(one, block, where, { value: option.value, selected_option: option }),
  }));
  return menu(idOf(one, block, where), say("more_actions"), items, look);
}

// -- one of several -------------------------------------------------------------------------------------------------------

const optionsOf = (one) => [...(one.options || []), ...(one.option_groups || []).flatMap((group) => group.options || [])];

function choice(one, block, where, options, read, first) {
  const held = where.typed(block, one);
  const now = held ? read(held) : first;
  const change = (event, node) => {
    const option = options.find((each) => each.value === node.value);
    const value = option ? option.given : null;
    where.type(block, one, value || { type: one.type, selected_option: null });
    if (value && where.dispatches(block)) press(one, block, where, { value: option.value, ...value });
  };
  const drawn = (option) =>
    make("option", { value: option.value, selected: option.value === now, live: { selected: option.value === now } }, option.words);
  const groups = one.option_groups
    ? one.option_groups.map((group) =>
        make("optgroup", { label: plain(group.label?.text) }, options.filter((each) => (group.options || []).includes(each.source)).map(drawn)),
      )
    : options.map(drawn);
  return make(
    "select",
    {
      key: idOf(one, block, where),
      id: domId(one, block, where),
      class: "select",
      "aria-label": where.labelled?.(block) ? null : plain(one.placeholder?.text) || say("choose"),
      ...where.marks?.(block),
      "data-action": one.action_id,
      on: { change },
    },
    make("option", { value: "" }, plain(one.placeholder?.text) || say("choose")),
    groups,
  );
}

function staticSelect(one, block, where) {
  const options = optionsOf(one).map((source) => ({
    source,
    value: source.value,
    words: plain(source.text?.text),
    given: { type: one.type, selected_option: source },
  }));
  return choice(one, block, where, options, (held) => held.selected_option?.value, one.initial_option?.value);
}

function usersSelect(one, block, where) {
  const options = members().map((user) => ({ value: user.id, words: nameOf(user), given: { type: one.type, selected_user: user.id } }));
  return choice(one, block, where, options, (held) => held.selected_user, one.initial_user);
}

function placesSelect(one, block, where) {
  const name = one.type === "channels_select" ? "selected_channel" : "selected_conversation";
  const options = mine()
    .filter((channel) => !channel.is_im)
    .map((channel) => ({ value: channel.id, words: placeName(channel), given: { type: one.type, [name]: channel.id } }));
  return choice(one, block, where, options, (held) => held[name], one.initial_channel || one.initial_conversation);
}

// -- several of several, one of few ---------------------------------------------------------------------------------------

function ticks(one, block, where, look) {
  const single = one.type === "radio_buttons";
  const held = where.typed(block, one);
  const before = held ? held.selected_options || (held.selected_option ? [held.selected_option] : []) : one.initial_options || [one.initial_option];
  const values = new Set(before.filter(Boolean).map((option) => option.value));
  const change = (option) => (event, node) => {
    if (single) values.clear();
    if (node.checked) values.add(option.value);
    else values.delete(option.value);
    const chosen = optionsOf(one).filter((each) => values.has(each.value));
    const value = single ? { type: one.type, selected_option: chosen[0] || null } : { type: one.type, selected_options: chosen };
    where.type(block, one, value);
    if (where.dispatches(block)) press(one, block, where, { value: option.value, ...value });
  };
  return make(
    "span",
    { class: "ticks", role: single ? "radiogroup" : "group", ...where.marks?.(block) },
    optionsOf(one).map((option) =>
      make(
        "label",
        null,
        make("input", {
          type: single ? "radio" : "checkbox",
          name: domId(one, block, where),
          value: option.value,
          live: { checked: values.has(option.value) },
          on: { change: change(option) },
        }),
        make("span", null, written(option.text, look), option.description && make("span", { class: "hint" }, written(option.description, look))),
      ),
    ),
  );
}

// -- typed ----------------------------------------------------------------------------------------------------------------

const INPUTS = {
  plain_text_input: { kind: "text", name: "value", first: "initial_value" },
  number_input: { kind: "number", name: "value", first: "initial_value" },
  email_text_input: { kind: "email", name: "value", first: "initial_value" },
  url_text_input: { kind: "url", name: "value", first: "initial_value" },
  datepicker: { kind: "date", name: "selected_date", first: "initial_date" },
  timepicker: { kind: "time", name: "selected_time", first: "initial_time" },
};

function typing(one, block, where) {
  const { kind, name, first } = INPUTS[one.type];
  const held = where.typed(block, one);
  const now = (held ? held[name] : one[first]) ?? "";
  const report = (event, node) => where.type(block, one, { type: one.type, [name]: node.value || null });
  const change = (event, node) =>
    name !== "value" && where.dispatches(block) && press(one, block, where, { value: node.value, type: one.type, [name]: node.value });
  const left = one.max_length ? one.max_length - String(now).length : Infinity;
  const given = {
    id: domId(one, block, where),
    class: "field",
    placeholder: plain(one.placeholder?.text) || null,
    maxlength: one.max_length || null,
    minlength: one.min_length || null,
    autocomplete: "off",
    "aria-label": where.labelled?.(block) ? null : plain(one.placeholder?.text) || null,
    "data-action": one.action_id,
    ...where.marks?.(block),
    live: { value: now },
    mounted: one.focus_on_load ? (node) => node.focus() : null,
    on: { input: report, change },
  };
  return [
    one.multiline ? make("textarea", { ...given, rows: "4" }) : make("input", { ...given, type: kind }),
    left <= 100 && make("span", { class: "hint", role: "status" }, say("left", { n: left })),
  ];
}

function picture(one) {
  return make("span", { class: "picture", role: "img", "aria-label": one.alt_text || say("image"), title: say("image_what") }, "▨");
}

const KINDS = {
  button,
  workflow_button: button,
  overflow,
  static_select: staticSelect,
  users_select: usersSelect,
  channels_select: placesSelect,
  conversations_select: placesSelect,
  radio_buttons: ticks,
  checkboxes: ticks,
  multi_static_select: ticks,
  image: picture,
  ...Object.fromEntries(Object.keys(INPUTS).map((type) => [type, typing])),
};

export const inputId = domId;
