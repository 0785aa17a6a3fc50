import { queryOptions, useQuery } from '@tanstack/react-query'
import { mayDo, type Role } from '../../engine/roles.ts'
import { call } from './call.ts'

/** Who is here, in which workspace, and what they may do. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call('readSession', { signal }),
  staleTime: 60_000,
})

export const useSession = () => useQuery(sessionQuery).data ?? null

/** Whether the person may do what takes this role; what they may not is not offered. */
export function useMay(needed: Role): boolean {
  const session = useSession()
  return session !== null && mayDo(session.role, needed)
}
