import { parseExact } from '../../engine/json/parse-exact.ts'

/** A value as typed: text, or JSON that may still be invalid. */
export type WrittenValue = string | { readonly json: string }
export type WrittenValues = Readonly<Record<string, WrittenValue>>

export const isJson = (written: WrittenValue | undefined): written is { readonly json: string } =>
  typeof written === 'object'

export const textOf = (written: WrittenValue = ''): string => (isJson(written) ? written.json : written)

/** Changes the kind of a typed value and keeps its text. */
export const withKind = (written: WrittenValue | undefined, kind: 'text' | 'json'): WrittenValue =>
  kind === 'json' ? { json: textOf(written) } : textOf(written)

/** Changes the text of a typed value and keeps its kind. */
export const withText = (written: WrittenValue | undefined, text: string): WrittenValue =>
  isJson(written) ? { json: text } : text

/** A stored value in the form of the editor. */
export const writtenOf = (value: unknown): WrittenValue =>
  typeof value === 'string' ? value : { json: JSON.stringify(value, null, 2) }

export const isMissing = (written: WrittenValue | undefined): boolean => textOf(written) === ''

/** The syntax error of typed JSON; null if there is none. */
export function problemOf(written: WrittenValue | undefined): string | null {
  if (!isJson(written) || written.json.trim() === '') return null
  try {
    parseExact(written.json)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * The values to send, with JSON parsed. A value without input is an empty text. Throws if `problemOf` finds
 * an error.
 */
export const readValues = (values: WrittenValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, written]) => [name, read(written)]))

const read = (written: WrittenValue): unknown =>
  isJson(written) && written.json.trim() !== '' ? parseExact(written.json) : textOf(written)

/** The values of these variables; missing values are empty. */
export const valuesOf = (names: readonly string[], values: WrittenValues): WrittenValues =>
  Object.fromEntries(names.map((name) => [name, valueAt(values, name) ?? '']))

/** The typed value of a variable, which may be called `constructor`. */
export const valueAt = (values: WrittenValues, name: string): WrittenValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
