"""What pipelines ask for: an earlier run as the baseline, several gates at once, comments, other people's trackers."""
