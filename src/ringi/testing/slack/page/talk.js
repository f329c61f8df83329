// A conversation: the messages of a channel or of one thread, in order, what the agent is doing, and the place to write.

import { begin, composer } from "./composer.js";
import { desk } from "./desk.js";
import { does } from "./doing.js";
import { make } from "./dom.js";
import { tabs } from "./home.js";
import { message } from "./message.js";
import { plain, worded } from "./mrkdwn.js";
import { appName, bot, channelOf, freshReplies, go, isReply, messagesIn, placeName, repliesTo, saw, say, talksToApp, ui } from "./ui.js";

const CLOSE = 300; // seconds within which the next message of the same author needs no name again

// A reply whose first message is gone stands alone.
export function channelPane(look) {
  const channel = channelOf(ui.at);
  const all = messagesIn(channel.id);
  const known = new Set(all.map((one) => one.ts));
  const roots = all.filter((one) => !isReply(one) || one.subtype === "thread_broadcast" || !known.has(one.thread_ts));
  const withApp = talksToApp(channel);
  return make(
    "main",
    { key: `at ${ui.me} ${channel.id}`, id: "main", class: "pane channel", tabindex: "-1", "aria-label": placeName(channel) },
    make(
      "header",
      { class: "pane-head" },
      back({ at: "" }),
      make("h1", null, placeName(channel)),
      !channel.is_im && make("span", { class: "quiet" }, say("members", { n: people(channel) })),
      withApp && tabs("messages"),
    ),
    make(
      "div",
      { class: "log", "data-stick": `${ui.me} ${channel.id}`, role: "log", tabindex: "0", "aria-label": say("log", { place: placeName(channel) }) },
      make("div", { class: "filler" }),
      !roots.length && empty(channel, withApp),
      listed(roots, channel.id, look),
      withApp && suggested(channel),
    ),
    statusLine(channel.id, ""),
    composer({ channel: channel.id, thread: "", label: say("write_to", { place: placeName(channel) }) }),
  );
}

const people = (channel) => channel.num_members ?? channel.members?.length ?? desk.state.users.length;

function empty(channel, withApp) {
  if (withApp) return make("p", { class: "empty" }, say("empty_agent", { app: appName() }));
  if (channel.is_im) return make("p", { class: "empty" }, say("empty_dm"));
  const example = say("example", { app: appName() });
  return make(
    "div",
    { class: "empty" },
    make("p", null, say("empty_channel", { app: appName() })),
    make("button", { type: "button", class: "suggestion", on: { click: () => begin({ channel: channel.id, thread: "" }, example) } }, example),
  );
}

export function threadPane(look) {
  const channel = channelOf(ui.at);
  const all = messagesIn(channel.id);
  const root = all.find((one) => one.ts === ui.thread);
  const replies = repliesTo(channel.id, ui.thread);
  const count = replies.filter((one) => !one.ephemeral_for).length;
  return make(
    "aside",
    { key: `thread ${ui.me} ${ui.thread}`, class: "pane thread", "aria-label": say("thread") },
    make(
      "header",
      { class: "pane-head" },
      back({}),
      make("h2", null, say("thread")),
      make("span", { class: "quiet" }, placeName(channel)),
      make("button", { type: "button", class: "shut", "aria-label": say("thread_close"), title: say("thread_close"), on: { click: () => go({ thread: "" }) } }, "×"),
    ),
    make(
      "div",
      { class: "log", "data-stick": `${ui.me} ${channel.id} ${ui.thread}`, role: "log", tabindex: "0", "aria-label": say("thread_log") },
      root && message(root, channel.id, look, { thread: true }),
      make("div", { key: "count", class: "rule" }, make("span", null, count === 1 ? say("reply_one") : count ? say("replies", { n: count }) : say("empty_replies"))),
      listed(replies, channel.id, look, true),
    ),
    statusLine(channel.id, ui.thread),
    composer({ channel: channel.id, thread: ui.thread, label: say("write_reply") }),
  );
}

