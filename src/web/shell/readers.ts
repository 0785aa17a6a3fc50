/**
 * Readers of addresses and of stored values. A reader returns undefined for an invalid value. They replace a
 * schema library, which was 7 KB of each first load.
 */
export type Reader<Value> = (value: unknown) => Value | undefined

type Readers = Readonly<Record<string, Reader<unknown>>>

/** The values that the readers give, under the same names. */
type ValuesOf<R extends Readers> = { [Name in keyof R]: R[Name] extends Reader<infer Value> ? Value : never }

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined)

export const number: Reader<number> = (value) => (Number.isFinite(value) ? (value as number) : undefined)

export const integer =
  (least = -Infinity, most = Infinity): Reader<number> =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
      ? (value as number)
      : undefined

/** The word `true`; a flag that is not set is absent. */
export const flag: Reader<true> = (value) => (value === true ? value : undefined)

export const boolean: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const oneOf =
  <const Value extends string>(...values: readonly Value[]): Reader<Value> =>
  (value) =>
    values.find((one) => one === value)

/** A time in UTC, such as 2026-11-29T13:41:00Z. */
export const time: Reader<string> = (value) => {
  const day = text(value)?.match(/^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?Z$/)?.[1]
  const read = new Date(day === undefined ? Number.NaN : (value as string))
  // A date such as 30 February is read as one in March.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day!) ? (value as string) : undefined
}

export const either =
  <One, Other>(one: Reader<One>, other: Reader<Other>): Reader<One | Other> =>
  (value) =>
    one(value) ?? other(value)

/** A list in which every item is valid. */
export const listOf =
  <Item>(item: Reader<Item>, least = 0, most = Infinity): Reader<readonly Item[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return undefined
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
    const read = Object.entries(value).map(([name, field]) => [name, reader(field)] as const)
    return read.some(([, field]) => field === undefined)
      ? undefined
      : (Object.fromEntries(read) as Record<string, Value>)
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
    const read = [...Object.entries(required), ...present].map(
      ([name, reader]) => [name, reader(value[name])] as const,
    )
    return read.some(([, field]) => field === undefined)
      ? undefined
      : (Object.fromEntries(read) as ValuesOf<R> & Partial<ValuesOf<O>>)
  }

/** As `objectOf`, with all other fields as they are. */
export const openObjectOf = <R extends Readers, O extends Readers = Record<never, never>>(
  required: R,
  optional?: O,
): Reader<ValuesOf<R> & Partial<ValuesOf<O>>> => {
  const reader = objectOf(required, optional)
  return (value) => {
    const read = reader(value)
    return read && { ...(value as object), ...read }
  }
}

/**
 * The parts of an address. An invalid value is undefined, not left out: the router lays this over the address as it is,
 * so a part that is left out would keep its invalid value.
 */
export const paramsOf =
  <R extends Readers>(readers: R) =>
  (search: Record<string, unknown>): Partial<ValuesOf<R>> => {
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(search[name])] as const)
    const given = read.filter(([name, value]) => value !== undefined || name in search)
    return Object.fromEntries(given) as Partial<ValuesOf<R>>
  }
