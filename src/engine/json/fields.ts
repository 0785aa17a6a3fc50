import { ExactNumber } from './exact-number.ts'

/** A JSON object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object: neither null nor a list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)

/** The value if it is an object; otherwise an empty object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** The object's own field, never an inherited one. */
export const ownField = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** Sets a key of any name; assigning `__proto__` would replace the prototype. */
export function setField(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}

/** A string unchanged, undefined as empty text, other values as JSON text. */
export const jsonText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
