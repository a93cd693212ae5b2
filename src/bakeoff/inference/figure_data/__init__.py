"""The numbers behind figures, beyond what a comparison holds."""
