import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import type { ShownField } from './fields.ts'

interface SuggestionQuery {
  readonly field: ShownField | undefined
  readonly key: string | undefined
  readonly of: 'keys' | 'values'
  readonly prefix: string
}

/** Values in the log that match the typed text. */
export function useSuggestions({ field, key, of, prefix }: SuggestionQuery): readonly string[] {
  const suggested = field?.[of]
  const { data } = useQuery({
    queryKey: ['request-values', suggested, key, prefix],
    queryFn: ({ signal }) =>
      suggested === 'score_names' || suggested === 'score_values'
        ? readScores(suggested, key, prefix, signal)
        : call('suggestRequestValues', {
            query: { field: suggested!, prefix, ...(key !== undefined && { metadata_key: key }) },
            signal,
          }),
    enabled: suggested !== undefined && (of === 'keys' || !field?.keys || key !== undefined),
    placeholderData: undefined,
  })
  return suggested ? (data?.values ?? []) : (field?.choices ?? [])
}

const mostValues = 50

/** Names or values of scores of the newest requests. */
async function readScores(
  field: 'score_names' | 'score_values',
  name: string | undefined,
  prefix: string,
  signal: AbortSignal,
) {
  const { facets } = await call('readRequestFacets', {
    body: {
      facets: [{ field, ...(field === 'score_values' && { nested_key: name }) }],
      limit: mostValues,
    },
    signal,
  })
  const begins = ({ value }: { readonly value: string }) =>
    value.toLowerCase().startsWith(prefix.toLowerCase())
  return { values: facets.flatMap(({ values }) => values.filter(begins).map(({ value }) => value)) }
}
