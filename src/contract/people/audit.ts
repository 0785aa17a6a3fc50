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
  tags: ['people'],
  auth: 'header',
  role: 'admin',
  query: z.object({
    before_id: textInteger({ minimum: 1 }).optional(),
    limit: textInteger({ minimum: 1, maximum: 200 }).default(50),
    operation: cleanText.max(200).optional(),
  }),
  success: {
    200: z
      .object({ success: z.literal(true), audit_events: z.array(AuditEvent), has_more: z.boolean() })
      .meta({ id: 'AuditEventsResponse' }),
  },
  errors: standardErrors,
  example: {},
})
