"""Evidence that may be looked at at any time: capital won by bets against a null, unit after unit."""
