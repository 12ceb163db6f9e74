"""Put on a child's PYTHONPATH, it sets the child's clock back by DUCTUS_TEST_CLOCK_BACK seconds."""

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
