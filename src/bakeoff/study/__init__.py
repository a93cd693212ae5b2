"""The study: specification → plan → cells → engine → store. Knows no statistics."""
