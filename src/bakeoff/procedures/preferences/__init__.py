"""Who is preferred: strengths from battles of two."""
