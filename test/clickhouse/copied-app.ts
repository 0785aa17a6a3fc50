import { ClickHouse, LogCopy, openLogCopy, readFrom } from '../../src/server/clickhouse-copy/copy-tools.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { type ClickHouseServer, startClickHouse } from './start-clickhouse.ts'

export interface CopiedApp {
  readonly app: TestApp
  readonly server: ClickHouseServer
  readonly copy: LogCopy
  /** The copy of another process; the test must stop it. */
  another(lease?: number): LogCopy
  close(): Promise<void>
}

/**
 * Starts an app whose searches read ClickHouse. Only searches copy changes, so that each test decides when.
 */
export async function startCopiedApp(): Promise<CopiedApp> {
  const server = await startClickHouse()
  const app = await startApp()
  const copy = openLogCopy(app.context.store, server.config, 0)
  await copy.prepare()
  await copy.clickhouse.migrate()
  await readFrom(copy, 'clickhouse')
  return {
    app,
    server,
    copy,
    another: (lease) => new LogCopy(app.context.store, new ClickHouse(server.config), lease),
    async close() {
      await copy.stop()
      await app.close()
      await server.stop()
    },
  }
}
