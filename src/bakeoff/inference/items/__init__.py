"""Items judged: answers within tasks, their attempts, groups and gaps, as a comparison."""
