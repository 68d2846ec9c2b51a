"""`arena bench`: the product against its floors and peers, each in one interleaved run."""

import typer

app = typer.Typer(help="Benchmarks: the product against its floors and peers in the same run.", no_args_is_help=True)
