import { ExactNumber } from './exact-number.ts'

/** An object as JSON has it, of whose fields nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether it is an object as JSON has it: neither null nor a list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)

/** The value as an object; one without fields for anything else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** The field called `name`, unless it is inherited. */
export const own = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** Sets a key of any name: assigning `__proto__` would change what the object is. */
export function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}

/** A string as it is, anything else as JSON text, nothing as the empty string. */
export const jsonText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
