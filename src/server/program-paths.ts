import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const load = createRequire(import.meta.url)
const server = import.meta.dirname
const root = join(server, '../..')
const runner = join(server, 'edge/sandbox/runner')

/** Locations of files in a clone. `npm run package` replaces this module with scripts/package/program-paths.ts. */
export const manifestFile = join(root, 'package.json')
export const webFolder = join(root, 'dist/web')
export const helpFolder = join(root, 'dist/help')
export const migrationsFolder = join(server, 'db/migrations')
/** The folder of the Python snapshot in the container image; a clone and the npm package have none. */
export const shippedSnapshots = join(root, 'build/snapshots')

/** Resolved on first use, because the threads load this module too. */
export const apiReferenceFolder = (): string => dirname(load.resolve('swagger-ui-dist/package.json'))

export const threads = {
  checkpoint: join(server, 'db/sqlite/checkpoint-thread.ts'),
  reader: join(server, 'db/sqlite/reader-thread.ts'),
  writer: join(server, 'db/sqlite/writer-thread.ts'),
  priceList: join(server, 'prices/read-list-thread.ts'),
  readLog: join(server, 'requests/large-logs/read-log-thread.ts'),
}

/** The program of the process that spawns the sandbox processes. */
export const spawnerProgram = join(server, 'edge/sandbox/spawner/spawner-program.ts')

/** Programs of the sandbox processes. Of Galley's files, these processes may read only `folder`. */
export const runners = {
  folder: runner,
  javascript: join(runner, 'javascript.ts'),
  python: join(runner, 'python.ts'),
  makeSnapshot: join(runner, 'make-snapshot.ts'),
  probe: join(runner, 'probe.ts'),
  /** The files that a Python snapshot is made from; it is valid until one of them changes. */
  snapshotSources: ['standard-library.py', 'prelude.py', 'pyodide-engine.ts', 'make-snapshot.ts'].map(
    (name) => join(runner, name),
  ),
}

/** Loaded at the first call. Loading CommonJS blocks half as long as loading modules. */
export const loadOpenAi = (): typeof import('openai') => load('openai') as typeof import('openai')
/** Loaded on first use, because it takes 26 MB. */
export const loadUndici = (): typeof import('undici') => load('undici') as typeof import('undici')
