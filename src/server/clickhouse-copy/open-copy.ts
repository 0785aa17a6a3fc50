import type { ClickHouseConfig } from '../config/clickhouse-config.ts'
import type { Store } from '../db/index.ts'
import type { ReadableCopy } from './copies.ts'

/** A copy of the log that is kept up to date. */
export interface UpdatedCopy extends ReadableCopy {
  start(report: (error: unknown) => void): void
  stop(): Promise<void>
}

/** Opens the copy of the log in ClickHouse. Its code is loaded only if there is a copy. */
export async function openCopy(store: Store, config: ClickHouseConfig | null): Promise<UpdatedCopy | null> {
  if (!config) return null
  const { openLogCopy } = await copyTools()
  const copy = openLogCopy(store, config)
  await copy.prepare()
  return copy
}

/** Functions for commands about the copy, loaded on demand. */
export const copyTools = () => import('./copy-tools.ts')

/** True if triggers write changes into the outbox for a copy. */
export async function isCopied({ db }: Pick<Store, 'db'>): Promise<boolean> {
  const requests = await db.selectFrom('log_copy').select('state').executeTakeFirstOrThrow()
  const traces = await db.selectFrom('trace_copy').select('state').executeTakeFirstOrThrow()
  return requests.state !== 'off' || traces.state !== 'off'
}
