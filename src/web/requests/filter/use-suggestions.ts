import { useQueries, useQuery } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import { fieldNamed, type ShownField } from './fields.ts'

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

/** Most metadata keys whose values are compared with the typed text. */
const mostKeys = 8

export interface MetadataValue {
  readonly key: string
  readonly value: string
}

/** Metadata values of any key that begin with the text; none for an empty text. */
export function useMetadataValues(text: string): readonly MetadataValue[] {
  const isAsked = text !== ''
  const keys = useSuggestions({ field: isAsked ? fieldNamed('metadata') : undefined, ...allKeys })
  const valuesOfKeys = useQueries({
    queries: (isAsked ? keys.slice(0, mostKeys) : []).map((key) => ({
      queryKey: ['request-values', 'metadata_values', key, text],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        call('suggestRequestValues', {
          query: { field: 'metadata_values' as const, prefix: text, metadata_key: key },
          signal,
        }),
    })),
  })
  return valuesOfKeys.flatMap(({ data }, index) =>
    (data?.values ?? []).map((value) => ({ key: keys[index]!, value })),
  )
}

const allKeys = { key: undefined, of: 'keys', prefix: '' } as const

const mostValues = 50

/** The names of scores, or the values of one score, in the newest requests. */
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
