// The emoji of our cards, drawn: as in Slack they look the same on every machine, also on one that has no font for them.
// The sign itself stays in the page for those who copy, search or listen.

import { make } from "./dom.js";

const GREEN = "#36a64f";
const RED = "#d92b4b";
const BLUE = "#2f7fd1";
const GREY = "#7d8590";
const YELLOW = "#f2c744";
const PAPER = "#fbf8ee";
const EDGE = "#8a8577";

const tile = (fill) => make("rect", { x: 1, y: 1, width: 18, height: 18, rx: 4, fill });
const disc = (fill, r = 8.5, cx = 10, cy = 10) => make("circle", { cx, cy, r, fill });
const shape = (d, fill, stroke = "none") => make("path", { d, fill, stroke, "stroke-linejoin": "round" });
const line = (d, stroke = "#fff", width = 2.2) =>
  make("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });
const sheet = () => shape("M4 1.5h9l3.5 3.5v13.5H4z", PAPER, EDGE);
const pencil = () => [line("M8.5 15.5l8-8", "#e08a2b", 3.2), line("M7.6 16.4l.6-.6", "#4a4a4a", 2)];

const DRAWN = {
  "✅": () => [tile(GREEN), line("M5.5 10.5l3.2 3.2 6-7")],
  "☑": () => [tile(BLUE), line("M5.5 10.5l3.2 3.2 6-7")],
  "❌": () => line("M4 4l12 12M16 4L4 16", RED, 3.6),
  "⬜": () => make("rect", { x: 2, y: 2, width: 16, height: 16, rx: 3, fill: "#f4f4f4", stroke: "#a3a8ae", "stroke-width": 1.5 }),
  "🔄": () => [tile(BLUE), line("M15 8.2a5.4 5.4 0 0 0-10-.8M5 4.4v3.2h3.2M5 11.8a5.4 5.4 0 0 0 10 .8M15 15.6v-3.2h-3.2", "#fff", 1.8)],
  "🔁": () => [tile(BLUE), line("M4.5 9V7.5H15M12.8 5l2.4 2.5L12.8 10M15.5 11v1.5H5M7.2 10l-2.4 2.5L7.2 15", "#fff", 1.6)],
  "⏹": () => [tile(GREY), make("rect", { x: 6, y: 6, width: 8, height: 8, rx: 1, fill: "#fff" })],
  "⏸": () => [tile(GREY), line("M7.5 6v8M12.5 6v8", "#fff", 2.6)],
  "▶": () => [tile(BLUE), shape("M7 5.5l8 4.5-8 4.5z", "#fff")],
  "➡": () => [tile(BLUE), line("M5 10h9.5M10.5 5.8l4.2 4.2-4.2 4.2")],
  "↩": () => [tile(BLUE), line("M8 5L4.8 8.2 8 11.4M5 8.2h6a3.6 3.6 0 0 1 0 7.2H8.5", "#fff", 2)],
  "ℹ": () => [tile(BLUE), line("M10 9.5v5M10 5.8v.1", "#fff", 2.4)],
  "🟢": () => disc(GREEN),
  "🟡": () => disc(YELLOW),
  "🔴": () => disc(RED),
  "🟠": () => disc("#ee8a2c"),
  "🔵": () => disc(BLUE),
  "⚪": () => make("circle", { cx: 10, cy: 10, r: 8, fill: "#f4f4f4", stroke: "#a3a8ae", "stroke-width": 1.5 }),
  "⚫": () => disc("#3a3d42"),
  "⚠": () => [shape("M10 1.8L19 17.6H1z", YELLOW, "#a8820f"), line("M10 7.5v4.6M10 15v.1", "#2b2b2b", 2.1)],
  "🛑": () => [shape("M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3z", RED), line("M6 10h8", "#fff", 3)],
  "🚫": () => [make("circle", { cx: 10, cy: 10, r: 7.5, fill: "none", stroke: RED, "stroke-width": 2.6 }), line("M5 5l10 10", RED, 2.6)],
  "🚨": () => [shape("M5 15v-4a5 5 0 0 1 10 0v4z", RED), line("M3.5 16.8h13", GREY, 3), line("M10 1.5v1.8M3 4l1.3 1.3M17 4l-1.3 1.3", RED, 1.6)],
  "❓": () => [line("M6.2 6.5a3.9 3.9 0 1 1 5.6 3.6c-1.2.6-1.8 1.2-1.8 2.6", RED, 2.8), disc(RED, 1.7, 10, 17)],
  "❗": () => [line("M10 3v8.5", RED, 3.4), disc(RED, 1.9, 10, 16.6)],
  "📝": () => [sheet(), line("M6.5 6h5M6.5 9h6M6.5 12h3", EDGE, 1.2), pencil()],
  "✏": () => [line("M5 15L15.5 4.5", "#e08a2b", 4), line("M3.6 16.4l.8-.8", "#4a4a4a", 2.2), line("M15.2 4.8l.6-.6", "#e58aa0", 4)],
  "📄": () => [sheet(), line("M6.5 6h5M6.5 9h7M6.5 12h7M6.5 15h4.5", EDGE, 1.2)],
  "📋": () => [make("rect", { x: 3.5, y: 2.5, width: 13, height: 16, rx: 1.5, fill: "#a9743c" }), make("rect", { x: 5.5, y: 5, width: 9, height: 11.5, fill: PAPER }), make("rect", { x: 7, y: 1, width: 6, height: 4, rx: 1, fill: GREY }), line("M7.5 8.5h5M7.5 11h5M7.5 13.5h3", EDGE, 1.1)],
  "📊": () => [make("rect", { x: 1.5, y: 1.5, width: 17, height: 17, rx: 2, fill: PAPER, stroke: EDGE }), line("M6 15.5V9", GREEN, 2.6), line("M10 15.5V4.8", BLUE, 2.6), line("M14 15.5v-4", RED, 2.6)],
  "📅": () => [make("rect", { x: 2, y: 3, width: 16, height: 15.5, rx: 2, fill: PAPER, stroke: EDGE }), shape("M2 3h16v5H2z", RED), line("M6 12h.1M10 12h.1M14 12h.1M6 15.5h.1M10 15.5h.1", EDGE, 2)],
  "📎": () => line("M13.5 6.5l-6 6a1.7 1.7 0 0 0 2.4 2.4l6.3-6.3a3.4 3.4 0 0 0-4.8-4.8L4.8 10.4a5 5 0 0 0 7 7l4.4-4.3", GREY, 1.7),
  "📥": () => [shape("M2 11h4.5l1.2 2.5h4.6l1.2-2.5H18v7H2z", "#c8ccd1", EDGE), line("M10 1.8v8M6.8 6.8L10 10l3.2-3.2", BLUE, 2.2)],
  "⚙": () => [line("M10 2v16M2 10h16M4.4 4.4l11.2 11.2M4.4 15.6L15.6 4.4", GREY, 3), disc(GREY, 6), disc("#fff", 2.6)],
  "🚀": () => make("g", { transform: "rotate(45 10 10)" }, shape("M10 0c3.6 3 4.6 8 3.2 13H6.8C5.4 8 6.4 3 10 0z", "#e4e7eb", EDGE), disc(BLUE, 1.9, 10, 7), shape("M6.6 9.5L3.6 14l3.4-.6zM13.4 9.5l3 4.5-3.4-.6z", RED), shape("M8 14h4l-2 5z", "#ee8a2c")),
  "🔍": () => [make("circle", { cx: 8.5, cy: 8.5, r: 5.6, fill: "#d7ebfb", stroke: GREY, "stroke-width": 2.2 }), line("M13 13l5 5", "#8a5a2b", 3)],
  "⏱": () => [line("M10 1.5v2M8 1.5h4", GREY, 2), make("circle", { cx: 10, cy: 11.2, r: 7, fill: PAPER, stroke: GREY, "stroke-width": 2 }), line("M10 7.2v4l2.6 1.6", RED, 1.6)],
  "⏳": () => [shape("M5 2h10v3.5L11.3 10 15 14.5V18H5v-3.5L8.7 10 5 5.5z", PAPER, EDGE), shape("M6.5 16.8L10 12.8l3.5 4z", "#e0a52b")],
  "🔔": () => [shape("M10 2.2a5.2 5.2 0 0 1 5.2 5.2c0 4 1.5 5.4 2.3 6.6h-15c.8-1.2 2.3-2.6 2.3-6.6A5.2 5.2 0 0 1 10 2.2z", YELLOW, "#a8820f"), disc("#a8820f", 2, 10, 16.4)],
  "💬": () => [shape("M2 3h16v11H9l-4 4v-4H2z", "#e9f1f9", BLUE), line("M6.3 8.5h.1M10 8.5h.1M13.7 8.5h.1", BLUE, 2.2)],
  "✉": () => [make("rect", { x: 1.5, y: 4, width: 17, height: 12.5, rx: 1.5, fill: PAPER, stroke: EDGE }), line("M2.2 5l7.8 6.2L17.8 5", EDGE, 1.3)],
  "🔒": () => [line("M6.2 9V6.4a3.8 3.8 0 0 1 7.6 0V9", GREY, 2.2), make("rect", { x: 4, y: 8.6, width: 12, height: 9.6, rx: 1.6, fill: "#e0a52b" })],
  "🗑": () => [shape("M4.5 6h11l-1 12.5h-9z", "#c8ccd1", GREY), line("M3 5h14M8 2.8h4M8 9v6M12 9v6", GREY, 1.6)],
  "✂": () => [line("M5 3l8 11M15 3L7 14", GREY, 1.8), line("M4.5 16.5a2 2 0 1 0 2.5-2.5M15.5 16.5a2 2 0 1 1-2.5-2.5", RED, 2)],
  "💡": () => [shape("M10 1.6a5.6 5.6 0 0 1 3.2 10.2V14H6.8v-2.2A5.6 5.6 0 0 1 10 1.6z", YELLOW, "#a8820f"), line("M7.6 16.4h4.8M8.6 18.6h2.8", GREY, 1.6)],
  "👀": () => [make("ellipse", { cx: 5.8, cy: 10, rx: 3.9, ry: 5.4, fill: "#fff", stroke: EDGE }), make("ellipse", { cx: 14.2, cy: 10, rx: 3.9, ry: 5.4, fill: "#fff", stroke: EDGE }), disc("#3a3d42", 1.9, 6.6, 11), disc("#3a3d42", 1.9, 15, 11)],
  "👁": () => [shape("M1 10c3-5 6-6.5 9-6.5s6 1.5 9 6.5c-3 5-6 6.5-9 6.5s-6-1.5-9-6.5z", "#fff", EDGE), disc(BLUE, 3.2), disc("#222", 1.4)],
  "👤": () => [disc(GREY, 3.8, 10, 6), shape("M2.5 18.5c0-5 3.4-7.5 7.5-7.5s7.5 2.5 7.5 7.5z", GREY)],
  "👍": () => [shape("M7 9l3-7c1.8 0 2.6 1.2 2.2 3l-.6 2.5h4.6c1.5 0 2.2 1.2 1.8 2.5l-1.6 5.5c-.4 1.5-1.2 2-2.6 2H7z", "#f2c38b", "#b98445"), make("rect", { x: 2, y: 8.5, width: 4, height: 9, rx: 1, fill: BLUE })],
  "🔗": () => line("M8.5 11.5a3.4 3.4 0 0 0 4.8 0l2.6-2.6a3.4 3.4 0 0 0-4.8-4.8L9.6 5.6M11.5 8.5a3.4 3.4 0 0 0-4.8 0l-2.6 2.6a3.4 3.4 0 0 0 4.8 4.8l1.5-1.5", GREY, 1.9),
  "✨": () => [shape("M8 4l1.7 4.8L14.5 10.5l-4.8 1.7L8 17l-1.7-4.8L1.5 10.5l4.8-1.7z", YELLOW, "#a8820f"), shape("M15.5 1.5l.8 2.2 2.2.8-2.2.8-.8 2.2-.8-2.2-2.2-.8 2.2-.8z", YELLOW, "#a8820f")],
};

const ANY = new RegExp(`(${Object.keys(DRAWN).join("|")})\\uFE0F?`, "gu");

export function pictured(text) {
  const out = [];
  let last = 0;
  for (const found of text.matchAll(ANY)) {
    if (found.index > last) out.push(text.slice(last, found.index));
    out.push(make("span", { class: "emoji" }, make("span", null, found[0]), make("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, DRAWN[found[1]]())));
    last = found.index + found[0].length;
  }
  if (!last) return text;
  if (last < text.length) out.push(text.slice(last));
  return out;
}
