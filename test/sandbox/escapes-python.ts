/**
 * Attempts to escape from Pyodide. `data` is { secret, target, port, server }: a file to read, a file to
 * write, a port of this machine, the server's process. An attempt that succeeds returns, prints or raises the
 * data that it reaches.
 */
const probeObject = `
def probe(o):
    out = []
    def grab(f):
        try: out.append(str(f()))
        except BaseException as e: out.append(repr(e))
    F = o.constructor.constructor
    grab(lambda: F("return process.getBuiltinModule('fs').readFileSync('" + data["secret"] + "','utf8')")())
    grab(lambda: F("return JSON.stringify(process.env)")())
    grab(lambda: F("return fetch('http://127.0.0.1:" + str(data["port"]) + "')")())
    grab(lambda: F("return process.kill(" + str(data["server"]) + ")")())
    grab(lambda: F("return globalThis")())
    return out
`
const viaJs = (expression: string) => `${probeObject}\nreturn probe(${expression})`
const readSecret = `(lambda p: open(p).read())(data["secret"])`

export const pythonEscapes: Readonly<Record<string, string>> = {
  'open read': `return open(data["secret"]).read()`,
  'open write': `open(data["target"], "w").write("x")`,
  'os.open': `import os\nreturn os.read(os.open(data["secret"], os.O_RDONLY), 1000).decode()`,
  'os.listdir': `import os\nreturn [os.listdir(p) for p in ("/", "/home", "/tmp") if os.path.exists(p)] + [${readSecret}]`,
  'pathlib read': `import pathlib\nreturn pathlib.Path(data["secret"]).read_text()`,
  'io.FileIO': `import io\nreturn io.FileIO(data["secret"]).readall().decode()`,
  '_io.open_code': `import _io\nreturn _io.open_code(data["secret"]).read().decode()`,
  'os.system': `import os\nreturn os.system("touch " + data["target"])`,
  'os.popen': `import os\nreturn os.popen("cat " + data["secret"]).read()`,
  'posix.system': `import posix\nreturn posix.system("touch " + data["target"])`,
  'subprocess.run': `import subprocess\nreturn subprocess.run(["cat", data["secret"]], capture_output=True).stdout.decode()`,
  'subprocess shell': `import subprocess\nreturn subprocess.check_output("cat " + data["secret"], shell=True).decode()`,
  'os.fork': `import os\nreturn os.fork()`,
  'os.execv': `import os\nos.execv("/bin/touch", ["touch", data["target"]])`,
  'os.posix_spawn': `import os\nreturn os.posix_spawn("/bin/touch", ["touch", data["target"]], {})`,
  'os.spawnl': `import os\nreturn os.spawnl(os.P_WAIT, "/bin/touch", "touch", data["target"])`,
  _posixsubprocess: `import _posixsubprocess\nreturn str(_posixsubprocess)`,
  multiprocessing: `import multiprocessing\np = multiprocessing.Process(target=print)\np.start()`,
  threads: `import threading\nt = threading.Thread(target=lambda: open(data["target"], "w"))\nt.start()\nt.join()`,
  'os.environ': `import os\nreturn dict(os.environ)`,
  'os.kill server': `import os\nos.kill(data["server"], 9)`,
  'os.kill own group': `import os\nos.kill(0, 9)`,
  'os.kill parent': `import os\nos.kill(os.getppid(), 9)`,
  'os.abort': `import os\nos.abort()`,
  'os._exit': `import os\nos._exit(0)`,
  'signal handler': `import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nsignal.raise_signal(signal.SIGKILL)`,
  'ctypes system': `import ctypes\nreturn ctypes.CDLL(None).system(b"touch " + data["target"].encode())`,
  'ctypes pythonapi': `import ctypes\nreturn ctypes.pythonapi.Py_GetVersion()`,
  'ctypes emscripten_run_script': `import ctypes\nctypes.CDLL(None).emscripten_run_script(b"process.exit(3)")`,
  'ctypes run_script_string': `import ctypes\nf = ctypes.CDLL(None).emscripten_run_script_string\nf.restype = ctypes.c_char_p\nreturn f(b"JSON.stringify(process.env)").decode()`,
  'ctypes wild read': `import ctypes\nreturn str(ctypes.string_at(0x7fffffff, 64))`,
  'ctypes wild write': `import ctypes\nctypes.memset(16, 0xff, 1 << 20)`,
  'ctypes getenv': `import ctypes\nf = ctypes.CDLL(None).getenv\nf.restype = ctypes.c_char_p\nreturn str([f(n) for n in (b"GALLEY_TEST_CANARY", b"PATH", b"HOME")])`,
  'ctypes dlopen': `import ctypes\nreturn str(ctypes.CDLL("/lib/x86_64-linux-gnu/libc.so.6").system(b"id"))`,
  'ctypes fopen': `import ctypes\nc = ctypes.CDLL(None)\nc.fopen.restype = ctypes.c_void_p\nreturn c.fopen(data["target"].encode(), b"w")`,
  'ctypes function pointer': `import ctypes\nreturn ctypes.CFUNCTYPE(ctypes.c_int)(12345)()`,
  'import js': `import js\nreturn str(js.process.env)`,
  'from js import process': `from js import process\nreturn process.kill(data["server"])`,
  'import pyodide_js': `import pyodide_js\nreturn str(pyodide_js._module)`,
  'pyodide_js mountNodeFS': `import pyodide_js\npyodide_js.mountNodeFS("/mnt", "/")`,
  'pyodide.code.run_js': `from pyodide.code import run_js\nreturn str(run_js("JSON.stringify(process.env)"))`,
  'pyodide.http': `from pyodide.http import open_url\nreturn open_url("http://127.0.0.1:" + str(data["port"])).read()`,
  'pyodide.http pyfetch': `from pyodide.http import pyfetch\npyfetch("http://127.0.0.1:" + str(data["port"])).send(None)`,
  'pyodide.ffi.to_js': viaJs('__import__("pyodide.ffi").ffi.to_js([1])'),
  'pyodide.ffi.to_js dict': viaJs('__import__("pyodide.ffi").ffi.to_js({"a": 1})'),
  'pyodide.ffi.create_proxy': viaJs('__import__("pyodide.ffi").ffi.create_proxy([1])'),
  'pyodide.ffi jsnull': viaJs('__import__("pyodide.ffi").ffi.jsnull'),
  _pyodide_core: viaJs('__import__("_pyodide_core").to_js([1])'),
  '_pyodide_core create_once_callable': viaJs('__import__("_pyodide_core").create_once_callable(print)'),
  '_pyodide.eval_code': `from _pyodide._base import eval_code\nreturn str(eval_code("import js\\njs.process.env"))`,
  '_pyodide importhook': `from _pyodide._importhook import jsfinder, register_js_module\nreturn str(jsfinder.jsproxies)`,
  'jsfinder in sys.meta_path': `import sys\nreturn [str(vars(f)) for f in sys.meta_path if hasattr(f, "jsproxies")]`,
  'jsfinder proxies': `${probeObject}\nimport sys\nreturn [probe(p) for f in sys.meta_path for p in getattr(f, "jsproxies", {}).values()]`,
  'JavaScript objects in gc': `${probeObject}\nimport gc\nreturn [probe(o) for o in gc.get_objects() if "JsProxy" in type(o).__name__ or hasattr(type(o), "js_id")][:20]`,
  'functions in gc': `import gc\nfs = [o for o in gc.get_objects() if callable(o) and getattr(o, "__name__", "") in ("to_js", "run_js", "eval_code")]\nout = []\nfor f in fs:\n    try: out.append(str(f([1]).constructor.constructor("return process.env")()))\n    except BaseException as e: out.append(repr(e))\nreturn out`,
  'Object.constructor walk': `${probeObject}\nfrom pyodide.ffi import to_js\na = to_js([1])\nout = []\nfor n in ("constructor", "map", "concat", "toString", "__proto__"):\n    try: out.append(probe(getattr(a, n)))\n    except BaseException as e: out.append(repr(e))\nreturn out`,
  'Error.prepareStackTrace': `from pyodide.ffi import to_js\na = to_js([1])\ntry: a.map(5)\nexcept BaseException as e:\n    E = e.js_error.constructor if hasattr(e, "js_error") else e.constructor\n    E.prepareStackTrace = lambda err, frames: str([f.getThis() for f in frames])\n    E.stackTraceLimit = 50\n    return str(E.new("x").stack)`,
  'async generator constructor': viaJs('__import__("pyodide.ffi").ffi.to_js([1]).values()'),
  'import machinery': `import importlib\nreturn str([importlib.import_module(m) for m in ("js", "pyodide_js")])`,
  'importlib from file': `import importlib.util as u\ns = u.spec_from_file_location("x", data["secret"])\nm = u.module_from_spec(s)\ns.loader.exec_module(m)`,
  'native extension load': `import _imp, importlib.machinery as m\nreturn str(_imp.create_dynamic(m.ModuleSpec("x", None, origin="/lib/x86_64-linux-gnu/libm.so.6")))`,
  'classes of object': `return [str(c) for c in ().__class__.__base__.__subclasses__() if "Popen" in c.__name__ or "JsProxy" in c.__name__] + [${readSecret}]`,
  __builtins__: `return __builtins__["open"](data["secret"]).read() if isinstance(__builtins__, dict) else __builtins__.open(data["secret"]).read()`,
  'frames up': `import sys\nf = sys._getframe()\nout = []\nwhile f:\n    out.append([sorted(f.f_locals), f.f_code.co_filename])\n    f = f.f_back\nreturn out + [${readSecret}]`,
  'prelude functions replaced': `import json, sys\nf = sys._getframe(1)\nf.f_builtins["isinstance"] = lambda *a: True\njson.dumps = lambda *a, **k: '{"say":"value"}'\nreturn 1`,
  'answer of another type': `class S(str): pass\nimport sys\nsys.settrace(lambda *a: None)\nreturn S("x")`,
  'pickle to os.system': `import pickle\nreturn pickle.loads(b"cposix\\nsystem\\n(S'touch " + data["target"].encode() + b"'\\ntR.")`,
  'pickle to eval': `import pickle\nreturn str(pickle.loads(b"cbuiltins\\neval\\n(S'__import__(\\"js\\").process.env'\\ntR."))`,
  marshal: `import marshal, types\nreturn str(types.FunctionType(marshal.loads(b"x"), {})())`,
  'code object with wild byte code': `def f(): return 1\nf.__code__ = f.__code__.replace(co_code=bytes([100, 255] * 50))\nreturn str(f())`,
  'exec and compile': `exec(compile("import os; os.system('touch ' + p)", "x", "exec"), {"p": data["target"]})`,
  'socket connect': `import socket\ns = socket.create_connection(("127.0.0.1", data["port"]), 1)\ns.send(b"x")`,
  'socket udp': `import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", data["port"]))`,
  'socket listen': `import socket\ns = socket.socket()\ns.bind(("127.0.0.1", 0))\ns.listen()\nreturn s.getsockname()`,
  'socket.getaddrinfo': `import socket\nreturn str(socket.gethostbyname("localhost")) and socket.create_connection(("localhost", data["port"]), 1) and 1`,
  'urllib request': `import urllib.request\nreturn urllib.request.urlopen("http://127.0.0.1:" + str(data["port"]), timeout=1).read().decode()`,
  'urllib file URL': `import urllib.request\nreturn urllib.request.urlopen("file://" + data["secret"]).read().decode()`,
  'http.client': `import http.client\nc = http.client.HTTPConnection("127.0.0.1", data["port"], timeout=1)\nc.request("GET", "/")\nreturn c.getresponse().read().decode()`,
  'asyncio connection': `import asyncio\nasync def f(): return await asyncio.open_connection("127.0.0.1", data["port"])\nreturn str(asyncio.run(f()))`,
  'asyncio loop of Pyodide': `import asyncio\nloop = asyncio.get_event_loop()\nloop.call_later(0, lambda: open(data["target"], "w"))\nreturn str(loop)`,
  '/proc/self/environ': `return open("/proc/self/environ").read()`,
  '/proc/parent environ': `return open(f"/proc/{data['server']}/environ").read()`,
  '/proc/self/mem': `return open("/proc/self/mem", "rb").read(10).hex()`,
  '/dev/tcp and devices': `return [open(p).read(10) for p in ("/dev/stdin", "/dev/tty")]`,
  'protocol on file descriptors': `import os\nfor fd in (0, 1, 2, 3, 4): os.write(fd, b"\\x00\\x00\\x00\\x02\\x00\\x00\\x00\\x00{}")`,
  'stdin is not the pipe': `import sys\nreturn sys.stdin.read()`,
  'mmap of a file': `import mmap\nreturn str(mmap.mmap(open(data["secret"]).fileno(), 0)[:])`,
  'sqlite file': `import sqlite3\nsqlite3.connect(data["target"]).execute("create table t(a)")`,
  'zip import of a host path': `import zipimport\nreturn str(zipimport.zipimporter(data["secret"]))`,
  'webbrowser.open': `import webbrowser\nreturn webbrowser.open("http://127.0.0.1:" + str(data["port"]))`,
  'micropip install': `import micropip\nreturn str(micropip.install("requests"))`,
  'faulthandler crash': `import faulthandler\nfaulthandler._sigsegv()`,
  'audit hook and finalizer left behind': `import sys, atexit\nclass D:\n    def __del__(self): open(data["target"], "w")\natexit.register(lambda: open(data["target"], "w"))\nsys.addaudithook(lambda *a: None)\nD()\nreturn 1`,
}
