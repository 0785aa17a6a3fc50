import { z } from 'zod'
import { maxDataValues, maxNameLength, maxVariables } from '../../engine/limits.ts'
import {
  answer,
  boundedRecord,
  cleanText,
  commonErrors,
  endpointsOf,
  idOf,
  TemplateReference,
  textInteger,
} from '../kit/index.ts'
import { RequestMetadata, Score, ScoreName } from './requests.ts'

/**
 * Tracking calls answer 400, not 404, for a missing request, group or template (founding document). LiteLLM's callback
 * sends the key in the body.
 */
const define = endpointsOf({ tags: ['tracking'], auth: 'either', errors: commonErrors })

/** Some clients send a request's id as text. */
const RequestId = textInteger({ minimum: 1 }).meta({
  entity: 'request',
  wire: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
})

export const Tracked = answer('TrackResponse', { message: z.string() })

export const TrackMetadata = z.looseObject({ request_id: RequestId, metadata: RequestMetadata })
export const TrackScore = z.looseObject({
  request_id: RequestId,
  score: Score,
  name: ScoreName.nullish(),
})
export const TrackPrompt = z.looseObject({
  request_id: RequestId,
  prompt_name: TemplateReference,
  prompt_input_variables: boundedRecord(z.unknown(), maxVariables).nullish(),
  version: textInteger({ minimum: 1 })
    .nullish()
    .meta({ wire: { anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] } }),
  label: cleanText.max(maxNameLength).nullish(),
})
export const TrackGroup = z.looseObject({ request_id: RequestId, group_id: idOf('group') })

const tracking = {
  audited: false,
  success: { 200: Tracked },
} as const

export const trackMetadata = define({
  ...tracking,
  id: 'trackMetadata',
  post: '/rest/track-metadata',
  summary: 'Add metadata to a logged request; existing keys are replaced',
  body: TrackMetadata,
  keepsNumbers: true,
  example: { body: { request_id: 1, metadata: { customer: 'ada' } } },
})

export const trackScore = define({
  ...tracking,
  id: 'trackScore',
  post: '/rest/track-score',
  summary: 'Score a logged request, optionally under a name',
  body: TrackScore,
  example: { body: { request_id: 1, score: 90, name: 'tone' } },
})

export const trackPrompt = define({
  ...tracking,
  id: 'trackPrompt',
  post: '/rest/track-prompt',
  summary: 'Link a logged request to its template version; a label wins over a version',
  body: TrackPrompt,
  keepsNumbers: true,
  valueLimit: maxDataValues,
  example: {
    body: { request_id: 1, prompt_name: 'greeting', version: 1, prompt_input_variables: { name: 'Ada' } },
  },
})

export const trackGroup = define({
  ...tracking,
  id: 'trackGroup',
  post: '/rest/track-group',
  summary: 'Put a logged request into a group',
  body: TrackGroup,
  example: { body: { request_id: 1, group_id: 1 } },
})
