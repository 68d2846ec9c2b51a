// The strategy of TRADER.md.
#pragma once

#include <algorithm>
#include <vector>

#include "stockpit/games/stockpile/v1/stockpile.pb.h"

namespace stockpile = stockpit::games::stockpile::v1;

constexpr int kCompanies = 6, kBoom = 9;
constexpr int kUnit = 60;  // of K: the mean of up to six numbers is whole
constexpr int kUnseen = 3 * kUnit, kActionCard = 5 * kUnit / 2, kHurry = 24 * kUnit;
constexpr int kSteps[] = {0, -3, -2, 1, 2, 4};  // by forecast card; the dividend (0) moves nothing

// What an observation makes cards and piles worth.
class View {
 public:
  View(const stockpile::Settings& rules, const stockpile::Observation& seen) : rules_(rules), seen_(seen) {
    for (int company = 0; company < kCompanies; ++company) {
      regular_[company] = Worth(company, 0, 1);
      split_[company] = Worth(company, 0, 2);
    }
    for (int track = 0; track + 1 < seen.pile_start_size(); ++track) {
      int worth = 0;
      for (unsigned at = seen.pile_start(track); at < seen.pile_start(track + 1); ++at) worth += Card(seen.pile_card(at));
      piles_.push_back(worth);
    }
  }

  // How good an action is next to others of the same question.
  int score(const stockpile::Action& action) const {
    switch (action.type()) {
      case stockpile::ACTION_TYPE_PLACE:
        return -(Card(action.down()) - kUnseen) * piles_[action.down_pile()] -
               (Card(action.up()) - kUnseen) * piles_[action.up_pile()];
      case stockpile::ACTION_TYPE_BID:
        return piles_[action.track()] * 5 - int(rules_.bid_value(action.space())) * kUnit * 4;
      case stockpile::ACTION_TYPE_PLAY:
        return Push(action.company(), action.card() == kBoom ? 2 : -2);
      case stockpile::ACTION_TYPE_SELL:
        return Sell(action.company(), action.kind());
      case stockpile::ACTION_TYPE_SHOW:
        return action.regular() + 2 * action.split();
      case stockpile::ACTION_TYPE_DONE:
        return 0;
      default:
        return -1;
    }
  }

 private:
  // The mean over the forecasts the company may have, after a push by so many spaces.
  int Worth(int company, int push, int shares) const {
    const auto& known = seen_.forecast_card();
    int total = 0, count = 0;
    for (int card = 0; card < kCompanies; ++card) {
      const bool open = known[company] < 0 && std::count(known.begin(), known.end(), card) == 0;
      if (known[company] != card && !open) continue;
      total += After(company, push + kSteps[card], shares) + (card == 0 ? 2 * shares : 0);
      ++count;
    }
    return total * (kUnit / count);
  }

  // What a card is worth once its ticker has moved.
  int After(int company, int step, int shares) const {
    const int first = rules_.track_start(company), length = int(rules_.track_start(company + 1)) - first;
    int index = int(seen_.price_index(company)) + step;
    if (index < 0) return 0;
    if (index < length) return rules_.track_value(first + index) * shares;
    index = std::min(index - length + int(rules_.split_index(company)), length - 1);
    return rules_.track_value(first + index) * 2 + 10 * (shares - 1);
  }

  // What a market card is worth; -1 is one whose face is unknown.
  int Card(int card) const {
    if (card < 0) return kUnseen;
    if (card < kCompanies) return regular_[card];
    return card < kBoom ? -kUnit * (card - kCompanies + 1) : kActionCard;
  }

  // What an action card brings this seat, and takes from the others.
  int Push(int company, int spaces) const {
    const int players = rules_.players();
    int shares = int(seen_.own_regular(company) + 2 * seen_.own_split(company)) * (players - 1);
    for (int seat = 0; seat < players; ++seat) {
      const int at = seat * kCompanies + company;
      if (seat != seen_.seat()) shares -= seen_.known_regular(at) + 2 * seen_.known_split(at);
    }
    return (Worth(company, spaces, 1) - regular_[company]) * shares;
  }

  // What a sale brings over keeping the card; before the last round money also buys piles.
  int Sell(int company, stockpile::SaleKind kind) const {
    const int price = int(seen_.price(company)) * kUnit;
    const int hurry = seen_.round() < rules_.rounds() ? kHurry : 0;
    if (kind == stockpile::SALE_KIND_REGULAR) return price - regular_[company] + hurry;
    if (kind == stockpile::SALE_KIND_SPLIT) return 2 * price - split_[company] + hurry;
    return price + regular_[company] - split_[company] + hurry;
  }

  const stockpile::Settings& rules_;
  const stockpile::Observation& seen_;
  int regular_[kCompanies], split_[kCompanies];
  std::vector<int> piles_;
};
