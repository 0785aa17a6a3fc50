import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'
import { questions } from './support/trace-plans.ts'

describe('how SQLite draws charts of traces', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
    await exportSpans(app.api, otlpSpan({ traceId: newTraceId(), values: chatValues }))
  })
  after(() => app.close())

  it('reads spans by an index that has all that is asked, never their documents', async () => {
    for (const [what, query] of questions(app)) {
      const plan = { ...query, sql: `explain query plan ${query.sql}` }
      const rows = (await app.context.store.timedQuery(plan, 10_000)) as unknown as { detail: string }[]
      const steps = rows.map(({ detail }) => detail)
      const tables = steps.filter((step) => /^(SEARCH|SCAN) (c|s|p|n|q|r|traces|spans|requests)\b/.test(step))
      assert.ok(tables.length > 0)
      for (const step of tables) {
        const isOfQuery = /^SCAN (c|r)$/.test(step)
        assert.ok(isOfQuery || /^SEARCH /.test(step), `${what}: ${step}\n${steps.join('\n')}`)
        if (/ [spn] USING/.test(step))
          assert.match(step, /COVERING INDEX|spans_by_id|spans_by_start/, `${what}: ${step}`)
      }
      for (const step of steps.filter((each) => /^SEARCH q /.test(each)))
        assert.match(step, /requests_by_span_id \(workspace_id=\? AND span_id=\?\)/, `${what}: ${step}`)
      for (const step of steps.filter((each) => /^SEARCH s /.test(each)))
        assert.match(step, /COVERING INDEX spans_by_parent/, `${what}: ${step}`)
    }
  })

  it('finds traces of a time by the times of their spans', async () => {
    const [, query] = questions(app)[1]!
    const plan = { ...query, sql: `explain query plan ${query.sql}` }
    const rows = (await app.context.store.timedQuery(plan, 10_000)) as unknown as { detail: string }[]
    assert.ok(rows.some(({ detail }) => /spans_by_time \(workspace_id=\? AND started_at>/.test(detail)))
  })
})
