// What belongs to this browser alone: who one acts as, where one is, what is typed but not sent, what was seen. Kept in the
// address and in the browser; the double knows nothing of it.

import { desk, load } from "./desk.js";
import { day, dayOf, lately, moment, clock } from "./times.js";

const LANGS = ["ja", "en", "zh"];
export const HOME = "home";

export const ui = {
  me: "", // whose eyes
  at: "", // a channel's id, or HOME
  thread: "", // ts of the thread beside
  lang: "en",
  pane: "main", // which one a narrow screen shows: side, main, thread
  menu: "", // key of the open menu
  confirm: null, // the question that waits for a yes
  notice: "", // what went wrong
  busy: new Set(), // what is on its way
  drafts: new Map(), // place → typed text
  typed: new Map(), // view/block/action → what an input holds
  errors: new Map(), // view → {block: words}
  hidden: new Set(), // private notes put away
  line: new Map(), // place → ts after which messages were new when one came in
  aim: "", // ts of the message to be brought into sight
  suggest: null, // what may complete the word under the caret
};

let words = {};
let draw = () => {};

export async function begin(drawing) {
  draw = drawing;
  words = await (await fetch("/page/words.json")).json();
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => LANGS.includes(tag));
  desk.team = recall("team") || "";
  ui.lang = recall("lang", LANGS) || wanted || "en";
  window.addEventListener("hashchange", arrive);
  arrive();
}

export const redraw = () => draw();

// Once what changed is on the screen: an element under a dialog takes no focus before the dialog has gone.
export function settled(then) {
  draw();
  queueMicrotask(then);
}

export function say(key, values = {}) {
  const text = (words[key] || [key, key, key])[LANGS.indexOf(ui.lang)];
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in values ? values[name] : place));
}

function recall(name, allowed) {
  try {
    const found = localStorage.getItem(`double.${name}`);
    return !allowed || allowed.includes(found) ? found : "";
  } catch {
    return "";
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(`double.${name}`, value);
  } catch {
    // A browser that keeps nothing still works; it only forgets.
  }
}

export function speak(lang) {
  ui.lang = lang;
  keep("lang", lang);
  draw();
}

// Another workspace, with other people in it.
export function enterTeam(team) {
  desk.team = team;
  keep("team", team);
  load();
}

// -- where one is: #/person/place/thread --------------------------------------------------------------------------------

let entered = () => {};
let last = "";
export const onEnter = (told) => (entered = told);

function arrive() {
  const [, me = "", at = "", thread = ""] = decodeURIComponent(location.hash.slice(1)).split("/");
  Object.assign(ui, { me, at, thread, menu: "", suggest: null });
  ui.pane = thread ? "thread" : at ? "main" : me ? "side" : "main";
  draw();
}

export function go(given) {
  const { me, at, thread } = { me: ui.me, at: ui.at, thread: "", ...given };
  const hash = `#/${[me, at, thread].filter((part, index, all) => all.slice(index).some(Boolean)).join("/")}`;
  if (location.hash === hash) arrive();
  else location.hash = hash;
}

// A permalink of this workspace leads to the message here, not out to the Slack it would be at.
export function within(address) {
  const found = /^https:\/\/([\w-]+)\.slack\.com\/archives\/(\w+)\/p(\d+)(\d{6})(?:\?(.*))?$/.exec(address);
  if (!found || found[1] !== desk.state.team?.domain) return null;
  const [, , at, seconds, rest, query] = found;
  const ts = `${seconds}.${rest}`;
  return (event) => {
    event.preventDefault();
    if (!mine().some((channel) => channel.id === at)) {
      ui.notice = say("not_yours");
      return draw();
    }
    ui.aim = ts;
    go({ at, thread: new URLSearchParams(query).get("thread_ts") || (repliesTo(at, ts).length ? ts : "") });
  };
}

// Who and where, when the address does not say or says what is not there.
export function settle() {
  const { state } = desk;
  const people = members();
  if (!people.some((user) => user.id === ui.me)) {
    const before = recall("me");
    ui.me = people.some((user) => user.id === before) ? before : people[0]?.id || "";
  }
  const places = mine();
  if (ui.at !== HOME && !places.some((channel) => channel.id === ui.at)) {
    ui.at = places.find((channel) => !channel.is_im)?.id || HOME;
    ui.thread = "";
  }
  if (ui.thread && !(state.messages[ui.at] || []).some((message) => message.ts === ui.thread)) ui.thread = "";
  if (`${ui.me} ${ui.at}` !== last) enter();
}

