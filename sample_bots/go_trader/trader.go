package main

import (
	"slices"

	stockpile "stockpit/games/stockpile/v1"
)

// Money is counted in hundredths of K, so that every number is whole.
const (
	companies = 6
	boom      = 9

	hundred    = 100
	actionCard = 250  // what an action card is worth
	faceDown   = 300  // what a card nobody has seen is worth
	bidPercent = 130  // of a pile worth this round that is bid at most: shares also rise in the rounds after it
	keepGain   = 2400 // a card is kept if it will gain more than this: money buys piles
)

// steps of a ticker, by forecast card; the dividend (0) pays 2 K a share and moves nothing.
var steps = [companies]int{0, -3, -2, 1, 2, 4}

// view is an observation, understood.
type view struct {
	match
	seen    *stockpile.Observation
	regular [companies]int // worth of a regular card at the end of the round
	split   [companies]int // worth of a split card at the end of the round
	piles   []int          // worth of each pile
}

// choose gives the legal action with the best score, the first of equal ones.
func choose(its match, seen *stockpile.Observation, legal []uint32) uint32 {
	v := look(its, seen)
	best, bestScore := legal[0], v.score(its.actions[legal[0]])
	for _, id := range legal[1:] {
		if score := v.score(its.actions[id]); score > bestScore {
			best, bestScore = id, score
		}
	}
	return best
}

// look works out what cards and piles are worth.
func look(its match, seen *stockpile.Observation) view {
	v := view{match: its, seen: seen}
	for company := range companies {
		v.regular[company] = v.expected(company, 0, 1)
		v.split[company] = v.expected(company, 0, 2)
	}
	for track := range len(seen.PileStart) - 1 {
		worth := 0
		for _, card := range seen.PileCard[seen.PileStart[track]:seen.PileStart[track+1]] {
			worth += v.card(int(card))
		}
		v.piles = append(v.piles, worth)
	}
	return v
}

// expected is the mean worth of a card of so many shares, pushed first, over the forecasts its company may have.
func (v view) expected(company, push, shares int) int {
	total, count := 0, 0
	for card, step := range steps {
		if v.possible(company, card) {
			total += v.after(company, push+step, shares)
			if card == 0 {
				total += 2 * hundred * shares
			}
			count++
		}
	}
	return total / max(count, 1)
}

// possible says whether a company may have this forecast card.
func (v view) possible(company, card int) bool {
	if known := v.seen.ForecastCard[company]; known >= 0 {
		return int(known) == card
	}
	return !slices.Contains(v.seen.ForecastCard, int32(card))
}

// after is the worth of a card of so many shares once its ticker has moved: nothing after a bankruptcy, and more
// after a split.
func (v view) after(company, step, shares int) int {
	prices := v.settings.TrackValue[v.settings.TrackStart[company]:v.settings.TrackStart[company+1]]
	index := int(v.seen.PriceIndex[company]) + step
	bonus := 0
	if index < 0 {
		return 0
	}
	if index >= len(prices) {
		index = min(index-len(prices)+int(v.settings.SplitIndex[company]), len(prices)-1)
		if shares == 2 {
			bonus = 10 * hundred
		}
		shares = 2
	}
	return int(prices[index])*hundred*shares + bonus
}

// card is the worth of a market card; -1 is one that lies face down.
func (v view) card(kind int) int {
	switch {
	case kind < 0:
		return faceDown
	case kind < companies:
		return v.regular[kind]
	case kind < boom:
		return -hundred * (kind - companies + 1)
	default:
		return actionCard
	}
}

// score says how good an action is, compared with others of the same question.
func (v view) score(action *stockpile.Action) int {
	switch action.Type {
	case stockpile.ActionType_ACTION_TYPE_PLACE:
		return v.place(action)
	case stockpile.ActionType_ACTION_TYPE_BID:
		price := int(v.settings.BidValue[action.GetSpace()]) * hundred
		return v.piles[action.GetTrack()]*bidPercent/100 - price
	case stockpile.ActionType_ACTION_TYPE_PLAY:
		return v.push(int(action.GetCompany()), action.GetCard() == boom)
	case stockpile.ActionType_ACTION_TYPE_SELL:
		return v.sell(int(action.GetCompany()), action.GetKind())
	case stockpile.ActionType_ACTION_TYPE_SHOW:
		return int(action.GetRegular() + 2*action.GetSplit())
	default: // done: as good as a sale that brings nothing
		return 0
	}
}

// place hides good cards on poor piles, where they are cheap, and puts bad ones on rich piles, which others will buy.
func (v view) place(action *stockpile.Action) int {
	hidden := v.card(int(action.GetDown())) - faceDown
	shown := v.card(int(action.GetUp())) - faceDown
	return -hidden*v.piles[action.GetDownPile()] - shown*v.piles[action.GetUpPile()]
}

// push is what our own shares gain by an action card, and what others' lose.
func (v view) push(company int, up bool) int {
	spaces := -2
	if up {
		spaces = 2
	}
	gain := v.expected(company, spaces, 1) - v.regular[company]
	shares := 0
	for seat := range int(v.settings.Players) {
		at := seat*companies + company
		held := int(v.seen.KnownRegular[at] + 2*v.seen.KnownSplit[at])
		if seat == v.seat {
			own := int(v.seen.OwnRegular[company] + 2*v.seen.OwnSplit[company])
			held = -own * int(v.settings.Players-1)
		}
		shares -= held
	}
	return gain * shares
}

// sell is what a sale brings over keeping the card; before the last round money is worth more than shares.
func (v view) sell(company int, kind stockpile.SaleKind) int {
	price := int(v.seen.Price[company]) * hundred
	hurry := 0
	if v.seen.Round < v.settings.Rounds {
		hurry = keepGain
	}
	switch kind {
	case stockpile.SaleKind_SALE_KIND_REGULAR:
		return price - v.regular[company] + hurry
	case stockpile.SaleKind_SALE_KIND_SPLIT:
		return 2*price - v.split[company] + hurry
	default: // half a split card leaves a regular one
		return price + v.regular[company] - v.split[company] + hurry
	}
}