function listed(messages, channel, look, thread = false) {
  const out = [];
  const line = ui.line.get(`${ui.me} ${channel}`) ?? "";
  let before = null;
  let marked = false;
  for (const one of messages) {
    const newDay = !before || look.dayOf(before.ts) !== look.dayOf(one.ts);
    if (newDay && !thread) out.push(make("div", { key: `day ${look.dayOf(one.ts)}`, class: "rule" }, make("span", null, look.day(one.ts))));
    const fresh = !marked && line && one.ts > line && one.user !== ui.me && !one.ephemeral_for;
    if (fresh) {
      marked = true;
      out.push(make("div", { key: "new", class: "rule new" }, make("span", null, say("new"))));
    }
    const short = Boolean(before) && !newDay && !fresh && !one.ephemeral_for && !before.ephemeral_for && sameHand(before, one);
    const under = thread ? null : underneath(one, channel);
    out.push(message(one, channel, look, { short, thread, replies: under, status: !thread && ui.thread !== one.ts && statusLine(channel, one.ts) }));
    before = under ? { ...one, user: "" } : one;
  }
  return out;
}

const sameHand = (before, one) => before.user === one.user && before.username === one.username && one.ts - before.ts < CLOSE;

function underneath(one, channel) {
  const found = repliesTo(channel, one.ts).filter((other) => !other.ephemeral_for);
  if (!found.length) return null;
  const open = ui.thread === one.ts && ui.at === channel;
  return {
    count: found.length,
    last: found.at(-1).ts,
    people: [...new Set(found.map((other) => other.user || bot().id))],
    fresh: open ? 0 : freshReplies(channel, one),
  };
}

// -- the agent ------------------------------------------------------------------------------------------------------------

// While it works Slack says so under the conversation; while its session is open as well, one can stop it.
function statusLine(channel, thread) {
  const key = `${channel}:${thread}`;
  const status = desk.state.status?.[key];
  const session = desk.state.sessions?.[key];
  const words = typeof status === "string" ? status : status?.status || status?.words || "";
  const working = session?.status === "processing";
  if (!words && !working) return null;
  const stop = () => does("stop", { channel, thread_ts: thread }, `stop ${key}`);
  return make(
    "div",
    { key: "status", class: "status", role: "status" },
    make("span", { class: "dots", "aria-hidden": "true" }, "•••"),
    make("span", { class: "status-words" }, words ? say("status_of", { app: appName(), words: plain(words) }) : say("at_work", { app: appName() })),
    (working || !desk.state.sessions) && make("button", { type: "button", class: "button stop", on: { click: stop } }, `■ ${say("stop")}`),
  );
}

function suggested(channel) {
  const found = desk.state.prompts?.[channel.id];
  const list = Array.isArray(found) ? found : found?.prompts || [];
  if (!list.length) return null;
  const title = found.title || say("suggested");
  const ask = (one) => () => does("post", { channel: channel.id, text: one.message });
  return make(
    "section",
    { key: "suggested", class: "suggested", "aria-label": title },
    make("h2", null, worded(title)),
    list.map((one) =>
      make("button", { type: "button", class: "suggestion", on: { click: ask(one) } }, make("strong", null, worded(one.title)), make("span", null, worded(one.message))),
    ),
  );
}

const back = (to) => make("button", { type: "button", class: "back", "aria-label": say("back"), title: say("back"), on: { click: () => go(to) } }, "‹");

// What is on the screen has been seen.
export function markSeen() {
  if (document.hidden || !desk.state || !channelOf(ui.at)) return;
  const all = messagesIn(ui.at);
  const root = all.filter((one) => !isReply(one)).at(-1);
  if (root) saw(ui.at, "", root.ts);
  const reply = ui.thread && repliesTo(ui.at, ui.thread).at(-1);
  if (reply) saw(ui.at, ui.thread, reply.ts);
}
