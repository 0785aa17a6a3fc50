import { useQuery } from '@tanstack/react-query'
import type { ChosenInterval } from '../../engine/analytics/chosen-intervals.ts'
import { ChartCard, timesOf } from '../charts/index.ts'
import { counted, Problem, Select, SkeletonRows } from '../design/index.ts'
import { type Filters, percent } from '../requests/index.ts'
import { readScore } from './read-score.ts'

interface Props {
  readonly filters: Filters
  readonly per: ChosenInterval | undefined
  readonly score: string
  /** Those that can be chosen. */
  readonly names: readonly string[]
  readonly onChange: (score: string) => void
  readonly onSelect: (from: string, to: string) => void
}

const plain = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 })

/** The mean of a score, or the shares of its values. */
export function ScoreChart({ filters, per, score, names, onChange, onSelect }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['analytics', 'score', filters, per, score],
    queryFn: ({ signal }) => readScore(filters, score, per, signal),
  })
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows rows={4} />
  return (
    <ChartCard
      title={data.isShares ? 'Share of each value' : 'Mean score'}
      figure={
        <span className="text-small text-ink-faint">
          {data.scored === 0
            ? 'No number, yes or no, or category of it in this time'
            : `${counted(data.scored, 'request')} with the score`}
        </span>
      }
      {...data.drawn}
      format={data.isShares ? percent : plain}
      height={180}
      isStale={isPlaceholderData}
      onSelect={(from, to) => onSelect(...timesOf(from, to))}
      actions={
        <Select
          label="Score"
          value={score}
          onChange={onChange}
          choices={names.map((value) => ({ value, label: <bdi>{value}</bdi> }))}
        />
      }
      className="border-b bg-surface"
    />
  )
}
