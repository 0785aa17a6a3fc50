import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** True if ClickHouse's embedded build is installed, or CLICKHOUSE_TEST_URL names a server. */
export const installedClickHouse = (): boolean =>
  process.env['CLICKHOUSE_TEST_URL'] !== undefined ||
  existsSync(join(import.meta.dirname, 'node_modules/chdb'))
