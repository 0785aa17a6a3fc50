import { z } from 'zod'
import { actor, cleanText, defineEndpoint, standardErrors, textInteger, timestamp } from '../kit/index.ts'
import { path } from './fields.ts'

const AuditEvent = z
  .object({
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
  .meta({ id: 'AuditEvent' })

export const listAuditEvents = defineEndpoint({
  id: 'list_audit_events',
  method: 'get',
  path: `${path}/audit-events`,
  summary: 'List all changes, newest first: actor, operation, state before and after',
  description:
    'With `q` or `actor_id` a call searches 2,000 changes, so that a page may be empty although older ones ' +
    'match: go on with `next_before_id` as `before_id` until it is null.',
  tags: ['people'],
  auth: 'header',
  role: 'admin',
  query: z.object({
    before_id: textInteger({ minimum: 1 }).optional(),
    limit: textInteger({ minimum: 1, maximum: 200 }).default(50),
    operation: cleanText.max(200).optional(),
    /** Id of the person or API key. */
    actor_id: cleanText.max(200).optional(),
    /** Words of the operation, the call, the state before or the answer. */
    q: cleanText.max(200).optional(),
  }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        audit_events: z.array(AuditEvent),
        has_more: z.boolean(),
        /** `before_id` of the next page. */
        next_before_id: z.int().nullable(),
      })
      .meta({ id: 'AuditEventsResponse' }),
  },
  errors: standardErrors,
  example: {},
})
