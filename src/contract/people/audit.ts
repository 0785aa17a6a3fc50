import { z } from 'zod'
import {
  actor,
  answer,
  cleanText,
  endpointsOf,
  exportMediaTypes,
  named,
  textBoolean,
  textInteger,
  timestamp,
} from '../kit/index.ts'
import { Moment } from '../moment.ts'
import { publicApiPath } from './fields.ts'

const define = endpointsOf({ tags: ['people'] })

const AuditEvent = named('AuditEvent', {
  id: z.int(),
  at: timestamp,
  actor,
  /** Id of the endpoint, and the input of the call. */
  operation: z.string(),
  params: z.record(z.string(), z.unknown()),
  given: z.unknown(),
  /** The answer of the GET endpoint at the same address; null without such an endpoint. */
  before: z.unknown(),
  /** The answer of the call. */
  after: z.unknown(),
})

const search = {
  before_id: textInteger({ minimum: 1 }).optional(),
  operation: cleanText.max(200).optional(),
  /** Id of the person or API key. */
  actor_id: cleanText.max(200).optional(),
  /** A text that the operation, the call, the former state, the answer or the actor's name contains. */
  q: cleanText.max(200).optional(),
  /** Events from this time on. */
  since: Moment.optional(),
  /** Events before this time. */
  until: Moment.optional(),
}

export const listAuditEvents = define({
  id: 'list_audit_events',
  get: `${publicApiPath}/audit-events`,
  summary: 'List all changes, newest first: actor, operation, state before and after',
  description:
    'With `q` or `actor_id` a call searches 2,000 changes, so a page may be empty although older changes match: ' +
    'continue with `next_before_id` as `before_id` until it is null.',
  role: 'admin',
  query: z.object({ ...search, limit: textInteger({ minimum: 1, maximum: 200 }).default(50) }),
  success: {
    200: answer('AuditEventsResponse', {
      audit_events: z.array(AuditEvent),
      has_more: z.boolean(),
      /** `before_id` of the next page. */
      next_before_id: z.int().nullable(),
    }),
  },
  example: {},
})

export const exportAuditEvents = define({
  id: 'export_audit_events',
  get: `${publicApiPath}/audit-events/export`,
  summary: 'Download all changes that match, newest first, as JSON lines or CSV',
  description:
    'The file holds the changes up to the start of the export, without a limit of their number. To resume an interrupted ' +
    'download, drop an incomplete last line and send the `id` of the last complete row as `before_id` (for CSV with ' +
    '`header` false).',
  role: 'admin',
  query: z.object({
    ...search,
    format: z.enum(['jsonl', 'csv']).default('jsonl'),
    header: textBoolean.default(true),
    escape_formulas: textBoolean.default(true),
  }),
  download: [exportMediaTypes.jsonl, exportMediaTypes.csv],
  success: { 200: z.unknown() },
  example: { query: { format: 'csv' } },
})
