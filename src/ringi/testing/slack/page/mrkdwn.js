// Slack's own text format, read into descriptions of elements. Only http and https become links; whatever is not understood
// stays the text it was.

import { make } from "./dom.js";
import { emoji } from "./emoji.js";
import { pictured } from "./pictures.js";
import { dated } from "./times.js";
import { within } from "./ui.js";

const LETTER = /[\p{L}\p{N}]/u;
const SPACE = /\s/;
const STYLES = { "*": "strong", _: "em", "~": "s" };
const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

export const decoded = (text) => String(text).replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity]);

// Slack makes no links of its own in such a text; what is written as one stays one.
export const verbatim = (look) => Object.assign(Object.create(look || null), { verbatim: true });

export function mrkdwn(text, look) {
  return String(text ?? "")
    .split(/```([\s\S]+?)```/)
    .flatMap((part, index) =>
      index % 2 ? [make("pre", null, bare(part.replace(/^\n|\n$/g, ""), look))] : quoted(part, index > 0, look),
    );
}

// A plain_text object: no format, but Slack reads the three entities and the names of emoji in it.
export const plain = (text) => decoded(String(text ?? "").replace(/:([a-z0-9_+-]+):/g, (all, name) => emoji(name) || all));
export const worded = (text) => pictured(plain(text));

function quoted(text, afterBlock, look) {
  const out = [];
  let run = [];
  let inQuote = false;
  const flush = () => {
    if (!run.length) return;
    if (inQuote) out.push(make("blockquote", null, inline(run.join("\n"), look)));
    else out.push(...inline(run.join("\n"), look));
    run = [];
  };
  const lines = text.split("\n");
  if (afterBlock && lines[0] === "") lines.shift();
  for (let index = 0; index < lines.length; index += 1) {
    const long = /^(?:>>>|&gt;&gt;&gt;) ?/.exec(lines[index]);
    if (long) {
      flush();
      const rest = [lines[index].slice(long[0].length), ...lines.slice(index + 1)];
      return [...out, make("blockquote", null, inline(rest.join("\n"), look))];
    }
    const mark = /^(?:>|&gt;) ?/.exec(lines[index]);
    if (Boolean(mark) !== inQuote) flush();
    inQuote = Boolean(mark);
    run.push(mark ? lines[index].slice(mark[0].length) : lines[index]);
  }
  flush();
  return out;
}

function inline(text, look) {
  const out = [];
  let held = "";
  let at = 0;
  const push = (node) => {
    if (held) out.push(pictured(held));
    held = "";
    out.push(node);
  };
  while (at < text.length) {
    const found = special(text, at, look);
    if (!found) {
      held += text[at];
      at += 1;
    } else {
      if (typeof found.node === "string") held += found.node;
      else push(found.node);
      at = found.end;
    }
  }
  if (held) out.push(pictured(held));
  return out.flat();
}

function special(text, at, look) {
  const char = text[at];
  if (char === "`") return code(text, at, look);
  if (char === "<") return control(text, at, look);
  if (char === "&") return entity(text, at);
  if (char === ":") return named(text, at);
  if (char === "h" && !look?.verbatim && !LETTER.test(text[at - 1] || " ")) return address(text, at);
  return STYLES[char] ? styled(text, at, look) : null;
}

const sticky = (pattern, text, at) => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

function code(text, at, look) {
  const found = sticky(/`([^`\n]+)`/y, text, at);
  return found && { node: make("code", null, bare(found[1], look)), end: at + found[0].length };
}

function entity(text, at) {
  const found = sticky(/&(?:amp|lt|gt);/y, text, at);
  return found && { node: ENTITIES[found[0]], end: at + found[0].length };
}

function named(text, at) {
  const found = sticky(/:([a-z0-9_+-]+):/y, text, at);
  const sign = found && emoji(found[1]);
  return sign ? { node: sign, end: at + found[0].length } : null;
}

function address(text, at) {
  const found = sticky(/https?:\/\/[^\s<>|`]+/y, text, at);
  if (!found) return null;
  const raw = found[0].replace(/(?:[.,;:!?)\]'"*_~、。）」]|&[lg]t;)+$/, "");
  return { node: link(decoded(raw), decoded(raw)), end: at + raw.length };
}

function styled(text, at, look) {
  const sign = text[at];
  const next = text[at + 1] || " ";
  if (LETTER.test(text[at - 1] || " ") || SPACE.test(next) || next === sign) return null;
  for (let end = at + 2; end < text.length && text[end] !== "\n"; end += 1) {
    if (text[end] === "<" || text[end] === "`") {
      const inner = text[end] === "<" ? sticky(/<[^<>\n]+>/y, text, end) : sticky(/`[^`\n]+`/y, text, end);
      if (inner) end += inner[0].length - 1;
      continue;
    }
    if (text[end] !== sign || SPACE.test(text[end - 1]) || LETTER.test(text[end + 1] || " ")) continue;
    return { node: make(STYLES[sign], null, inline(text.slice(at + 1, end), look)), end: end + 1 };
  }
  return null;
}

// -- what stands between < and > ----------------------------------------------------------------------------------------

function control(text, at, look) {
  const found = sticky(/<([^<>\n]+)>/y, text, at);
  if (!found) return null;
  const bar = found[1].indexOf("|");
  const target = bar < 0 ? found[1] : found[1].slice(0, bar);
  const label = bar < 0 ? "" : decoded(found[1].slice(bar + 1));
  return { node: meant(target, label, look), end: at + found[0].length };
}

function meant(target, label, look) {
  if (target[0] === "@") return mention("@", look.user(target.slice(1))?.name || label || target.slice(1), target.slice(1) === look.me);
  if (target[0] === "#") return mention("#", look.channel(target.slice(1))?.name || label || target.slice(1));
  if (target[0] === "!") return command(target.slice(1), label, look);
  const href = decoded(target);
  return /^https?:\/\//i.test(href) ? link(href, label || href) : `<${decoded(label ? `${target}|${label}` : target)}>`;
}

function command(target, label, look) {
  const [name, ...rest] = target.split("^");
  if (name === "date") {
    const words = dated(rest[0], rest[1], look);
    if (!words) return label || rest[1] || "";
    const href = decoded(rest[2] || "");
    return /^https?:\/\//i.test(href) ? link(href, words) : make("time", { title: look.moment(rest[0]) }, words);
  }
  if (["here", "channel", "everyone"].includes(name)) return mention("@", name, true);
  return label ? mention("", label) : `<!${decoded(target)}>`;
}

const mention = (sign, name, mine) => make("span", { class: mine ? "mention mine" : "mention" }, sign + name);

// The address stands in the title: a label that shows another one than it leads to can be seen through.
export function link(href, label) {
  const click = within(href);
  const away = click ? {} : { target: "_blank", rel: "noopener noreferrer nofollow" };
  return make("a", { href, title: href, ...away, on: click && { click } }, label);
}

// Inside code nothing is formatted, but Slack still writes what a control sequence says.
function bare(text, look) {
  const said = text.replace(/<([^<>\n]+)>/g, (_, inner) => {
    const [target, label] = inner.split("|");
    if (target[0] === "@") return `@${look.user(target.slice(1))?.name || label || target.slice(1)}`;
    if (target[0] === "#") return `#${look.channel(target.slice(1))?.name || label || target.slice(1)}`;
    return label || target;
  });
  return decoded(said);
}
