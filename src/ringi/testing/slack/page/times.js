// Times as the person who looks would read them: in their zone and their language.

const LOCALES = { ja: "ja-JP", en: "en-US", zh: "zh-CN" };
const DAY = 86400000;
const DATES = {
  "{date_num}": null,
  "{date}": { year: "numeric", month: "long", day: "numeric" },
  "{date_short}": { year: "numeric", month: "short", day: "numeric" },
  "{date_long}": { year: "numeric", month: "long", day: "numeric", weekday: "long" },
  "{date_pretty}": { year: "numeric", month: "long", day: "numeric" },
  "{date_short_pretty}": { year: "numeric", month: "short", day: "numeric" },
  "{date_long_pretty}": { year: "numeric", month: "long", day: "numeric", weekday: "long" },
};
const kept = new Map();

// A writer costs a hundred times what it writes, so each is made once.
function writer(locale, look, options = {}) {
  const key = `${locale} ${look.zone} ${JSON.stringify(options)}`;
  if (!kept.has(key)) kept.set(key, new Intl.DateTimeFormat(locale, { timeZone: look.zone, ...options }));
  return kept.get(key);
}

const write = (when, look, options) => writer(LOCALES[look.lang], look, options).format(when);
const instant = (ts) => new Date(Number(ts) * 1000);
const number = (when, look) => writer("sv-SE", look).format(when);

export const clock = (ts, look) => write(instant(ts), look, { hour: "numeric", minute: "2-digit" });
export const dayOf = (ts, look) => number(instant(ts), look);
export const moment = (ts, look) => write(instant(ts), look, { dateStyle: "full", timeStyle: "long" });

export function day(ts, look) {
  return near(instant(ts), look) || write(instant(ts), look, { year: "numeric", month: "long", day: "numeric", weekday: "short" });
}

// When something was last said: the time for today, else the day.
export const lately = (ts, look) => (dayOf(ts, look) === number(look.now(), look) ? clock(ts, look) : day(ts, look));

function near(when, look) {
  const wanted = number(when, look);
  for (const [word, shift] of [["today", 0], ["yesterday", -DAY], ["tomorrow", DAY]])
    if (wanted === number(new Date(look.now().getTime() + shift), look)) return look.say(word);
  return "";
}

// `<!date^…>`: the places of Slack's date format filled in; empty when it is none, and the fallback is shown.
export function dated(ts, format, look) {
  const when = instant(ts);
  if (!format || !/^\d+$/.test(ts || "") || Number.isNaN(when.getTime())) return "";
  return format.replace(/\{\w+\}/g, (place) => {
    if (place === "{time}") return write(when, look, { hour: "numeric", minute: "2-digit" });
    if (place === "{time_secs}") return write(when, look, { hour: "numeric", minute: "2-digit", second: "2-digit" });
    if (place === "{date_num}") return number(when, look);
    if (place === "{ago}") return ago(when, look);
    if (!Object.hasOwn(DATES, place)) return place;
    return (place.endsWith("pretty}") && near(when, look)) || write(when, look, DATES[place]);
  });
}

function ago(when, look) {
  const seconds = (when.getTime() - look.now().getTime()) / 1000;
  const words = new Intl.RelativeTimeFormat(LOCALES[look.lang], { numeric: "auto" });
  for (const [unit, size] of [["day", 86400], ["hour", 3600], ["minute", 60]])
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  return words.format(Math.trunc(seconds), "second");
}
