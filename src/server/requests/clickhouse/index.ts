/** The copy of the request log in ClickHouse. Loaded only where CLICKHOUSE_URL is set. */

import type { ClickHouseConfig } from '../../clickhouse-config.ts'
import type { Store } from '../../db/index.ts'
import { setCopyOf } from '../search/log-copies.ts'
import { ClickHouse } from './client.ts'
import { LogCopy } from './log-copy.ts'

export { ClickHouse, ClickHouseUnavailableError } from './client.ts'
export { endCopy, LogCopy } from './log-copy.ts'

/** Opens the copy of a store's log: from now on changes are noted for it, and searches may read it. */
export async function openLogCopy(
  store: Store,
  config: ClickHouseConfig,
  now?: () => number,
): Promise<LogCopy> {
  const copy = new LogCopy(store, new ClickHouse(config), now)
  await copy.prepare()
  setCopyOf(store, copy)
  return copy
}
