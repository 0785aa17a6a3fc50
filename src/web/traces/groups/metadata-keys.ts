import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'

/** The metadata keys of logged requests. */
export function useMetadataKeys(): readonly string[] {
  const { data } = useQuery(
    queryOf(['request-values', 'metadata_keys', undefined, ''], 'suggestRequestValues', {
      query: { field: 'metadata_keys' },
    }),
  )
  return data?.values ?? []
}
