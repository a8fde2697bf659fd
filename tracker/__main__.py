"""``python -m tracker`` is ``vigilia``."""

import sys

from tracker.cli import main

sys.exit(main())
