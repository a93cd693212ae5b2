"""One module for each tool whose files are read, or recognised and refused."""
