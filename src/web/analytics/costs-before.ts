import { call } from '../api/index.ts'
import { numberIn } from '../charts/index.ts'
import { type Filters, filtersBefore } from '../requests/index.ts'
import type { Breakdown } from './breakdowns.ts'
import { chartScope, type Group, maxGroups, sum } from './read-charts.ts'

export interface CostsBefore {
  /** The known cost of each group; null if no price of it is known. */
  readonly costs: ReadonlyMap<string, number | null>
  /** True if every group that had requests is listed. */
  readonly isComplete: boolean
}

/** The costs of the groups in the previous period; null if the time range has no start. */
export async function readCostsBefore(
  filters: Filters,
  by: Breakdown,
  key: string | undefined,
  signal: AbortSignal,
): Promise<CostsBefore | null> {
  const before = filtersBefore(filters)
  if (!before) return null
  if (by === 'metadata') {
    const { time_zone: _zone, ...scope } = chartScope(before)
    const { values, other, requests_left_out } = await call('readMetadataSums', {
      body: { ...scope, metadata_key: key!, sort_by: 'cost', limit: maxGroups },
      signal,
    })
    return {
      costs: new Map(values.map(({ value, cost }) => [value, cost])),
      isComplete: other.value_count === 0 && requests_left_out === 0,
    }
  }
  const { customCharts } = await call('readCustomRequestAnalytics', {
    body: {
      ...chartScope(before),
      customCharts: [
        {
          id: 'cost',
          chartType: 'bar',
          groupByField: by,
          limit: maxGroups,
          series: [sum('cost', 'Cost', 'cost')],
        },
      ],
    },
    signal,
  })
  const { data } = customCharts[0]!
  return {
    costs: new Map(
      data.map((row) => {
        const cost = numberIn(row['cost']) ?? 0
        return [String(row['name']), cost === 0 && numberIn(row['cost_unpriced']) ? null : cost]
      }),
    ),
    isComplete: data.length < maxGroups,
  }
}

/** How much more a group cost than before; null if either cost is not known. */
export function costChangeOf(
  { name, cost, unpriced }: Pick<Group, 'name' | 'cost' | 'unpriced'>,
  { costs, isComplete }: CostsBefore,
): number | null {
  const before = costs.has(name) ? costs.get(name)! : isComplete ? 0 : null
  return before === null || (cost === 0 && unpriced > 0) ? null : cost - before
}
