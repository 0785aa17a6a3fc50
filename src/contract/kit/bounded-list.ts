import { z } from 'zod'
import { transformOf } from './transform.ts'

/** A list that is counted before its items are looked at: ten million wrong ones would fill the memory with complaints. */
export const boundedList = <S extends z.ZodType>(
  item: S,
  most: number,
): z.ZodType<z.output<S>[], z.input<S>[]> =>
  z.pipe(
    transformOf<unknown, unknown>((value, issues) => {
      if (Array.isArray(value) && value.length > most)
        issues.push({ code: 'custom', message: `must have at most ${most} items`, input: value })
      return value
    }),
    z.array(item),
  ) as unknown as z.ZodType<z.output<S>[], z.input<S>[]>
