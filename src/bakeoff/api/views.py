"""Views: a finished record of `core` as the class that a user is handed, with its words, JSON and figures."""

from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Face = TypeVar("Face")


def with_views(kind: type[Face], made: "DataclassInstance") -> Face:
    """Return a record as a class of its own kind that shows it: the same fields, and no others."""
    return kind(**{field.name: getattr(made, field.name) for field in fields(made)})
