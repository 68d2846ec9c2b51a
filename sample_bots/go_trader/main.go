// A Stockpile bot in Go. This file is the stream: everything a bot needs, with nothing but the generated stubs.
// The strategy is in trader.go.
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	stockpile "stockpit/games/stockpile/v1"
	table "stockpit/v1"
)

const (
	protocolVersion = 1
	maxMatches      = 32
	maxMessage      = 64 << 20
)

// match is what was said once, at its start.
type match struct {
	seat     int
	settings *stockpile.Settings
	actions  []*stockpile.Action
}

func main() {
	if err := play(os.Getenv("ARENA_ADDRESS"), os.Getenv("ARENA_TOKEN")); err != nil {
		log.Fatal(err)
	}
}

// play joins the referee and answers until it says goodbye.
func play(address, token string) error {
	connection, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)))
	if err != nil {
		return err
	}
	defer connection.Close()
	stream, err := table.NewTableClient(connection).Play(context.Background())
	if err != nil {
		return err
	}
	join := &table.Join{
		Token:           token,
		ProtocolVersion: proto.Uint32(protocolVersion),
		MaxMatches:      proto.Uint32(maxMatches),
		Events:          proto.Bool(false),
	}
	if err := stream.Send(&table.BotMessage{Message: &table.BotMessage_Join{Join: join}}); err != nil {
		return err
	}
	rules := map[uint32]*table.Rules{}
	matches := map[uint32]match{}
	for {
		message, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch said := message.Message.(type) {
		case *table.TableMessage_Refusal:
			return errors.New(said.Refusal.Reason)
		case *table.TableMessage_Rules:
			rules[said.Rules.Rules] = said.Rules
		case *table.TableMessage_Decisions:
			if choices := answer(said.Decisions, rules, matches); len(choices.Choices) > 0 {
				if err := stream.Send(&table.BotMessage{Message: &table.BotMessage_Choices{Choices: choices}}); err != nil {
					return err
				}
			}
		case *table.TableMessage_Goodbye:
			return nil
		}
	}
}

// answer chooses for every decision of a message.
func answer(news *table.Decisions, rules map[uint32]*table.Rules, matches map[uint32]match) *table.Choices {
	for _, start := range news.Starts {
		its := rules[start.Rules]
		matches[start.Match] = match{int(start.Seat), its.GetStockpileSettings(), its.GetStockpileActions().Actions}
	}
	choices := &table.Choices{}
	for _, asked := range news.Decisions {
		action := choose(matches[asked.Match], asked.GetStockpile(), asked.Legal)
		choices.Choices = append(choices.Choices, &table.Choice{
			Match: &asked.Match, Decision: &asked.Decision, Action: &action,
		})
	}
	for _, end := range news.Ends {
		delete(matches, end.Match)
	}
	return choices
}
