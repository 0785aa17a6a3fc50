import { isFields, put } from '../../../json/fields.ts'

/** Keyword arguments of a provider's SDK method, or any JSON object inside them. */
export type Kwargs = Record<string, unknown>

/** The object without the keys whose value is null or undefined: how optional fields are left out. */
export const present = (object: Kwargs): Kwargs => {
  const kept: Kwargs = {}
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (value !== undefined && value !== null) put(kept, key, value)
  }
  return kept
}

export const without = (object: Kwargs, keys: readonly string[]): Kwargs =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

/** The list, or nothing when it is empty: providers refuse an empty `tools` and the like. */
export const filled = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

/** A deep copy without undefined values, so what leaves shares nothing with what came in. */
export const clean = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(clean)
  if (!isFields(value)) return value
  const copy: Kwargs = {}
  for (const key of Object.keys(value)) {
    const item = value[key]
    if (item !== undefined) put(copy, key, clean(item))
  }
  return copy
}

/** The objects joined, later ones winning. Not Object.assign, which would run a `__proto__` key. */
export const joined = (...parts: Kwargs[]): Kwargs => {
  const all: Kwargs = {}
  for (const part of parts) for (const key of Object.keys(part)) put(all, key, part[key])
  return all
}
