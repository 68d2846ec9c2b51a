//! A bot: `choose` is all there is to write.
use std::{collections::HashMap, env, error::Error};

use stockpit::v1::{
    bot_message, table_client::TableClient, table_message, BotMessage, Choice, Choices, Decision, Join, MatchStart, Rules,
};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::Endpoint;

/// One of `asked.legal`; `rules` has what each id means, `asked.observation` what this seat may know.
fn choose(start: &MatchStart, _rules: &Rules, asked: &Decision) -> u32 {
    let number = start.bot_seed.wrapping_add(u64::from(asked.decision) * 2654435761);
    asked.legal[(number >> 7) as usize % asked.legal.len()]
}

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
        events: None,
    }))?;
    let mut client = TableClient::new(channel).max_decoding_message_size(64 << 20);
    let mut stream = client.play(UnboundedReceiverStream::new(receiver)).await?.into_inner();
    let mut rules: HashMap<u32, Rules> = HashMap::new();
    let mut matches: HashMap<u32, MatchStart> = HashMap::new();
    while let Some(said) = stream.message().await? {
        match said.message {
            Some(table_message::Message::Refusal(refusal)) => return Err(refusal.reason.into()),
            Some(table_message::Message::Rules(its)) => {
                rules.insert(its.rules, its);
            }
            Some(table_message::Message::Decisions(news)) => {
                matches.extend(news.starts.into_iter().map(|start| (start.r#match, start)));
                let answer = |asked: &Decision| {
                    let start = &matches[&asked.r#match];
                    let action = choose(start, &rules[&start.rules], asked);
                    let (r#match, decision) = (Some(asked.r#match), Some(asked.decision));
                    Choice { r#match, decision, action: Some(action), debug: None }
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
