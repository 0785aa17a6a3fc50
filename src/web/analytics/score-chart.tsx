import { useQuery } from '@tanstack/react-query'
import { ChartCard, timesOf } from '../charts/index.ts'
import { counted, Problem, percent, Select, SkeletonRows } from '../design/index.ts'
import { type Filters, ignoredForTraces } from '../requests/index.ts'
import { type BucketWidth, type ScoredSubject, scoredSubjects } from './breakdowns.ts'
import { readScore } from './read-score.ts'

interface Props {
  readonly filters: Filters
  readonly interval: BucketWidth | undefined
  readonly subject: ScoredSubject
  /** The name of the score; absent if there is none. */
  readonly score: string | undefined
  /** Names that can be chosen. */
  readonly names: readonly string[]
  readonly onChange: (change: { of: ScoredSubject; score: string | undefined }) => void
  readonly onSelect: (from: string, to: string) => void
}

const nouns: Record<ScoredSubject, string> = { requests: 'request', traces: 'trace', sessions: 'session' }
const subjectNames: Record<ScoredSubject, string> = {
  requests: 'Requests',
  traces: 'Traces',
  sessions: 'Sessions',
}

const plain = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 })

/** The mean of a score, or the shares of its values. */
export function ScoreChart({ filters, interval, subject, score, names, onChange, onSelect }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['analytics', 'score', filters, interval, subject, score],
    queryFn: ({ signal }) => readScore({ filters, interval, subject, name: score! }, signal),
    enabled: score !== undefined,
  })
  const subjects = (
    <Select
      label="Scores of"
      value={subject}
      onChange={(next) => onChange({ of: next, score: undefined })}
      choices={scoredSubjects.map((value) => ({ value, label: subjectNames[value] }))}
    />
  )
  if (score === undefined)
    return (
      <div className="flex items-center gap-3 border-b bg-surface px-4 py-2 text-ink-faint">
        {subjects}
        No scores in this time range.
      </div>
    )
  const unfiltered = subject === 'requests' ? null : ignoredForTraces(filters)
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows rows={4} />
  return (
    <ChartCard
      title={data.isShares ? 'Share of each value' : 'Mean score'}
      figure={
        <span className="text-small text-ink-faint">
          {data.scored === 0
            ? 'This score has no numbers, yes/no answers or categories in this time range'
            : `${counted(data.scored, nouns[subject])} with the score`}
          {unfiltered !== null && ` · ${unfiltered}`}
        </span>
      }
      {...data.chart}
      format={data.isShares ? percent : plain}
      height={180}
      isStale={isPlaceholderData}
      onSelect={(from, to) => onSelect(...timesOf(from, to))}
      actions={
        <>
          {subjects}
          <Select
            label="Score"
            value={score}
            onChange={(next) => onChange({ of: subject, score: next })}
            choices={names.map((value) => ({ value, label: <bdi>{value}</bdi> }))}
          />
        </>
      }
      className="border-b bg-surface"
    />
  )
}
