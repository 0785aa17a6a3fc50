import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, errorBodies } from '../../src/contract/index.ts'
import { createApp, createWorker } from '../../src/server/app.ts'
import { type Config, readConfig } from '../../src/server/config/config.ts'
import type { Context } from '../../src/server/context.ts'
import { migrate } from '../../src/server/db/index.ts'
import { hardenBuiltIns } from '../../src/server/hardened-built-ins.ts'
import type { JobWorker } from '../../src/server/jobs/index.ts'
import { openContext } from '../../src/server/open-context.ts'
import { createWorkspace } from '../../src/server/workspaces/index.ts'
import { type Api, apiOf } from './api.ts'
import { freshPostgresDatabase, testEngine } from './engine.ts'
import { copyMigratedFile, migratedDatabase } from './migrated.ts'
import { ofSuite } from './of-suite.ts'
import { shareSandboxFolder } from './sandbox-folder.ts'

export interface TestApp {
  readonly baseUrl: string
  readonly context: Context
  readonly worker: JobWorker | null
  /** The key of the first workspace. */
  readonly key: string
  readonly api: Api
  /** Creates another workspace, with a client of its own. */
  newWorkspace(name?: string): Promise<{ id: number; key: string; api: Api }>
  close(): Promise<void>
}

/**
 * Adds a part to each app, such as a copy of its log. The returned function ends the part before the storage
 * is closed.
 */
export type AppPart = (context: Context) => Promise<() => Promise<void>>

const parts: AppPart[] = []

export const addToApps = (part: AppPart): void => {
  parts.push(part)
}

/** Starts the real app over fresh storage of the engine under test, listening on loopback. */
export async function startApp(
  overrides: Partial<Context> = {},
  settings: Partial<Config> = {},
  inspect: typeof checkAnswer | null = checkAnswer,
): Promise<TestApp> {
  hardenBuiltIns()
  const { config: fresh, drop } = await migratedStorage()
  const config = { ...fresh, ...settings }
  await migrate(config)
  const context = await openContext(config, overrides)
  const endParts = await Promise.all(parts.map((part) => part(context)))
  const worker = config.role === 'api' ? null : createWorker(context)
  const app = createApp(context, { ...(inspect && { inspect }), worker })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const newWorkspace = async (name = 'a workspace') => {
    const { workspaceId, key } = await createWorkspace(context.store, { name, now: Date.now() })
    return { id: workspaceId, key, api: apiOf(baseUrl, key) }
  }
  const { key, api } = await newWorkspace('first workspace')
  return {
    baseUrl,
    context,
    worker,
    key,
    api,
    newWorkspace,
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await worker?.stop()
      for (const endPart of endParts) await endPart()
      await context.models.close()
      await context.guardedFetch.close()
      await context.sandbox.close()
      await context.modelSlots.close()
      context.answers.close()
      await context.store.close()
      await drop()
    },
  }
}

/** Starts an app before the tests of the suite and closes it after them. */
export const appOfSuite = (...settings: Parameters<typeof startApp>): TestApp =>
  ofSuite(() => startApp(...settings))

export interface TestStorage {
  readonly config: Config
  drop(): Promise<void>
}

/** Creates an empty database of the engine under test, with the settings for it. */
export const freshStorage = (): Promise<TestStorage> => storageFrom(undefined)

/** As `freshStorage`, after all migrations; copied from the test run's template if there is one. */
export async function migratedStorage(): Promise<TestStorage> {
  const storage = await storageFrom(migratedDatabase())
  if (!storage.config.databaseUrl) copyMigratedFile(storage.config.folder)
  return storage
}

async function storageFrom(original: string | undefined): Promise<TestStorage> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-test-'))
  shareSandboxFolder(folder)
  const database = testEngine() === 'postgres' ? await freshPostgresDatabase(original) : null
  const config = readConfig({ GALLEY_DATA: folder, DATABASE_URL: database?.url, GALLEY_LOG_LEVEL: 'error' })
  return {
    config,
    async drop() {
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Parses every answer by its schema before it is sent. An undeclared status or shape fails the test. */
function checkAnswer(endpoint: Endpoint, status: number, text: string) {
  const schema = status in endpoint.success ? endpoint.success[status] : errorBodies[endpoint.errors[status]!]
  assert.ok(schema, `${endpoint.id} answered ${status}, which it does not declare: ${text.slice(0, 500)}`)
  const result = schema.safeParse(JSON.parse(text))
  assert.ok(
    result.success,
    `${endpoint.id} answered ${status} in a shape it does not declare: ${result.error}`,
  )
}
