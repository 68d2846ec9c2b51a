"""All commands, gathered; each lives in a module of its own."""

import typer

from arena.cli import bench, check, deal, demo, games, kits, ladder, new, play, replay, sandbox, serve, sim, verify

app = typer.Typer(
    name="arena",
    help="A tournament arena where bots in any language play stock-market games against each other.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command()(demo.demo)
app.command()(serve.serve)
app.command()(games.games)
app.command()(deal.deal)
app.command()(new.new)
app.command()(play.play)
app.command()(check.check)
app.command()(sim.sim)
app.command()(replay.replay)
app.command()(verify.verify)
app.add_typer(ladder.app, name="ladder")
app.add_typer(sandbox.app, name="sandbox")
app.add_typer(kits.app, name="kits")
app.add_typer(bench.app, name="bench")
