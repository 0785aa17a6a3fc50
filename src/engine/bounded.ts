import { z } from 'zod'
import { transformOf } from './transform-of.ts'

let isStored = false

/** What was stored before there was a limit is read as it was stored. */
export function withoutLimits<T>(read: () => T): T {
  isStored = true
  try {
    return read()
  } finally {
    isStored = false
  }
}

type ListOf<S extends z.ZodType> = z.ZodType<z.output<S>[], z.input<S>[]>

/** A list that is counted before its items are checked: a check of too many takes longer than all else of a call. */
export function boundedList<S extends z.ZodType>(
  item: S,
  most: number,
  options: Parameters<typeof z.array>[1] = {},
): ListOf<S> {
  const list = z.array(item, options).meta({ maxItems: most })
  return z.pipe(countedList(most), list) as unknown as ListOf<S>
}

/** An object with keys of the caller's own, counted before they are checked. */
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
    if (Array.isArray(value) && value.length > most && !isStored)
      issues.push({ code: 'custom', message: `must have at most ${most} items`, input: value })
    return value
  })

const countedRecord = (most: number) =>
  transformOf<unknown, unknown>((value, issues) => {
    if (typeof value === 'object' && value !== null && hasMoreThan(value, most) && !isStored)
      issues.push({ code: 'custom', message: `must have at most ${most} keys`, input: value })
    return value
  })

const hasMoreThan = (value: object, most: number): boolean =>
  !Array.isArray(value) && Object.keys(value).length > most
