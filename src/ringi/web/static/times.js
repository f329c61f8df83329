// Times that go by: the server says when, this says how long ago, in the reader's language.

export const words = JSON.parse(document.body.dataset.words || "{}");

const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const joint = document.documentElement.lang === "en" ? " " : "";
const since = (iso) => Math.max(0, Math.floor((Date.now() - Date.parse(iso)) / 1000));

function span(seconds, coarse) {
  const parts = [
    ["span_d", Math.floor(seconds / 86400)],
    ["span_h", Math.floor((seconds % 86400) / 3600)],
    ["span_m", Math.floor((seconds % 3600) / 60)],
    ["span_s", seconds % 60],
  ];
  const first = parts.findIndex(([, n]) => n > 0);
  if (first < 0) return fill(words.span_s, { n: 0 });
  const two = coarse && first === 2 ? parts.slice(2, 3) : parts.slice(first, first + 2);
  return two.filter(([, n], index) => n || index === 0).map(([key, n]) => fill(words[key], { n })).join(joint);
}

function put(node, text) {
  // Written only when it reads differently: a selection over it stays.
  if (node.textContent !== text) node.textContent = text;
}

function elapsed(within) {
  for (const node of within.querySelectorAll("[data-elapsed]")) put(node, span(since(node.dataset.elapsed), false));
  for (const node of within.querySelectorAll("[data-waited]")) {
    put(node, fill(node.dataset.pattern, { span: span(since(node.dataset.waited), true) }));
  }
}

export function times(within = document) {
  elapsed(within);
  for (const node of within.querySelectorAll("time[data-ago]")) {
    const seconds = since(node.dateTime);
    if (seconds < 60) put(node, words.just_now);
    else if (seconds < 3600) put(node, fill(words.minutes_ago, { n: Math.floor(seconds / 60) }));
    else if (seconds < 86400) put(node, fill(words.hours_ago, { n: Math.floor(seconds / 3600) }));
  }
}

times();
setInterval(() => elapsed(document), 1000);
setInterval(times, 20000);
