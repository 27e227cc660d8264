"""How many examples a law is tried on.

`make test` tries the same ones every time, as many as there is time for; `make slow` tries others
each time, and in proportion more of them (conftest.py has the two profiles).
"""

from hypothesis import settings

PER_LAW = 150  # in `make test`, unless a law costs more than most


def examples(count: int) -> settings:
    """So many in `make test`, and in proportion in `make slow`."""
    return settings(max_examples=max(1, count * settings.default.max_examples // PER_LAW))
