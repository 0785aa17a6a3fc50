import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { postgresPlan } from '../kit/query-plan.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'
import { chartQueries } from './support/trace-plans.ts'

describe('plans of charts of traces on PostgreSQL', () => {
  const app = appOfSuite()
  before(async () => {
    await exportSpans(app.api, otlpSpan({ traceId: newTraceId(), values: chatValues }))
  })

  it('read traces, spans and requests by their indexes', async () => {
    for (const [chart, query] of chartQueries(app)) {
      const plan = await postgresPlan(app.context.store, query)
      assert.doesNotMatch(plan, /Seq Scan/, `${chart}\n${plan}`)
      assert.match(plan, /Index.* using (spans|traces)_/, chart)
    }
  })
})
