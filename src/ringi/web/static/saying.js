// Tells whoever listens instead of looking what has arrived: little, politely, and not all at once.

const EVERY = 1500; // ms
let sentence = "";
let quietUntil = 0;

export function announce(text) {
  const first = !sentence;
  sentence = text;
  if (first) setTimeout(speak, Math.max(100, quietUntil - Date.now()));
}

function speak() {
  let region = document.getElementById("said");
  if (!region) {
    region = document.createElement("p");
    region.id = "said";
    region.className = "unseen";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  region.textContent = sentence;
  sentence = "";
  quietUntil = Date.now() + EVERY;
}
