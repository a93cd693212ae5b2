"""Write the JSON Schemas of the documents into the package, from their types: python -m scaffold.make_schemas."""

import json
from pathlib import Path

from bakeoff.core.answers.documents import DOCUMENTS
from bakeoff.render.json.schema import document_schema

FOLDER = Path(__file__).parents[1] / "src" / "bakeoff" / "render" / "json" / "schemas"


def schema_text(name: str) -> str:
    """Return the text of one schema."""
    return json.dumps(document_schema(name), indent=1) + "\n"


if __name__ == "__main__":
    for name in DOCUMENTS:
        (FOLDER / f"{name}.json").write_text(schema_text(name), encoding="utf-8")
        print(f"{FOLDER / name}.json")
