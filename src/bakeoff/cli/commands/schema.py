"""`bakeoff schema`: the JSON Schemas of what --json prints."""

import sys

import click


@click.command("schema", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("name", required=False)
def schema_command(name: str | None) -> int:
    """Print the JSON Schema of a document, or without NAME the list of them."""
    from bakeoff.api.documents import schema_text
    from bakeoff.core.answers.documents import DOCUMENTS

    if name is None:
        for key, document in DOCUMENTS.items():
            sys.stdout.write(f"{key:<12} {(document.__doc__ or '').strip()}\n")
        return 0
    sys.stdout.write(schema_text(name))
    return 0
