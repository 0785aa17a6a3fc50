import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/index.ts'

export const requestKey = (id: number | null) => ['request', id] as const

/** A request to show: media are references, which `MessageView` loads one by one. */
export const requestQuery = (id: number | null) =>
  queryOptions({
    queryKey: requestKey(id),
    queryFn: ({ signal }) =>
      call('readRequest', { params: { request_id: id! }, query: { media: 'references' }, signal }),
    enabled: id !== null,
    placeholderData: undefined,
  })
