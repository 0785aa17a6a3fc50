import { useQuery } from '@tanstack/react-query'
import { call } from '../api/index.ts'
import { Select } from '../design/index.ts'
import type { Filters } from '../requests/index.ts'
import { chartScope } from './read-charts.ts'
import { readScoreNames } from './score-over-time.tsx'

/** The score whose mean, or the share of one of its values, is shown beside the sums. */
export interface ChosenScore {
  readonly name: string
  readonly value: string | null
}

interface Props {
  readonly filters: Filters
  readonly score: ChosenScore | null
  readonly onChange: (score: ChosenScore | null) => void
}

const none = ''
const maxValues = 20

/** Chooses a score, and its mean or the share of one of its values. Hidden if no request has a score. */
export function ScoreChoice({ filters, score, onChange }: Props) {
  const { data } = useQuery({
    queryKey: ['analytics', 'score-names', filters],
    queryFn: ({ signal }) => readScoreNames(filters, signal),
  })
  const name = score?.name
  const values = useQuery({
    queryKey: ['analytics', 'score-values', filters, name],
    queryFn: async ({ signal }) => {
      const { time_zone: _zone, ...search } = chartScope(filters)
      const facets = [{ field: 'score_values' as const, nested_key: name! }]
      const answer = await call('readRequestFacets', {
        body: { ...search, facets, limit: maxValues },
        signal,
      })
      return answer.facets[0]!.values.map(({ value }) => value)
    },
    enabled: name !== undefined,
    placeholderData: undefined,
  })
  const names = data?.requests ?? []
  if (names.length === 0 && !score) return null
  return (
    <>
      <Select
        label="Score"
        value={name ?? none}
        onChange={(next) => onChange(next === none ? null : { name: next, value: null })}
        choices={[
          { value: none, label: 'No score' },
          ...[...new Set([...(name === undefined ? [] : [name]), ...names])].map((value) => ({
            value,
            label: <bdi>{value}</bdi>,
          })),
        ]}
      />
      {score && (values.data ?? []).length > 0 && (
        <Select
          label="Value of the score"
          value={score.value ?? none}
          onChange={(next) => onChange({ name: score.name, value: next === none ? null : next })}
          choices={[
            { value: none, label: 'Mean' },
            ...values.data!.map((value) => ({ value, label: <bdi>{value}</bdi> })),
          ]}
        />
      )}
    </>
  )
}
