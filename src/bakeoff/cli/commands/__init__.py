"""The commands, one module each: options in, one call, words out."""
