import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SkeletonRows, Tabs } from '../design/index.ts'
import { FilterBar, type Filters } from '../requests/index.ts'
import { lazyScreen, Page, useShortcuts } from '../shell/index.ts'
import { Breakdowns } from './breakdown-table.tsx'
import type { Breakdown, BucketWidth, Part, ScoredSubject, Stack } from './breakdowns.ts'
import { OverTime } from './over-time.tsx'
import { ScoreOverTime } from './score-over-time.tsx'

/** The dialog is loaded when it is first opened. */
const Costs = lazyScreen(() => import('./costs/costs.tsx'), 'Costs')

interface Change extends Filters {
  readonly per?: BucketWidth | undefined
  readonly stack?: Stack
  readonly alone?: true | undefined
  readonly part?: Part
  readonly by?: Breakdown
  readonly key?: string | undefined
  readonly score?: string | undefined
  readonly of?: ScoredSubject | undefined
}

const defaultRange = '7d'

export function Analytics() {
  const {
    part = 'requests',
    by = 'engine',
    key,
    per,
    stack = 'status',
    alone,
    score,
    of,
    ...chosenFilters
  } = useSearch({
    from: '/analytics',
  })
  const navigate = useNavigate({ from: '/analytics' })
  const filters: Filters =
    chosenFilters.range || chosenFilters.from ? chosenFilters : { ...chosenFilters, range: defaultRange }
  const change = (next: Change) => navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const zoomOut = () => void change({ from: undefined, to: undefined })
  useShortcuts(filters.from ? { Escape: zoomOut } : {})
  // Each zoom is a history entry, so that Back undoes it.
  const zoom = (from: string, to: string) => void navigate({ search: (before) => ({ ...before, from, to }) })
  return (
    <Page title="Analytics">
      <Tabs<Part>
        value={part}
        onChange={(next) => void change({ part: next })}
        tabs={[
          {
            value: 'requests',
            label: 'Requests',
            panel: (
              <div className="flex flex-col">
                <FilterBar
                  filters={filters}
                  defaultRange={defaultRange}
                  onChange={(next) => void change(next)}
                />
                <OverTime
                  filters={filters}
                  per={per}
                  stack={stack}
                  comparesBefore={alone === undefined}
                  onChange={(next) => void change(next)}
                  onSelect={zoom}
                  onPick={(from, to) =>
                    void navigate({ to: '/requests', search: { ...filters, range: undefined, from, to } })
                  }
                  onReset={filters.from ? zoomOut : undefined}
                />
                <Breakdowns
                  filters={filters}
                  by={by}
                  metadataKey={key}
                  comparesBefore={alone === undefined}
                  onChange={(next, nextKey) => void change({ by: next, key: nextKey })}
                />
                <ScoreOverTime
                  filters={filters}
                  interval={per}
                  score={score}
                  chosenSubject={of}
                  onChange={(next) => void change(next)}
                  onSelect={zoom}
                />
              </div>
            ),
          },
          {
            value: 'costs',
            label: 'Cost ledger',
            panel: (
              <Suspense fallback={<SkeletonRows rows={8} />}>
                <Costs
                  filters={filters}
                  defaultRange={defaultRange}
                  onChange={(next) => void change(next)}
                  onZoom={zoom}
                />
              </Suspense>
            ),
          },
        ]}
      />
    </Page>
  )
}
