//! The trader of TRADER.md in Rust. This file is the stream: all a bot needs, with nothing but the stubs.
mod trader;

use std::{collections::HashMap, env, error::Error};

use stockpit::v1::{
    bot_message, rules, table_client::TableClient, table_message, BotMessage, Choice, Choices, Decision, Join, Rules,
};
use stockpit::v1::decision::Observation;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::Endpoint;
use trader::Trader;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = env::var("ARENA_ADDRESS")?; // unix:/path or host:port
    let address = if address.starts_with("unix:") { address } else { format!("http://{address}") };
    let channel = Endpoint::from_shared(address)?.connect().await?;
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
    let say = |message| sender.send(BotMessage { message: Some(message) });
    say(bot_message::Message::Join(Join {
        token: env::var("ARENA_TOKEN")?,
        protocol_version: Some(1),
        max_matches: Some(32),
        events: Some(false),
    }))?;
    let mut client = TableClient::new(channel).max_decoding_message_size(64 << 20);
    let mut stream = client.play(UnboundedReceiverStream::new(receiver)).await?.into_inner();
    let mut rules: HashMap<u32, Rules> = HashMap::new();
    let mut matches: HashMap<u32, u32> = HashMap::new();
    while let Some(said) = stream.message().await? {
        match said.message {
            Some(table_message::Message::Refusal(refusal)) => return Err(refusal.reason.into()),
            Some(table_message::Message::Rules(its)) => {
                rules.insert(its.rules, its);
            }
            Some(table_message::Message::Decisions(news)) => {
                matches.extend(news.starts.iter().map(|start| (start.r#match, start.rules)));
                let answer = |asked: &Decision| Choice {
                    r#match: Some(asked.r#match),
                    decision: Some(asked.decision),
                    action: choose(asked, &rules[&matches[&asked.r#match]]),
                    debug: None,
                };
                let choices: Vec<Choice> = news.decisions.iter().map(answer).collect();
                if !choices.is_empty() {
                    say(bot_message::Message::Choices(Choices { choices }))?;
                }
                for end in news.ends {
                    matches.remove(&end.r#match);
                }
            }
            Some(table_message::Message::Goodbye(_)) => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

/// The legal action with the highest score, of equal ones the first.
fn choose(asked: &Decision, rules: &Rules) -> Option<u32> {
    let (
        Some(rules::Settings::StockpileSettings(settings)),
        Some(rules::ActionTable::StockpileActions(table)),
        Some(Observation::Stockpile(seen)),
    ) = (&rules.settings, &rules.action_table, &asked.observation)
    else {
        return None;
    };
    let trader = Trader::new(settings, seen);
    let score = |id: &u32| trader.score(&table.actions[*id as usize]);
    asked.legal.iter().rev().max_by_key(|id| score(id)).copied() // of equal ones `max` gives the last
}
