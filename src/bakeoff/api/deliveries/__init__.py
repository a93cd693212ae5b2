"""What is written of a comparison: the report, the paper kit, figures and exports."""
