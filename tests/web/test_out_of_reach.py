"""A table of more pairs than can be compared: the page says so before the work, and its ways out answer."""

import numpy as np


def test_too_many_pairs_are_refused_at_once_and_the_ways_out_answer(client):
    names = [f"m{i}" for i in range(2_002)]  # 2,003,001 pairs
    scores = np.random.default_rng(0).normal(0.8, 0.02, (3, len(names)))
    rows = [f"d{i}," + ",".join(f"{score:.4f}" for score in row) for i, row in enumerate(scores)]
    asked = {"text": "\n".join(["dataset," + ",".join(names), *rows])}
    for address in ("/api/verdict", "/api/view"):
        refused = client.post(address, json=asked)
        assert refused.status_code == 422
        assert refused.json()["code"] == "BO535"
        assert "bakeoff leaderboard" in refused.json()["fix"]
    against_one = client.post("/api/verdict", json={**asked, "options": {"baseline": "m1"}}).json()
    assert "2,001 pairs" in against_one["headline"]
    board = client.post("/api/board", json=asked).json()["view"]
    assert len(board["entries"]) == 2_002
