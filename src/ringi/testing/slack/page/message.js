// One message as Slack shows it: who and when, the text, the cards with their colour bars, reactions, and what can be done.

import { blocks } from "./blocks.js";
import { desk } from "./desk.js";
import { does, inMessage } from "./doing.js";
import { lazy, make } from "./dom.js";
import { menu } from "./elements.js";
import { markdown } from "./markdown.js";
import { mrkdwn, worded } from "./mrkdwn.js";
import { appName, bot, go, isBot, nameOf, redraw, say, ui, userOf } from "./ui.js";

const TINTS = 8;

// `more`: {short: same author as above, thread: drawn in a thread, replies: what hangs under it, after: drawn below}
export function message(one, channel, look, more) {
  const mark = `${channel}/${one.ts}`;
  const inner = ui.menu.startsWith(mark) ? `${ui.menu} ${JSON.stringify(ui.menuAt)}` : "";
  const busy = [...ui.busy].filter((key) => key.startsWith(mark)).join(" ");
  const memo = JSON.stringify([one, more.short, more.thread, more.replies, more.status, inner, busy, ui.me, ui.lang, look.zone, desk.people]);
  return lazy(`message ${one.ts}`, memo, () => drawn(one, channel, look, more, mark));
}

function drawn(one, channel, look, more, mark) {
  const author = authorOf(one);
  const alone = one.ephemeral_for;
  const classes = ["message", more.short && "short", alone && "alone"].filter(Boolean).join(" ");
  return make(
    "article",
    { class: classes, lang: author.lang, "data-ts": one.ts, "aria-label": `${author.name} ${look.lately(one.ts)}`, tabindex: "-1" },
    alone && make("div", { class: "only" }, worded(`👁 ${say("only_you")}`), " ", make("button", { type: "button", class: "plain", on: { click: () => (ui.hidden.add(one.ts), redraw()) } }, say("hide"))),
    make("div", { class: `face tint-${author.tint}`, "aria-hidden": "true" }, more.short ? "" : author.initial),
    make(
      "div",
      { class: "body" },
      !more.short && head(one, author, look),
      content(one, channel, look),
      one.streaming_state === "in_progress" && make("span", { class: "caret", role: "img", "aria-label": say("writing") }),
      reactions(one),
      more.replies && replies(one, more.replies, look),
      more.status,
    ),
    !alone && tools(one, channel, more, mark, look),
  );
}

function head(one, author, look) {
  return make(
    "div",
    { class: "head" },
    make("span", { class: "author" }, author.name),
    author.app && make("span", { class: "tag" }, say("app")),
    make("time", { title: look.moment(one.ts), datetime: new Date(one.ts * 1000).toISOString() }, look.clock(one.ts)),
  );
}

export function authorOf(one) {
  const user = userOf(one.user) || userOf(one.bot_id) || (one.bot_id && bot());
  const name = one.username || (user ? nameOf(user) : one.user || appName());
  return { name, app: Boolean(one.bot_id) || isBot(user), initial: [...name][0] || "?", tint: tint(user?.id || name), lang: isBot(user) ? null : user?.locale };
}

const tint = (text) => [...text].reduce((sum, char) => (sum * 31 + char.codePointAt(0)) >>> 0, 7) % TINTS;
export const face = (user) => make("span", { class: `face tint-${tint(user.id)}`, "aria-hidden": "true" }, [...nameOf(user)][0] || "?");

// With blocks of its own a message's text is only for notifications, and a change of it is not told (documented); with
// cards it stands above them.
function content(one, channel, look) {
  const where = inMessage(channel, one);
  const words = one.mrkdwn === false ? worded(one.text) : mrkdwn(one.text, look);
  const edited = one.edited && make("span", { class: "edited" }, say("edited"));
  if (one.subtype === "tombstone") return make("div", { class: "text gone" }, say("deleted"));
  if (one.streaming_state) return streamed(one, where, look);
  return [
    one.blocks?.length
      ? make("div", { class: "blocks" }, blocks(one.blocks, where, look))
      : (one.text || edited) && make("div", { class: "text" }, words, edited),
    (one.attachments || []).map((card, index) => attachment(card, index, where, look)),
  ];
}

// A message that grew as it was written: Markdown, the tasks it told of, and what was put at its end.
function streamed(one, where, look) {
  const chunks = one.chunks || [];
  const title = chunks.filter((chunk) => chunk.type === "plan_update").at(-1)?.title;
  const tasks = chunks.filter((chunk) => chunk.type === "task_update").map((chunk) => ({ ...chunk, type: "task_card" }));
  const shown = title ? [{ type: "plan", title, tasks }] : tasks;
  return [
    one.text && make("div", { class: "text" }, markdown(one.text, look)),
    make("div", { class: "blocks" }, blocks([...shown, ...(one.blocks || [])], where, look)),
  ];
}

function attachment(card, index, where, look) {
  const colour = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(card.color || "");
  const legacy = [
    card.pretext && make("div", { class: "text" }, mrkdwn(card.pretext, look)),
    card.title && make("h3", { class: "block header" }, worded(card.title)),
    card.text && make("div", { class: "block text" }, mrkdwn(card.text, look)),
    card.fields && make("div", { class: "fields" }, card.fields.map((field) => make("div", { class: "text" }, make("strong", null, worded(field.title)), "\n", mrkdwn(field.value, look)))),
    card.footer && make("div", { class: "block context" }, worded(card.footer)),
  ];
  return make(
    "div",
    { class: "card", "data-colour": colour ? `#${colour[1].toLowerCase()}` : null, look: { "--bar": colour ? `#${colour[1]}` : "var(--line)" } },
    card.blocks ? blocks(card.blocks, where, look) : legacy,
  );
}

function reactions(one) {
  if (!one.reactions?.length) return null;
  const names = (users) => (users || []).map((id) => nameOf(userOf(id)) || id).join("、");
  return make(
    "ul",
    { class: "reactions", "aria-label": say("reactions") },
    one.reactions.map((each) => make("li", { title: names(each.users) }, worded(`:${each.name}:`), ` ${each.count ?? each.users?.length ?? 1}`)),
  );
}

function replies(one, { count, last, people, fresh }, look) {
  return make(
    "button",
    { type: "button", class: fresh ? "replies fresh" : "replies", on: { click: () => go({ thread: one.ts }) } },
    people.slice(0, 4).map((id) => face(userOf(id) || bot())),
    make("span", { class: "count" }, count === 1 ? say("reply_one") : say("replies", { n: count })),
    fresh > 0 && make("span", { class: "badge", "aria-label": say("unread", { n: fresh }) }, fresh),
    make("span", { class: "last" }, say("last_reply", { time: look.lately(last) })),
  );
}

function tools(one, channel, more, mark, look) {
  const shortcuts = desk.state.app?.shortcuts || [];
  const items = [
    !more.thread && { words: say("thread_open"), value: "thread", go: () => go({ thread: one.ts }) },
    ...shortcuts
      .filter((each) => (each.type || "message") === "message")
      .map((each) => ({
        words: [each.name, make("span", { class: "hint" }, appName())],
        value: each.callback_id,
        go: () => does("shortcut", { channel, ts: one.ts, callback_id: each.callback_id }),
      })),
  ].filter(Boolean);
  if (!items.length) return null;
  return make("div", { class: "tools" }, menu(`${mark}/tools`, say("more_actions"), items, look));
}
