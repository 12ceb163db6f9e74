"""Sets the clock of a child process back by DUCTUS_TEST_CLOCK_BACK seconds; loaded from its PYTHONPATH."""

import datetime
import os
import time

_BACK = float(os.environ.get("DUCTUS_TEST_CLOCK_BACK", "0"))
_time = time.time


class _Datetime(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time() - _BACK, tz)


time.time = lambda: _time() - _BACK
datetime.datetime = _Datetime
