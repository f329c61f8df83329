// The usual Markdown, as streams and markdown blocks carry it: headings, lists, quotes, code, tables and the marks in a line.

import { make } from "./dom.js";
import { emoji } from "./emoji.js";
import { link } from "./mrkdwn.js";
import { pictured } from "./pictures.js";

const MARKS = /(`[^`\n]+`)|\*\*(\S(?:[^\n]*?\S)?)\*\*|~~(\S(?:[^\n]*?\S)?)~~|(?<![\p{L}\p{N}])[*_](\S(?:[^\n]*?\S)?)[*_](?![\p{L}\p{N}])|\[([^\]\n]+)\]\((https?:\/\/[^)\s]+)\)|:([a-z0-9_+-]+):/gu;

export function markdown(text, look) {
  const out = [];
  const lines = String(text ?? "").split("\n");
  for (let at = 0; at < lines.length; ) {
    const taken = KINDS.find(([pattern]) => pattern.test(lines[at]));
    const [, read] = taken || [null, paragraph];
    const [node, next] = read(lines, at, look);
    if (node) out.push(node);
    at = next;
  }
  return out;
}

function run(lines, at, pattern) {
  let end = at;
  while (end < lines.length && pattern.test(lines[end])) end += 1;
  return end;
}

function fence(lines, at) {
  let end = at + 1;
  while (end < lines.length && !/^```/.test(lines[end])) end += 1;
  return [make("pre", null, lines.slice(at + 1, end).join("\n")), end + 1];
}

function heading(lines, at) {
  return [make("h4", null, marks(lines[at].replace(/^#+\s+/, ""))), at + 1];
}

function list(lines, at) {
  const ordered = /^\s*\d+[.)]\s/.test(lines[at]);
  const pattern = ordered ? /^\s*\d+[.)]\s+/ : /^\s*[-*+]\s+/;
  const end = run(lines, at, pattern);
  const items = lines.slice(at, end).map((line) => make("li", null, marks(line.replace(pattern, ""))));
  return [make(ordered ? "ol" : "ul", ordered ? { start: parseInt(lines[at], 10) } : null, items), end];
}

function quote(lines, at) {
  const end = run(lines, at, /^>/);
  return [make("blockquote", null, marks(lines.slice(at, end).map((line) => line.replace(/^> ?/, "")).join("\n"))), end];
}

function table(lines, at) {
  const end = run(lines, at, /^\s*\|/);
  const rows = lines
    .slice(at, end)
    .filter((line) => !/^[\s|:-]+$/.test(line))
    .map((line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const row = (cells, tag) => make("tr", null, cells.map((cell) => make(tag, null, marks(cell))));
  return [make("div", { class: "table" }, make("table", null, rows.map((cells, index) => row(cells, index ? "td" : "th")))), end];
}

function paragraph(lines, at) {
  if (!lines[at].trim()) return [null, at + 1];
  let end = at + 1;
  while (end < lines.length && lines[end].trim() && !KINDS.some(([pattern]) => pattern.test(lines[end]))) end += 1;
  return [make("p", null, marks(lines.slice(at, end).join("\n"))), end];
}

const KINDS = [
  [/^```/, fence],
  [/^#{1,6}\s+\S/, heading],
  [/^\s*(?:[-*+]|\d+[.)])\s+/, list],
  [/^>/, quote],
  [/^\s*\|.*\|/, table],
];

function marks(text) {
  const out = [];
  let last = 0;
  for (const found of text.matchAll(MARKS)) {
    const [all, code, strong, struck, italic, label, href, sign] = found;
    if (sign && !emoji(sign)) continue;
    if (found.index > last) out.push(pictured(text.slice(last, found.index)));
    last = found.index + all.length;
    if (code) out.push(make("code", null, code.slice(1, -1)));
    else if (strong) out.push(make("strong", null, marks(strong)));
    else if (struck) out.push(make("s", null, marks(struck)));
    else if (italic) out.push(make("em", null, marks(italic)));
    else if (href) out.push(link(href, label));
    else out.push(pictured(emoji(sign)));
  }
  if (last < text.length) out.push(pictured(text.slice(last)));
  return out;
}
