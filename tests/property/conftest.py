"""How Hypothesis searches: the same examples every time, unless somebody asks for new ones.

``HYPOTHESIS_PROFILE=search pytest tests/property`` looks further and elsewhere on every run.
"""

import os

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "house",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=80,
    stateful_step_count=50,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "search", settings.get_profile("house"), derandomize=False, max_examples=800, stateful_step_count=80
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))
