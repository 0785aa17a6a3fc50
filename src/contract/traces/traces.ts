import { z } from 'zod'
import {
  answer,
  cleanText,
  endpointsOf,
  named,
  standardErrors,
  textId,
  textInteger,
  times,
} from '../kit/index.ts'
import { PromptTemplateBody } from '../schemas.ts'

const define = endpointsOf({ tags: ['traces'] })

const TraceId = z.object({ trace_id: cleanText.min(1).max(128).meta({ entity: 'trace' }) })

/** A span as it was sent, with the derived fields. */
export const StoredSpan = named('StoredSpan', {
  name: z.string(),
  context: z.object({ trace_id: z.string(), span_id: z.string(), trace_state: z.string() }),
  kind: z.string(),
  parent_id: z.string().nullable(),
  /** Nanoseconds since 1970, as digits, because a double cannot hold every value. */
  start_time: z.string(),
  end_time: z.string().nullable(),
  latency_ms: z.number().nullable(),
  status: z.object({ status_code: z.string(), description: z.string().nullable() }),
  attributes: z.record(z.string(), z.unknown()),
  /** Attributes that the sender left out because of its own limit. */
  dropped_attributes_count: z.int(),
  events: z.array(z.unknown()),
  links: z.array(z.unknown()),
  resource: z.object({ attributes: z.record(z.string(), z.unknown()), schema_url: z.string() }),
  scope: z.object({ name: z.string(), version: z.string() }),
  /** The request made from this span, or logged inside it. */
  request_log_id: z.int().nullable(),
  /** Convention of the attributes, if it is a known one. */
  attribute_style: z.string().nullable(),
  /** Attributes of a model call that the request does not hold. */
  attributes_not_understood: z.array(z.string()),
})

export const readTrace = define({
  id: 'getTrace',
  get: '/api/public/v2/traces/{trace_id}',
  summary: 'Read the spans of a trace, earliest first',
  description:
    'A page ends after `limit` spans or some megabytes, whichever comes first; `next_cursor` is null on ' +
    'the last page.',
  params: TraceId,
  query: z.object({
    limit: textInteger({ minimum: 1, maximum: 1000 }).default(1000),
    cursor: cleanText.max(300).optional(),
  }),
  success: {
    200: answer('TraceDetailResponse', {
      trace_id: z.string(),
      spans: z.array(StoredSpan),
      status: z.enum(['open', 'closed']),
      next_cursor: z.string().nullable(),
    }),
  },
  example: { params: { trace_id: '5b8efff798038103d269b633813fc60c' } },
})

export const closeTrace = define({
  id: 'closeTrace',
  post: '/api/public/v2/traces/{trace_id}/close',
  summary: 'Close a trace for good: it accepts no more spans',
  params: TraceId,
  success: {
    201: z.object({
      success: z.literal(true),
      closure: z.object({
        id: z.uuid(),
        workspace_id: z.int(),
        trace_id: z.string(),
        status: z.enum(['closed']),
        ...times,
      }),
    }),
  },
  errors: { ...standardErrors, 409: 'failure' },
  example: { params: { trace_id: '5b8efff798038103d269b633813fc60c' } },
})

const OutlinedSpan = named('OutlinedSpan', {
  span_id: z.string(),
  parent_id: z.string().nullable(),
  name: z.string(),
  kind: z.string(),
  status: z.string(),
  /** Milliseconds since 1970, with a fraction. */
  started_at: z.number(),
  ended_at: z.number().nullable(),
  /** Kind of step, such as `llm`, `tool` or `agent`. */
  type: z.string(),
  tool_name: z.string().nullable(),
  request_log_id: z.int().nullable(),
  /**
   * Model, tokens and cost in US dollars of the request `request_log_id`. All are null without a request; the cost
   * also if its price is unknown.
   */
  model: z.string().nullable(),
  tokens: z.int().nullable(),
  cost: z.number().nullable(),
  /** Of that request; absent if unknown. */
  time_to_first_token_ms: z.number().optional(),
  /** Of that request; absent if it was sent once, or if that is unknown. */
  attempts: z.int().optional(),
})

export const readTraceOutline = define({
  id: 'read_trace_outline',
  get: '/api/public/v2/traces/{trace_id}/outline',
  summary: 'List the spans of a trace, earliest first, without their content',
  description:
    'For a tree and a timeline. `request_log_id` is the request made from the span itself; a request ' +
    'logged inside a span is in the answer for that span alone. `span_count` is the current number of ' +
    'spans in the trace.',
  params: TraceId,
  query: z.object({
    limit: textInteger({ minimum: 1, maximum: 20_000 }).default(10_000),
    cursor: cleanText.max(300).optional(),
  }),
  success: {
    200: answer('TraceOutlineResponse', {
      trace_id: z.string(),
      status: z.enum(['open', 'closed']),
      span_count: z.int(),
      spans: z.array(OutlinedSpan),
      next_cursor: z.string().nullable(),
    }),
  },
  example: { params: { trace_id: '5b8efff798038103d269b633813fc60c' } },
})

export const readSpan = define({
  id: 'read_span',
  get: '/api/public/v2/traces/{trace_id}/spans/{span_id}',
  summary: 'Read one span of a trace',
  params: TraceId.extend({ span_id: cleanText.min(1).max(128).meta({ entity: 'span' }) }),
  query: z.object({
    media: z
      .enum(['inline', 'references'])
      .default('inline')
      .meta({ description: 'With `references`, `galley-media:` and the hash stand in place of base64.' }),
  }),
  success: {
    200: answer('SpanResponse', {
      span: StoredSpan,
      media: z.array(z.object({ sha256: z.string(), type: z.string(), size: z.int() })).meta({
        description:
          'Base64 of at least 16 kB that is stored apart from the span, with the media type that its bytes show.',
      }),
      /** Read from the attributes and events of the known conventions. */
      content: z.object({
        /** Arguments of a tool, or another input of the step. */
        input: z.string().nullable(),
        output: z.string().nullable(),
        time_to_first_token_ms: z.number().nullable(),
        /** Output tokens a second after the first token. */
        output_tokens_per_second: z.number().nullable(),
      }),
    }),
  },
  example: { params: { trace_id: '5b8efff798038103d269b633813fc60c', span_id: '051581bf3cb55c13' } },
})

export const readEnclosingStep = define({
  id: 'read_enclosing_step',
  get: '/api/public/v2/requests/{request_id}/enclosing-step',
  summary: 'Read the messages of the step around a request',
  description:
    'For a failed call that its framework reported without messages: the nearest step around it that has them, such ' +
    'as the agent of Pydantic AI, with its conversation before the answer. `step` is null if the request has no trace, ' +
    'or no step around it has messages.',
  params: z.object({ request_id: textId('request') }),
  success: {
    200: answer('EnclosingStepResponse', {
      step: z
        .object({
          trace_id: z.string(),
          span_id: z.string(),
          name: z.string(),
          prompt_template: PromptTemplateBody,
        })
        .nullable(),
    }),
  },
  example: { params: { request_id: 1 } },
})
