import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/index.ts'

export type ReleaseRequest = Answer<'listReleaseRequests'>['release_requests'][number]
export type ReleaseStatus = ReleaseRequest['status']

export const protectedLabelsQuery = queryOptions({
  queryKey: ['releases', 'protected'],
  queryFn: async ({ signal }) => (await call('listProtectedLabels', { signal })).protected_labels,
})

/** The pending requests of a prompt. */
export const openRequestsQuery = (promptId: string) =>
  queryOptions({
    queryKey: ['releases', 'open', promptId],
    queryFn: async ({ signal }) => {
      const query = { prompt_id: Number(promptId), status: 'open' } as const
      return (await call('listReleaseRequests', { query, signal })).release_requests
    },
    placeholderData: undefined,
  })

export const requestsQuery = (status: ReleaseStatus) =>
  infiniteQueryOptions({
    queryKey: ['releases', 'list', status],
    queryFn: ({ signal, pageParam }) =>
      call('listReleaseRequests', { query: { status, before_id: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, release_requests }) =>
      has_more ? release_requests.at(-1)?.id : undefined,
  })

/** The number of pending requests, up to one page; null if there are none. */
export const waitingQuery = queryOptions({
  queryKey: ['releases', 'waiting'],
  queryFn: async ({ signal }) => {
    const { release_requests, has_more } = await call('listReleaseRequests', {
      query: { status: 'open' },
      signal,
    })
    return release_requests.length === 0 ? null : { count: release_requests.length, isAll: !has_more }
  },
})
