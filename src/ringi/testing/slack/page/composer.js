// Where one writes: a message, a reply, a command. Names after @ and # are completed, and sent in Slack's own form.

import { desk } from "./desk.js";
import { does } from "./doing.js";
import { make } from "./dom.js";
import { appName, bot, members, mine, nameOf, redraw, say, ui } from "./ui.js";

const COMMANDS = [{ command: "/ringi" }];
const WHOLE = ["here", "channel", "everyone"];

const keyOf = (place) => `${ui.me} ${place.channel} ${place.thread}`;

// Puts words there for the person to change or send.
export const begin = (place, text) => write(keyOf(place), document.getElementById("write"), text, text.length);

export function composer(place) {
  const key = keyOf(place);
  const open = ui.suggest?.key === key ? ui.suggest : null;
  const id = place.thread ? "write_reply" : "write";
  const send = (node) => sent(place, key, node);
  return make(
    "form",
    { key: `write ${key}`, class: "composer", on: { submit: (event, form) => (event.preventDefault(), send(form.querySelector("textarea"))) } },
    open && choices(open, id),
    make("textarea", {
      key: "text",
      id,
      rows: "1",
      "aria-label": place.label,
      placeholder: place.label,
      title: say("keys"),
      "aria-autocomplete": "list",
      "aria-controls": open ? `${id}_list` : null,
      "aria-activedescendant": open ? `${id}_${open.now}` : null,
      live: { value: ui.drafts.get(key) || "" },
      on: {
        input: (event, node) => typed(key, node),
        keyup: (event, node) => ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key) && typed(key, node),
        keydown: (event, node) => pressed(event, node, key, send),
        focusout: () => open && setTimeout(() => ((ui.suggest = null), redraw()), 150),
      },
    }),
    make(
      "div",
      { class: "composer-foot" },
      make("button", { type: "button", class: "plain", "aria-label": say("mention", { app: appName() }), title: say("mention", { app: appName() }), on: { click: (event, node) => mention(key, node) } }, `@${appName()}`),
      make("span", { class: "keys", "aria-hidden": "true" }, say("keys")),
      make("button", { type: "submit", class: "button primary send" }, say("send")),
    ),
  );
}

// -- completing -----------------------------------------------------------------------------------------------------------

function typed(key, node) {
  ui.drafts.set(key, node.value);
  const before = node.value.slice(0, node.selectionStart);
  const found = /(?:^|[\s(（])([@＠#＃/])([^\s@＠#＃/]*)$/.exec(before);
  const options = found ? offered(found[1], found[2].toLowerCase(), before) : [];
  ui.suggest = options.length ? { key, options, now: 0, from: before.length - found[2].length - 1 } : null;
  redraw();
}

function offered(sign, query, before) {
  const fits = (words) => words.toLowerCase().includes(query);
  if (sign === "/") {
    if (before !== `/${query}` && before.toLowerCase() !== `/${query}`) return [];
    return commands().filter((one) => fits(one.command)).map((one) => ({ put: one.command, words: one.command, note: one.description || say("command_what", { app: appName() }) }));
  }
  if (sign === "#" || sign === "＃")
    return mine().filter((one) => !one.is_im && fits(one.name)).map((one) => ({ put: `#${one.name}`, words: `#${one.name}` }));
  const people = [bot(), ...members()].filter((user) => fits(nameOf(user)) || fits(user.name || ""));
  return people.map((user) => ({ put: `@${nameOf(user)}`, words: nameOf(user), note: user.id === bot().id ? say("app") : user.id === ui.me ? say("you") : "" }));
}

const commands = () => desk.state.app?.commands || COMMANDS;

function choices({ key, options, now }, id) {
  return make(
    "ul",
    { key: "choices", class: "choices", role: "listbox", id: `${id}_list`, "aria-label": say("suggestions") },
    options.map((one, index) =>
      make(
        "li",
        {
          role: "option",
          id: `${id}_${index}`,
          "aria-selected": String(index === now),
          on: { click: (event, node) => complete(key, node.closest("form").querySelector("textarea"), index) },
        },
        make("span", null, one.words),
        one.note && make("span", { class: "hint" }, one.note),
      ),
    ),
  );
}

function complete(key, node, index) {
  const { options, from } = ui.suggest;
  const after = node.value.slice(node.selectionStart);
  const put = `${options[index].put} `;
  write(key, node, node.value.slice(0, from) + put + after, from + put.length);
}

function mention(key, button) {
  const node = button.closest("form").querySelector("textarea");
  const space = node.value && !/\s$/.test(node.value.slice(0, node.selectionStart)) ? " " : "";
  const put = `${space}@${appName()} `;
  const at = node.selectionStart;
  write(key, node, node.value.slice(0, at) + put + node.value.slice(at), at + put.length);
}

function write(key, node, text, caret) {
  node.value = text;
  ui.drafts.set(key, text);
  ui.suggest = null;
  redraw();
  node.focus();
  node.setSelectionRange(caret, caret);
}

function pressed(event, node, key, send) {
  if (event.isComposing || event.keyCode === 229) return; // Enter that ends a conversion from kana sends nothing
  const open = ui.suggest?.key === key ? ui.suggest : null;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (open && step) open.now = (open.now + step + open.options.length) % open.options.length;
  else if (open && (event.key === "Tab" || (event.key === "Enter" && !whole(open, node)))) complete(key, node, open.now);
  else if (open && event.key === "Escape") ui.suggest = null;
  else if (event.key === "Enter" && !event.shiftKey) send(node);
  else return;
  event.preventDefault();
  redraw();
}

// Nothing is left to complete: Enter sends.
const whole = ({ options, now, from }, node) => node.value.slice(from, node.selectionStart) === options[now].put;

// -- sending --------------------------------------------------------------------------------------------------------------

async function sent(place, key, node) {
  const text = node.value.trim();
  if (!text) return node.focus();
  node.value = "";
  ui.drafts.delete(key);
  ui.suggest = null;
  node.focus();
  const [, command, rest] = /^(\/\S+)\s*([\s\S]*)$/.exec(text) || [];
  const known = commands().some((one) => one.command === command);
  const answer = known
    ? await does("command", { channel: place.channel, command, text: wired(rest) })
    : await does("post", { channel: place.channel, text: wired(text), thread_ts: place.thread || null });
  if (answer.ok || node.value) return;
  node.value = text; // what did not get through is not lost
  ui.drafts.set(key, text);
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const literal = (text) => escaped(text).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// As Slack's own window sends it: the three signs escaped, names turned into ids.
function wired(text) {
  const names = [
    ...desk.state.users.map((user) => [`@${nameOf(user)}`, `<@${user.id}>`]),
    ...desk.state.users.filter((user) => user.name).map((user) => [`@${user.name}`, `<@${user.id}>`]),
    ...WHOLE.map((name) => [`@${name}`, `<!${name}>`]),
    ...mine().filter((one) => !one.is_im).map((one) => [`#${one.name}`, `<#${one.id}>`]),
  ].sort((one, other) => other[0].length - one[0].length);
  const signs = new Map(names.map(([name, sign]) => [escaped(name).toLowerCase(), sign]).reverse());
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.map(([name]) => literal(name)).join("|")})(?![a-zA-Z0-9_])`, "giu");
  return escaped(text.replace(/＠/g, "@")).replace(any, (name) => signs.get(name.toLowerCase()) || name);
}
