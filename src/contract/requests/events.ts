import { z } from 'zod'
import { answer, endpointsOf, named, textBoolean, textInteger, timestamp } from '../kit/index.ts'

const define = endpointsOf({ tags: ['workspace'] })

const ChangeEvent = named('ChangeEvent', {
  id: z.int(),
  at: timestamp,
  /** The endpoint that made the change, and the entity it changed. */
  operation: z.string(),
  params: z.record(z.string(), z.unknown()),
  actor: z.string(),
})

/** Id of the newest logged request. */
const RequestsEvent = named('RequestsEvent', { newest_request_id: z.int() })

export const readEvents = define({
  id: 'read_events',
  get: '/api/public/v2/events',
  summary: 'Read changes in the workspace as they happen',
  description:
    'Changes after `after`, oldest first. With `stream` they arrive as server-sent events `change` ' +
    'within half a second, each once, after one event `ready` that says where the stream begins. A ' +
    'client that was disconnected continues with the id of its last change. Without `after` the stream ' +
    'begins now. An event `requests` says, at most once a second, that requests were logged since the ' +
    'last such event; it is not repeated after a reconnect. A workspace has at most 1,000 streams of ' +
    'changes and sheets in each process of the server; further ones get 429.',
  query: z.object({
    after: textInteger({ minimum: 0 }).optional(),
    stream: textBoolean.default(false),
  }),
  success: { 200: answer('EventsResponse', { events: z.array(ChangeEvent), last_id: z.int() }) },
  events: { ready: z.object({ last_id: z.int() }), change: ChangeEvent, requests: RequestsEvent },
  example: { query: { after: 0 } },
})
