import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { parseCharts, sourceOf } from '../../src/engine/analytics/index.ts'
import { parseSearch } from '../../src/engine/search/index.ts'
import { measureQuery } from '../../src/server/requests/analytics/chart-queries.ts'
import { overviewQuery } from '../../src/server/requests/analytics/overview-queries.ts'
import { bucketingOf } from '../../src/server/requests/analytics/read-analytics.ts'
import { summandsOf, withoutTimeOrder } from '../../src/server/requests/analytics/summand-queries.ts'
import { finishIndex } from '../../src/server/requests/index.ts'
import { openSearch } from '../../src/server/requests/search/open-search.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { sqlitePlan } from '../kit/query-plan.ts'
import { log } from './support/requests.ts'

const day = 86_400_000

describe('plans of analytics on SQLite', () => {
  const app = appOfSuite()
  before(async () => {
    await log(app.api)
    await finishIndex(app.context.store)
  })

  const planOf = async (filters: object[]) => {
    const { store } = app.context
    const search = await openSearch(
      store,
      1 as WorkspaceId,
      withoutTimeOrder(parseSearch({ filter_group: { filters } })),
    )
    const bucketing = bucketingOf({ start: 0, end: 90 * day }, null)
    const summands = summandsOf(search, sourceOf(search.query), { by: 'time' })
    return sqlitePlan(app.context.store, overviewQuery(search, summands, bucketing))
  }
  const since = { field: 'request_start_time', operator: 'after', value: '2026-11-01T10:30:00Z' }

  it('read hours by their key, and single requests only for a partial hour', async () => {
    const steps = await planOf([since, { field: 'status', operator: 'is', value: 'ERROR' }])
    assert.ok(
      steps.some((step) => /SEARCH request_hours USING PRIMARY KEY/.test(step)),
      steps.join('\n'),
    )
    assert.ok(
      steps.some((step) => /requests_(by_time|ledger) \(workspace_id=\? AND started_at>/.test(step)),
      steps.join('\n'),
    )
  })

  it('read no requests if hours have all sums', async () => {
    const steps = await planOf([{ field: 'engine', operator: 'is', value: 'gpt-4o' }])
    assert.ok(!steps.some((step) => /requests_by/.test(step)), steps.join('\n'))
  })

  it('read requests by their time if hours lack the sums', async () => {
    const steps = await planOf([since, { field: 'cost', operator: 'gt', value: 1 }])
    assert.ok(
      steps.some((step) => /requests_(by_time|ledger) \(workspace_id=\? AND started_at>/.test(step)),
      steps.join('\n'),
    )
    assert.ok(!steps.some((step) => /request_hours|^SCAN r$/.test(step)), steps.join('\n'))
  })

  it('read scores by the key of each request', async () => {
    const { store } = app.context
    const query = withoutTimeOrder(parseSearch({ filter_group: { filters: [since] } }))
    const search = await openSearch(store, 1 as WorkspaceId, query)
    const score = { metric: 'avg', metricField: 'score', scoreName: 'tone' } as const
    for (const more of [score, { ...score, scoreValue: 'yes' }, { groupByScoreName: 'tone' }]) {
      const [chart] = parseCharts([{ id: 'chart', chartType: 'bar', ...more }])
      const { grouping, measures } = chart!
      const summands = summandsOf(search, { from: 'requests' }, { by: 'time' })
      const drawing = { search, summands, grouping, bucketing: null, isExact: true }
      const steps = await sqlitePlan(app.context.store, measureQuery(drawing, measures[0]!, null))
      assert.ok(
        steps.some((step) => /request_scores|given_scores|SEARCH [sgo] USING/.test(step)),
        steps.join('\n'),
      )
      for (const step of steps.filter((step) => /^(SEARCH|SCAN) [sgo] /.test(step)))
        assert.match(step, /subject_id=\?|request_id=\?/)
      assert.ok(!steps.some((step) => /^SCAN (r|g|s|o)$/.test(step)), steps.join('\n'))
    }
  })
})
