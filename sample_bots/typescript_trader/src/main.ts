// The trader of TRADER.md in TypeScript. This file is the stream: all a bot needs, with nothing but the stubs.
import { credentials } from "@grpc/grpc-js";
import { type Decision, type Decisions, type Rules, TableClient } from "stockpit/v1/table";
import { Trader } from "./trader";

const { ARENA_ADDRESS: address = "", ARENA_TOKEN: token = "" } = process.env;
const client = new TableClient(address, credentials.createInsecure(), { "grpc.max_receive_message_length": 64 << 20 });
const stream = client.play();
const rules = new Map<number, Rules>();
const matches = new Map<number, Rules>();

stream.on("data", ({ message }) => {
  switch (message?.$case) {
    case "refusal":
      console.error(message.refusal.reason);
      process.exit(1);
    case "rules":
      rules.set(message.rules.rules, message.rules);
      break;
    case "decisions":
      answer(message.decisions);
      break;
    case "goodbye":
      process.exit(0);
  }
});
stream.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
stream.on("end", () => process.exit(0));
const join = { token, protocolVersion: 1, maxMatches: 32, events: false };
stream.write({ message: { $case: "join", join } });

function answer(news: Decisions): void {
  for (const start of news.starts) matches.set(start.match, rules.get(start.rules)!);
  const choices = news.decisions.map((asked) => ({
    match: asked.match,
    decision: asked.decision,
    action: choose(asked, matches.get(asked.match)!),
    debug: undefined,
  }));
  if (choices.length > 0) stream.write({ message: { $case: "choices", choices: { choices } } });
  for (const end of news.ends) matches.delete(end.match);
}

/** The legal action with the highest score, of equal ones the first. */
function choose(asked: Decision, { settings, actionTable }: Rules): number {
  if (settings?.$case !== "stockpileSettings" || actionTable?.$case !== "stockpileActions") throw new Error("no such game");
  if (asked.observation?.$case !== "stockpile") throw new Error("no such game");
  const trader = new Trader(settings.stockpileSettings, asked.observation.stockpile);
  const { actions } = actionTable.stockpileActions;
  return asked.legal.reduce((best, id) => (trader.score(actions[id]) > trader.score(actions[best]) ? id : best));
}
