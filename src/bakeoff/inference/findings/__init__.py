"""What a reader should know about a comparison: findings, each with its code."""
