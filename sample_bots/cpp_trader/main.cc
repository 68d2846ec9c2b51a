// The trader of TRADER.md in C++. This file is the stream: all a bot needs, with nothing but the stubs.
#include <cstdlib>
#include <iostream>
#include <map>

#include <grpcpp/grpcpp.h>

#include "stockpit/v1/table.grpc.pb.h"
#include "trader.h"

namespace table = stockpit::v1;

// The legal action with the highest score, of equal ones the first.
static uint32_t choose(const table::Decision& asked, const table::Rules& rules) {
  const View view(rules.stockpile_settings(), asked.stockpile());
  const auto score = [&](uint32_t id) { return view.score(rules.stockpile_actions().actions(id)); };
  uint32_t best = asked.legal(0);
  for (uint32_t id : asked.legal()) {
    if (score(id) > score(best)) best = id;
  }
  return best;
}

int main() {
  const char* address = std::getenv("ARENA_ADDRESS");
  const char* token = std::getenv("ARENA_TOKEN");
  if (!address || !token) {
    std::cerr << "ARENA_ADDRESS or ARENA_TOKEN is not set: a referee starts bots\n";
    return 1;
  }
  grpc::ChannelArguments options;
  options.SetMaxReceiveMessageSize(64 << 20);
  const auto stub = table::Table::NewStub(
      grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), options));
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);
  table::BotMessage first;
  first.mutable_join()->set_token(token);
  first.mutable_join()->set_protocol_version(1);
  first.mutable_join()->set_max_matches(32);
  first.mutable_join()->set_events(false);
  stream->Write(first);
  std::map<uint32_t, table::Rules> rules;
  std::map<uint32_t, const table::Rules*> matches;
  table::TableMessage message;
  while (stream->Read(&message) && !message.has_goodbye()) {
    if (message.has_refusal()) {
      std::cerr << message.refusal().reason() << "\n";
      return 1;
    }
    if (message.has_rules()) rules[message.rules().rules()] = message.rules();
    for (const auto& start : message.decisions().starts()) matches[start.match()] = &rules[start.rules()];
    table::BotMessage answer;
    for (const auto& asked : message.decisions().decisions()) {
      auto* choice = answer.mutable_choices()->add_choices();
      choice->set_match(asked.match());
      choice->set_decision(asked.decision());
      choice->set_action(choose(asked, *matches[asked.match()]));
    }
    if (answer.has_choices()) stream->Write(answer);
    for (const auto& end : message.decisions().ends()) matches.erase(end.match());
  }
}
