import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'
import { questions } from './support/trace-plans.ts'

describe('how SQLite draws charts of traces', () => {
  const app = appOfSuite()
  before(async () => {
    await exportSpans(app.api, otlpSpan({ traceId: newTraceId(), values: chatValues }))
  })

  it('reads rows of traces, and spans by a covering index, never their documents', async () => {
    for (const [what, query] of questions(app)) {
      const plan = { ...query, sql: `explain query plan ${query.sql}` }
      const rows = (await app.context.store.timedQuery(plan, 10_000)) as unknown as { detail: string }[]
      const steps = rows.map(({ detail }) => detail)
      const tables = steps.filter((step) =>
        /^(SEARCH|SCAN) (t|s|p|q|r|x|g|traces|spans|requests)\b/.test(step),
      )
      assert.ok(tables.length > 0)
      for (const step of tables) {
        assert.match(step, /^SEARCH /, `${what}: ${step}\n${steps.join('\n')}`)
        if (/ [sp] USING/.test(step)) assert.match(step, /COVERING INDEX/, `${what}: ${step}`)
      }
      for (const step of steps.filter((step) => /^SEARCH q /.test(step)))
        assert.match(step, /requests_by_span_id \(workspace_id=\? AND span_id=\?\)/, `${what}: ${step}`)
      for (const step of steps.filter((step) => /^SEARCH s /.test(step)))
        assert.match(step, /COVERING INDEX spans_by_(parent|start)/, `${what}: ${step}`)
    }
  })

  it('finds traces by their start by index, and traces with a span of a time by the spans', async () => {
    const finds = {
      1: /traces_by_start \(workspace_id=\? AND started_at>/,
      5: /spans_by_time \(workspace_id=\? AND started_at>/,
    }
    for (const [index, found] of Object.entries(finds)) {
      const [what, query] = questions(app)[Number(index)]!
      const plan = { ...query, sql: `explain query plan ${query.sql}` }
      const rows = (await app.context.store.timedQuery(plan, 10_000)) as unknown as { detail: string }[]
      assert.ok(
        rows.some(({ detail }) => found.test(detail)),
        what,
      )
    }
  })
})
