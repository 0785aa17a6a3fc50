import { limits } from './limits.ts'
import { send } from './pipe.ts'
import { loadPython, readPrelude } from './pyodide-engine.ts'

/** Starts Python, does its imports, prints the snapshot of its memory and exits. */
const python = await loadPython(null)
python.runPython(readPrelude())
const snapshot = python.makeMemorySnapshot()
if (snapshot.length > limits.snapshot) throw new Error('The snapshot is larger than the server accepts.')
send({ kind: 'ready' }, snapshot)
process.exit(0)
