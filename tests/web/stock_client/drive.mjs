// The published client, driving an approval to its end. Prints one JSON line per run.
import { createRequire } from "node:module";
const [installed, url, bearer, text] = process.argv.slice(2);
const { HttpAgent } = createRequire(installed + "/")("@ag-ui/client");
const headers = { Authorization: `Bearer ${bearer}`, "X-Ringi-User": "aki", "Accept-Language": "en" };
const agent = new HttpAgent({ url, threadId: "stock-thread", headers });
agent.messages = [{ id: "m-1", role: "user", content: text }];
for (let run = 0; run < 6; run += 1) {
  const kinds = [];
  const answered = agent.pendingInterrupts;
  const resume = answered.map((one) => ({ interruptId: one.id, status: "resolved", payload: { approved: true } }));
  const heard = { onEvent: ({ event }) => { kinds.push(event.type); } };
  const { result } = await agent.runAgent(resume.length ? { resume } : {}, heard);
  const messages = agent.messages.map((one) => [one.role, typeof one.content === "string" ? one.content : ""]);
  const pending = agent.pendingInterrupts.map((one) => one.reason);
  console.log(JSON.stringify({ result: result ?? null, kinds, pending, messages, state: agent.state }));
  if (!pending.length) break;
}
