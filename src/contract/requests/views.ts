import { z } from 'zod'
import { cleanText, Deleted, defineEndpoint, namedErrors, nameText, textId, timestamp } from '../kit/index.ts'
import { requestLogQuery } from './search.ts'

const tags = ['request-logs'] as const
const path = '/api/public/v2/request-views'

const ViewName = nameText(120)
const { metadata_cost_breakdown_key: _analyticsOnly, ...queryFields } = requestLogQuery
const ViewQuery = z.strictObject(queryFields)

const displayFields = {
  /** Only requests of the last hours before the view is opened. */
  since_hours: z.int().min(1).max(87_600).nullable(),
  /** Columns to show, in this order; null leaves the choice to the reader. */
  columns: z.array(cleanText.min(1).max(64)).max(50).nullable(),
}

export const RequestView = z
  .object({
    id: z.int(),
    name: z.string(),
    query: ViewQuery,
    ...displayFields,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'RequestView' })

const OneView = z
  .object({ success: z.literal(true), request_view: RequestView })
  .meta({ id: 'RequestViewResponse' })

const ViewId = z.object({ request_view_id: textId('request-view') })

export const listRequestViews = defineEndpoint({
  id: 'list_request_views',
  method: 'get',
  path,
  summary: 'List the saved searches of requests',
  tags,
  auth: 'header',
  success: {
    200: z
      .object({ success: z.literal(true), request_views: z.array(RequestView) })
      .meta({ id: 'RequestViewsResponse' }),
  },
  errors: namedErrors,
  example: {},
})

export const createRequestView = defineEndpoint({
  id: 'create_request_view',
  method: 'post',
  path,
  summary: 'Save a search of requests under a name, for the whole workspace',
  description: '`query` has the fields of a search and is checked like one.',
  tags,
  auth: 'header',
  body: z.strictObject({
    name: ViewName,
    query: ViewQuery,
    since_hours: displayFields.since_hours.default(null),
    columns: displayFields.columns.default(null),
  }),
  success: { 201: OneView },
  errors: namedErrors,
  example: {
    body: {
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
  },
})

export const updateRequestView = defineEndpoint({
  id: 'update_request_view',
  method: 'patch',
  path: `${path}/{request_view_id}`,
  summary: 'Rename a saved search of requests, or change its query or columns',
  tags,
  auth: 'header',
  params: ViewId,
  body: z.strictObject({
    name: ViewName.optional(),
    query: ViewQuery.optional(),
    since_hours: displayFields.since_hours.optional(),
    columns: displayFields.columns.optional(),
  }),
  success: { 200: OneView },
  errors: namedErrors,
  example: { params: { request_view_id: 1 }, body: { name: 'Slow in the shop, today' } },
})

export const deleteRequestView = defineEndpoint({
  id: 'delete_request_view',
  method: 'delete',
  path: `${path}/{request_view_id}`,
  summary: 'Delete a saved search of requests; the requests stay',
  tags,
  auth: 'header',
  params: ViewId,
  success: { 200: Deleted },
  errors: namedErrors,
  example: { params: { request_view_id: 1 } },
})
