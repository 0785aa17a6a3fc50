import type { Json } from '../../engine/columns/json.ts'

/** The value that a client writes into a cell: bare, or in the envelope in which it was read. */
export function writtenValue(sent: { value?: unknown; display_value?: string | null | undefined }): Json {
  const value = sent.value ?? null
  if (value === null) return sent.display_value ?? null
  return unwrapped(value) as Json
}

function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const keys = Object.keys(value)
  return keys.length === 1 && keys[0] === 'value' ? (value as { value: unknown }).value : value
}

/** The texts of a row: column number to value. */
export type Texts = Readonly<Record<string, Json>>

export const parseTexts = (text: string): Texts => JSON.parse(text) as Texts

export function withText(texts: Texts, columnNumber: number, value: Json): Texts {
  const { [columnNumber]: _, ...rest } = texts
  return value === null ? rest : { ...rest, [columnNumber]: value }
}
