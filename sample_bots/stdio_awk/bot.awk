# Chooses among the legal actions with equal probability, in awk: a bot needs no JSON library, only the lines it wants.
# mawk reads ahead unless told that it talks with somebody (-W interactive in bot.toml).

function number(key) {
    return match($0, "\"" key "\":\"?[0-9]+") ? substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0 : 0
}

# A start has this bot's seed for its own dice, as text: only its last digits matter here.
/^\{"start":/ {
    match($0, /"bot_seed":"[0-9]+"/)
    srand(substr($0, RSTART + RLENGTH - 9, 8) + 0)
}

/^\{"decision":/ {
    match($0, /"legal":\[[0-9,]+\]/)
    count = split(substr($0, RSTART + 9, RLENGTH - 10), legal, ",")
    printf "{\"match\":%d,\"decision\":%d,\"action\":%d}\n", number("match"), number("decision"), legal[int(rand() * count) + 1]
    fflush()
}
