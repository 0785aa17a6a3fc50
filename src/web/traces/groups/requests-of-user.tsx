import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { call } from '../../api/index.ts'
import { Empty, Problem, SkeletonRows } from '../../design/index.ts'
import { type Filters, RequestList, searchOf } from '../../requests/index.ts'

const perPage = 25
const columns = ['time', 'model', 'prompt', 'input', 'latency', 'tokens', 'cost', 'score']

interface Props {
  readonly userId: string
  /** The metadata key that names the user. */
  readonly metadataKey: string
}

/** The filter of the user's requests. */
export const filtersOfUser = ({ userId, metadataKey }: Props): Filters => ({
  everySource: true,
  filters: [{ field: 'metadata', operator: 'key_equals', nested_key: metadataKey, value: userId }],
})

/** The sums of the user's requests; null if there are none. */
export function useRequestSums({ userId, metadataKey }: Props) {
  return useQuery({
    queryKey: ['request-sums-of-user', metadataKey, userId],
    queryFn: async ({ signal }) => {
      const filter_group = searchOf(filtersOfUser({ userId, metadataKey }), 0).filter_group!
      const body = { filter_group, metadata_key: metadataKey }
      const { values } = await call('readMetadataSums', { body, signal })
      return values.find(({ value }) => value === userId) ?? null
    },
  })
}

export function RequestsOfUser(props: Props) {
  const open = useNavigate()
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['requests-of-user', props.metadataKey, props.userId],
    queryFn: ({ pageParam, signal }) =>
      call('searchRequests', {
        body: {
          ...searchOf(filtersOfUser(props), 0),
          per_page: perPage,
          include_prompt_name: true,
          include_input_preview: true,
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
  const more = useMore(hasNextPage && !isFetching, fetchNextPage)
  const requests = data?.pages.flatMap(({ items }) => items) ?? []
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows height="h-9" />
  if (requests.length === 0)
    return <Empty title="No requests">No request in the log has {props.metadataKey} of this user.</Empty>
  return (
    <RequestList
      requests={requests}
      columns={columns}
      search={{}}
      open={undefined}
      onOpen={(request) => void open({ to: '/requests', search: { ...filtersOfUser(props), request } })}
      onMore={more}
      isStale={false}
    />
  )
}

/** A stable function that reads the next page, if there is one and no page is being read. */
const useMore = (canRead: boolean, read: () => unknown) =>
  useCallback(() => {
    if (canRead) void read()
  }, [canRead, read])
