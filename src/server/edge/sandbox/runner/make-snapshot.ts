import { limits } from './limits.ts'
import { send } from './pipe.ts'
import { loadPython, readPrelude } from './pyodide-engine.ts'

/** Prints the memory snapshot of a Python with its imports done, and exits. */
const python = await loadPython(null)
python.runPython(readPrelude())
const snapshot = python.makeMemorySnapshot()
if (snapshot.length > limits.snapshot) throw new Error('The snapshot is larger than the server accepts.')
send({ kind: 'ready' }, snapshot)
process.exit(0)
