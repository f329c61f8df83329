// The way to the double: what there is, that it changed, and what a person does.

export const desk = { state: null, lost: false, team: "" };
const PAUSE = 80;

let told = () => {};
let loading = false;
let again = false;

export function follow(changed) {
  told = changed;
  const source = new EventSource(`/_double/changes?after=${desk.state?.version ?? 0}`);
  source.addEventListener("open", load);
  source.addEventListener("message", (event) => {
    if (JSON.parse(event.data).version !== desk.state?.version) load();
  });
  source.addEventListener("error", () => {
    lose(true);
    if (source.readyState === EventSource.CLOSED) setTimeout(() => follow(changed), 2000);
  });
}

function lose(lost) {
  if (desk.lost === lost) return;
  desk.lost = lost;
  told();
}

// However many changes arrive while one state is on its way, the next one asked for has them all.
export async function load() {
  if (loading) {
    again = true;
    return;
  }
  loading = true;
  again = false;
  try {
    const answer = await fetch(`/_double/state?team=${encodeURIComponent(desk.team)}`, { cache: "no-store" });
    if (answer.ok) {
      desk.state = await answer.json();
      desk.lost = false;
      told();
    }
  } catch {
    lose(true);
  } finally {
    setTimeout(() => {
      loading = false;
      if (again) load();
    }, PAUSE);
  }
}

export async function act(what, given) {
  try {
    const answer = await fetch("/_double/act", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ do: what, ...given }),
    });
    return await answer.json();
  } catch {
    return { ok: false, error: "unreachable" };
  } finally {
    load();
  }
}
