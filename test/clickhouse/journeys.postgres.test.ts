import assert from 'node:assert/strict'
import { after } from 'node:test'
import { attachBodyStorage, bodyStorageOf, moveBodies } from '../../src/server/bodies/index.ts'
import { openLogCopy, readFrom } from '../../src/server/clickhouse-copy/copy-tools.ts'
import { FakeS3 } from '../bodies/fake-s3.ts'
import { addToApps } from '../kit/app.ts'
import { startClickHouse } from './start-clickhouse.ts'

/** The journeys of the log over PostgreSQL, searched in ClickHouse, with its bodies in object storage. */

const clickhouse = await startClickHouse()
const s3 = await FakeS3.start()

addToApps(async ({ store }) => {
  const copy = openLogCopy(store, await clickhouse.newDatabase(), 0)
  await copy.prepare()
  await copy.clickhouse.migrate()
  await readFrom(copy, 'clickhouse')
  attachBodyStorage(store, s3.settings())
  const stopping = new AbortController()
  const moving = moveBodies(store, stopping.signal, Date.now)
  return async () => {
    stopping.abort()
    await moving
    assert.deepEqual([(await copy.status()).fallbacks, bodyStorageOf(store)!.problem], [0, null])
    await copy.stop()
    await bodyStorageOf(store)!.objects.close()
  }
})

for (const journey of [
  'log-request',
  'request-search',
  'request-analytics',
  'request-export',
  'import-request-logs',
  'retention',
  'tracking',
  'equal-span-ids',
])
  await import(`../journeys/${journey}.test.ts`)

after(async () => {
  await clickhouse.stop()
  await s3.close()
})
