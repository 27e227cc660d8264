"""Common to all tests: how many examples the laws are tried on, and that Ctrl-C is heeded,
and that sources are parsed in peace."""

import os
import signal

from hypothesis import HealthCheck, settings

from tests.examples import PER_LAW
from tests.whole_parse import keep_collector_out

for name, count in (("project", PER_LAW), ("thorough", 5 * PER_LAW), ("brief", PER_LAW // 10)):
    settings.register_profile(
        name,
        max_examples=count,
        derandomize=name != "thorough",
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "project"))

# Whoever runs the tests in the background has Ctrl-C ignored, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

keep_collector_out()
