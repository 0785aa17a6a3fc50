/** The copy of the log in ClickHouse: requests, and rows of traces. This room is loaded only if CLICKHOUSE_URL is set. */

import type { ClickHouseConfig } from '../../clickhouse-config.ts'
import type { Store } from '../../db/index.ts'
import { setCopyOf } from '../search/log-copies.ts'
import { ClickHouse } from './client.ts'
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
