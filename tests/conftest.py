"""The random tests draw the same examples every time, so that a failure is the change's and not the day's.

``HYPOTHESIS_SEARCH=1`` makes them look for new ones.
"""

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True)
settings.register_profile("search", derandomize=False)
settings.load_profile("search" if os.environ.get("HYPOTHESIS_SEARCH") else "steady")
