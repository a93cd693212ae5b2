"""The version of the package, known without importing anything."""

__version__ = "0.1.0"
