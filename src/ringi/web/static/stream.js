// One event stream for all open tabs of a browser: browsers allow only six connections to one place.
// Runs as a SharedWorker (a port for every tab); a page that may not have one makes a `Stream` of its own.
//
// A listener says what it wants: {kind: "lists"}, {kind: "watch", session, token, page}, {kind: "unwatch", session},
// {kind: "leave"}; and is told {kind: "open" | "lost" | "change" | "tick" | "parts" | "state" | "gone" | "failed" | "view"}.

const TOGETHER = 30; // ms: tabs that come and go together are one change of the connection
const AGAIN = 3000; // ms until a refused connection is tried again
const ABOUT_A_SESSION = ["parts", "state", "failed", "gone"];

export class Stream {
  constructor(lang) {
    this.lang = lang;
    this.listeners = new Map(); // tell → {lists, sessions: Map(session → {token, page, from})}
    this.have = new Map(); // session → how far everybody who watches it has it
    this.source = null;
    this.earlier = []; // connections that a newer one is about to take the place of
    this.number = 0;
    this.open = false;
    this.view = "";
    this.planned = 0;
  }

  join(tell) {
    this.listeners.set(tell, { lists: false, sessions: new Map() });
  }

  hear(tell, message) {
    const listener = this.listeners.get(tell);
    if (!listener) return;
    if (message.kind === "leave") this.listeners.delete(tell);
    else if (message.kind === "lists") {
      const had = this.some((one) => one.lists);
      listener.lists = true;
      if (had && this.open) tell({ kind: "open" });
      if (had) return;
    } else if (message.kind === "watch") {
      const { session, token, page } = message;
      // Whoever watches it already needs what the newcomer's page has been drawn with: then the whole is asked for.
      const alone = !this.some((one) => one.sessions.has(session));
      listener.sessions.set(session, { token, page: alone ? page : null, from: this.number + 1 });
      this.have.delete(session);
    } else if (message.kind === "unwatch") {
      listener.sessions.delete(message.session);
    } else return;
    this.plan();
  }

  some(test) {
    return [...this.listeners.values()].some(test);
  }

  wanted() {
    const pages = new Map();
    for (const { sessions } of this.listeners.values()) {
      for (const [session, { page }] of sessions) pages.set(session, pages.has(session) ? null : page);
    }
    return pages;
  }

  plan(after = TOGETHER) {
    clearTimeout(this.planned);
    this.planned = setTimeout(() => this.connect(), after);
  }

  address() {
    const pages = this.wanted();
    const query = new URLSearchParams({ sessions: [...pages.keys()].join(","), lang: this.lang });
    const have = [...pages.keys()].filter((session) => this.have.has(session));
    const page = [...pages].filter(([session, at]) => at !== null && at !== undefined && !this.have.has(session));
    if (have.length) query.set("have", have.map((session) => `${session}:${this.have.get(session)}`).join(","));
    if (page.length) query.set("page", page.map((one) => one.join(":")).join(","));
    if (this.some((one) => one.lists)) query.set("lists", "1");
    return `/api/stream?${query}`;
  }

  connect() {
    if (this.source) this.earlier.push(this.source);
    // All of those before it, also one whose own successor was overtaken before it had been answered.
    const before = [...this.earlier];
    const leave = () => {
      for (const one of before) one.close();
      this.earlier = this.earlier.filter((one) => !before.includes(one));
    };
    if (!this.listeners.size) {
      leave();
      this.source = null;
      this.open = false;
      return;
    }
    const number = ++this.number;
    const source = (this.source = new EventSource(this.address()));
    const current = () => this.source === source;
    source.addEventListener("hello", (event) => {
      // The connections before this one have been open until now, so that nothing falls between.
      leave();
      if (!current()) return;
      const { view } = JSON.parse(event.data);
      if (this.view && this.view !== view) this.tell({ kind: "view" });
      this.view = view;
      const was = this.open;
      this.open = true;
      if (!was) this.tell({ kind: "open" });
    });
    for (const kind of ABOUT_A_SESSION) {
      source.addEventListener(kind, (event) => this.about({ kind, ...JSON.parse(event.data) }, number));
    }
    source.addEventListener("change", (event) => this.list({ kind: "change", ...JSON.parse(event.data) }));
    source.addEventListener("tick", (event) => this.tell({ kind: "tick", fact: JSON.parse(event.data) }));
    source.addEventListener("error", () => {
      leave();
      if (!current()) return;
      this.open = false;
      this.tell({ kind: "lost" });
      // A refused stream is not tried again by the browser itself.
      if (source.readyState === EventSource.CLOSED) this.plan(AGAIN);
    });
  }

  about(message, number) {
    const { session, sequence } = message;
    let everybody = true;
    for (const [tell, { sessions }] of this.listeners) {
      const watched = sessions.get(session);
      if (!watched) continue;
      if (watched.from <= number) tell({ ...message, token: watched.token });
      else everybody = false; // came just now and waits for the next connection, which must not leave this out
    }
    if (sequence !== undefined && number === this.number && everybody) this.have.set(session, sequence);
    if (message.kind === "failed") this.have.delete(session);
  }

  list(message) {
    for (const [tell, { lists }] of this.listeners) if (lists) tell(message);
  }

  tell(message) {
    for (const tell of this.listeners.keys()) tell(message);
  }
}

// -- as a SharedWorker --------------------------------------------------------------------------------------------

if ("onconnect" in globalThis) {
  const stream = new Stream(new URLSearchParams(location.search).get("lang") || "");
  addEventListener("connect", (event) => {
    const port = event.ports[0];
    const tell = (message) => port.postMessage(message);
    stream.join(tell);
    port.addEventListener("message", ({ data }) => {
      stream.hear(tell, data);
      // A tab that crashes says no goodbye; the lock that it holds goes with it.
      if (data.lock && navigator.locks) navigator.locks.request(data.lock, () => stream.hear(tell, { kind: "leave" }));
    });
    port.start();
  });
}
