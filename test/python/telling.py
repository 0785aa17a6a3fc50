"""Journeys are told as one JSON object a line: {"name", "error"}; the error is null where the journey went well."""

import json
import sys
import traceback

journeys = []


def journey(function):
    journeys.append(function)
    return function


def equal(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


def tell():
    for one in journeys:
        problem = None
        try:
            one()
        except Exception:
            problem = traceback.format_exc(limit=-6)
        print(json.dumps({"name": one.__name__.replace("_", " "), "error": problem}), flush=True)
        sys.stderr.flush()
