import { z } from 'zod'
import {
  maxDataValues,
  maxFields,
  maxMetadata,
  maxPrice,
  maxTags,
  maxVariables,
} from '../../engine/limits.ts'
import { requestSources } from '../../engine/search/index.ts'
import { chatExample, replyExample } from '../examples.ts'
import {
  answer,
  boundedList,
  boundedRecord,
  cleanText,
  ExternalName,
  endpointsOf,
  idOf,
  named,
  nearestDouble,
  TemplateReference,
  textId,
} from '../kit/index.ts'
import { Moment } from '../moment.ts'
import { PromptBlueprint, PromptTemplateBody } from '../schemas.ts'
import { ErrorType, mayAccompany, RequestStatus } from './status.ts'

const define = endpointsOf({ tags: ['request-logs'] })

/** Larger than the general limit: logged requests hold whole documents, and images as base64. */
export const logBodyLimit = 32 * 1024 * 1024

export const MetadataKey = z.string().max(1024)
export const RequestMetadata = boundedRecord(z.unknown(), maxMetadata, MetadataKey)
export const Tag = z.string().max(512)
export const Score = z.int().min(0).max(100)
export const ScoreName = cleanText.min(1).max(255)
/** The sum of two counts is still exact in a double. */
const count = z
  .int()
  .min(0)
  .max(Math.floor(Number.MAX_SAFE_INTEGER / 2))

/** Source of a price; the last two are reasons for a missing price. */
export const PriceSource = z.enum(['given', 'computed', 'unknown_model', 'no_usage'])

/** Which feature sent a request: an application, the playground, an evaluation or a workflow run. */
export const RequestSource = z.enum(requestSources)

/** Not in the vendor's API. */
export const TimeToFirstToken = nearestDouble(z.number().min(0))
  .nullish()
  .meta({
    description:
      'Milliseconds from `request_start_time` to the first token of a streamed answer. A time after ' +
      '`request_end_time` counts as unknown.',
  })

/** The times of a call in answers; null if unknown. */
export const callTimes = {
  time_to_first_token_ms: z.number().nullable(),
  output_tokens_per_second: z.number().nullable(),
  attempts: z.int().nullable(),
  waited_ms: z.int().nullable(),
}

export const LogRequestFields = z.looseObject({
  provider: ExternalName,
  model: ExternalName,
  input: PromptTemplateBody,
  output: PromptTemplateBody,
  request_start_time: Moment,
  request_end_time: Moment,
  parameters: boundedRecord(z.unknown(), maxFields).default({}),
  tags: boundedList(Tag, maxTags).default([]),
  metadata: RequestMetadata.default({}),
  prompt_name: TemplateReference.nullish().default(null),
  prompt_id: idOf('prompt').nullish().default(null),
  prompt_version_number: z.int().positive().nullish().default(null),
  prompt_input_variables: boundedRecord(z.unknown(), maxVariables).default({}),
  input_tokens: count.default(0),
  output_tokens: count.default(0),
  usage: boundedRecord(z.unknown(), maxFields)
    .nullish()
    .meta({
      description:
        "The provider's own token counts, as in its answer. They take precedence over input_tokens and " +
        'output_tokens, and price cached, cache-write, reasoning, audio and image tokens.',
    }),
  time_to_first_token_ms: TimeToFirstToken.default(null),
  /**
   * A sent price is kept, also 0. A price left out is computed; it is 0 if no price is known. The Python SDK sends 0
   * if the application gives no price, so 0 from that SDK counts as left out.
   */
  price: nearestDouble(z.number().min(0).max(maxPrice))
    .optional()
    .meta({ wire: { type: 'number', minimum: 0, maximum: maxPrice, default: 0 } }),
  function_name: ExternalName.default(''),
  score: Score.default(0),
  score_name: ScoreName.nullish(),
  api_type: ExternalName.nullish().default(null),
  status: RequestStatus.default('SUCCESS'),
  error_type: ErrorType.nullish().default(null),
  error_message: z.string().max(1024).nullish().default(null),
})

type StatusAndErrorType = Pick<z.output<typeof LogRequestFields>, 'error_type' | 'status'>

/**
 * Error types allowed with each status. Used with `check`, because `superRefine` keeps each parsed body alive longer
 * (see `transformOf`).
 */
export function checkLog({ value, issues }: z.core.ParsePayload<StatusAndErrorType>) {
  const { error_type, status } = value
  if (!error_type || mayAccompany(error_type, status)) return
  const message = `${error_type} may not accompany status ${status}`
  issues.push({ code: 'custom', path: ['error_type'], message, input: value, continue: true })
}

export const LogRequest = LogRequestFields.check(checkLog).meta({ id: 'LogRequest' })
export type LogRequest = z.output<typeof LogRequest>

