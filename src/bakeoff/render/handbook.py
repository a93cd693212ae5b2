"""Where the handbook lies: one page for each code that a user can meet."""

HANDBOOK = "https://bakeoff.readthedocs.io/en/stable/"


def page_of(code: str) -> str:
    """Return the address of the page that explains a finding or an error.

    >>> page_of("BO101").endswith("findings/BO101.html")
    True
    """
    return f"{HANDBOOK}findings/{code}.html"
