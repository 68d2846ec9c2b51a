// A bot: choose is all there is to write.
package main

import (
	"context"
	"errors"
	"log"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	table "stockpit/v1"
)

// match is what was said once, at its start.
type match struct {
	start *table.MatchStart
	rules *table.Rules
}

// choose gives one of asked.Legal; its.rules has what each id means, asked.Observation what this seat may know.
func choose(its match, asked *table.Decision) uint32 {
	return asked.Legal[(its.start.BotSeed+uint64(asked.Decision)*2654435761)>>7%uint64(len(asked.Legal))]
}

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
	join := &table.Join{Token: os.Getenv("ARENA_TOKEN"), ProtocolVersion: proto.Uint32(1), MaxMatches: proto.Uint32(32)}
	stream.Send(&table.BotMessage{Message: &table.BotMessage_Join{Join: join}}) // what fails here fails at Recv
	rules, matches := map[uint32]*table.Rules{}, map[uint32]match{}
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
				matches[start.Match] = match{start, rules[start.Rules]}
			}
			choices := &table.Choices{}
			for _, asked := range said.Decisions.Decisions {
				action := choose(matches[asked.Match], asked)
				choices.Choices = append(choices.Choices,
					&table.Choice{Match: &asked.Match, Decision: &asked.Decision, Action: &action})
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
