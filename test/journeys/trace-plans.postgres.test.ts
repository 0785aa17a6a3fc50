import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { CompiledQuery } from 'kysely'
import { endpoints } from '../../src/contract/index.ts'
import type { WorkspaceId } from '../../src/server/http/caller.ts'
import { postingsOf } from '../../src/server/traces/analytics/posting-queries.ts'
import { tracePageQuery } from '../../src/server/traces/list/list-queries.ts'
import { traceQuery } from '../../src/server/traces/list/trace-query.ts'
import { knownSpans } from '../../src/server/traces/queries.ts'
import { appOfSuite } from '../kit/app.ts'
import { questions } from './support/trace-plans.ts'

describe('how PostgreSQL finds spans once it has seen traces of one span each', () => {
  const app = appOfSuite()
  let workspace: WorkspaceId
  before(async () => {
    const { id, api } = await app.newWorkspace()
    workspace = id as WorkspaceId
    const [example] = endpoints.createSpans.example.body!.spans
    const spans = Array.from({ length: 900 }, (_, place) => ({
      ...example,
      context: { ...example!.context, trace_id: `trace ${place}`, span_id: `span ${place}` },
    }))
    assert.equal((await api.post('/spans-bulk', { spans })).status, 201)
    await app.context.store.db.executeQuery(CompiledQuery.raw('analyze spans'))
  })

  const planOf = async ({ sql, parameters }: CompiledQuery) =>
    app.context.store.transact(async (tx) => {
      // The planner would scan this few rows.
      for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
        await tx.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`))
      const { rows } = await tx.executeQuery(CompiledQuery.raw(`explain ${sql}`, [...parameters]))
      return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n')
    })

  it('looks up stored spans by their ids, not by scanning their trace', async () => {
    for (const several of [2, 500]) {
      const keys = Array.from({ length: several }, (_, place) => ({ traceId: 'trace', spanId: `${place}` }))
      const plan = await planOf(knownSpans(app.context.store.db, workspace, keys).compile())
      assert.match(plan, /Index Cond: .*\bspan_id = /, plan)
    }
  })

  it('tests facets trace by trace, without joining lists', async () => {
    const plan = (value: string) => ({ field: 'metadata', operator: 'key_equals', nested_key: 'plan', value })
    const tool = { field: 'trace_tool_names', operator: 'contains', value: 'search' }
    const filter_group = { filters: [plan('team'), tool] }
    const query = traceQuery(app.context.store, workspace, { filter_group }, { now: 0 })
    const [posting] = postingsOf(query.filter)
    const page = { after: null, offset: 0, limit: 26 }
    const found = await planOf(tracePageQuery(query, { by: 'facet', posting: posting!, isFew: false }, page))
    assert.match(found, /SubPlan/, found)
    assert.doesNotMatch(found, /Semi Join|Merge Join|Materialize|Join Filter/, found)
  })

  it('goes from a span to its children, not through their whole trace', async () => {
    const [, depths] = questions(app, workspace).find(([what]) => what.startsWith('depths'))!
    const plan = await planOf(depths)
    assert.match(plan, /Index Cond: .*parent_span_id = /, plan)
  })
})
