import type { ClickHouseConfig } from '../config/clickhouse-config.ts'
import type { Store } from '../db/index.ts'
import { ClickHouse } from './client.ts'
import { setCopyOf } from './copies.ts'
import { LogCopy } from './log-copy.ts'

export { ClickHouse } from './client.ts'
export { endCopy, LogCopy } from './log-copy.ts'
export { backfill, describe, readFrom, verify } from './operate.ts'

/** Opens the copy of a store's log for searches. After `prepare`, changes are recorded for the copy. */
export function openLogCopy(store: Store, config: ClickHouseConfig, lease?: number): LogCopy {
  const copy = new LogCopy(store, new ClickHouse(config), lease)
  setCopyOf(store, copy)
  return copy
}
