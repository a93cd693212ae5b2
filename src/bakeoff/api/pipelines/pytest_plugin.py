"""The plug-in of pytest: a fixture `bakeoff` whose assertions ask for proof, not for a difference of means."""

from typing import Any

import pytest


class Assertions:
    """What a test may assert of two models."""

    @staticmethod
    def assert_not_worse(a: object, b: object, **keywords: Any) -> Any:  # noqa: ANN401 - as the function has them
        """Assert that b is shown to lose less than the margin against a."""
        __tracebackhide__ = True
        from bakeoff.api.pipelines.assertions import assert_not_worse

        return assert_not_worse(a, b, **keywords)

    @staticmethod
    def assert_better(a: object, b: object, **keywords: Any) -> Any:  # noqa: ANN401 - as the function has them
        """Assert that b is shown to be better than a."""
        __tracebackhide__ = True
        from bakeoff.api.pipelines.assertions import assert_better

        return assert_better(a, b, **keywords)


@pytest.fixture
def bakeoff() -> Assertions:
    """Return assertions about two models: `assert_not_worse(a, b, margin=0.01)` and `assert_better(a, b)`."""
    return Assertions()
