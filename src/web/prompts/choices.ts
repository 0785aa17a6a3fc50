import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/index.ts'

const most = 250

/** Prompts to choose one of, by name. */
export const promptChoicesQuery = queryOptions({
  queryKey: ['prompts', 'choices'],
  queryFn: ({ signal }) =>
    call('listPrompts', {
      query: { sort_by: 'name', sort_order: 'asc', page: 1, per_page: most },
      signal,
    }),
})
