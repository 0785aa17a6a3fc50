"""Runs inside Pyodide once, before the snapshot is taken; leaves the one function that runs a call."""


def make_run():
    import ast, base64, collections, copy, csv, dataclasses, datetime, decimal, difflib, enum, fractions, functools
    import hashlib, html, io, itertools, json, math, operator, random, re, statistics, string, sys, textwrap, time
    import traceback, typing, unicodedata, urllib.parse, uuid, zlib

    file = "<code>"
    dumps, loads, parse, fix = json.dumps, json.loads, ast.parse, ast.fix_missing_locations
    reseed, streams = random.seed, (sys.stdout, sys.stderr)
    for stream in streams:
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)

    def line_of(error):
        if isinstance(error, SyntaxError) and error.filename == file:
            return error.lineno
        line, frame = None, error.__traceback__
        while frame is not None:
            if frame.tb_frame.f_code.co_filename == file:
                line = frame.tb_lineno
            frame = frame.tb_next
        return line

    def describe(error):
        kind = "exception"
        if isinstance(error, MemoryError):
            kind = "memory"
        elif isinstance(error, SyntaxError) and error.filename == file:
            kind = "syntax"
        try:
            message = error.msg if kind == "syntax" else str(error)
        except BaseException:
            message = "The raised value cannot be shown."
        failure = {"type": type(error).__name__[:200], "message": str(message)[:4000], "line": line_of(error)}
        return "E" + dumps({**failure, "kind": kind})

    def function_of(code):
        tree = parse("def body(data, env): pass", file)
        tree.body[0].body = parse(code, file).body or tree.body[0].body
        scope = {"__name__": "__main__"}
        exec(compile(fix(tree), file, "exec", dont_inherit=True), scope)
        return scope["body"]

    def flush():
        for stream in streams:
            try:
                stream.flush()
            except BaseException:
                pass

    def run(code, data, environment):
        reseed()
        try:
            value = function_of(code)(loads(data), loads(environment))
            try:
                return "V" + dumps(value, allow_nan=False, separators=(",", ":"))
            except (TypeError, ValueError) as error:
                raise TypeError(f"The returned value is not JSON: {error}") from None
        except BaseException as error:
            return describe(error)
        finally:
            flush()

    return run


make_run()
