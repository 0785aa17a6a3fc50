import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ChosenInterval } from '../../engine/analytics/chosen-intervals.ts'
import { call } from '../api/index.ts'
import { SkeletonRows } from '../design/index.ts'
import type { Filters } from '../requests/index.ts'
import { lazyScreen } from '../shell/index.ts'
import { askedBy } from './read-charts.ts'

/** Loaded where a request has a score. */
const ScoreChart = lazyScreen(() => import('./score-chart.tsx'), 'ScoreChart')

const mostNames = 50

interface Props {
  readonly filters: Filters
  readonly per: ChosenInterval | undefined
  /** Absent: the most frequent score. */
  readonly score: string | undefined
  readonly onChange: (score: string) => void
  readonly onSelect: (from: string, to: string) => void
}

/** One score of the requests over time. Not shown if no request has a score. */
export function ScoreOverTime(props: Props) {
  const { filters, score } = props
  const names = useQuery({
    queryKey: ['analytics', 'score-names', filters],
    queryFn: ({ signal }) => readScoreNames(filters, signal),
  })
  const name = score ?? names.data?.[0]
  if (name === undefined) return null
  return (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <ScoreChart {...props} score={name} names={[...new Set([name, ...(names.data ?? [])])]} />
    </Suspense>
  )
}

/** Names of scores that the requests have, most frequent first. */
async function readScoreNames(filters: Filters, signal: AbortSignal): Promise<string[]> {
  const { time_zone: _none, ...search } = askedBy(filters)
  const { facets } = await call('readRequestFacets', {
    body: { ...search, facets: [{ field: 'score_names' }], limit: mostNames },
    signal,
  })
  return facets[0]!.values.map(({ value }) => value)
}
