// The names of emoji that apps like ours use. Slack knows thousands; one that is not here is shown by its name, as Slack does
// with one it does not know.

const SIGNS = {
  white_check_mark: "✅", heavy_check_mark: "✔️", ballot_box_with_check: "☑️", x: "❌", negative_squared_cross_mark: "❎",
  warning: "⚠️", no_entry: "⛔", no_entry_sign: "🚫", octagonal_sign: "🛑", stop_button: "⏹️", rotating_light: "🚨",
  hourglass: "⌛", hourglass_flowing_sand: "⏳", stopwatch: "⏱️", clock3: "🕒", arrows_counterclockwise: "🔄", repeat: "🔁",
  rocket: "🚀", gear: "⚙️", memo: "📝", pencil: "📝", pencil2: "✏️", clipboard: "📋", bar_chart: "📊", chart_with_upwards_trend: "📈",
  calendar: "📆", date: "📅", page_facing_up: "📄", open_file_folder: "📂", file_folder: "📁", mag: "🔍", mag_right: "🔎",
  bell: "🔔", no_bell: "🔕", envelope: "✉️", email: "📧", inbox_tray: "📥", outbox_tray: "📤", speech_balloon: "💬",
  bulb: "💡", lock: "🔒", unlock: "🔓", key: "🔑", link: "🔗", pushpin: "📌", paperclip: "📎", robot_face: "🤖", sparkles: "✨",
  tada: "🎉", eyes: "👀", wave: "👋", pray: "🙏", thumbsup: "👍", "+1": "👍", thumbsdown: "👎", "-1": "👎", clap: "👏", ok_hand: "👌",
  raised_hands: "🙌", smile: "😄", slightly_smiling_face: "🙂", thinking_face: "🤔", sweat_smile: "😅", heart: "❤️", fire: "🔥",
  question: "❓", exclamation: "❗", information_source: "ℹ️", arrow_right: "➡️", arrow_left: "⬅️", arrow_up: "⬆️", arrow_down: "⬇️",
  red_circle: "🔴", large_yellow_circle: "🟡", large_green_circle: "🟢", large_blue_circle: "🔵", white_circle: "⚪", black_circle: "⚫",
  white_large_square: "⬜", black_large_square: "⬛", large_green_square: "🟩", one: "1️⃣", two: "2️⃣", three: "3️⃣",
  busts_in_silhouette: "👥", bust_in_silhouette: "👤", office: "🏢", hammer_and_wrench: "🛠️", wrench: "🔧", package: "📦", zap: "⚡",
};

export const emoji = (name) => (Object.hasOwn(SIGNS, name) ? SIGNS[name] : "");
