// A bot: `choose` is all there is to write.
import { credentials } from "@grpc/grpc-js";
import { type Decision, type Decisions, type MatchStart, type Rules, TableClient } from "stockpit/v1/table";

/** What was said once, at a match's start. */
interface Match {
  start: MatchStart;
  rules: Rules;
}

/** One of `asked.legal`; `its.rules` has what each id means, `asked.observation` what this seat may know. */
function choose(its: Match, asked: Decision): number {
  const number = its.start.botSeed + BigInt(asked.decision) * 2654435761n;
  return asked.legal[Number((number >> 7n) % BigInt(asked.legal.length))];
}

const { ARENA_ADDRESS: address = "", ARENA_TOKEN: token = "" } = process.env;
const client = new TableClient(address, credentials.createInsecure(), { "grpc.max_receive_message_length": 64 << 20 });
const stream = client.play();
const rules = new Map<number, Rules>();
const matches = new Map<number, Match>();

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
const join = { token, protocolVersion: 1, maxMatches: 32, events: true };
stream.write({ message: { $case: "join", join } });

function answer(news: Decisions): void {
  for (const start of news.starts) matches.set(start.match, { start, rules: rules.get(start.rules)! });
  const choices = news.decisions.map((asked) => ({
    match: asked.match,
    decision: asked.decision,
    action: choose(matches.get(asked.match)!, asked),
    debug: undefined,
  }));
  if (choices.length > 0) stream.write({ message: { $case: "choices", choices: { choices } } });
  for (const end of news.ends) matches.delete(end.match);
}
