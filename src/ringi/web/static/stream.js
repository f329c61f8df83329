// One event stream for all open tabs of a browser: browsers allow only six connections to one place.
// Runs as a SharedWorker; every tab that connects is told what the server says.

const ports = new Set();
let source = null;
let open = false;

function tell(message) {
  for (const port of ports) port.postMessage(message);
}

function connect() {
  source = new EventSource("/api/events");
  source.addEventListener("hello", () => {
    open = true;
    tell({ kind: "open" });
  });
  source.addEventListener("change", (event) => tell({ kind: "change", ...JSON.parse(event.data) }));
  source.addEventListener("tick", (event) => tell({ kind: "tick", fact: JSON.parse(event.data) }));
  source.addEventListener("error", () => {
    open = false;
    tell({ kind: "lost" });
    // A refused stream is not tried again by the browser itself.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 3000);
  });
}

self.addEventListener("connect", (event) => {
  const port = event.ports[0];
  ports.add(port);
  port.addEventListener("message", (message) => {
    if (message.data === "leave") ports.delete(port);
  });
  port.start();
  if (source === null) connect();
  else if (open) port.postMessage({ kind: "open" });
});
