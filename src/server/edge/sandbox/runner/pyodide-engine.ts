import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadPyodide, type PyodideInterface } from 'pyodide'
import { capAllMemory, capMemory } from './cap-memory.ts'
import { limits } from './limits.ts'
import { webAssembly } from './web-assembly.ts'

/** Python with limited memory, without the modules that expose the JavaScript realm. */
export async function loadPython(snapshot: Uint8Array | null): Promise<PyodideInterface> {
  capPyodide()
  shieldProcess()
  return await loadPyodide({
    indexURL: dirname(fileURLToPath(import.meta.resolve('pyodide'))),
    jsglobals: Object.create(null) as object,
    stdin: () => null,
    ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
  })
}

export function readPrelude(): string {
  const files = ['./standard-library.py', './prelude.py'].map((name) => new URL(name, import.meta.url))
  return files.map((file) => readFileSync(file, 'utf8')).join('\n')
}

function shieldProcess(): void {
  // The permission model forbids the real `process.binding`, from which Pyodide reads these flags.
  Object.defineProperty(process, 'binding', { value: () => ({ fs: fileFlags }) })
  // Python would show the path of its program.
  process.argv.splice(0, process.argv.length, 'node', 'sandbox')
  // The real streams would make the pipes non-blocking.
  for (const [fd, name] of ['stdin', 'stdout', 'stderr'].entries())
    Object.defineProperty(process, name, { value: { fd, isTTY: false } })
}

function capPyodide(): void {
  const { instantiate } = webAssembly
  webAssembly.instantiate = (source, imports) => {
    const capped = source instanceof Uint8Array ? capMemory(source, limits.pythonMemory) : source
    return instantiate(capped, imports)
  }
  capAllMemory(limits.pythonMemory)
}

const fileFlags = {
  O_APPEND: 1024,
  O_CREAT: 64,
  O_EXCL: 128,
  O_NOCTTY: 256,
  O_NOFOLLOW: 131_072,
  O_RDONLY: 0,
  O_RDWR: 2,
  O_SYNC: 1_052_672,
  O_TRUNC: 512,
  O_WRONLY: 1,
}
