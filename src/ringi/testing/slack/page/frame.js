// The page around the conversation: the sign that this is not Slack, who one acts as, and the places there are.

import { desk } from "./desk.js";
import { make } from "./dom.js";
import { face } from "./message.js";
import { agent, appName, bot, enterTeam, go, HOME, members, mine, nameOf, placeName, say, speak, talksToApp, ui, unread, userOf } from "./ui.js";

const LANGUAGES = { ja: "日本語", en: "English", zh: "中文" };

export function top() {
  return make(
    "header",
    { key: "top", class: "top" },
    make("a", { class: "skip", href: "#main", on: { click: (event) => (event.preventDefault(), document.getElementById("main")?.focus()) } }, say("skip")),
    make("strong", { class: "sign" }, say("standin")),
    make("span", { class: "sign-what" }, say("standin_what")),
    make(
      "label",
      { class: "who" },
      make("span", null, say("who")),
      choice("me", members().map((user) => [user.id, nameOf(user)]), ui.me, (me) => go({ me, at: placeFor(me), thread: ui.at === HOME || mineOnly() ? "" : ui.thread })),
    ),
    make("label", { class: "lang" }, make("span", { class: "unseen" }, say("language")), choice("lang", Object.entries(LANGUAGES), ui.lang, speak)),
  );
}

// Somebody else's eyes on the same place; their own conversation with the app when it was ours.
const mineOnly = () => desk.state.channels.some((channel) => channel.id === ui.at && channel.is_im);

function placeFor(me) {
  if (!mineOnly()) return ui.at;
  const before = ui.me;
  ui.me = me;
  const theirs = agent()?.id || HOME;
  ui.me = before;
  return theirs;
}

function choice(id, options, now, chosen, label) {
  return make(
    "select",
    { id, "aria-label": label, "data-now": now, on: { change: (event, node) => chosen(node.value) } },
    options.map(([value, words]) => make("option", { key: value, value, selected: value === now, live: { selected: value === now } }, words)),
  );
}

export function side() {
  const places = mine();
  const people = places.filter((channel) => channel.is_im && !talksToApp(channel));
  return make(
    "nav",
    { key: "side", class: "pane side", "aria-label": say("places") },
    make("div", { class: "team" }, team(), make("span", { class: "me" }, face(userOf(ui.me)), nameOf(userOf(ui.me)))),
    group("channels", places.filter((channel) => !channel.is_im).map((channel) => place(channel.id, placeName(channel), null, channel.id))),
    people.length > 0 && group("direct", people.map((channel) => place(channel.id, placeName(channel), null, channel.id))),
    group("apps", [place(agent()?.id || HOME, appName(), face(bot()), agent()?.id)]),
  );
}

function team() {
  const { teams = [], team: here } = desk.state;
  if (teams.length < 2) return make("strong", null, here?.name || "");
  return choice("team", teams.map((one) => [one.id, one.name]), here.id, enterTeam, say("workspace"));
}

const group = (key, items) => make("section", { key }, make("h2", null, say(key)), make("ul", null, items));

function place(at, name, picture, channel) {
  const here = ui.at === at || (ui.at === HOME && channel === agent()?.id && picture);
  const count = channel && ui.at !== channel ? unread(channel) : 0;
  return make(
    "li",
    { key: at },
    make(
      "button",
      { type: "button", class: count ? "place fresh" : "place", "aria-current": here ? "page" : null, on: { click: () => go({ at }) } },
      picture,
      make("span", { class: "name" }, name),
      count > 0 && make("span", { class: "badge", "aria-label": say("unread", { n: count }) }, count > 99 ? "99+" : count),
    ),
  );
}
