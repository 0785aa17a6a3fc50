import { type Written, writtenValue } from '../../../engine/columns/index.ts'
import type { Json } from '../../../engine/json/json.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { badField } from '../../../engine/refusal.ts'

/**
 * Returns the value to write into a cell. A call without a value is refused, so that a misspelt field does not empty a
 * cell.
 * @throws Refusal 'bad_request'
 */
export function readWritten(input: Written, path = ''): Json {
  const value = writtenValue(input)
  if (value !== undefined) return value
  const field = `${path}value`
  throw badField(field, `${field}: is required unless display_value is given.`)
}

/** A row's values by column number. */
export type Texts = Readonly<Record<string, Json>>

export const parseTexts = (text: string): Texts => parseExact(text) as Texts

export function withText(texts: Texts, columnNumber: number, value: Json): Texts {
  const { [columnNumber]: _, ...rest } = texts
  return value === null ? rest : { ...rest, [columnNumber]: value }
}
