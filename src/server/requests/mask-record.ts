import { LogRequest, TrackRequest } from '../../contract/index.ts'
import { withoutLimits } from '../../engine/bounded.ts'
import { type Masked, markMasked, requestProfile } from '../../engine/masking/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import { storedJson } from '../http/json.ts'
import type { Masker } from '../masker.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { inputOutputOf, readingOf } from './logged-content.ts'
import type { RequestRecord } from './request-rows.ts'
import { withoutContent } from './without-content.ts'

/** Masks a record with the rules of its workspace. Only masked records can be stored. */
export async function maskRecord(
  { masking }: Pick<Context, 'masking'>,
  workspace: WorkspaceId,
  record: RequestRecord,
): Promise<Masked<RequestRecord>> {
  const loading = masking.maskerOf(workspace)
  const masker = loading instanceof Promise ? await loading : loading
  return masker ? maskWith(masker, record) : markMasked(record)
}

async function maskWith(masker: Masker, record: RequestRecord): Promise<Masked<RequestRecord>> {
  const text = await masker.json(record.original.toString('utf8'), { profile: requestProfile })
  const ownFields = await maskFields(masker, record)
  const content = masker.keepsBodies ? contentOf(record.format, text) : null
  // A rule can change a body so that it can no longer be read; the request is then stored without its content.
  if (content) return markMasked({ ...record, ...ownFields, ...content, original: Buffer.from(text) })
  const original = Buffer.from(withoutContent({ ...record, ...ownFields }, text))
  const readContent = contentOf(record.format, original.toString('utf8'))
  if (!readContent)
    throw new Refusal('invalid', 'The masking rules of the workspace leave a request that cannot be read.')
  return markMasked({ ...record, ...ownFields, ...readContent, errorMessage: null, original })
}

/**
 * Masks the fields that have columns of their own. Matches in them are not counted, because the original contains the
 * same values and its matches are counted.
 */
async function maskFields(masker: Masker, record: RequestRecord) {
  const options = { profile: requestProfile, onMatch: () => {} }
  const { provider, model, functionName, spanId, errorMessage, tags, metadata, scores } = record
  const fields = await masker.value(
    {
      provider,
      model,
      function_name: functionName,
      span_id: spanId,
      error_message: errorMessage,
      tags,
      metadata,
      scores,
    },
    options,
  )
  // A rule for a path can remove the id.
  const hasId = spanId !== null && typeof fields.span_id === 'string'
  // A rule for a path can remove a field, or put a text in its place.
  return {
    provider: fields.provider ?? '',
    model: fields.model ?? '',
    functionName: fields.function_name ?? '',
    spanId: hasId ? await masker.id(spanId, { onMatch: options.onMatch }) : null,
    errorMessage: fields.error_message ?? null,
    tags: Array.isArray(fields.tags) ? fields.tags.filter((tag) => typeof tag === 'string') : [],
    metadata: isObject(fields.metadata) ? fields.metadata : {},
    scores: Array.isArray(fields.scores) ? fields.scores.filter(isObject) : [],
  }
}

const isObject = <T>(value: T): value is T & object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the content of a body; null if it cannot be read. */
function contentOf(format: RequestRecord['format'], text: string) {
  const json = storedJson(text)
  if (format === 'log') {
    const body = withoutLimits(() => LogRequest.safeParse(json)).data
    return body ? inputOutputOf(body) : null
  }
  const body = withoutLimits(() => TrackRequest.safeParse(json)).data
  if (!body) return null
  const { input, output } = readingOf(body)
  return { input, output, variables: body.prompt_input_variables ?? {} }
}
