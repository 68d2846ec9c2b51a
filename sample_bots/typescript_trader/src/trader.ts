import { type Action, ActionType, type Observation, SaleKind, type Settings } from "stockpit/games/stockpile/v1/stockpile";

const COMPANIES = 6;
const BOOM = 9;
const UNIT = 60; // of K: the mean of up to six numbers is whole
const UNSEEN = 3 * UNIT;
const ACTION_CARD = 150;
const HURRY = 24 * UNIT;
const STEPS = [0, -3, -2, 1, 2, 4]; // by forecast card; the dividend (0) moves nothing

/** The strategy of TRADER.md: what an observation makes cards, piles and actions worth. */
export class Trader {
  private readonly regular: number[] = [];
  private readonly split: number[] = [];
  private readonly piles: number[] = [];

  constructor(private readonly rules: Settings, private readonly seen: Observation) {
    for (let company = 0; company < COMPANIES; company++) {
      this.regular.push(this.worth(company, 0, 1));
      this.split.push(this.worth(company, 0, 2));
    }
    for (let track = 0; track + 1 < seen.pileStart.length; track++) {
      const cards = seen.pileCard.slice(seen.pileStart[track], seen.pileStart[track + 1]);
      this.piles.push(cards.reduce((sum, card) => sum + this.card(card), 0));
    }
  }

  /** How good an action is next to others of the same question. */
  score(action: Action): number {
    switch (action.type) {
      case ActionType.ACTION_TYPE_PLACE: {
        const hidden = (this.card(action.down!) - UNSEEN) * this.piles[action.downPile!];
        return -hidden - (this.card(action.up!) - UNSEEN) * this.piles[action.upPile!];
      }
      case ActionType.ACTION_TYPE_BID:
        return this.piles[action.track!] * 5 - this.rules.bidValue[action.space!] * UNIT * 4;
      case ActionType.ACTION_TYPE_PLAY:
        return this.push(action.company!, action.card === BOOM ? 2 : -2);
      case ActionType.ACTION_TYPE_SELL:
        return this.sell(action.company!, action.kind!);
      case ActionType.ACTION_TYPE_SHOW:
        return action.regular! + 2 * action.split!;
      case ActionType.ACTION_TYPE_DONE:
        return 0;
      default:
        return -1;
    }
  }

  /** The mean over the forecasts the company may have, after a push by so many spaces. */
  private worth(company: number, push: number, shares: number): number {
    const { forecastCard } = this.seen;
    const known = forecastCard[company];
    let total = 0;
    let count = 0;
    for (let card = 0; card < COMPANIES; card++) {
      if (known === card || (known < 0 && !forecastCard.includes(card))) {
        total += this.after(company, push + STEPS[card], shares) + (card === 0 ? 2 * shares : 0);
        count++;
      }
    }
    return total * (UNIT / count);
  }

  /** What a card is worth once its ticker has moved. */
  private after(company: number, step: number, shares: number): number {
    const { trackStart, trackValue, splitIndex } = this.rules;
    const prices = trackValue.slice(trackStart[company], trackStart[company + 1]);
    const index = this.seen.priceIndex[company] + step;
    if (index < 0) return 0;
    if (index < prices.length) return prices[index] * shares;
    return prices[Math.min(index - prices.length + splitIndex[company], prices.length - 1)] * 2 + 10 * (shares - 1);
  }

  /** What a market card is worth; -1 is one whose face is unknown. */
  private card(card: number): number {
    if (card < 0) return UNSEEN;
    if (card < COMPANIES) return this.regular[card];
    return card < BOOM ? -UNIT * (card - COMPANIES + 1) : ACTION_CARD;
  }

  /** What an action card brings this seat, and takes from the others. */
  private push(company: number, spaces: number): number {
    const { seen, rules } = this;
    let shares = (seen.ownRegular[company] + 2 * seen.ownSplit[company]) * (rules.players - 1);
    for (let seat = 0; seat < rules.players; seat++) {
      const at = seat * COMPANIES + company;
      if (seat !== seen.seat) shares -= seen.knownRegular[at] + 2 * seen.knownSplit[at];
    }
    return (this.worth(company, spaces, 1) - this.regular[company]) * shares;
  }

  /** What a sale brings over keeping the card; before the last round money also buys piles. */
  private sell(company: number, kind: SaleKind): number {
    const price = this.seen.price[company] * UNIT;
    const hurry = this.seen.round < this.rules.rounds ? HURRY : 0;
    if (kind === SaleKind.SALE_KIND_REGULAR) return price - this.regular[company] + hurry;
    if (kind === SaleKind.SALE_KIND_SPLIT) return 2 * price - this.split[company] + hurry;
    return price + this.regular[company] - this.split[company] + hurry;
  }
}
