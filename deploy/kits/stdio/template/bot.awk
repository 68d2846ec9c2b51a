# A bot: `choose` is all there is to write. Lines come and go as docs/stdio.md says; bot.toml has mawk not read ahead.

# One of `legal`, an array of so many ids; `line` has all that this seat may know.
function choose(legal, count, line) {
    return legal[int(rand() * count) + 1]
}

# The number at this key, in quotes or not.
function number(line, key) {
    return match(line, "\"" key "\":\"?[0-9]+") ? substr(line, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0 : 0
}

# A start has this bot's seed for its own dice, as text: its last digits do.
/^\{"start":/ {
    match($0, /"bot_seed":"[0-9]+"/)
    srand(substr($0, RSTART + RLENGTH - 9, 8) + 0)
}

/^\{"decision":/ {
    match($0, /"legal":\[[0-9,]+\]/)
    count = split(substr($0, RSTART + 9, RLENGTH - 10), legal, ",")
    action = choose(legal, count, $0)
    printf "{\"match\":%d,\"decision\":%d,\"action\":%d}\n", number($0, "match"), number($0, "decision"), action
    fflush()
}
