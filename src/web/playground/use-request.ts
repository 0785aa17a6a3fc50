import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../api/index.ts'
import { toast } from '../design/index.ts'
import { benchOf } from './from-request.ts'
import type { Bench } from './variant.ts'

/** A request that the address names takes the place of what was here; that is a press away. */
export function useRequest(bench: Bench, setBench: (bench: Bench) => void): Error | null {
  const { request } = useSearch({ from: '/playground' })
  const navigate = useNavigate({ from: '/playground' })
  const before = useRef(bench)
  before.current = bench
  const { data, error } = useQuery({
    queryKey: ['request', request],
    queryFn: ({ signal }) => call('readRequest', { params: { request_id: request! }, signal }),
    enabled: request !== undefined,
    placeholderData: undefined,
  })
  useEffect(() => {
    if (request === undefined || data?.request_id !== request) return
    const was = before.current
    setBench(benchOf(data))
    toast(`Request ${request} opened`, { action: { label: 'Undo', onClick: () => setBench(was) } })
    void navigate({ search: {}, replace: true })
  }, [request, data, setBench, navigate])
  return request === undefined ? null : error
}
