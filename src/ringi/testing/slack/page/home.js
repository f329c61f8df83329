// The app's own place: its Home tab beside the conversation with it.

import { blocks } from "./blocks.js";
import { desk, load } from "./desk.js";
import { does, inView } from "./doing.js";
import { make } from "./dom.js";
import { agent, appName, go, HOME, say, ui } from "./ui.js";

export function tabs(chosen) {
  const tab = (name, click) =>
    make("button", { type: "button", class: "tab", "aria-current": chosen === name ? "page" : null, on: { click } }, say(name));
  return make("nav", { class: "tabs", "aria-label": appName() }, tab("home", () => go({ at: HOME })), tab("messages", converse));
}

// The first look into it is what opens the conversation.
async function converse() {
  if (!agent()) {
    await does("open_home", { tab: "messages" });
    await load();
  }
  if (agent()) go({ at: agent().id });
}

export function homePane(look) {
  const view = desk.state.homes?.[ui.me];
  return make(
    "main",
    { key: `home ${ui.me}`, id: "main", class: "pane home", tabindex: "-1", "aria-label": `${appName()} ${say("home")}` },
    make(
      "header",
      { class: "pane-head" },
      make("button", { type: "button", class: "back", "aria-label": say("back"), on: { click: () => go({ at: "" }) } }, "‹"),
      make("h1", null, appName()),
      tabs("home"),
    ),
    make(
      "div",
      { class: "log home-body", tabindex: "0" },
      view ? blocks(view.blocks, inView({ id: `home of ${ui.me}`, ...view }), look) : make("p", { class: "empty" }, say("empty_home")),
    ),
  );
}
