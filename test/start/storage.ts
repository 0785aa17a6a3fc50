import type { TestContext } from 'node:test'
import type { Config } from '../../src/server/config/config.ts'
import { freshStorage, migratedStorage, type TestStorage } from '../kit/app.ts'
import type { Environment } from './galley-process.ts'

export interface Home {
  readonly config: Config
  /** The environment of a process that uses this storage. */
  readonly environment: Environment
}

type Ended = Pick<TestContext, 'after'>

/** Makes empty storage of the engine under test, deleted when the test ends. */
export const freshHome = (context: Ended): Promise<Home> => homeIn(context, freshStorage())

/** As `freshHome`, after all migrations, which take half of the first start. */
export const migratedHome = (context: Ended): Promise<Home> => homeIn(context, migratedStorage())

async function homeIn(context: Ended, storage: Promise<TestStorage>): Promise<Home> {
  const { config, drop } = await storage
  context.after(drop)
  const environment = {
    GALLEY_DATA: config.folder,
    ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
  }
  return { config, environment }
}
