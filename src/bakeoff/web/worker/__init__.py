"""What runs inside a worker process: reading what was uploaded, comparing it, and making what the page shows."""
