import { useQueries, useQuery } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import { fieldNamed, type ShownField } from './fields.ts'

interface SuggestionQuery {
  readonly field: ShownField | undefined
  readonly key: string | undefined
  readonly part: 'keys' | 'values'
  readonly prefix: string
}

/** Values in the log that match the typed text. */
export function useSuggestions({ field, key, part, prefix }: SuggestionQuery): readonly string[] {
  const source = field?.[part]
  const { data } = useQuery({
    queryKey: ['request-values', source, key, prefix],
    queryFn: ({ signal }) =>
      source === 'score_names' || source === 'score_values'
        ? readScores(source, key, prefix, signal)
        : call('suggestRequestValues', {
            query: { field: source!, prefix, ...(key !== undefined && { metadata_key: key }) },
            signal,
          }),
    enabled: source !== undefined && (part === 'keys' || !field?.keys || key !== undefined),
    placeholderData: undefined,
  })
  return source ? (data?.values ?? []) : (field?.choices ?? [])
}

/** The number of metadata keys whose values are compared with the typed text. */
const maxKeys = 8

export interface MetadataValue {
  readonly key: string
  readonly value: string
}

/** Metadata values of any key that begin with the text; none for an empty text. */
export function useMetadataValues(text: string): readonly MetadataValue[] {
  const isEnabled = text !== ''
  const keys = useSuggestions({ field: isEnabled ? fieldNamed('metadata') : undefined, ...allKeys })
  const valuesOfKeys = useQueries({
    queries: (isEnabled ? keys.slice(0, maxKeys) : []).map((key) => ({
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

const allKeys = { key: undefined, part: 'keys', prefix: '' } as const

const maxValues = 50

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
      limit: maxValues,
    },
    signal,
  })
  const startsWithPrefix = ({ value }: { readonly value: string }) =>
    value.toLowerCase().startsWith(prefix.toLowerCase())
  return { values: facets.flatMap(({ values }) => values.filter(startsWithPrefix).map(({ value }) => value)) }
}
