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
export const defaultUserKey = 'user_id'

/** The one of these keys that most likely has the users. */
export const userKeyOf = (keys: readonly string[]): string =>
  [defaultUserKey, ...userKeys].find((key) => keys.includes(key)) ?? defaultUserKey
