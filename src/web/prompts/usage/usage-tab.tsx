import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { axisOf } from '../../charts/index.ts'
import { buttonStyle, Empty, QueryState, Segmented } from '../../design/index.ts'
import { FilterBar, type Filters, spanOf } from '../../requests/index.ts'
import type { Label } from '../page/queries.ts'
import { NewestRequests } from './newest-requests.tsx'
import { type UsageBy, usageQuery } from './queries.ts'
import { Totals } from './totals.tsx'
import { UsageCharts } from './usage-charts.tsx'
import { UsageTable } from './usage-table.tsx'

interface Props {
  readonly promptId: number
  readonly labels: readonly Label[]
}

const defaultRange = '7d'
const groupings = [
  { value: 'version', label: 'By version' },
  { value: 'label', label: 'By label' },
] as const

/** Figures of the prompt's requests by version or label, for any time range. */
export function UsageTab({ promptId, labels }: Props) {
  const {
    by = 'version',
    find,
    filters: chosen,
    range,
    from,
    to,
    everySource,
  } = useSearch({ from: '/prompts/$promptId' })
  const navigate = useNavigate({ from: '/prompts/$promptId' })
  const chosenFilters: Filters = { find, filters: chosen, range, from, to, everySource }
  const filters: Filters = range || from ? chosenFilters : { ...chosenFilters, range: defaultRange }
  const change = (next: Filters & { by?: UsageBy }, isStep = false) =>
    void navigate({ search: (search) => ({ ...search, ...next }), replace: !isStep })
  const { data, error, refetch, isPlaceholderData } = useQuery(
    usageQuery(String(promptId), by, filters, axisOf(spanOf(filters, Date.now()))),
  )
  const promptFilter = { field: 'prompt_id', operator: 'eq', value: promptId } as const
  const logFilters = { ...filters, filters: [...(filters.filters ?? []), promptFilter] }
  return (
    <div className="flex flex-col pb-6">
      <FilterBar filters={filters} defaultRange={defaultRange} onChange={(next) => change(next)}>
        <Segmented label="Group" value={by} choices={groupings} onChange={(next) => change({ by: next })} />
        <Link to="/requests" search={logFilters} className={buttonStyle({})}>
          Open in log
        </Link>
      </FilterBar>
      <QueryState query={{ data, error, refetch }} rows={10} />
      {data?.total.requests === 0 && (
        <Empty title="No requests in this time range">
          Requests that an application logs with this prompt are counted here. Choose another time range. The
          Code tab shows how to log requests.
        </Empty>
      )}
      {data && data.total.requests > 0 && (
        <>
          <Totals total={data.total} percentiles={data.latencyPercentiles} />
          <UsageTable
            promptId={promptId}
            usage={data}
            by={by}
            filters={filters}
            labels={labels}
            isStale={isPlaceholderData}
          />
          <UsageCharts
            usage={data}
            by={by}
            axis={data.axis}
            isStale={isPlaceholderData}
            onSelect={(start, end) => change({ from: start, to: end }, true)}
          />
          <NewestRequests filters={logFilters} />
        </>
      )}
    </div>
  )
}
