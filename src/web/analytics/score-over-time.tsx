import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChosenInterval } from '../../engine/analytics/chosen-intervals.ts'
import { ChartCard, timesOf } from '../charts/index.ts'
import { counted, Problem, Select, SkeletonRows } from '../design/index.ts'
import { type Filters, percent } from '../requests/index.ts'
import { readScore, readScoreNames } from './read-scores.ts'

interface Props {
  readonly filters: Filters
  readonly per: ChosenInterval | undefined
  /** Absent: the most frequent score. */
  readonly score: string | undefined
  readonly onChange: (score: string) => void
  readonly onSelect: (from: string, to: string) => void
}

const plain = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 })

/** One score of the requests over time: its mean, or the shares of its values. Not shown if no request has a score. */
export function ScoreOverTime({ filters, per, score, onChange, onSelect }: Props) {
  const names = useQuery({
    queryKey: ['analytics', 'score-names', filters],
    queryFn: ({ signal }) => readScoreNames(filters, signal),
  })
  const name = score ?? names.data?.[0]
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['analytics', 'score', filters, per, name],
    queryFn: ({ signal }) => readScore(filters, name!, per, signal),
    enabled: name !== undefined,
  })
  const choices = useMemo(
    () => [...new Set([...(name === undefined ? [] : [name]), ...(names.data ?? [])])],
    [name, names.data],
  )
  if (name === undefined) return null
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
          value={name}
          onChange={onChange}
          choices={choices.map((value) => ({ value, label: <bdi>{value}</bdi> }))}
        />
      }
      className="border-b bg-surface"
    />
  )
}
