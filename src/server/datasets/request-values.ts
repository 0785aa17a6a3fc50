import type { Json } from '../../engine/columns/index.ts'
import { type DescribedRequest, requestField } from '../requests/index.ts'
import { freeName, type NamedValues } from './add-row.ts'

/** Columns of a request's row besides its variables. */
const fields = ['request_id', 'input', 'output', 'status', 'provider', 'model', 'tags', 'metadata'] as const

/** Returns the row of a request: its variables (all, or only the named ones), then its other fields. */
export function requestValues(
  request: DescribedRequest,
  variables: readonly string[] | null = null,
): NamedValues {
  const values = new Map<string, Json>()
  for (const [name, value] of Object.entries(request.prompt_input_variables ?? {}))
    if (variables === null || variables.includes(name))
      values.set(freeName(name, values), (value ?? null) as Json)
  for (const field of fields) values.set(freeName(field, values), requestField(request, field))
  return values
}

/** Returns the columns of a dataset without requests. */
export const columnsOfNoRequests = (variables: readonly string[] | null): readonly string[] => {
  const names = new Set<string>()
  for (const name of [...(variables ?? []), ...fields]) names.add(freeName(name, names))
  return [...names]
}
