"use strict";
// Battles, one score for each entry, and judged answers are no comparison: the leaderboard page takes them over.
const handOver = async (ask, isStillAsked) => {
  try {
    const { digest, view } = await (await ask("/api/board")).json();
    if (["battles", "counts", "judged"].includes(view.kind) && isStillAsked()) location.replace(`/leaderboard#e=${digest}`);
  } catch { /* it is no leaderboard either: what was said first stands */ }
};
