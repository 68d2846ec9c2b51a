package main

import (
	"slices"
	stockpile "stockpit/games/stockpile/v1"
)

const (
	companies, boom           = 6, 9
	unit                      = 60 // of K: the mean of up to six numbers is whole
	unseen, actionCard, hurry = 3 * unit, 5 * unit / 2, 24 * unit
)

// steps of a ticker, by forecast card; the dividend (0) pays 2 K a share and moves nothing.
var steps = [companies]int{0, -3, -2, 1, 2, 4}

// view is what an observation makes cards and piles worth.
type view struct {
	rules          *stockpile.Settings
	seen           *stockpile.Observation
	regular, split [companies]int
	piles          []int
}

func look(rules *stockpile.Settings, seen *stockpile.Observation) *view {
	v := &view{rules: rules, seen: seen, piles: make([]int, len(seen.PileStart)-1)}
	for company := range companies {
		v.regular[company], v.split[company] = v.worth(company, 0, 1), v.worth(company, 0, 2)
	}
	for track := range v.piles {
		for _, card := range seen.PileCard[seen.PileStart[track]:seen.PileStart[track+1]] {
			v.piles[track] += v.card(int(card))
		}
	}
	return v
}

// worth is the mean over the forecasts the company may have, after a push by so many spaces.
func (v *view) worth(company, push, shares int) int {
	total, count := 0, 0
	for card, step := range steps {
		known := v.seen.ForecastCard[company]
		if int(known) == card || known < 0 && !slices.Contains(v.seen.ForecastCard, int32(card)) {
			total += v.after(company, push+step, shares)
			count++
			if card == 0 {
				total += 2 * shares
			}
		}
	}
	return total * (unit / count)
}

// after is what a card is worth once its ticker has moved.
func (v *view) after(company, step, shares int) int {
	prices := v.rules.TrackValue[v.rules.TrackStart[company]:v.rules.TrackStart[company+1]]
	index := int(v.seen.PriceIndex[company]) + step
	if index < 0 {
		return 0
	} else if index < len(prices) {
		return int(prices[index]) * shares
	}
	index = min(index-len(prices)+int(v.rules.SplitIndex[company]), len(prices)-1)
	return int(prices[index])*2 + 10*(shares-1)
}

// card is what a market card is worth; -1 is one whose face is unknown.
func (v *view) card(card int) int {
	switch {
	case card < 0:
		return unseen
	case card < companies:
		return v.regular[card]
	case card < boom:
		return -unit * (card - companies + 1)
	}
	return actionCard
}

// score says how good an action is next to others of the same question.
func (v *view) score(action *stockpile.Action) int {
	switch action.Type {
	case stockpile.ActionType_ACTION_TYPE_PLACE:
		return -(v.card(int(action.GetDown()))-unseen)*v.piles[action.GetDownPile()] -
			(v.card(int(action.GetUp()))-unseen)*v.piles[action.GetUpPile()]
	case stockpile.ActionType_ACTION_TYPE_BID:
		return v.piles[action.GetTrack()]*5 - int(v.rules.BidValue[action.GetSpace()])*unit*4
	case stockpile.ActionType_ACTION_TYPE_PLAY:
		return v.push(int(action.GetCompany()), map[bool]int{true: 2, false: -2}[action.GetCard() == boom])
	case stockpile.ActionType_ACTION_TYPE_SELL:
		return v.sell(int(action.GetCompany()), action.GetKind())
	case stockpile.ActionType_ACTION_TYPE_SHOW:
		return int(action.GetRegular() + 2*action.GetSplit())
	case stockpile.ActionType_ACTION_TYPE_DONE:
		return 0
	}
	return -1
}

// push is what an action card brings this seat, and takes from the others.
func (v *view) push(company, spaces int) int {
	shares := int(v.seen.OwnRegular[company]+2*v.seen.OwnSplit[company]) * int(v.rules.Players-1)
	for seat := range int(v.rules.Players) {
		if at := seat*companies + company; seat != int(v.seen.Seat) {
			shares -= int(v.seen.KnownRegular[at] + 2*v.seen.KnownSplit[at])
		}
	}
	return (v.worth(company, spaces, 1) - v.regular[company]) * shares
}

// sell is what a sale brings over keeping the card; before the last round money also buys piles.
func (v *view) sell(company int, kind stockpile.SaleKind) int {
	price := int(v.seen.Price[company]) * unit
	score := price + v.regular[company] - v.split[company]
	if kind == stockpile.SaleKind_SALE_KIND_REGULAR {
		score = price - v.regular[company]
	} else if kind == stockpile.SaleKind_SALE_KIND_SPLIT {
		score = 2*price - v.split[company]
	}
	if v.seen.Round < v.rules.Rounds {
		score += hurry
	}
	return score
}
