"""The local page: `bakeoff serve`. Nothing is imported until it is asked for."""
