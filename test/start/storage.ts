import type { TestContext } from 'node:test'
import type { Config } from '../../src/server/config.ts'
import { freshStorage } from '../kit/app.ts'
import type { Environment } from './galley-process.ts'

export interface Home {
  readonly config: Config
  /** The environment of a process for this storage. */
  readonly environment: Environment
}

/** Empty storage of the engine under test, deleted when the test ends. */
export async function freshHome(context: Pick<TestContext, 'after'>): Promise<Home> {
  const { config, drop } = await freshStorage()
  context.after(drop)
  const environment = {
    GALLEY_DATA: config.folder,
    ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
  }
  return { config, environment }
}
