import { type Fields, fieldsOf } from '../../engine/json/fields.ts'
import { storedJson } from '../http/json.ts'
import type { RequestRecord } from './request-rows.ts'

/** Members of the body that are kept although the record has no field for them. */
const retainedMembers = [
  'provider_type',
  'input_tokens',
  'output_tokens',
  'price',
  'score',
  'score_name',
  'prompt_name',
  'prompt_id',
  'prompt_version_number',
  'prompt_version',
  'group_id',
  'attempts',
  'waited_ms',
]
const emptyTemplate = { type: 'completion', content: [] }

/** Returns the body of a request without input, output and variables, and without other fields that may quote them. */
export function withoutContent(record: Omit<RequestRecord, 'original'>, text: string): string {
  const body = storedJson(text) as Fields
  const content = {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => retainedMembers.includes(name))),
    function_name: record.functionName,
    request_start_time: new Date(record.startedAt).toISOString(),
    request_end_time: new Date(record.endedAt).toISOString(),
    status: record.status,
    error_type: record.errorType,
    tags: record.tags,
    metadata: record.metadata,
  }
  const { provider, model, apiType, spanId } = record
  if (record.format === 'log') {
    const usage = countsOf(body['usage'])
    return JSON.stringify({
      ...content,
      provider,
      model,
      api_type: apiType,
      usage,
      input: emptyTemplate,
      output: emptyTemplate,
    })
  }
  const response = fieldsOf(body['request_response'])
  return JSON.stringify({
    ...content,
    span_id: spanId,
    args: [],
    kwargs: { model },
    request_response: { model, usage: countsOf(response['usage']) },
  })
}

/** Keeps the numbers of a usage, at any depth. */
function countsOf(value: unknown): Fields {
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([name, count]): [string, unknown][] => {
      if (typeof count === 'number') return [[name, count]]
      const inner = countsOf(count)
      return Object.keys(inner).length > 0 ? [[name, inner]] : []
    }),
  )
}
