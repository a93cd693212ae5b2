"""What may be claimed of a comparison: at a gate, over several looks, after a replication."""
