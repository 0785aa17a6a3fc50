import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** True if ClickHouse's embedded build is installed. */
export const installedClickHouse = (): boolean => existsSync(join(import.meta.dirname, 'node_modules/chdb'))
