import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { Listed } from './columns.tsx'

/** The request that is open beside the list, or instead of it. The address has its id. */
export function useOpenRequest(requests: readonly Listed[], loadMore: () => void) {
  const { request: id, whole, comments } = useSearch({ from: '/requests' })
  const navigate = useNavigate({ from: '/requests' })
  const show = useCallback(
    (request: number | undefined) =>
      navigate({ search: (before) => ({ ...before, request, comments: undefined }), replace: true }),
    [navigate],
  )
  const index = requests.findIndex((request) => request.id === id)
  const neighbour = (by: 1 | -1) => requests[index < 0 ? 0 : index + by]
  const step = (by: 1 | -1) => {
    const next = neighbour(by)
    if (next) void show(next.id)
  }
  // Loads more rows when a step to the next request reaches the last loaded row.
  useEffect(() => {
    if (index >= 0 && index === requests.length - 1) loadMore()
  }, [index, requests.length, loadMore])
  return {
    id,
    show,
    step,
    isWhole: whole === true && id !== undefined,
    firstTab: comments ? ('comments' as const) : ('messages' as const),
    onWhole: (next: boolean) =>
      void navigate({ search: (before) => ({ ...before, whole: next || undefined }), replace: true }),
    onPrevious: index > 0 ? () => step(-1) : undefined,
    onNext: neighbour(1) ? () => step(1) : undefined,
    close: () =>
      void navigate({
        search: (before) => ({ ...before, request: undefined, whole: undefined, comments: undefined }),
        replace: true,
      }),
  }
}