function enter() {
  last = `${ui.me} ${ui.at}`;
  if (ui.me) keep("me", ui.me);
  if (ui.at) ui.line.set(`${ui.me} ${ui.at}`, seen(ui.at));
  entered();
}

// -- people and places --------------------------------------------------------------------------------------------------

export const members = () => desk.state.users.filter((user) => !isBot(user) && !user.deleted);
export const isBot = (user) => Boolean(user?.is_bot);
export const bot = () => desk.state.users.find(isBot) || { id: "", name: "Ringi" };
export const whose = (channel) => channel.user || channel.im_user || "";
export const nameOf = (user) => user?.profile?.display_name || user?.real_name || user?.name || user?.id || "";
export const appName = () => nameOf(bot());
export const mine = () => desk.state.channels.filter((channel) => (channel.is_im ? inside(channel) : !channel.is_archived));
export const agent = () => desk.state.channels.find((channel) => channel.is_im && inside(channel) && talksToApp(channel));

const inside = (channel) => (channel.members ? channel.members.includes(ui.me) : whose(channel) === ui.me);
export const talksToApp = (channel) =>
  channel.is_im && (!channel.members || channel.members.includes(bot().id) || channel.members.length < 2);

export function placeName(channel) {
  if (!channel) return "";
  if (!channel.is_im) return `#${channel.name}`;
  if (talksToApp(channel)) return appName();
  return nameOf(userOf(channel.members.find((id) => id !== ui.me) || ui.me));
}

export const userOf = (id) => desk.state.users.find((user) => user.id === id || (user.bot_id && user.bot_id === id));

export const channelOf = (id) => desk.state.channels.find((channel) => channel.id === id);

// What the text needs to know to be written: who people are, which language and zone.
export function look() {
  const here = {
    me: ui.me,
    lang: ui.lang,
    zone: userOf(ui.me)?.tz || Intl.DateTimeFormat().resolvedOptions().timeZone,
    say,
    now: () => new Date(desk.state.now ? desk.state.now * 1000 : Date.now()),
    user: (id) => userOf(id) && { name: nameOf(userOf(id)) },
    channel: channelOf,
  };
  return {
    ...here,
    clock: (ts) => clock(ts, here),
    day: (ts) => day(ts, here),
    dayOf: (ts) => dayOf(ts, here),
    lately: (ts) => lately(ts, here),
    moment: (ts) => moment(ts, here),
  };
}

// -- messages, and what was seen ----------------------------------------------------------------------------------------

export const isReply = (message) => Boolean(message.thread_ts) && message.thread_ts !== message.ts;

const shownTo = (message) => {
  const to = message.ephemeral_for;
  return (!to || to === ui.me) && !ui.hidden.has(message.ts);
};

export const messagesIn = (channel) => (desk.state.messages[channel] || []).filter(shownTo);
export const seen = (channel, thread = "") => recall(`seen.${ui.me}.${channel}.${thread}`) || "";

export function saw(channel, thread, ts) {
  if (ts > seen(channel, thread)) keep(`seen.${ui.me}.${channel}.${thread}`, ts);
}

const grouped = new WeakMap();

// The replies of each thread; asked for by every message of a channel, so found once for each state.
export function repliesTo(channel, ts) {
  const all = desk.state.messages[channel] || [];
  if (!grouped.has(all)) {
    const threads = new Map();
    for (const message of all) if (isReply(message)) threads.set(message.thread_ts, [...(threads.get(message.thread_ts) || []), message]);
    grouped.set(all, threads);
  }
  return (grouped.get(all).get(ts) || []).filter(shownTo);
}

const news = (message, last) => message.ts > last && message.user !== ui.me && !message.ephemeral_for;

// Slack tells of replies only those who take part in the thread, or are named in it.
export function freshReplies(channel, root) {
  const replies = repliesTo(channel, root.ts);
  const last = seen(channel, root.ts);
  const count = replies.filter((message) => news(message, last)).length;
  const near = (message) => message.user === ui.me || JSON.stringify(message).includes(`<@${ui.me}>`);
  return count && [root, ...replies].some(near) ? count : 0;
}

export function unread(channel) {
  const roots = messagesIn(channel).filter((message) => !isReply(message));
  const last = seen(channel);
  return roots.reduce((sum, root) => sum + (news(root, last) ? 1 : 0) + freshReplies(channel, root), 0);
}
