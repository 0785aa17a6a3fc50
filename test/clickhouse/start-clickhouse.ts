import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClickHouse } from '../../src/server/clickhouse-copy/copy-tools.ts'
import { type ClickHouseConfig, readClickHouse } from '../../src/server/config/clickhouse-config.ts'

export interface Faults {
  /** Milliseconds before each answer. */
  readonly delay?: number
  /** True to end connections in the middle of an answer. */
  readonly cut?: boolean
  /** True to end each answer after half of its bytes, as if it were complete. */
  readonly half?: boolean
  /** True to answer no query until the next call of `fault`. */
  readonly hang?: boolean
  /** True to answer as a proxy that cannot reach ClickHouse. */
  readonly gateway?: boolean
  /** True to refuse inserts, as with a full disk. */
  readonly full?: boolean
  /** Number of inserts that are stored but not answered. */
  readonly failInserts?: number
  /** The password that is valid from now on. */
  readonly password?: string
}

interface Counts {
  readonly received: number
  readonly inserts: number
  readonly queries: number
}

export interface ClickHouseServer {
  readonly config: ClickHouseConfig
  /** Creates a database and returns its settings. */
  newDatabase(): Promise<ClickHouseConfig>
  /** Sets the faults from now on. Returns the number of calls and of statements since the last call. */
  fault(faults: Faults): Promise<Counts>
  stop(): Promise<void>
}

/** Starts the bridge to ClickHouse's embedded build, or to the server of CLICKHOUSE_TEST_URL, in a process of its own. */
export async function startClickHouse(): Promise<ClickHouseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-clickhouse-'))
  const bridge: ChildProcess = fork(join(import.meta.dirname, 'bridge.mjs'), [folder], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [port] = (await once(bridge.stdout!, 'data')) as [Buffer]
  const host = `127.0.0.1:${Number(port.toString())}`
  const config = readClickHouse({ CLICKHOUSE_URL: `http://galley:a%20secret%20p%40ss@${host}` })!
  return {
    config,
    async newDatabase() {
      const database = `galley_test_${randomBytes(8).toString('hex')}`
      const client = new ClickHouse(config)
      await client.command(`create database ${database}`)
      await client.close()
      return { ...config, database }
    },
    async fault(faults) {
      const reply = await fetch(`http://${host}/fault`, { method: 'POST', body: JSON.stringify(faults) })
      return (await reply.json()) as Counts
    },
    async stop() {
      const stopped = once(bridge, 'exit')
      bridge.kill()
      await stopped
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
