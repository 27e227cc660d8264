"""Common to all tests: how many examples the laws are tried on, and that Ctrl-C is heeded."""

import os
import signal

from hypothesis import HealthCheck, settings

for name, examples in (("project", 150), ("thorough", 1000)):
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "project"))

# Whoever runs the tests in the background has Ctrl-C ignored, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
