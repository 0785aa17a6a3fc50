import { isFields } from '../../json/fields.ts'
import type { Json } from '../../json/json.ts'

export interface Written {
  readonly value?: unknown
  readonly display_value?: string | null | undefined
}

/**
 * The value that a client writes to a cell: bare, or in the envelope of a read. Undefined if neither field was sent.
 */
export function writtenValue(input: Written): Json | undefined {
  const value = input.value ?? null
  if (value !== null) return unwrapped(value) as Json
  return (
    input.display_value ?? (input.value === undefined && input.display_value === undefined ? undefined : null)
  )
}

function unwrapped(value: unknown): unknown {
  if (!isFields(value)) return value
  const keys = Object.keys(value)
  return keys.length === 1 && keys[0] === 'value' ? value['value'] : value
}
