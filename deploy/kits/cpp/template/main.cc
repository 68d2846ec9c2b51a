// A bot: Choose is all there is to write.
#include <cstdlib>
#include <iostream>
#include <map>

#include <grpcpp/grpcpp.h>

#include "stockpit/v1/table.grpc.pb.h"

namespace table = stockpit::v1;

// What was said once, at a match's start.
struct Match {
  table::MatchStart start;
  const table::Rules* rules;
};

// One of asked.legal(); its.rules has what each id means, asked what this seat may know.
static uint32_t Choose(const Match& its, const table::Decision& asked) {
  const uint64_t number = its.start.bot_seed() + asked.decision() * 2654435761u;
  return asked.legal((number >> 7) % asked.legal_size());
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
  stream->Write(first);
  std::map<uint32_t, table::Rules> rules;
  std::map<uint32_t, Match> matches;
  table::TableMessage message;
  while (stream->Read(&message) && !message.has_goodbye()) {
    if (message.has_refusal()) {
      std::cerr << message.refusal().reason() << "\n";
      return 1;
    }
    if (message.has_rules()) rules[message.rules().rules()] = message.rules();
    for (const auto& start : message.decisions().starts()) matches[start.match()] = {start, &rules[start.rules()]};
    table::BotMessage answer;
    for (const auto& asked : message.decisions().decisions()) {
      auto* choice = answer.mutable_choices()->add_choices();
      choice->set_match(asked.match());
      choice->set_decision(asked.decision());
      choice->set_action(Choose(matches[asked.match()], asked));
    }
    if (answer.has_choices()) stream->Write(answer);
    for (const auto& end : message.decisions().ends()) matches.erase(end.match());
  }
}
