// The trader of TRADER.md in Go. This file is the stream: all a bot needs, with nothing but the stubs.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
	table "stockpit/v1"
)

func main() {
	if err := play(); err != nil {
		log.Fatal(err)
	}
}

// play joins the referee and answers until it says goodbye.
func play() error {
	connection, err := grpc.NewClient(os.Getenv("ARENA_ADDRESS"), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(64<<20)))
	if err != nil {
		return err
	}
	defer connection.Close()
	stream, err := table.NewTableClient(connection).Play(context.Background())
	if err != nil {
		return err
	}
	join := &table.Join{Token: os.Getenv("ARENA_TOKEN"), ProtocolVersion: proto.Uint32(1),
		MaxMatches: proto.Uint32(32), Events: proto.Bool(false)}
	stream.Send(&table.BotMessage{Message: &table.BotMessage_Join{Join: join}}) // what fails here fails at Recv
	rules, matches := map[uint32]*table.Rules{}, map[uint32]*table.Rules{}
	for {
		message, err := stream.Recv()
		if err != nil {
			return err
		}
		switch said := message.Message.(type) {
		case *table.TableMessage_Refusal:
			return errors.New(said.Refusal.Reason)
		case *table.TableMessage_Rules:
			rules[said.Rules.Rules] = said.Rules
		case *table.TableMessage_Decisions:
			for _, start := range said.Decisions.Starts {
				matches[start.Match] = rules[start.Rules]
			}
			choices := &table.Choices{}
			for _, asked := range said.Decisions.Decisions {
				choices.Choices = append(choices.Choices, answer(asked, matches[asked.Match]))
			}
			if len(choices.Choices) > 0 {
				stream.Send(&table.BotMessage{Message: &table.BotMessage_Choices{Choices: choices}})
			}
			for _, end := range said.Decisions.Ends {
				delete(matches, end.Match)
			}
		case *table.TableMessage_Goodbye:
			return nil
		}
	}
}

// answer plays the legal action with the highest score, of equal ones the first.
func answer(asked *table.Decision, rules *table.Rules) *table.Choice {
	v := look(rules.GetStockpileSettings(), asked.GetStockpile())
	actions := rules.GetStockpileActions().Actions
	best := slices.MaxFunc(asked.Legal, func(a, b uint32) int { return v.score(actions[a]) - v.score(actions[b]) })
	return &table.Choice{Match: &asked.Match, Decision: &asked.Decision, Action: proto.Uint32(best)}
}
