import { z } from 'zod'
import { defineEndpoint, standardErrors, textBoolean, textInteger, timestamp } from './kit/index.ts'

const ChangeEvent = z
  .object({
    id: z.int(),
    at: timestamp,
    /** The operation of the contract that made the change, and what it was about. */
    operation: z.string(),
    params: z.record(z.string(), z.unknown()),
    actor: z.string(),
  })
  .meta({ id: 'ChangeEvent' })

/** Which came last. */
const RequestsEvent = z.object({ newest_request_id: z.int() }).meta({ id: 'RequestsEvent' })

export const readEvents = defineEndpoint({
  id: 'read_events',
  method: 'get',
  path: '/api/public/v2/events',
  summary: 'What changed in the workspace, as it changes',
  description:
    'Changes after `after`, oldest first. With `stream` they come as server-sent events `change` within half a ' +
    'second, each once, after one event `ready` that tells where the stream begins; a reader that was cut off ' +
    'goes on with the id of the last change it saw. Without `after` it begins now. An event `requests` says, at most ' +
    'once a second, that requests were logged since the last one; it is not repeated for who was cut off.',
  tags: ['workspace'],
  auth: 'header',
  query: z.object({
    after: textInteger({ minimum: 0 }).optional(),
    stream: textBoolean.default(false),
  }),
  success: {
    200: z
      .object({ success: z.literal(true), events: z.array(ChangeEvent), last_id: z.int() })
      .meta({ id: 'EventsResponse' }),
  },
  events: { ready: z.object({ last_id: z.int() }), change: ChangeEvent, requests: RequestsEvent },
  errors: standardErrors,
  example: { query: { after: 0 } },
})
