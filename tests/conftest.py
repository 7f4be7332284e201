"""The random tests draw the same examples every time, so that a failure is the change's and not the day's.

``HYPOTHESIS_SEARCH=1`` makes them look for new ones. None has a deadline: a busy machine is no mistake.
"""

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", derandomize=False, deadline=None)
settings.load_profile("search" if os.environ.get("HYPOTHESIS_SEARCH") else "steady")
