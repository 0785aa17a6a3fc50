import { z } from 'zod'

const rangeOf = <S extends z.ZodType>(figure: S) => z.object({ low: figure, likely: figure, high: figure })
export const numberRange = rangeOf(z.number())

/** The calls, tokens and cost that a run is expected to use. */
export const forecastFigures = {
  calls: numberRange.nullable(),
  input_tokens: numberRange.nullable(),
  output_tokens: numberRange.nullable(),
  /** US dollars as decimal text. Null: unknown, not free. */
  cost: rangeOf(z.string()).nullable(),
}
