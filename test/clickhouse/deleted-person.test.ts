import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportSpans, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { endedDeletion } from '../journeys/support/person-deletion.ts'
import { log } from '../journeys/support/requests.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { until } from '../kit/until.ts'
import { startCopiedApp } from './copied-app.ts'

describe('a deletion of a person, in ClickHouse', () => {
  const copied = ofSuite(startCopiedApp)

  /** The rows in ClickHouse's active parts, with the rows that are only marked as deleted. */
  const rowsInFiles = async (table: string): Promise<number> => {
    const [row] = await copied.copy.clickhouse.rows<{ rows: number }>(
      `select sum(rows) as rows from system.parts
        where database = currentDatabase() and table = '${table}' and active and name not like 'patch%'`,
    )
    return row!.rows
  }

  it('removes the deleted requests and traces from the files, and waits while ClickHouse cannot be reached', async () => {
    const { app, copy, server } = copied
    for (let index = 0; index < 5; index++) await log(app.api, { metadata: { user_id: 'zaphod77' } })
    await log(app.api, { metadata: { user_id: 'arthur' } })
    await copy.flush(60_000)
    assert.equal(await rowsInFiles('requests'), 6)
    const path = '/api/public/v2/person-deletions'
    const { body } = await app.api.post(path, { identifiers: ['zaphod77'] })
    const receipt = await endedDeletion(app.api, body.person_deletion.id)
    assert.deepEqual([receipt.state, receipt.deleted.requests], ['done', 5])
    await until(
      () => rowsInFiles('requests'),
      (rows) => rows === 1,
    )
    assert.equal((await copy.status()).pending, 0)

    const traceId = newTraceId()
    for (const [id, user] of [
      [traceId, 'trillian'],
      [newTraceId(), 'arthur'],
    ] as const)
      await exportSpans(app.api, otlpSpan({ traceId: id, values: { 'user.id': user } }))
    await copy.flush(60_000)
    assert.equal(await rowsInFiles('traces'), 2)
    const traceDeletion = (await app.api.post(path, { identifiers: ['trillian'] })).body.person_deletion
    assert.equal((await endedDeletion(app.api, traceDeletion.id)).deleted.traces, 1)
    await until(
      () => rowsInFiles('traces'),
      (rows) => rows === 1,
    )

    await server.fault({ gateway: true })
    await log(app.api)
    assert.equal(await copy.eraseDeleted(), false)
    await server.fault({})
    assert.equal(await copy.eraseDeleted(), true)
  })
})
