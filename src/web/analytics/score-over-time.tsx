import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '../api/index.ts'
import { SkeletonRows } from '../design/index.ts'
import { type Filters, traceSearchOf } from '../requests/index.ts'
import { lazyScreen } from '../shell/index.ts'
import { type BucketWidth, type ScoredSubject, scoredSubjects } from './breakdowns.ts'
import { chartScope } from './read-charts.ts'

/** The chart is loaded if there are any scores. */
const ScoreChart = lazyScreen(() => import('./score-chart.tsx'), 'ScoreChart')

const maxNames = 50

interface Props {
  readonly filters: Filters
  readonly interval: BucketWidth | undefined
  /** The name of the score; absent: the most frequent one. */
  readonly score: string | undefined
  /** The subject whose score is drawn. Undefined: the first subject that has a score. */
  readonly chosenSubject: ScoredSubject | undefined
  readonly onChange: (change: { of: ScoredSubject; score: string | undefined }) => void
  readonly onSelect: (from: string, to: string) => void
}

/** One score of requests, traces or sessions over time. Renders nothing if no subject has a score. */
export function ScoreOverTime({ chosenSubject, ...props }: Props) {
  const { filters, score } = props
  const { data } = useQuery({
    queryKey: ['analytics', 'score-names', filters],
    queryFn: ({ signal }) => readScoreNames(filters, signal),
  })
  const subject =
    chosenSubject ?? scoredSubjects.find((scored) => data && data[scored].length > 0) ?? 'requests'
  const names = data?.[subject] ?? []
  const name = score ?? names[0]
  if (name === undefined && chosenSubject === undefined) return null
  return (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <ScoreChart
        {...props}
        subject={subject}
        score={name}
        names={[...new Set([...(name === undefined ? [] : [name]), ...names])]}
      />
    </Suspense>
  )
}

/** Names of scores, most frequent first. */
export async function readScoreNames(
  filters: Filters,
  signal: AbortSignal,
): Promise<Record<ScoredSubject, readonly string[]>> {
  const { time_zone: _requestZone, ...requestSearch } = chartScope(filters)
  const { time_zone: _traceZone, ...traceSearch } = traceSearchOf(filters)
  const [requests, traces] = await Promise.all([
    call('readRequestFacets', {
      body: { ...requestSearch, facets: [{ field: 'score_names' }], limit: maxNames },
      signal,
    }),
    call('readTraceFacets', {
      body: {
        ...traceSearch,
        facets: [{ field: 'score_names' }, { field: 'session_score_names' }],
        limit: maxNames,
      },
      signal,
    }),
  ])
  const namesIn = (facet: { readonly values: readonly { readonly value: string }[] } | undefined) =>
    facet?.values.map(({ value }) => value) ?? []
  return {
    requests: namesIn(requests.facets[0]),
    traces: namesIn(traces.facets[0]),
    sessions: namesIn(traces.facets[1]),
  }
}
