import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { userKeys } from '../../requests/index.ts'

/** The metadata keys of logged requests. */
export function useMetadataKeys(): readonly string[] {
  const { data } = useQuery(
    queryOf(['request-values', 'metadata_keys', undefined, ''], 'suggestRequestValues', {
      query: { field: 'metadata_keys' },
    }),
  )
  return data?.values ?? []
}

/** The key under which requests of traces have their user. */
export const usualUserKey = 'user_id'

/** The key that most likely names users, of these keys. */
export const userKeyOf = (keys: readonly string[]): string =>
  [usualUserKey, ...userKeys].find((key) => keys.includes(key)) ?? usualUserKey
