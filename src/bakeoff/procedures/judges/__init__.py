"""Answers scored by a judge, some of them by people as well."""
