import { z } from 'zod'
import { maxDataValues, maxFields, maxMetadata, maxTags, maxVariables } from '../../engine/limits.ts'
import {
  answer,
  boundedList,
  boundedRecord,
  cleanText,
  commonErrors,
  ExternalName,
  endpointsOf,
  idOf,
  named,
  textInteger,
} from '../kit/index.ts'
import { Moment } from '../moment.ts'
import { MetadataBody, PromptBlueprint, PromptName } from '../schemas.ts'
import { idempotencyText, logBodyLimit, TimeToFirstToken } from './requests.ts'
import { ErrorType, RequestStatus } from './status.ts'
import { Tracked, TrackGroup, TrackMetadata, TrackPrompt, TrackScore } from './tracking.ts'

const define = endpointsOf({ tags: ['sdk'] })

/** Calls of the vendor's SDKs with `api_key` in the body. Source: reference 1.17. */
const legacy = {
  audited: false,
  auth: 'body',
  errors: commonErrors,
} as const
const ApiKey = { api_key: z.string().optional() }

/** As in `/log-request`, but any error type may come with any status, because the SDKs forward the status of the provider. */
export const TrackRequest = z
  .looseObject({
    ...ApiKey,
    function_name: ExternalName,
    provider_type: ExternalName.nullish(),
    args: z.unknown().optional(),
    kwargs: boundedRecord(z.unknown(), maxFields).nullish(),
    tags: boundedList(z.string().max(512), maxTags).nullish(),
    request_response: z.unknown().optional(),
    request_start_time: Moment,
    request_end_time: Moment,
    metadata: boundedRecord(z.unknown(), maxMetadata, z.string().max(1024)).nullish(),
    prompt_id: idOf('prompt').nullish(),
    prompt_version: z.int().positive().nullish(),
    prompt_input_variables: boundedRecord(z.unknown(), maxVariables).nullish(),
    group_id: idOf('group').nullish(),
    return_prompt_blueprint: z.boolean().nullish(),
    return_pl_id: z.boolean().nullish(),
    span_id: ExternalName.nullish(),
    status: RequestStatus.nullish(),
    error_type: ErrorType.nullish(),
    error_message: z.string().nullish(),
    time_to_first_token_ms: TimeToFirstToken,
  })
  .meta({ id: 'TrackRequest' })
export type TrackRequest = z.output<typeof TrackRequest>

export const trackRequest = define({
  ...legacy,
  id: 'sdk_track_request',
  post: '/track-request',
  aliases: ['/rest/track-request'],
  summary: 'Record a provider call that an SDK made',
  description: idempotencyText,
  body: TrackRequest,
  errors: { ...commonErrors, 429: 'detailed' },
  isIngest: true,
  takesIdempotencyKey: true,
  bodyLimit: logBodyLimit,
  valueLimit: maxDataValues,
  keepsOriginal: true,
  success: {
    200: answer('TrackRequestResponse', {
      request_id: z.int(),
      prompt_blueprint: PromptBlueprint.nullable(),
      message: z.string(),
    }),
  },
  example: {
    body: {
      function_name: 'openai.chat.completions.create',
      provider_type: 'openai',
      args: [],
      kwargs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] },
      request_response: { choices: [{ message: { role: 'assistant', content: 'Hello, Ada.' } }] },
      request_start_time: 1795168800.5,
      request_end_time: 1795168801.25,
      tags: ['example'],
    },
  },
})

export const legacyTrackMetadata = define({
  ...legacy,
  id: 'sdk_track_metadata',
  post: '/library-track-metadata',
  summary: 'As /rest/track-metadata',
  body: TrackMetadata.extend(ApiKey),
  keepsNumbers: true,
  success: { 200: Tracked },
  example: { body: { request_id: 1, metadata: { customer: 'ada' } } },
})

export const legacyTrackScore = define({
  ...legacy,
  id: 'sdk_track_score',
  post: '/library-track-score',
  summary: 'As /rest/track-score',
  body: TrackScore.extend(ApiKey),
  success: { 200: Tracked },
  example: { body: { request_id: 1, score: 90 } },
})

export const legacyTrackPrompt = define({
  ...legacy,
  id: 'sdk_track_prompt',
  post: '/library-track-prompt',
  valueLimit: maxDataValues,
  summary: 'As /rest/track-prompt',
  body: TrackPrompt.extend(ApiKey),
  keepsNumbers: true,
  success: { 200: Tracked },
  example: {
    body: { request_id: 1, prompt_name: 'greeting', prompt_input_variables: {}, version: null, label: null },
  },
})

export const legacyTrackGroup = define({
  ...legacy,
  id: 'sdk_track_group',
  post: '/track-group',
  summary: 'As /rest/track-group',
  body: TrackGroup.extend(ApiKey),
  success: { 200: Tracked },
  example: { body: { request_id: 1, group_id: 1 } },
})

export const createGroup = define({
  ...legacy,
  id: 'sdk_create_group',
  post: '/create-group',
  summary: 'Create a group of requests',
  body: z.looseObject(ApiKey),
  success: { 200: answer('CreateGroupResponse', { id: z.int() }) },
  example: { body: {} },
})

/** For promptlayer 0.5 and older, which uses LangChain's form of templates. */
export const legacyReadTemplate = define({
  id: 'sdk_get_prompt_template',
  get: '/library-get-prompt-template',
  summary: "Read a template in LangChain's form, for promptlayer 0.5",
  description:
    'A label wins over a version. Templates with more than text are refused, because this form cannot ' +
    'hold them.',
  deprecated: true,
  query: z.object({
    prompt_name: PromptName,
    version: textInteger({ minimum: 1 }).optional(),
    label: cleanText.optional(),
  }),
  success: {
    200: named('LangChainPromptTemplate', {
      prompt_template: z.record(z.string(), z.unknown()),
      metadata: MetadataBody.nullable(),
    }),
  },
  example: { query: { prompt_name: 'greeting' } },
})

export const legacyPublishTemplate = define({
  id: 'sdk_publish_prompt_template',
  post: '/library-publish-prompt-template',
  summary: "Publish a template in LangChain's form, for promptlayer 0.5",
  auth: 'body',
  deprecated: true,
  unauditedFields: ['api_key'],
  body: z.looseObject({
    ...ApiKey,
    prompt_name: PromptName,
    prompt_template: boundedRecord(z.unknown(), maxFields),
    commit_message: cleanText.max(72).nullish(),
    /** The client sends an empty list when its caller gave none, so an empty list keeps the tags. */
    tags: boundedList(cleanText.max(512), maxTags).nullish(),
    metadata: MetadataBody.nullish(),
  }),
  success: { 200: answer('LegacyPublishResponse', { id: z.int() }) },
  bodyLimit: 8 * 1024 * 1024,
  valueLimit: maxDataValues,
  example: {
    body: {
      prompt_name: 'greeting',
      prompt_template: { _type: 'prompt', input_variables: ['name'], template: 'Hello {name}' },
      commit_message: 'first words',
      tags: ['example'],
    },
  },
})
