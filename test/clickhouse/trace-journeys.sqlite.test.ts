import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openLogCopy, readFrom } from '../../src/server/clickhouse-copy/copy-tools.ts'
import { addToApps } from '../kit/app.ts'
import { startClickHouse } from './start-clickhouse.ts'

/** The journeys of traces, whose lists, groups and charts ClickHouse answers. */

const clickhouse = await startClickHouse()

addToApps(async ({ store }) => {
  const copy = openLogCopy(store, await clickhouse.newDatabase(), 0)
  await copy.prepare()
  await copy.clickhouse.migrate()
  await readFrom(copy, 'clickhouse')
  return async () => {
    const { fallbacks, traces } = await copy.status()
    assert.deepEqual([fallbacks, traces.fallbacks, traces.problem], [0, 0, null])
    await copy.stop()
  }
})

for (const journey of [
  'identity-of-requests',
  'late-traces',
  'trace-analytics.property',
  'trace-analytics',
  'trace-exports',
  'trace-search',
  'traces',
  'traces-by-score',
  'sessions-and-users',
])
  await import(`../journeys/${journey}.test.ts`)

after(() => clickhouse.stop())
