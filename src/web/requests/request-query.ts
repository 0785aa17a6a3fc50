import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../api/index.ts'

export const requestKey = (id: number | null) => ['request', id] as const

/** A request to show: media are references, which `MessageView` loads one by one. */
export const requestQuery = (id: number | null) =>
  queryOptions({
    ...queryOf(requestKey(id), 'readRequest', {
      params: { request_id: id! },
      query: { media: 'references' },
    }),
    enabled: id !== null,
    placeholderData: undefined,
  })
