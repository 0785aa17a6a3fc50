import type { Json } from '../../engine/columns/index.ts'
import { type DescribedRequest, requestField } from '../requests/index.ts'
import { freeName, type NamedValues } from './add-row.ts'

/** What every row made of a request has beside its variables. */
const fields = ['request_id', 'input', 'output', 'status', 'provider', 'model', 'tags', 'metadata'] as const

/** The row that a request makes: its variables under their names, then what is known of it. */
export function requestValues(request: DescribedRequest): NamedValues {
  const values = new Map<string, Json>()
  for (const [name, value] of Object.entries(request.prompt_input_variables ?? {}))
    values.set(freeName(name, values), (value ?? null) as Json)
  for (const field of fields) values.set(freeName(field, values), requestField(request, field))
  return values
}
