import { z } from 'zod'
import { mostDataValues, mostFields, mostMetadata, mostTags, mostVariables } from '../engine/limits.ts'
import { chatExample, replyExample } from './examples.ts'
import {
  boundedList,
  boundedRecord,
  cleanText,
  defineEndpoint,
  GivenName,
  idOf,
  nearestDouble,
  standardErrors,
  TemplateReference,
  textId,
} from './kit/index.ts'
import { Moment } from './moment.ts'
import { ErrorType, mayAccompany, RequestStatus } from './request-status.ts'
import { PromptBlueprint, PromptTemplateBody } from './schemas.ts'

/** Logged requests may be far larger than anything else: whole documents and images as base64. */
export const logBodyLimit = 32 * 1024 * 1024

export const MetadataKey = z.string().max(1024)
export const RequestMetadata = boundedRecord(z.unknown(), mostMetadata, MetadataKey)
export const Tag = z.string().max(512)
export const Score = z.int().min(0).max(100)
export const ScoreName = cleanText.min(1).max(255)
/** Two of them still add up to an exact number. */
const count = z
  .int()
  .min(0)
  .max(Math.floor(Number.MAX_SAFE_INTEGER / 2))

/** Where a price comes from; the last two say why there is none. */
export const PriceSource = z.enum(['given', 'computed', 'unknown_model', 'no_usage'])

export const LogRequestFields = z.looseObject({
  provider: GivenName,
  model: GivenName,
  input: PromptTemplateBody,
  output: PromptTemplateBody,
  request_start_time: Moment,
  request_end_time: Moment,
  parameters: boundedRecord(z.unknown(), mostFields).default({}),
  tags: boundedList(Tag, mostTags).default([]),
  metadata: RequestMetadata.default({}),
  prompt_name: TemplateReference.nullish().default(null),
  prompt_id: idOf('prompt').nullish().default(null),
  prompt_version_number: z.int().positive().nullish().default(null),
  prompt_input_variables: boundedRecord(z.unknown(), mostVariables).default({}),
  input_tokens: count.default(0),
  output_tokens: count.default(0),
  usage: boundedRecord(z.unknown(), mostFields)
    .nullish()
    .meta({
      description:
        "The provider's own count of tokens, as its answer has it. What it says goes before input_tokens and " +
        'output_tokens, and cached, cache-write, reasoning, audio and image tokens are priced as such.',
    }),
  /** Sent, also as 0, it is kept; left out, it is computed, and 0 where no price is known. Of the Python SDK, which sends
   * 0 for what is left out, 0 is taken so. */
  price: nearestDouble(z.number().min(0))
    .optional()
    .meta({ wire: { type: 'number', minimum: 0, default: 0 } }),
  function_name: GivenName.default(''),
  score: Score.default(0),
  score_name: ScoreName.nullish(),
  api_type: GivenName.nullish().default(null),
  status: RequestStatus.default('SUCCESS'),
  error_type: ErrorType.nullish().default(null),
  error_message: z.string().max(1024).nullish().default(null),
})

type CheckedTogether = Pick<z.output<typeof LogRequestFields>, 'error_type' | 'status'>

/** Which errors go with which status. For `check`: `superRefine` would keep each body from being collected young (see
 * `transformOf`). */
export function checkLog({ value, issues }: z.core.ParsePayload<CheckedTogether>) {
  const { error_type, status } = value
  if (!error_type || mayAccompany(error_type, status)) return
  const message = `${error_type} may not accompany status ${status}`
  issues.push({ code: 'custom', path: ['error_type'], message, input: value, continue: true })
}

export const LogRequest = LogRequestFields.check(checkLog).meta({ id: 'LogRequest' })
export type LogRequest = z.output<typeof LogRequest>

/** For descriptions. */
export const sentAgain =
  'A call that is sent again with the same header `Idempotency-Key` within 24 hours is answered with the id of the first ' +
  'and recorded once; with another body it is refused with 422.'

const LoggedRequest = z
  .object({
    id: z.int(),
    prompt_version: PromptBlueprint.nullable(),
    status: RequestStatus,
    error_type: z.string().nullable(),
    error_message: z.string().nullable(),
  })
  .meta({ id: 'LogRequestResponse' })

export const logRequest = defineEndpoint({
  id: 'logRequest',
  method: 'post',
  path: '/log-request',
  summary: 'Record a request that was made outside this service',
  description: `${sentAgain} Nothing else is known of a call by which it could be told from another that says the same.`,
  tags: ['request-logs'],
  auth: 'header',
  audited: false,
  body: LogRequest,
  success: { 200: LoggedRequest, 201: LoggedRequest },
  errors: standardErrors,
  isIngest: true,
  takesIdempotencyKey: true,
  bodyLimit: logBodyLimit,
  valueLimit: mostDataValues,
  keepsOriginal: true,
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

export const readRequest = defineEndpoint({
  id: 'getRequest',
  method: 'get',
  path: '/api/public/v2/requests/{request_id}',
  summary: 'Read a logged request',
  description:
    'For calls that Galley made, `attempts` is how often the call was sent to the provider and `waited_ms` the time before ' +
    'the last sending: queueing, backoff and earlier attempts. `latency_ms` is of the last attempt alone. Both are null ' +
    'for calls that were reported.',
  tags: ['request-logs'],
  auth: 'header',
  params: z.object({ request_id: textId('request') }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        request_id: z.int(),
        prompt_blueprint: PromptBlueprint,
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
        attempts: z.int().nullable(),
        waited_ms: z.int().nullable(),
        trace_id: z.string().nullable(),
        status: RequestStatus,
        error_type: z.string().nullable(),
        error_message: z.string().nullable(),
        function_name: z.string(),
        prompt_id: z.int().nullable(),
        prompt_version_number: z.int().nullable(),
        prompt_input_variables: z.record(z.string(), z.unknown()),
        tags: z.array(z.string()),
        metadata: z.record(z.string(), z.unknown()),
        scores: z.array(z.object({ name: z.string(), score: z.int() })),
        group_id: z.int().nullable(),
      })
      .meta({ id: 'RequestLogDetailResponse' }),
  },
  errors: standardErrors,
  example: { params: { request_id: 1 } },
})

export const updateRequest = defineEndpoint({
  id: 'update_request',
  method: 'patch',
  path: '/api/public/v2/requests/{request_id}',
  summary: 'Correct what is said about a logged request: its tags, metadata and group',
  description:
    '`tags` and `metadata` are replaced whole; what is left out stays. `group_id` null takes it out of its group, ' +
    '`new_group` makes a group for it.',
  tags: ['request-logs'],
  auth: 'header',
  params: z.object({ request_id: textId('request') }),
  body: z.strictObject({
    tags: z.array(Tag.min(1)).max(200).optional(),
    metadata: RequestMetadata.optional(),
    group_id: idOf('group').nullable().optional(),
    new_group: z.boolean().default(false),
  }),
  keepsNumbers: true,
  success: {
    200: z
      .object({
        success: z.literal(true),
        request_id: z.int(),
        tags: z.array(z.string()),
        metadata: z.record(z.string(), z.unknown()),
        group_id: z.int().nullable(),
      })
      .meta({ id: 'UpdateRequestResponse' }),
  },
  errors: standardErrors,
  example: { params: { request_id: 1 }, body: { tags: ['example', 'looked at'] } },
})
