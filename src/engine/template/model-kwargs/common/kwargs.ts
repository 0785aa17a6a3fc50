import { isFields, setField } from '../../../json/fields.ts'

/** Keyword arguments of a provider's SDK method, or any JSON object inside them. */
export type Kwargs = Record<string, unknown>

/** Drops keys with null or undefined values. */
export const present = (object: Kwargs): Kwargs => {
  const result: Kwargs = {}
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (value !== undefined && value !== null) setField(result, key, value)
  }
  return result
}

export const without = (object: Kwargs, keys: readonly string[]): Kwargs =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

/** Undefined for an empty list, because providers refuse an empty `tools`. */
export const undefinedIfEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

/** A deep copy without undefined values, so that the result shares nothing with its input. */
export const withoutUndefined = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(withoutUndefined)
  if (!isFields(value)) return value
  const copy: Kwargs = {}
  for (const key of Object.keys(value)) {
    const item = value[key]
    if (item !== undefined) setField(copy, key, withoutUndefined(item))
  }
  return copy
}

/** Merges objects; later ones win. Object.assign would call the setter of `__proto__`. */
export const mergeKwargs = (...parts: Kwargs[]): Kwargs => {
  const all: Kwargs = {}
  for (const part of parts) for (const key of Object.keys(part)) setField(all, key, part[key])
  return all
}
