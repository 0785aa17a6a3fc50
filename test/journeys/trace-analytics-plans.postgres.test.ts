import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { CompiledQuery } from 'kysely'
import { appOfSuite } from '../kit/app.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'
import { questions } from './support/trace-plans.ts'

describe('how PostgreSQL draws charts of traces', () => {
  const app = appOfSuite()
  before(async () => {
    await exportSpans(app.api, otlpSpan({ traceId: newTraceId(), values: chatValues }))
  })

  it('reads traces, spans and requests by their indexes', async () => {
    for (const [what, { sql, parameters }] of questions(app)) {
      const plan = await app.context.store.transact(async (tx) => {
        // The planner would scan one row for every query.
        await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
        const { rows } = await tx.executeQuery(CompiledQuery.raw(`explain ${sql}`, [...parameters]))
        return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n')
      })
      assert.doesNotMatch(plan, /Seq Scan/, `${what}\n${plan}`)
      assert.match(plan, /Index.* using (spans|traces)_/, what)
    }
  })
})
