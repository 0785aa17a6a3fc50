import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { CompiledQuery } from 'kysely'
import { endpoints } from '../../src/contract/index.ts'
import { postingsOf } from '../../src/server/traces/analytics/posting-queries.ts'
import { groupSumsQuery } from '../../src/server/traces/groups/group-queries.ts'
import { nearTracesQuery, tracePageQuery } from '../../src/server/traces/list/list-queries.ts'
import { traceQuery } from '../../src/server/traces/list/trace-query.ts'
import { knownSpans } from '../../src/server/traces/queries.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { postgresPlan } from '../kit/query-plan.ts'
import { chartQueries } from './support/trace-plans.ts'

describe('plans for spans on PostgreSQL after statistics of traces with one span each', () => {
  const app = appOfSuite()
  let workspace: WorkspaceId
  before(async () => {
    const { id, api } = await app.newWorkspace()
    workspace = id as WorkspaceId
    const [example] = endpoints.createSpans.example.body!.spans
    const spans = Array.from({ length: 900 }, (_, index) => ({
      ...example,
      context: { ...example!.context, trace_id: `trace ${index}`, span_id: `span ${index}` },
    }))
    assert.equal((await api.post('/spans-bulk', { spans })).status, 201)
    await app.context.store.db.executeQuery(CompiledQuery.raw('analyze spans'))
  })

  /** The plan as it is for tables with many rows. */
  const planOf = (query: CompiledQuery) =>
    postgresPlan(app.context.store, query, ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])

  it('look up stored spans by their ids, not by scanning their trace', async () => {
    for (const count of [2, 500]) {
      const keys = Array.from({ length: count }, (_, index) => ({ traceId: 'trace', spanId: `${index}` }))
      const plan = await planOf(knownSpans(app.context.store.db, workspace, keys).compile())
      assert.match(plan, /Index Cond: .*\bspan_id = /, plan)
    }
  })

  it('test facets trace by trace, without a join', async () => {
    const ofPlan = (value: string) => ({
      field: 'metadata',
      operator: 'key_equals',
      nested_key: 'plan',
      value,
    })
    const tool = { field: 'trace_tool_names', operator: 'contains', value: 'search' }
    const filter_group = { filters: [ofPlan('team'), tool] }
    const query = traceQuery(app.context.store, workspace, { filter_group }, { now: 0 })
    const [posting] = postingsOf(query.filter)
    const page = { after: null, offset: 0, limit: 26 }
    const plan = await planOf(tracePageQuery(query, { by: 'facet', posting: posting!, isFew: false }, page))
    assert.match(plan, /SubPlan/, plan)
    assert.doesNotMatch(plan, /Semi Join|Merge Join|Materialize|Join Filter/, plan)
  })

  it('look up the spans of the next traces one by one', async () => {
    const filter_group = { filters: [{ field: 'span_duration_ms', operator: 'gt', value: 5 }] }
    const query = traceQuery(app.context.store, workspace, { filter_group }, { now: 0 })
    const page = { after: null, offset: 0, limit: 26 }
    const planOfNear = await planOf(nearTracesQuery(query, page, 4_000))
    assert.match(planOfNear, /SubPlan 1/, planOfNear)
    assert.doesNotMatch(planOfNear, /hashed SubPlan|Join/, planOfNear)
  })

  it('sum the traces of users in the index of users, without a lookup of each trace', async () => {
    const query = traceQuery(app.context.store, workspace, {}, { now: 0 })
    const plan = await planOf(groupSumsQuery(query, 'user', ['ada', 'bob'], null))
    assert.match(plan, /traces_by_user/, plan)
    assert.doesNotMatch(plan, /Nested Loop/, plan)
  })

  it('read the children of a span, not its whole trace', async () => {
    const [, depths] = chartQueries(app, workspace).find(([chart]) => chart.startsWith('depths'))!
    const plan = await planOf(depths)
    assert.match(plan, /Index Cond: .*parent_span_id = /, plan)
  })
})
