import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { sqlitePlan } from '../kit/query-plan.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'
import { chartQueries, countByDayQuery } from './support/trace-plans.ts'

describe('plans of charts of traces on SQLite', () => {
  const app = appOfSuite()
  before(async () => {
    await exportSpans(app.api, otlpSpan({ traceId: newTraceId(), values: chatValues }))
  })

  it('read traces by an index, and spans by a covering index without their documents', async () => {
    for (const [chart, query] of chartQueries(app)) {
      const steps = await sqlitePlan(app.context.store, query)
      const tables = steps.filter((step) =>
        /^(SEARCH|SCAN) (t|s|p|q|r|x|g|traces|spans|requests)\b/.test(step),
      )
      assert.ok(tables.length > 0)
      for (const step of tables) {
        assert.match(step, /^SEARCH /, `${chart}: ${step}\n${steps.join('\n')}`)
        if (/ [sp] USING/.test(step)) assert.match(step, /COVERING INDEX/, `${chart}: ${step}`)
      }
      for (const step of steps.filter((step) => /^SEARCH q /.test(step)))
        assert.match(step, /requests_by_span_id \(workspace_id=\? AND span_id=\?\)/, `${chart}: ${step}`)
      for (const step of steps.filter((step) => /^SEARCH s /.test(step)))
        assert.match(step, /COVERING INDEX spans_by_(parent|start)/, `${chart}: ${step}`)
    }
  })

  it('count traces of lists by an index alone, those of sessions and users too', async () => {
    const recently = { field: 'trace_start_time', operator: 'after', value: '2026-11-20' }
    const ofGroup = (field: string) => ({ field, operator: 'is_not_null' })
    for (const [filters, index] of [
      [[], 'traces_by_start'],
      [[recently], 'traces_by_start'],
      [[ofGroup('trace_session_id')], 'traces_by_session'],
      [[ofGroup('trace_user_id')], 'traces_by_user'],
    ] as const) {
      const steps = await sqlitePlan(app.context.store, countByDayQuery(app, ...filters))
      assert.ok(
        steps.some((step) => step.includes(`USING COVERING INDEX ${index}`)),
        `${index}: ${steps.join('\n')}`,
      )
    }
  })

  it('find traces by an index of their start, and traces with a span of a time by an index of spans', async () => {
    const stepOfQuery = {
      1: /traces_by_start \(workspace_id=\? AND started_at>/,
      5: /spans_by_time \(workspace_id=\? AND started_at>/,
    }
    for (const [index, expected] of Object.entries(stepOfQuery)) {
      const [chart, query] = chartQueries(app)[Number(index)]!
      const steps = await sqlitePlan(app.context.store, query)
      assert.ok(
        steps.some((step) => expected.test(step)),
        chart,
      )
    }
  })
})
