import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../api/index.ts'
import { benchOf } from './from-request.ts'
import type { Open } from './use-open.ts'

/** The request that the address names. */
export function useRequest(open: Open): Error | null {
  const { request } = useSearch({ from: '/playground' })
  const navigate = useNavigate({ from: '/playground' })
  const { data, error } = useQuery({
    queryKey: ['request', request],
    queryFn: ({ signal }) => call('readRequest', { params: { request_id: request! }, signal }),
    enabled: request !== undefined,
    placeholderData: undefined,
  })
  useEffect(() => {
    if (request === undefined || data?.request_id !== request) return
    open(`Request ${request}`, benchOf(data))
    void navigate({ search: {}, replace: true })
  }, [request, data, open, navigate])
  return request === undefined ? null : error
}
