import { existsSync } from 'node:fs'
import { join } from 'node:path'

const node24 = join(import.meta.dirname, '../../.cache/node-24/node_modules/node/bin/node')

/** Versions of Node that the package must work on: this one, and Node 24 if `.ci/run` installed it. */
export const nodes = [process.execPath, ...(existsSync(node24) ? [node24] : [])]
