//! The strategy of TRADER.md: what an observation makes cards, piles and actions worth.
use stockpit::games::stockpile::v1::{Action, ActionType, Observation, SaleKind, Settings};

const COMPANIES: usize = 6;
const BOOM: usize = 9;
const UNIT: i32 = 60; // of K: the mean of up to six numbers is whole
const UNSEEN: i32 = 3 * UNIT;
const ACTION_CARD: i32 = 5 * UNIT / 2;
const HURRY: i32 = 24 * UNIT;
const STEPS: [i32; 6] = [0, -3, -2, 1, 2, 4]; // by forecast card; the dividend (0) moves nothing

pub struct Trader<'a> {
    rules: &'a Settings,
    seen: &'a Observation,
    regular: [i32; COMPANIES],
    split: [i32; COMPANIES],
    piles: Vec<i32>,
}

impl<'a> Trader<'a> {
    pub fn new(rules: &'a Settings, seen: &'a Observation) -> Self {
        let mut trader = Trader { rules, seen, regular: [0; COMPANIES], split: [0; COMPANIES], piles: vec![] };
        for company in 0..COMPANIES {
            trader.regular[company] = trader.worth(company, 0, 1);
            trader.split[company] = trader.worth(company, 0, 2);
        }
        let pile = |ends: &[u32]| &seen.pile_card[ends[0] as usize..ends[1] as usize];
        let worth = |ends| pile(ends).iter().map(|&card| trader.card(card)).sum();
        trader.piles = seen.pile_start.windows(2).map(worth).collect();
        trader
    }

    /// How good an action is next to others of the same question.
    pub fn score(&self, action: &Action) -> i32 {
        match action.r#type() {
            ActionType::Place => {
                let hidden = (self.card(action.down() as i32) - UNSEEN) * self.piles[action.down_pile() as usize];
                -hidden - (self.card(action.up() as i32) - UNSEEN) * self.piles[action.up_pile() as usize]
            }
            ActionType::Bid => {
                let price = self.rules.bid_value[action.space() as usize] as i32 * UNIT;
                self.piles[action.track() as usize] * 5 - price * 4
            }
            ActionType::Play => self.push(action.company() as usize, if action.card() as usize == BOOM { 2 } else { -2 }),
            ActionType::Sell => self.sell(action.company() as usize, action.kind()),
            ActionType::Show => action.regular() as i32 + 2 * action.split() as i32,
            ActionType::Done => 0,
            _ => -1,
        }
    }

    /// The mean over the forecasts the company may have, after a push by so many spaces.
    fn worth(&self, company: usize, push: i32, shares: i32) -> i32 {
        let known = &self.seen.forecast_card;
        let (mut total, mut count) = (0, 0);
        for card in 0..6 {
            if known[company] == card || known[company] < 0 && !known.contains(&card) {
                total += self.after(company, push + STEPS[card as usize], shares);
                total += if card == 0 { 2 * shares } else { 0 };
                count += 1;
            }
        }
        total * (UNIT / count)
    }

    /// What a card is worth once its ticker has moved.
    fn after(&self, company: usize, step: i32, shares: i32) -> i32 {
        let start = &self.rules.track_start;
        let prices = &self.rules.track_value[start[company] as usize..start[company + 1] as usize];
        let (index, length) = (self.seen.price_index[company] as i32 + step, prices.len() as i32);
        if index < 0 {
            return 0;
        }
        if index < length {
            return prices[index as usize] as i32 * shares;
        }
        let index = (index - length + self.rules.split_index[company] as i32).min(length - 1);
        prices[index as usize] as i32 * 2 + 10 * (shares - 1)
    }

    /// What a market card is worth; -1 is one whose face is unknown.
    fn card(&self, card: i32) -> i32 {
        match usize::try_from(card) {
            Err(_) => UNSEEN,
            Ok(company) if company < COMPANIES => self.regular[company],
            Ok(fee) if fee < BOOM => -UNIT * (card - 5),
            Ok(_) => ACTION_CARD,
        }
    }

    /// What an action card brings this seat, and takes from the others.
    fn push(&self, company: usize, spaces: i32) -> i32 {
        let (seen, players) = (self.seen, self.rules.players as usize);
        let mut shares = (seen.own_regular[company] + 2 * seen.own_split[company]) as i32 * (players as i32 - 1);
        for seat in (0..players).filter(|&seat| seat as i32 != seen.seat) {
            let at = seat * COMPANIES + company;
            shares -= (seen.known_regular[at] + 2 * seen.known_split[at]) as i32;
        }
        (self.worth(company, spaces, 1) - self.regular[company]) * shares
    }

    /// What a sale brings over keeping the card; before the last round money also buys piles.
    fn sell(&self, company: usize, kind: SaleKind) -> i32 {
        let price = self.seen.price[company] as i32 * UNIT;
        let hurry = if self.seen.round < self.rules.rounds { HURRY } else { 0 };
        match kind {
            SaleKind::Regular => price - self.regular[company] + hurry,
            SaleKind::Split => 2 * price - self.split[company] + hurry,
            _ => price + self.regular[company] - self.split[company] + hurry,
        }
    }
}
