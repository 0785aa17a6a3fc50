import { createRequire } from 'node:module'
import { join } from 'node:path'

const load = createRequire(import.meta.url)
// All chunks of the server are directly in this folder.
const library = import.meta.dirname
const runner = join(library, 'runner')

/** Paths of the files of src/server/program-paths.ts in the npm package. */
export const manifestFile = join(library, '../package.json')
export const webFolder = join(library, '../web')
export const helpFolder = join(library, '../help')
export const migrationsFolder = join(library, 'migrations')
export const shippedSnapshots = join(library, 'snapshots')
export const apiReferenceFolder = (): string => join(library, 'api-reference')

export const threads = {
  checkpoint: join(library, 'checkpoint-thread.js'),
  reader: join(library, 'reader-thread.js'),
  writer: join(library, 'writer-thread.js'),
  priceList: join(library, 'read-list-thread.js'),
  readLog: join(library, 'read-log-thread.js'),
}

export const spawnerProgram = join(library, 'spawner-program.js')

export const runners = {
  folder: runner,
  javascript: join(runner, 'javascript.js'),
  python: join(runner, 'python.js'),
  makeSnapshot: join(runner, 'make-snapshot.js'),
  probe: join(runner, 'probe.js'),
  ofSnapshot: ['standard-library.py', 'prelude.py', 'make-snapshot.js'].map((name) => join(runner, name)),
}

export const loadOpenAi = (): typeof import('openai') => load('./openai.cjs') as typeof import('openai')
export const loadUndici = (): typeof import('undici') => load('./undici.cjs') as typeof import('undici')
