import { z } from 'zod'
import { requestLogQuery } from './search.ts'
import { viewEndpoints } from './view-endpoints.ts'

const { metadata_cost_breakdown_key: _analyticsOnly, ...queryFields } = requestLogQuery

export const {
  list: listRequestViews,
  create: createRequestView,
  update: updateRequestView,
  delete: deleteRequestView,
} = viewEndpoints({
  noun: 'request',
  schema: 'Request',
  entity: 'request-view',
  tag: 'request-logs',
  query: z.strictObject(queryFields),
  own: {},
  summaries: {
    list: 'List the saved searches of requests',
    create: 'Save a search of requests under a name, for the whole workspace',
    update: 'Rename a saved search of requests, or change its query or columns',
    delete: 'Delete a saved search of requests; the requests stay',
  },
  description: '`query` has the fields of a search and is checked like one.',
  example: {
    name: 'Slow in the shop',
    query: {
      filter_group: {
        logic: 'AND',
        filters: [
          { field: 'tags', operator: 'contains', value: 'shop' },
          { field: 'latency_ms', operator: 'gte', value: 5000 },
        ],
      },
      sort_by: 'latency_ms',
    },
    since_hours: 24,
  },
})
