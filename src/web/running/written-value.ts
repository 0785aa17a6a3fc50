import { parseExact } from '../../engine/json/exact-number.ts'

/** A value as somebody wrote it: a text as it stands, or JSON, which need not parse yet. */
export type WrittenValue = string | { readonly json: string }
export type WrittenValues = Readonly<Record<string, WrittenValue>>

export const isJson = (written: WrittenValue | undefined): written is { readonly json: string } =>
  typeof written === 'object'

export const textOf = (written: WrittenValue = ''): string => (isJson(written) ? written.json : written)

/** The same words as the other kind. */
export const withKind = (written: WrittenValue | undefined, kind: 'text' | 'json'): WrittenValue =>
  kind === 'json' ? { json: textOf(written) } : textOf(written)

/** The same kind with other words. */
export const withText = (written: WrittenValue | undefined, text: string): WrittenValue =>
  isJson(written) ? { json: text } : text

/** A value from elsewhere, as somebody would have written it. */
export const writtenOf = (value: unknown): WrittenValue =>
  typeof value === 'string' ? value : { json: JSON.stringify(value, null, 2) }

export const isMissing = (written: WrittenValue | undefined): boolean => textOf(written) === ''

/** What does not parse; null when all is well. */
export function problemOf(written: WrittenValue | undefined): string | null {
  if (!isJson(written) || written.json.trim() === '') return null
  try {
    parseExact(written.json)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** What is sent: JSON as what it says, nothing as an empty text. Throws where `problemOf` finds one. */
export const readValues = (values: WrittenValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, written]) => [name, read(written)]))

const read = (written: WrittenValue): unknown =>
  isJson(written) && written.json.trim() !== '' ? parseExact(written.json) : textOf(written)

/** The values of these names alone; what has none is empty. */
export const valuesOf = (names: readonly string[], values: WrittenValues): WrittenValues =>
  Object.fromEntries(names.map((name) => [name, valueAt(values, name) ?? '']))

/** Variables may be called `constructor`. */
export const valueAt = (values: WrittenValues, name: string): WrittenValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
