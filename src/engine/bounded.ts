import { z } from 'zod'
import { transformOf } from './transform-of.ts'

let areLimitsOff = false

/** Reads stored values without limits, because they may be older than the limits. */
export function withoutLimits<T>(read: () => T): T {
  areLimitsOff = true
  try {
    return read()
  } finally {
    areLimitsOff = false
  }
}

type ListOf<S extends z.ZodType> = z.ZodType<z.output<S>[], z.input<S>[]>

/** A list whose length is checked before its items: checking too many items takes longer than the rest of a call. */
export function boundedList<S extends z.ZodType>(
  item: S,
  most: number,
  options: Parameters<typeof z.array>[1] = {},
): ListOf<S> {
  const list = z.array(item, options).meta({ maxItems: most })
  return z.pipe(countedList(most), list) as unknown as ListOf<S>
}

/** An object with arbitrary keys, whose number is checked before the values. */
export function boundedRecord<S extends z.ZodType>(
  value: S,
  most: number,
  key: z.ZodType<string, string> = z.string(),
): z.ZodType<Record<string, z.output<S>>, Record<string, z.input<S>>> {
  const record = z.record(key as z.ZodString, value).meta({ maxProperties: most })
  return z.pipe(countedRecord(most), record) as unknown as z.ZodType<
    Record<string, z.output<S>>,
    Record<string, z.input<S>>
  >
}

const countedList = (most: number) =>
  transformOf<unknown, unknown>((value, issues) => {
    if (Array.isArray(value) && value.length > most && !areLimitsOff)
      issues.push({ code: 'custom', message: `must have at most ${most} items`, input: value })
    return value
  })

const countedRecord = (most: number) =>
  transformOf<unknown, unknown>((value, issues) => {
    if (typeof value === 'object' && value !== null && hasMoreThan(value, most) && !areLimitsOff)
      issues.push({ code: 'custom', message: `must have at most ${most} keys`, input: value })
    return value
  })

const hasMoreThan = (value: object, most: number): boolean =>
  !Array.isArray(value) && Object.keys(value).length > most
