import { Refusal } from '../../engine/refusal.ts'
import { copyTools } from '../clickhouse-copy/index.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Store } from '../db/index.ts'

export type LogCommand = 'log status' | 'log backfill' | 'log verify' | 'log read-from' | 'log stop'

interface Outcome {
  /** False if the command found a difference. */
  readonly isPassed: boolean
  readonly report: object
}

/** Creates the tables of ClickHouse if a copy is configured. */
export async function migrateCopy({ clickhouse }: Config): Promise<object> {
  if (!clickhouse) return {}
  const { ClickHouse } = await copyTools()
  const client = new ClickHouse(clickhouse)
  try {
    return { clickhouse: await client.migrate() }
  } finally {
    await client.close()
  }
}

/** Runs a command about the copy of the log in ClickHouse. */
export async function runLogCommand(
  store: Store,
  { clickhouse }: Config,
  command: LogCommand,
  argument: string,
): Promise<Outcome> {
  try {
    return await runOnCopy(store, clickhouse, command, argument)
  } catch (error) {
    // For this error, prints the message without the stack.
    if (error instanceof Error && error.name === 'ClickHouseUnavailableError')
      throw new ConfigError(error.message)
    throw error
  }
}

async function runOnCopy(
  store: Store,
  clickhouse: Config['clickhouse'],
  command: LogCommand,
  argument: string,
): Promise<Outcome> {
  const { backfill, describe, endCopy, openLogCopy, readFrom, verify } = await copyTools()
  if (command === 'log stop') {
    await endCopy(store)
    return { isPassed: true, report: { state: 'off', read_from: 'database' } }
  }
  if (!clickhouse) throw new ConfigError('Set CLICKHOUSE_URL; docs/clickhouse.md says how.')
  const copy = openLogCopy(store, clickhouse)
  try {
    switch (command) {
      case 'log status':
        return { isPassed: true, report: await describe(copy) }
      case 'log backfill':
        await copy.clickhouse.migrate()
        await copy.prepare()
        return { isPassed: true, report: await backfill(copy, (line) => console.error(line)) }
      case 'log verify': {
        const report = await verify(copy)
        return { isPassed: report.differences.length === 0, report }
      }
      default:
        if (argument !== 'clickhouse' && argument !== 'database')
          throw new Refusal('bad_request', 'log read-from needs clickhouse or database.')
        return { isPassed: true, report: await readFrom(copy, argument) }
    }
  } finally {
    await copy.stop()
  }
}
