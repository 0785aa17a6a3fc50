import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { call } from '../api/index.ts'
import { Button, CodeBlock, Empty, Problem, SkeletonRows } from '../design/index.ts'
import { Page, useShortcuts } from '../shell/index.ts'
import { FilterBar } from './filter-bar.tsx'
import { type Filters, isFiltered, searchOf } from './filters.ts'
import { RequestList } from './request-list.tsx'
import { RequestPeek } from './request-peek.tsx'

const perPage = 25

export function Requests() {
  const { request: open, ...filters } = useSearch({ from: '/requests' })
  const navigate = useNavigate({ from: '/requests' })
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['requests', filters],
    queryFn: ({ pageParam, signal }) =>
      call('searchRequests', {
        body: {
          ...searchOf(filters, Date.now()),
          per_page: perPage,
          include_prompt_name: true,
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
  const requests = data?.pages.flatMap(({ items }) => items) ?? []
  const first = data?.pages[0]

  const change = (next: Filters) => navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const show = useCallback(
    (id: number | undefined) => navigate({ search: (before) => ({ ...before, request: id }), replace: true }),
    [navigate],
  )
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const step = (by: 1 | -1) => {
    const at = requests.findIndex(({ id }) => id === open)
    const next = requests[at < 0 ? 0 : at + by]
    if (next) void show(next.id)
  }
  const close = () => void show(undefined)
  useShortcuts({ j: () => step(1), k: () => step(-1), ['Escape']: close })

  return (
    <Page title="Requests" badges={first && <Count total={first.total} isExact={first.total_is_exact} />}>
      <FilterBar filters={filters} onChange={change} />
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows height="h-9" />}
      {data && requests.length === 0 && !isFiltered(filters) && <NothingYet />}
      {data && requests.length === 0 && isFiltered(filters) && (
        <Empty
          title="No requests match"
          action={<Button onClick={() => navigate({ search: {}, replace: true })}>Clear filters</Button>}
        />
      )}
      {(requests.length > 0 || open !== undefined) && (
        <div className="flex min-h-0 flex-1">
          <RequestList requests={requests} open={open} onOpen={show} onMore={more} />
          {open !== undefined && <RequestPeek id={open} onClose={() => show(undefined)} />}
        </div>
      )}
    </Page>
  )
}

const Count = ({ total, isExact }: { total: number; isExact: boolean }) => (
  <span className="text-ink-faint tabular-nums">
    {total.toLocaleString('en')}
    {isExact ? '' : '+'}
  </span>
)

const NothingYet = () => (
  <Empty title="Waiting for the first request">
    <p className="mb-3">Point an application at this server, or send one by hand:</p>
    <CodeBlock
      what="cURL"
      text={`curl ${location.origin}/log-request -H "X-API-KEY: $API_KEY" -H "Content-Type: application/json" -d '{
  "provider": "openai", "model": "gpt-4o-mini",
  "input": {"type": "chat", "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]},
  "output": {"type": "chat", "messages": [{"role": "assistant", "content": [{"type": "text", "text": "Hi"}]}]},
  "request_start_time": "${new Date().toISOString()}", "request_end_time": "${new Date().toISOString()}"
}'`}
    />
  </Empty>
)
