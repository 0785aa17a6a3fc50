/**
 * Readers of addresses and of stored values. A reader returns undefined for an invalid value. A schema library would
 * add 7 KB to each first load.
 */
export type Reader<Value> = (value: unknown) => Value | undefined

type Readers = Readonly<Record<string, Reader<unknown>>>

/** The values that the readers return, under the same names. */
type ValuesOf<R extends Readers> = { [Name in keyof R]: R[Name] extends Reader<infer Value> ? Value : never }

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined)

export const number: Reader<number> = (value) => (Number.isFinite(value) ? (value as number) : undefined)

export const integer =
  (min = -Infinity, max = Infinity): Reader<number> =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
      ? (value as number)
      : undefined

/** The word `true`; a flag that is not set is absent. */
export const flag: Reader<true> = (value) => (value === true ? value : undefined)

export const boolean: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const oneOf =
  <const Value extends string>(...values: readonly Value[]): Reader<Value> =>
  (value) =>
    values.find((choice) => choice === value)

/** A time in UTC, such as 2026-11-29T13:41:00Z. */
export const time: Reader<string> = (value) => {
  const day = text(value)?.match(/^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?Z$/)?.[1]
  const date = new Date(day === undefined ? Number.NaN : (value as string))
  // `Date` turns 30 February into a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day!) ? (value as string) : undefined
}

export const either =
  <One, Other>(left: Reader<One>, right: Reader<Other>): Reader<One | Other> =>
  (value) =>
    left(value) ?? right(value)

/** A list in which every item is valid. */
export const listOf =
  <Item>(item: Reader<Item>, min = 0, max = Infinity): Reader<readonly Item[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return undefined
    const items = value.map(item)
    return items.includes(undefined) ? undefined : (items as readonly Item[])
  }

export const nullable =
  <Value>(reader: Reader<Value>): Reader<Value | null> =>
  (value) =>
    value === null ? null : reader(value)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object in which every value is valid. */
export const recordOf =
  <Value>(reader: Reader<Value>): Reader<Readonly<Record<string, Value>>> =>
  (value) => {
    if (!isObject(value)) return undefined
    const fields = Object.entries(value).map(([name, field]) => [name, reader(field)] as const)
    return fields.some(([, field]) => field === undefined)
      ? undefined
      : (Object.fromEntries(fields) as Record<string, Value>)
  }

/** An object with these fields; others are dropped. An optional field may be absent, but not invalid. */
export const objectOf =
  <R extends Readers, O extends Readers = Record<never, never>>(
    required: R,
    optional: O = {} as O,
  ): Reader<ValuesOf<R> & Partial<ValuesOf<O>>> =>
  (value) => {
    if (!isObject(value)) return undefined
    const present = Object.entries(optional).filter(([name]) => value[name] !== undefined)
    const fields = [...Object.entries(required), ...present].map(
      ([name, reader]) => [name, reader(value[name])] as const,
    )
    return fields.some(([, field]) => field === undefined)
      ? undefined
      : (Object.fromEntries(fields) as ValuesOf<R> & Partial<ValuesOf<O>>)
  }

/** As `objectOf`, with all other fields as they are. */
export const openObjectOf = <R extends Readers, O extends Readers = Record<never, never>>(
  required: R,
  optional?: O,
): Reader<ValuesOf<R> & Partial<ValuesOf<O>>> => {
  const reader = objectOf(required, optional)
  return (value) => {
    const fields = reader(value)
    return fields && { ...(value as object), ...fields }
  }
}

/**
 * The parts of an address. An invalid value becomes undefined instead of being left out, because the router merges the
 * result into the raw address and would keep the invalid value.
 */
export const paramsOf =
  <R extends Readers>(readers: R) =>
  (search: Record<string, unknown>): Partial<ValuesOf<R>> => {
    const params = Object.entries(readers).map(([name, reader]) => [name, reader(search[name])] as const)
    const present = params.filter(([name, value]) => value !== undefined || name in search)
    return Object.fromEntries(present) as Partial<ValuesOf<R>>
  }
