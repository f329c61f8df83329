// What a person does that the app hears of, and what they are told when it did not get through.

import { act } from "./desk.js";
import { redraw, say, ui } from "./ui.js";

const NO_ANSWER = ["operation_timeout", "no_answer", "timeout", "not_acknowledged"];
const NOT_CONNECTED = ["not_connected", "nobody_listens", "no_app", "not_installed"];

export async function does(what, given, busy = "") {
  if (busy) {
    if (ui.busy.has(busy)) return { ok: false };
    ui.busy.add(busy);
    redraw();
  }
  const answer = await act(what, { user: ui.me, ...given });
  if (busy) ui.busy.delete(busy);
  if (answer.ok) ui.notice = "";
  else if (!answer.errors) ui.notice = worded(answer.error || "?");
  redraw();
  return answer;
}

function worded(error) {
  if (error === "unreachable") return say("unreachable");
  if (NO_ANSWER.includes(error)) return say("no_answer");
  if (NOT_CONNECTED.includes(error)) return say("not_connected");
  return say("failed", { error });
}

// Where the parts of a message stand, for `elements`.
export function inMessage(channel, message) {
  return {
    key: `${channel}/${message.ts}`,
    dispatches: () => true,
    typed: (block, one) => ui.typed.get(`${message.ts}/${block.block_id}/${one.action_id}`),
    type: (block, one, value) => ui.typed.set(`${message.ts}/${block.block_id}/${one.action_id}`, value),
    markId: (block) => `m_${message.ts}_${block.block_id}`.replace(/[^\w-]/g, "_"),
    press(one, block, chosen) {
      const { value = one.value, ...more } = chosen || {};
      const given = { channel, ts: message.ts, action_id: one.action_id, value: value ?? null, block_id: block.block_id ?? null, ...more };
      return does("press", given, this.busy);
    },
  };
}

// … and those of a modal or a home.
export function inView(view) {
  const wrong = ui.errors.get(view.id) || {};
  const name = (block) => `v_${view.id}_${block.block_id}`.replace(/[^\w-]/g, "_");
  const group = (block) => ["radio_buttons", "checkboxes", "multi_static_select"].includes(block.element?.type);
  return {
    key: `view ${view.id}`,
    dispatches: (block) => block.type !== "input" || Boolean(block.dispatch_action),
    typed: (block, one) => ui.typed.get(`${view.id}/${block.block_id}/${one.action_id}`),
    type(block, one, value) {
      ui.typed.set(`${view.id}/${block.block_id}/${one.action_id}`, value);
      if (wrong[block.block_id]) ui.errors.set(view.id, { ...wrong, [block.block_id]: "" });
      redraw();
    },
    markId: name,
    labelled: (block) => block.type === "input",
    wrong: (block) => wrong[block.block_id],
    marks: (block) =>
      block.type !== "input"
        ? {}
        : {
            "aria-invalid": wrong[block.block_id] ? "true" : null,
            "aria-required": block.optional ? null : "true",
            "aria-labelledby": group(block) ? `${name(block)}_l` : null,
            "aria-describedby": [block.hint && `${name(block)}_h`, wrong[block.block_id] && `${name(block)}_e`].filter(Boolean).join(" ") || null,
          },
    press(one, block, chosen) {
      const { value = one.value, ...more } = chosen || {};
      const given = { view_id: view.id, action_id: one.action_id, value: value ?? null, block_id: block.block_id ?? null, ...more };
      return does("press", { ...given, values: valuesOf(view) }, this.busy);
    },
  };
}

const FIRST = {
  plain_text_input: (one) => ({ value: one.initial_value ?? null }),
  number_input: (one) => ({ value: one.initial_value ?? null }),
  email_text_input: (one) => ({ value: one.initial_value ?? null }),
  url_text_input: (one) => ({ value: one.initial_value ?? null }),
  datepicker: (one) => ({ selected_date: one.initial_date ?? null }),
  timepicker: (one) => ({ selected_time: one.initial_time ?? null }),
  static_select: (one) => ({ selected_option: one.initial_option ?? null }),
  radio_buttons: (one) => ({ selected_option: one.initial_option ?? null }),
  checkboxes: (one) => ({ selected_options: one.initial_options ?? [] }),
  multi_static_select: (one) => ({ selected_options: one.initial_options ?? [] }),
  users_select: (one) => ({ selected_user: one.initial_user ?? null }),
  channels_select: (one) => ({ selected_channel: one.initial_channel ?? null }),
  conversations_select: (one) => ({ selected_conversation: one.initial_conversation ?? null }),
};

const partsOf = (block) => [block.element, block.accessory, ...(block.elements || [])].filter((one) => FIRST[one?.type]);

// A view's `state.values`, in Slack's form.
export function valuesOf(view) {
  const values = {};
  for (const block of view.blocks || [])
    for (const one of partsOf(block)) {
      const held = ui.typed.get(`${view.id}/${block.block_id}/${one.action_id}`);
      values[block.block_id] ??= {};
      values[block.block_id][one.action_id] = held || { type: one.type, ...FIRST[one.type](one) };
    }
  return values;
}

// What Slack's own window says before it lets an unfinished form go.
export function unfinished(view) {
  const faults = {};
  const values = valuesOf(view);
  for (const block of view.blocks || []) {
    if (block.type !== "input" || !block.element) continue;
    const { type, ...held } = values[block.block_id]?.[block.element.action_id] || {};
    const found = Object.values(held)[0];
    const empty = found === null || found === undefined || found === "" || (Array.isArray(found) && !found.length);
    if (empty && !block.optional) faults[block.block_id] = say("required");
    else if (!empty && typeof found === "string" && found.length < (block.element.min_length || 0))
      faults[block.block_id] = say("too_short", { n: block.element.min_length });
  }
  return faults;
}
