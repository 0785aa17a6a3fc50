import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../api/index.ts'
import { loadPart } from '../design/index.ts'
import type { Open } from './use-open.ts'

/** Opens the request that the address names. */
export function useRequest(open: Open): Error | null {
  const { request } = useSearch({ from: '/playground' })
  const navigate = useNavigate({ from: '/playground' })
  const { data, error } = useQuery({
    queryKey: ['request', request, 'to open'],
    queryFn: async ({ signal }) => {
      const { benchOfRequest } = await loadPart(() => import('./from-request.ts'))
      const logged = await call('readRequest', { params: { request_id: request! }, signal })
      return { request: logged.request_id, ...(await benchOfRequest(logged)) }
    },
    // Each opening reads again, because it adds a variant with a new id.
    gcTime: 0,
    enabled: request !== undefined,
    placeholderData: undefined,
  })
  useEffect(() => {
    if (request === undefined || data?.request !== request) return
    open(data.name, data.bench)
    void navigate({ search: (search) => ({ ...search, request: undefined }), replace: true })
  }, [request, data, open, navigate])
  return request === undefined ? null : error
}
