"""Where b beats a: properties of the datasets that go with the advantage."""
