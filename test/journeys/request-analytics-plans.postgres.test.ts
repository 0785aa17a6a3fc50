import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { sourceOf } from '../../src/engine/analytics/index.ts'
import { parseSearch } from '../../src/engine/search/index.ts'
import {
  extentQuery,
  facetsQuery,
  latenciesQuery,
  overviewQuery,
  toolCallsQuery,
} from '../../src/server/requests/analytics/overview-queries.ts'
import { bucketingOf } from '../../src/server/requests/analytics/read-analytics.ts'
import { summandsOf, withoutTimeOrder } from '../../src/server/requests/analytics/summand-queries.ts'
import { openSearch } from '../../src/server/requests/search/open-search.ts'
import type { Search } from '../../src/server/requests/search/search.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { postgresPlan } from '../kit/query-plan.ts'
import { log } from './support/requests.ts'

const day = 86_400_000

describe('plans of analytics on PostgreSQL', () => {
  const app = appOfSuite()
  let workspace: WorkspaceId
  before(async () => {
    await log(app.api)
    // 5,000 rows, one each 25 minutes before November 20, are enough for the planner to choose between
    // indexes.
    const rows = sql`insert into requests select copy.* from requests r, generate_series(1, 5000) number,
      lateral jsonb_populate_record(r, jsonb_build_object('id', r.id + number,
        'started_at', ${Date.UTC(2026, 10, 20)}::bigint - number::bigint * 1500000)) copy`
    await app.context.store.transact(async (tx) => {
      await rows.execute(tx)
      await sql`analyze requests`.execute(tx)
      const row = await tx.selectFrom('requests').select('workspace_id').executeTakeFirstOrThrow()
      workspace = row.workspace_id as WorkspaceId
    })
  })

  const bucketing = bucketingOf({ start: 0, end: 90 * day }, null)
  const searchOf = (filters: object[]): Promise<Search> =>
    openSearch(app.context.store, workspace, withoutTimeOrder(parseSearch({ filter_group: { filters } })))
  const planOfSums = async (filters: object[]) => {
    const search = await searchOf(filters)
    const summands = summandsOf(search, sourceOf(search.query), { by: 'time' })
    return postgresPlan(app.context.store, overviewQuery(search, summands, bucketing))
  }
  const since = { field: 'request_start_time', operator: 'after', value: '2026-11-18T10:30:00Z' }

  it('read hours by their key, and single requests only for a partial hour', async () => {
    const plan = await planOfSums([since, { field: 'status', operator: 'is', value: 'ERROR' }])
    assert.match(plan, /request_hours_pkey/)
    assert.match(plan, /Index Cond: .*started_at >/)
    assert.doesNotMatch(plan, /Seq Scan/)
  })

  it('read no requests if hours have all sums', async () => {
    const plan = await planOfSums([{ field: 'engine', operator: 'is', value: 'gpt-4o' }])
    assert.match(plan, /request_hours_pkey/)
    assert.doesNotMatch(plan, /Seq Scan|requests_\d/)
  })

  it('read requests by their time if hours lack the sums', async () => {
    const plan = await planOfSums([since, { field: 'cost', operator: 'gt', value: 1 }])
    assert.match(plan, /Index Cond: .*started_at >/)
    assert.doesNotMatch(plan, /Seq Scan|request_hours/)
  })

  it('read the latencies of few requests by their time', async () => {
    const search = await searchOf([since])
    const plan = await postgresPlan(
      app.context.store,
      latenciesQuery(search, { by: 'time' }, bucketing, 20_000),
    )
    assert.match(plan, /Index Cond: .*started_at >/)
    assert.doesNotMatch(plan, /Seq Scan|request_hours/)
  })

  it('read only the newest requests, in time order', async () => {
    const search = await searchOf([])
    for (const query of [
      extentQuery(search),
      facetsQuery(search, { by: 'time' }, 'customer', 20_000),
      toolCallsQuery(search, { by: 'time' }, bucketing, 20_000),
    ]) {
      const plan = await postgresPlan(app.context.store, query)
      assert.match(plan, /Index (Only )?Scan (Backward )?using \w*started_at/)
      assert.doesNotMatch(plan, /Seq Scan/)
    }
  })
})
