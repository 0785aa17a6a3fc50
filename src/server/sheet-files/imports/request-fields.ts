import { badField } from '../../../engine/refusal.ts'
import { requestFields } from '../../requests/index.ts'

const defaultFields = [
  ...['request_id', 'input', 'output', 'status', 'provider', 'model', 'input_tokens', 'output_tokens'],
  ...['price', 'latency_ms', 'request_start_time', 'tags', 'metadata'],
]

/** Reads the names of fields; an empty list counts as none. @throws Refusal that lists the valid fields. */
export function readFields(fieldNames: readonly string[] | null | undefined): readonly string[] {
  const unknown = fieldNames?.find((name) => !requestFields.includes(name))
  if (unknown !== undefined)
    throw badField(
      'include_fields',
      `include_fields: "${unknown.slice(0, 100)}" is none of ${requestFields.join(', ')}.`,
    )
  return [...new Set(fieldNames?.length ? fieldNames : defaultFields)]
}
