import { type Postgres, startPostgres } from './postgres.ts'
import { createDatabase, dropDatabase } from './test-databases.ts'

export type Engine = 'sqlite' | 'postgres'

export function testEngine(): Engine {
  const engine = process.env['GALLEY_TEST_ENGINE'] ?? 'sqlite'
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new Error(`GALLEY_TEST_ENGINE=${engine} is no engine`)
  return engine
}

/** Creates an empty database, or a copy of the named one. */
export async function freshPostgresDatabase(
  original?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await sharedServer()
  const { name, url } = await createDatabase(server.url, server.prefix, original)
  return { url, drop: () => dropDatabase(server.url, name) }
}

let ownServer: Promise<Postgres> | undefined

/** The PostgreSQL of the test run. A file that is run by hand starts its own. */
async function sharedServer(): Promise<Pick<Postgres, 'url' | 'prefix'>> {
  const { GALLEY_TEST_POSTGRES: url, GALLEY_TEST_DATABASE_PREFIX: prefix } = process.env
  if (url) return { url, prefix: prefix ?? 'galley_test_' }
  ownServer ??= startPostgres()
  return ownServer
}
