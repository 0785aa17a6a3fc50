import { z } from 'zod'
import { type Fields, isFields } from '../../engine/json/fields.ts'
import { maxTraceValues } from '../../engine/limits.ts'
import { maxAttributes, maxEvents, maxLinks } from '../../engine/traces/limits.ts'
import { boundedList, cleanText, endpointsOf, named, standardErrors, wholeOrDigits } from '../kit/index.ts'
import { logBodyLimit } from '../requests/requests.ts'
import { SpanLog } from './span-log.ts'

const define = endpointsOf({ tags: ['traces'], errors: { ...standardErrors, 400: 'detailed' } })

/** Most items of one list. */
const maxItems = 100_000

/** Nanoseconds since 1970: a whole number, or digits, because a double cannot hold every value. */
const Nanoseconds = wholeOrDigits(19)
  .transform((digits) => BigInt(digits))
  .meta({
    wire: {
      anyOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', pattern: '^\\d{1,19}$' },
      ],
    },
  })

/** An object with arbitrary keys, passed on without a copy. */
const AnyObject = z
  .custom<Fields>(isFields, { error: 'must be an object' })
  // The engine counts the keys and names the span with too many.
  .meta({ wire: { type: 'object', maxProperties: maxAttributes } })

const SpanId = cleanText.min(1).max(128)

const SpanContext = z
  .looseObject({ trace_id: SpanId, span_id: SpanId, trace_state: z.string() })
  .meta({ id: 'SpanContext' })

const Event = z.looseObject({
  name: z.string(),
  timestamp: Nanoseconds.nullish(),
  attributes: AnyObject.nullish(),
})

const Link = z.looseObject({ context: AnyObject.nullish(), attributes: AnyObject.nullish() })

export const BulkSpan = z
  .looseObject({
    name: z.string(),
    context: SpanContext,
    kind: z.enum([
      'SpanKind.CLIENT',
      'SpanKind.CONSUMER',
      'SpanKind.INTERNAL',
      'SpanKind.PRODUCER',
      'SpanKind.SERVER',
    ]),
    parent_id: SpanId.nullish(),
    start_time: Nanoseconds,
    end_time: Nanoseconds,
    status: z
      .looseObject({
        status_code: z.enum(['StatusCode.ERROR', 'StatusCode.OK', 'StatusCode.UNSET']),
        description: z.string().nullish(),
      })
      .meta({ id: 'SpanStatus' }),
    attributes: AnyObject,
    events: boundedList(Event, maxEvents).default([]),
    links: boundedList(Link, maxLinks).default([]),
    resource: z.looseObject({ attributes: AnyObject, schema_url: z.string() }).meta({ id: 'SpanResource' }),
    log_request: SpanLog.nullish(),
  })
  .meta({ id: 'Span' })
export type BulkSpan = z.output<typeof BulkSpan>

export const createSpans = define({
  id: 'createSpansBulk',
  post: '/spans-bulk',
  summary: 'Store spans of traces; spans of model calls become requests',
  description:
    'All or nothing. A span sent again replaces the earlier one, so a call may be repeated. Spans of ' +
    'closed traces are left out and named in the answer.',
  audited: false,
  body: z
    .looseObject({ spans: boundedList(BulkSpan, maxItems), close_after: z.boolean().default(false) })
    .meta({ id: 'CreateSpansBulk' }),
  bodyLimit: logBodyLimit,
  valueLimit: maxTraceValues,
  keepsLoggedNumbers: true,
  success: {
    201: named('CreateSpansBulkResponse', {
      success: z.boolean(),
      spans: z.array(z.record(z.string(), z.unknown())),
      request_logs: z.array(z.record(z.string(), z.unknown())).nullable(),
      rejected_span_ids: z.array(z.string()).nullable(),
      rejected_trace_ids: z.array(z.string()).nullable(),
      rejection_reason: z.enum(['trace_closed']).nullable(),
    }),
  },
  isIngest: true,
  example: {
    body: {
      spans: [
        {
          name: 'answer a question',
          context: {
            trace_id: '5b8efff798038103d269b633813fc60c',
            span_id: 'eee19b7ec3c1b174',
            trace_state: '',
          },
          kind: 'SpanKind.INTERNAL',
          parent_id: null,
          start_time: '1795168800000000000',
          end_time: '1795168801250000000',
          status: { status_code: 'StatusCode.OK' },
          attributes: { function_input: '["How are you?"]' },
          resource: { attributes: { 'service.name': 'assistant' }, schema_url: '' },
        },
      ],
    },
  },
})
