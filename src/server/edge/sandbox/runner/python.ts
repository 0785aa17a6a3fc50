import { readFileSync } from 'node:fs'
import type { PyCallable, PyProxy } from 'pyodide/ffi'
import { emptyRealm } from './empty-realm.ts'
import { limits } from './limits.ts'
import type { Failure, RunHead } from './messages.ts'
import { networkDevice } from './network-device.ts'
import { die, nextJob, send } from './pipe.ts'
import { print, startPrinting } from './print.ts'
import { loadPython, readPrelude } from './pyodide-engine.ts'
import { watchFiles } from './python-files.ts'

/** Starts Pyodide, from a memory snapshot if there is one. Its memory is reset after each call, so that calls share nothing. */
const snapshot = process.argv[2]
const python = await loadPython(snapshot ? readFileSync(snapshot) : null)
if (!snapshot) python.runPython(readPrelude())
for (const stream of ['stdout', 'stderr'] as const) {
  const write = (bytes: Uint8Array) => {
    print(stream, bytes)
    return bytes.length
  }
  if (stream === 'stdout') python.setStdout({ write })
  else python.setStderr({ write })
}
const network = networkDevice(python)
const run = python.runPython('make_run()') as PyProxy & PyCallable
for (const module of ['js', 'pyodide_js']) python.unregisterJsModule(module)
python.runPython(`
import os, sys
os.urandom(1)
for name in list(sys.modules):
    if name.split(".")[0] in ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "webbrowser"):
        del sys.modules[name]
del make_run, complete_standard_library, name, os, sys
`)

const tooLarge: Failure = {
  type: 'OverflowError',
  message: `The returned value is larger than ${limits.output} bytes of JSON.`,
  line: null,
  kind: 'output_too_large',
}
const heap = () => (python as unknown as { _module: { HEAPU8: Uint8Array } })._module.HEAPU8
const clean = heap().slice()
const filesChanged = watchFiles(python)
emptyRealm()
// After its start, Pyodide uses only these members of `process`.
Object.assign(globalThis, { process: { getuid: () => 0, umask: () => 0o22, version: '' } })
send({ kind: 'ready' })

for (;;) {
  const { head, data } = nextJob()
  startPrinting()
  send({ kind: 'begin' })
  answer(call(head, data))
  heap().set(clean)
  heap().fill(0, clean.length)
}

/**
 * Answers a call. A runner whose call changed files or grew the heap is retired: files are not reset, and WebAssembly
 * memory never shrinks.
 */
function answer(text: string): void {
  const retire = filesChanged() || heap().length > 2 * clean.length
  const body = text.slice(1)
  if (text[0] === 'E') send({ kind: 'failure', failure: JSON.parse(body) as Failure, retire })
  else if (body.length > limits.output) send({ kind: 'failure', failure: tooLarge, retire })
  else send({ kind: 'value', retire }, body)
}

/** After a fatal error Pyodide returns a value that is not text, without throwing. */
function call({ code, environment, network: permitted, isExact }: RunHead, data: string): string {
  network.open = permitted
  try {
    const text: unknown = run(code, data, JSON.stringify(environment), permitted, isExact)
    if (typeof text === 'string' && /^[EV]/.test(text)) return text
  } catch {
    // Errors that Pyodide throws are fatal too.
  }
  return die()
}
