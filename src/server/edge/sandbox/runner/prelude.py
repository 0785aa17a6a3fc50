"""Runs once inside Pyodide, before the snapshot is taken. Its last value is the function that runs a call."""


def make_run():
    import ast, base64, collections, copy, csv, dataclasses, datetime, decimal, difflib, enum, fractions, functools
    import hashlib, html, http.client, io, itertools, json, math, operator, random, re, statistics, string, sys, textwrap, time
    import traceback, typing, unicodedata, urllib.error, urllib.parse, urllib.request, urllib.response, uuid, zlib

    complete_standard_library()
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
            if isinstance(error, ModuleNotFoundError):
                message += ". Only Python's standard library is available."
        except BaseException:
            message = "The raised value cannot be shown."
        failure = {"type": type(error).__name__[:200], "message": str(message)[:4000], "line": line_of(error)}
        return "E" + dumps({**failure, "kind": kind})

    def statements(code):
        try:
            return parse(code, file).body
        except IndentationError:
            return parse(textwrap.dedent(code), file).body

    # Code without a return statement returns the variable `result`, as scorers of the vendor's SDK expect.
    return_result = parse("def body():\n try: return result\n except NameError: return None").body[0].body

    def function_of(code):
        tree = parse("def body(data, env): pass", file)
        tree.body[0].body = (statements(code) or tree.body[0].body) + return_result
        scope = {"__name__": "__main__"}
        exec(compile(fix(tree), file, "exec", dont_inherit=True), scope)
        return scope["body"]

    def flush():
        for stream in streams:
            try:
                stream.flush()
            except BaseException:
                pass

    def ask(url, method, headers, body):
        request = {"url": url, "method": method, "headers": headers, "body": body}
        with open("/dev/network", "r+b", buffering=0) as device:
            device.write(dumps(request).encode())
            received = b"".join(iter(lambda: device.read(65536), b""))
        head, _, content = received.partition(b"\n")
        head = loads(head)
        if "fault" in head:
            raise urllib.error.URLError(head["fault"])
        return head, content

    class Fetched:
        def __init__(self, head, content):
            self.status, self.url, self.headers = head["status"], head["url"], dict(head["headers"])
            self.ok, self.content = 200 <= self.status < 300, content

        @property
        def text(self):
            return self.content.decode("utf-8", "replace")

        def json(self):
            return json.loads(self.content)

    def fetch(url, method="GET", headers=None, body=None):
        return Fetched(*ask(str(url), method, {str(k): str(v) for k, v in (headers or {}).items()}, body))

    class Outside(urllib.request.BaseHandler):
        def http_open(self, request):
            body = request.data.decode() if request.data is not None else None
            head, content = ask(request.full_url, request.get_method(), dict(request.header_items()), body)
            fields = http.client.HTTPMessage()
            for name, value in head["headers"]:
                fields.add_header(name, value)
            answer = urllib.response.addinfourl(io.BytesIO(content), fields, head["url"], head["status"])
            answer.msg = http.client.responses.get(head["status"], "")
            return answer

        https_open = http_open

    opener = urllib.request.OpenerDirector()
    for handler in (Outside, urllib.request.HTTPErrorProcessor, urllib.request.HTTPDefaultErrorHandler):
        opener.add_handler(handler())
    urllib.request.install_opener(opener)

    class ExactFloat(float):
        """A decimal with more digits than a float. It is shown and returned with all digits, and computes as a float."""

        def __new__(cls, digits):
            made = super().__new__(cls, digits)
            made.digits = digits
            return made

        def __repr__(self):
            return self.digits

        def __reduce__(self):
            return (ExactFloat, (self.digits,))

    def read_decimal(digits):
        number = float(digits)
        return number if decimal.Decimal(repr(number)) == decimal.Decimal(digits) else ExactFloat(digits)

    class ExactEncoder(json.JSONEncoder):
        """As json.dumps, but with the digits of an ExactFloat, which the encoder in C leaves out."""

        def iterencode(self, value, _one_shot=False):
            def text(number):
                if not math.isfinite(number):
                    raise ValueError(f"Out of range float values are not JSON compliant: {number!r}")
                return number.digits if isinstance(number, ExactFloat) else float.__repr__(number)

            make = json.encoder._make_iterencode
            return make({}, self.default, json.encoder.encode_basestring_ascii, None, text,
                        self.key_separator, self.item_separator, False, False, _one_shot)(value, 0)

    def run(code, data, environment, network, exact):
        reseed()
        try:
            body = function_of(code)
            if network:
                body.__globals__["fetch"] = fetch
            value = body(loads(data, parse_float=read_decimal) if exact else loads(data), loads(environment))
            try:
                return "V" + dumps(value, allow_nan=False, separators=(",", ":"), cls=ExactEncoder if exact else None)
            except (TypeError, ValueError) as error:
                raise TypeError(f"The returned value is not JSON: {error}") from None
        except BaseException as error:
            return describe(error)
        finally:
            flush()

    return run


make_run()
