// Streams of events (one JSON array per line of standard input) through the published client's own verifier.
// Prints for each: null when it takes the whole stream, else the event it stopped at and why.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
const require = createRequire(process.argv[2] + "/");
const { verifyEvents } = require("@ag-ui/client");
const { from } = require("rxjs");
for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  let taken = 0;
  const said = await new Promise((done) => {
    from(JSON.parse(line)).pipe(verifyEvents(false)).subscribe({
      next: () => { taken += 1; },
      error: (error) => done({ at: taken, error: String(error.message) }),
      complete: () => done(null),
    });
  });
  console.log(JSON.stringify(said));
}
