"""Where the datasets of a comparison lie among those that are known: what a verdict may be carried to."""

from dataclasses import dataclass
from enum import StrEnum

from bakeoff.core.reprs import describe_record


class AxisScale(StrEnum):
    """By what a property enters the picture: decided by its values alone."""

    LOG = "logarithm"  # positive, and over a factor of ten
    ROOT = "square root"  # a share
    PLAIN = "value"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedDataset:
    """One dataset on the plane of the first two principal axes."""

    name: str
    x: float
    y: float
    compared: bool  # it is one of those that the comparison is about
    within: bool  # no property lies beyond those of the compared datasets


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceAxis:
    """A principal axis: how much of the variation lies along it, and the properties that it mostly means."""

    __repr__ = describe_record

    share: float
    loadings: tuple[tuple[str, float], ...]  # of every property; the largest is positive


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyRange:
    """The values that a property has among the compared datasets, and how many of the others lie beyond."""

    name: str
    low: float
    high: float
    beyond: int
    scale: AxisScale  # by what it enters the picture


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueSpace:
    """The compared datasets among all that are known, by their measured properties."""

    __repr__ = describe_record

    datasets: tuple[PlacedDataset, ...]  # the compared ones first
    axes: tuple[SpaceAxis, SpaceAxis]
    ranges: tuple[PropertyRange, ...]
    properties_from: str
    unknown: tuple[str, ...]  # compared datasets of which nothing is known

    @property
    def compared(self) -> tuple[PlacedDataset, ...]:
        """The datasets that the comparison is about."""
        return tuple(d for d in self.datasets if d.compared)

    @property
    def others(self) -> tuple[PlacedDataset, ...]:
        """The datasets that are known besides."""
        return tuple(d for d in self.datasets if not d.compared)
