"""Runs inside Pyodide before `prelude.py`. Adds the event loop and the time zone UTC, which Pyodide leaves to web pages and packages."""


def complete_standard_library():
    import asyncio, io, time, zoneinfo

    pause = time.sleep

    class Clock:
        def select(self, timeout):
            if timeout is None:
                raise RuntimeError("The code waits for a future that never resolves.")
            if timeout > 0:
                pause(timeout)
            return []

    class Loop(asyncio.BaseEventLoop):
        """Tasks and timers; there are no sockets to wait for."""

        def __init__(self):
            super().__init__()
            self._selector = Clock()

        def _process_events(self, events):
            pass

        def _write_to_self(self):
            pass

    class Policy(asyncio.events._BaseDefaultEventLoopPolicy):
        _loop_factory = Loop

    asyncio.run = asyncio.runners.run
    asyncio._set_running_loop(None)
    asyncio.events._set_event_loop_policy(Policy())

    header = b"TZif2" + bytes(15)
    counts = b"".join(count.to_bytes(4) for count in (0, 0, 0, 0, 1, 4))
    utc = (header + counts + bytes(6) + b"UTC\0") * 2 + b"\nUTC0\n"

    def load_tzdata(key):
        if key in ("UTC", "Etc/UTC"):
            return io.BytesIO(utc)
        raise zoneinfo.ZoneInfoNotFoundError(
            f"UTC is the only time zone here. Instead of {key} use an offset: datetime.timezone(datetime.timedelta(hours=1))."
        )

    zoneinfo._common.load_tzdata = load_tzdata
