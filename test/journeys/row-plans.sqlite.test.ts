import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { oldestArrival } from '../../src/server/bodies/body-queries.ts'
import { listMedia, listSpanMedia } from '../../src/server/bodies/media/media-queries.ts'
import { selectComments } from '../../src/server/comments/queries.ts'
import { findVersion } from '../../src/server/datasets/dataset-queries.ts'
import type { SheetOperationRow } from '../../src/server/db/index.ts'
import { listMappings } from '../../src/server/external-ids/queries.ts'
import { hasOpenJobs } from '../../src/server/jobs/queries.ts'
import { promptRegistry } from '../../src/server/prompts/prompt-registry.ts'
import { selectPaidCalls, withPaidCalls } from '../../src/server/runs/paid-calls/paid-call-queries.ts'
import { toolRegistry } from '../../src/server/tools/tool-registry.ts'
import { groupSumsQuery } from '../../src/server/traces/groups/group-queries.ts'
import { chooseTraceDriver, type TraceDriver } from '../../src/server/traces/list/choose-driver-queries.ts'
import { tracePageQuery, tracesOfRequestsQuery } from '../../src/server/traces/list/list-queries.ts'
import { traceQuery } from '../../src/server/traces/list/trace-query.ts'
import { countScoresOfTrace, scoresOfTraces } from '../../src/server/traces/scores/queries.ts'
import { workflowRegistry } from '../../src/server/workflows/workflow-registry.ts'
import { lastEvent, selectNewEvents } from '../../src/server/workspace-events/queries.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { sqlitePlan } from '../kit/query-plan.ts'
import { exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'
import { recordQueries } from './support/recorded-queries.ts'

const since = (value: string) => ({ filters: [{ field: 'trace_start_time', operator: 'after', value }] })
const byOrder: TraceDriver = { by: 'order', isWalk: false }

describe('query plans of SQLite for traces and the rows of one entity', () => {
  const app = appOfSuite()
  before(async () => {
    await exportSpans(app.api, otlpSpan({ traceId: newTraceId() }))
  })

  const queryOf = (options: Parameters<typeof traceQuery>[2]) =>
    traceQuery(app.context.store, 1 as WorkspaceId, options, { now: Date.now() })
  const planOf = (query: Pick<CompiledQuery, 'sql' | 'parameters'>) => sqlitePlan(app.context.store, query)

  for (const kind of ['session', 'user'] as const)
    it(`sums up one ${kind} by its own traces`, async () => {
      const plan = await planOf(groupSumsQuery(queryOf({}), kind, ['one'], null))
      assert.ok(plan.some((step) => step.includes(`traces_by_${kind} (workspace_id=? AND ${kind}_id=?`)))
      assert.ok(
        plan.every((step) => !/PRIMARY KEY \(workspace_id=\?\)/.test(step)),
        plan.join('\n'),
      )
    })

  it('finds the traces of requests by the ids of their spans, and not among all spans', async () => {
    const plan = (await planOf(tracesOfRequestsQuery(queryOf({}), [1, 2]))).join('\n')
    assert.match(plan, /SEARCH o USING INDEX spans_by_span_id \(workspace_id=\? AND span_id=\?\)/)
    assert.match(
      plan,
      /SEARCH s USING .*spans_by_shared_request \(workspace_id=\? AND shared_request_id=\?\)/,
    )
  })

  it('finds the new changes of all workspaces by one step in the index for each', async () => {
    const { store } = app.context
    const recorded = recordQueries(store)
    await selectNewEvents(store, 0, 10)
    await lastEvent(store)
    assert.equal(recorded.length, 2)
    for (const query of [...recorded]) {
      const plan = (await planOf(query)).join('\n')
      assert.match(plan, /SEARCH (e|audit_events) USING .*\(workspace_id=\?/, plan)
    }
  })

  it('finds the scores of a trace, and the media of a request and of a span, by their keys', async () => {
    const { store } = app.context
    const workspace = 1 as WorkspaceId
    const recorded = recordQueries(store)
    await scoresOfTraces(store.db, workspace, ['one', 'two'])
    await countScoresOfTrace(store.db, workspace, 'one')
    await listMedia(store.db, workspace, 1)
    await listSpanMedia(store.db, workspace, 'one', 'two')
    await oldestArrival(store.db, workspace, [1, 2])
    assert.equal(recorded.length, 5)
    for (const query of [...recorded]) {
      const plan = await planOf(query)
      assert.ok(
        plan.every((step) => !/\(workspace_id=\?\)/.test(step)),
        `${query.sql}\n${plan.join('\n')}`,
      )
    }
  })

  it('finds comments, external ids, paid calls and versions by their indexes', async () => {
    const workspace = 1 as WorkspaceId
    const subject = { subject_type: 'request', subject_id: '7' } as const
    const recorded = recordQueries(app.context.store)
    const { db } = app.context.store
    await selectComments(db, workspace, subject, { part: null, after: 0, limit: 50 })
    await selectComments(db, workspace, subject, { part: 3, after: 0, limit: 50 })
    await listMappings(db, workspace, 'prompt', [1, 2])
    await selectPaidCalls(db, { workspace_id: 1, number: 2 }, [[5, 9]])
    await withPaidCalls(db, [{ id: 'one', workspace_id: 1 } as SheetOperationRow])
    await findVersion(db, workspace, 3, 4)
    await hasOpenJobs(db, workspace, 'run', 'kind')
    assert.equal(recorded.length, 7)
    for (const query of [...recorded]) {
      const plan = await planOf(query)
      assert.doesNotMatch(plan.join('\n'), /PRIMARY KEY/, query.sql)
    }
  })

  it('finds labels by the entities that they belong to, and not among all versions', async () => {
    const { store } = app.context
    const pageOfIds = Array.from({ length: 20 }, (_, index) => index + 1)
    for (const { labels } of [promptRegistry, toolRegistry, workflowRegistry]) {
      const recorded = recordQueries(store)
      await labels.listOf(store.db, 1 as WorkspaceId, ...pageOfIds)
      const plan = await planOf(recorded[0]!)
      assert.ok(
        plan.every((step) => !/\(workspace_id=\?\)/.test(step)),
        plan.join('\n'),
      )
    }
  })

  it('finds traces with a rare score by the index of scores by value', async () => {
    const score = (field: string, operator: string, value: unknown) =>
      queryOf({ filter_group: { filters: [{ field, operator, nested_key: 'topic', value }] } })
    for (const query of [score('scores', 'gte', 5), score('score_values', 'in', ['refund', 'yes'])]) {
      const driver = await chooseTraceDriver(query)
      assert.equal(driver.by, 'score')
      const plan = await planOf(tracePageQuery(query, driver, { after: null, offset: 0, limit: 26 }))
      assert.match(
        plan.join('\n'),
        /g USING .*INDEX given_scores_of_traces \(workspace_id=\? AND name=\? AND <expr>=\?/,
      )
      assert.doesNotMatch(plan.join('\n'), /autoindex/)
    }
  })

  it('reads the index of the sort field when it walks, and the index of the start when it sorts', async () => {
    const mostExpensive = queryOf({ filter_group: since('2026-11-20'), sort_by: 'trace_total_cost_usd' })
    assert.deepEqual(await chooseTraceDriver(mostExpensive), byOrder)
    const page = { after: null, offset: 0, limit: 26 }
    const walked = await planOf(tracePageQuery(mostExpensive, { by: 'order', isWalk: true }, page))
    assert.match(walked.join('\n'), /^SEARCH t USING INDEX traces_by_cost \(workspace_id=\?\)$/)
    const sorted = await planOf(tracePageQuery(mostExpensive, byOrder, page))
    assert.match(sorted.join('\n'), /traces_by_start \(workspace_id=\? AND started_at>\?\)\n.*ORDER BY/)
  })
})