/** Part of endpoint descriptions. */
export const idempotencyText =
  'A call repeated with the same header `Idempotency-Key` within 24 hours is answered with the id of the first ' +
  'and recorded once; with a different body it is refused with 422.'

const LoggedRequest = named('LogRequestResponse', {
  id: z.int(),
  prompt_version: PromptBlueprint.nullable(),
  status: RequestStatus,
  error_type: z.string().nullable(),
  error_message: z.string().nullable(),
})

export const logRequest = define({
  id: 'logRequest',
  post: '/log-request',
  summary: 'Record a request that was made outside this service',
  description: `${idempotencyText} Without the header, two calls with the same body are two requests.`,
  audited: false,
  body: LogRequest,
  success: { 200: LoggedRequest, 201: LoggedRequest },
  isIngest: true,
  takesIdempotencyKey: true,
  bodyLimit: logBodyLimit,
  valueLimit: maxDataValues,
  keepsOriginal: true,
  leavesLargeUnparsed: true,
  example: {
    body: {
      provider: 'openai',
      model: 'gpt-4o-mini',
      input: chatExample,
      output: replyExample,
      request_start_time: '2026-11-20T10:00:00Z',
      request_end_time: '2026-11-20T10:00:01.250Z',
      input_tokens: 21,
      output_tokens: 5,
      tags: ['example'],
      metadata: { customer: 'ada' },
    },
  },
})

export const readRequest = define({
  id: 'getRequest',
  get: '/api/public/v2/requests/{request_id}',
  summary: 'Read a logged request',
  description:
    'For calls that Galley made, `attempts` counts the attempts at the provider, and `waited_ms` is the ' +
    'time before the last attempt: queueing, backoff and earlier attempts. `latency_ms` is the time of ' +
    'the last attempt alone. `time_to_first_token_ms` is known if Galley read the answer as a stream, or if ' +
    'the caller or the span reported it; `output_tokens_per_second` is the speed after it. Unknown values are null.',
  params: z.object({ request_id: textId('request') }),
  query: z.object({
    media: z
      .enum(['inline', 'references'])
      .default('inline')
      .meta({ description: 'With `references`, `galley-media:` and the hash stand in place of base64.' }),
  }),
  success: {
    200: answer('RequestLogDetailResponse', {
      request_id: z.int(),
      prompt_blueprint: PromptBlueprint,
      media: z.array(z.object({ sha256: z.string(), type: z.string(), size: z.int() })).meta({
        description:
          'Base64 of at least 16 kB that is stored apart from the body, with the media type that its bytes show.',
      }),
      body_unavailable: z.string().nullable().meta({
        description:
          'Why the body cannot be read from object storage; `prompt_blueprint` is then without messages.',
      }),
      source: RequestSource,
      provider: z.string(),
      model: z.string(),
      input_tokens: z.int(),
      output_tokens: z.int(),
      tokens: z.int(),
      price: z.number(),
      price_source: PriceSource,
      request_start_time: z.string(),
      request_end_time: z.string(),
      latency_ms: z.number(),
      ...callTimes,
      trace_id: z.string().nullable(),
      status: RequestStatus,
      error_type: z.string().nullable(),
      error_message: z.string().nullable(),
      function_name: z.string(),
      prompt_id: z.int().nullable(),
      prompt_name: z.string().nullable(),
      prompt_label: z.string().nullable(),
      prompt_version_number: z.int().nullable(),
      prompt_input_variables: z.record(z.string(), z.unknown()),
      tags: z.array(z.string()),
      metadata: z.record(z.string(), z.unknown()),
      scores: z.array(z.object({ name: z.string(), score: z.int() })),
      group_id: z.int().nullable(),
    }),
  },
  example: { params: { request_id: 1 } },
})

export const updateRequest = define({
  id: 'update_request',
  patch: '/api/public/v2/requests/{request_id}',
  summary: 'Correct the tags, metadata and group of a logged request',
  description:
    '`tags` and `metadata` are replaced as a whole; fields left out stay. `group_id` null takes the ' +
    'request out of its group, `new_group` creates a group for it.',
  params: z.object({ request_id: textId('request') }),
  body: z.strictObject({
    tags: z.array(Tag.min(1)).max(200).optional(),
    metadata: RequestMetadata.optional(),
    group_id: idOf('group').nullable().optional(),
    new_group: z.boolean().default(false),
  }),
  masksAudit: true,
  keepsNumbers: true,
  success: {
    200: answer('UpdateRequestResponse', {
      request_id: z.int(),
      tags: z.array(z.string()),
      metadata: z.record(z.string(), z.unknown()),
      group_id: z.int().nullable(),
    }),
  },
  example: { params: { request_id: 1 }, body: { tags: ['example', 'looked at'] } },
})
